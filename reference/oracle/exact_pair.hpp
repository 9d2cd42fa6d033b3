// SPDX-License-Identifier: GPL-3.0-or-later
// Two placed bodies in one exact unit, and the exact questions that are asked of A - B.
#pragma once

#include <vector>

#include "reference/exact/placed_body.hpp"
#include "reference/oracle/candidates.hpp"

namespace touchstone {

/// A direction with its faces: u.(a - b) is least over A - B for a in A(u), b in B(u).
struct ExactFaces {
  std::vector<int> A;  ///< extreme vertices by ExactBody's numbers, ascending
  std::vector<int> B;
};

/// A candidate evaluated exactly. Values are in units of 2^(unit of the pair) times |u|.
struct ExactDirection {
  Integer3 u;
  Integer gap;
  Integer square;  ///< u.u
  Integer along;   ///< u.d, in units of 2^d_unit
};

class ExactPair {
 public:
  void place(const ExactBody& A, const Pose& X_WA, const ExactBody& B, const Pose& X_WB);
  /// Only what is rounded; false where the frame's base cannot be had without exact arithmetic.
  bool place_rounded(const ExactBody& A, const Pose& X_WA, const ExactBody& B, const Pose& X_WB);
  /// Makes d = x_A - x_B from the local interior points.
  void set_interior_points(const Vec3& x_A, const Vec3& x_B);

  /// Sets the rounded along_d alone, from d = x_A - x_B scaled by any power of two.
  void set_along_d(const Vec3& d) { frame_.along_d = d; }

  PlacedBody& A() { return A_; }
  PlacedBody& B() { return B_; }
  int unit() const { return unit_; }
  const PairFrame& frame() const { return frame_; }
  const Integer3& d() const { return d_; }
  int d_unit() const { return d_unit_; }

  /// out = a_i - b_j
  void difference(int i, int j, Integer3& out);
  /// The exact faces A(u) and B(u), u not zero.
  void faces(const Integer3& u, ExactFaces& out);
  /// The dimension of A(u) + (-B(u)).
  int face_dimension(const ExactFaces& faces);
  /// gap(u), given one vertex of each face.
  void gap(const Integer3& u, int i, int j, Integer& out);

  /// Evaluates a candidate; false if its arcs do not cross strictly after all.
  bool evaluate(const Candidate& candidate, bool with_ratio, ExactDirection& out);

 private:
  void set_frame(const Vec3& base, int base_exponent);
  bool crosses(const Candidate& candidate, int& sign);

  PlacedBody A_;
  PlacedBody B_;
  int unit_ = 0;
  PairFrame frame_;
  Integer3 d_;
  int d_unit_ = 0;
  Integer3 scratch_;
  std::vector<int> support_;
};

/// Affine span of directions: a basis of rational vectors, found greedily.
class Span {
 public:
  void clear() { rank_ = 0; }
  void add(const Integer3& v);
  int rank() const { return rank_; }
  /// rank 1: the first vector.
  const Integer3& direction() const { return first_; }
  /// rank 2: the cross product of the basis.
  const Integer3& normal() const { return normal_; }

 private:
  int rank_ = 0;
  Integer3 first_;
  Integer3 normal_;
};

}  // namespace touchstone
