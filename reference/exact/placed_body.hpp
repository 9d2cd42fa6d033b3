// SPDX-License-Identifier: GPL-3.0-or-later
// A body in its pose: rounded features with error bounds for the filter, exact ones made when first
// asked for, and the exact support query that rests on both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/pose.hpp"
#include "reference/exact/exact_body.hpp"
#include "reference/exact/integers.hpp"

namespace touchstone {

/// Error bounds of the rounded world features; u = 2^-53, and R is orthonormal to 1e-6. Sums of
/// three products of entries of unit vectors are good to 4 u; these bounds include the entries' own
/// errors with a margin of two or more.
inline constexpr double kVertexError = 0x1p-48;  ///< error of vertices, relative to the radius [1]
/// Error of unit edges, and what a pose adds to the error of unit normals [1].
inline constexpr double kDirectionError = 0x1p-47;

/// A list of vectors by coordinate, as loops over it want it.
struct Columns {
  std::vector<double> x, y, z;
  void resize(std::size_t n) {
    x.resize(n);
    y.resize(n);
    z.resize(n);
  }
  void set(int i, const Vec3& v) {
    x[i] = v[0];
    y[i] = v[1];
    z[i] = v[2];
  }
  Vec3 get(int i) const { return {x[i], y[i], z[i]}; }
  int size() const { return static_cast<int>(x.size()); }
};

class PlacedBody {
 public:
  /// Keeps a pointer to body. What is exact may be asked for after place_exactly only, rounded
  /// nodes and arcs after round_features only.
  void place(const ExactBody& body, const Pose& pose);
  void place_exactly();
  void round_features();

  const ExactBody& body() const { return *body_; }
  const Pose& pose() const { return pose_; }

  // Exactly. World vertices and points are in units of 2^k, k <= finest_unit().
  int finest_unit() const;
  void set_unit(int unit);
  const Integer3& vertex(int v);
  /// R x + t for a local point x, in units of 2^`unit`, which is returned: the finest needed, at
  /// most the present one.
  int transform(const Vec3& x, Integer3& out) const;
  const Integer3& edge(int arc);     ///< a positive multiple of R (v1 - v0)
  const Integer3& normal(int node);  ///< a positive multiple of the outward world normal

  // Rounded. Vertices relative to the first, R q in units of 2^body().exponent().
  const Columns& vertices() const { return vertices_; }
  const Columns& edges() const { return edges_; }      ///< unit, one for each arc
  const Columns& normals() const { return normals_; }  ///< unit, one for each node
  double normal_error(int node) const { return body_->nodes()[node].error + kDirectionError; }
  double largest_normal_error() const { return largest_normal_error_; }

  /// The vertices that may have the least u.v (side = +1) or the greatest (side = -1), ascending.
  /// `rounded` is a unit vector within `error` of u / |u|.
  void near_support(const Vec3& rounded, double error, int side, std::vector<int>& out);
  /// All vertices with the least u.v (side = +1) or the greatest (side = -1), ascending. `rounded`
  /// is a unit vector within `error` of u / |u|.
  void support(const Integer3& u, const Vec3& rounded, double error, int side,
               std::vector<int>& out);

 private:
  const ExactBody* body_ = nullptr;
  Pose pose_;
  std::array<Integer3, 3> R_;          ///< rows, in units of 2^R_unit_
  std::array<Integer3, 3> cofactors_;  ///< rows, made when first asked for
  bool cofactors_known_ = false;
  int R_unit_ = 0;
  int t_unit_ = 0;
  int unit_ = 0;
  mp_bitcnt_t shift_ = 0;  ///< from R v to the unit
  Integer3 t_;
  /// Exact features are valid where their stamp is the present one.
  template <class T>
  struct Remembered {
    std::vector<T> value;
    std::vector<std::uint64_t> stamp;
    void resize(std::size_t n) {
      if (value.size() < n) {
        value.resize(n);
        stamp.resize(n, 0);
      }
    }
  };
  std::uint64_t stamp_ = 0;  ///< 32 bits would come round in two days
  Remembered<Integer3> exact_vertices_;
  Remembered<Integer3> exact_edges_;
  Remembered<Integer3> exact_normals_;
  Columns vertices_;
  Columns edges_;
  Columns normals_;
  double largest_normal_error_ = 0;
  std::vector<double> dots_;
  Integer3 scratch_;
  Integer dot_;
  Integer best_;
};

}  // namespace touchstone
