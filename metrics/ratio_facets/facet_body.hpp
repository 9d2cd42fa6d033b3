// SPDX-License-Identifier: GPL-3.0-or-later
// A body as `ratio_facets` sees it: half-spaces about the interior point c and nothing else.
//
// Row k is n_k.(p - c) <= t b_k in local axes. Its dual point y_k = n_k/b_k is what doubles search
// with: y_k.(p - c) <= t, so that the row that is violated most is the support point of the dual
// points along p - c.
//
// Rows are in random order, fixed by their number: the first few are a sample of all.
//
// What proofs want of a row, its normal and b divided by a power of two, is derived when it is
// asked for: 60 bytes a row, and 16 more where offsets are not from the interior point.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/half_spaces.hpp"
#include "geometry/index.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class FacetBody {
 public:
  /// The facets, each offset by its highest corner as seen from the interior point.
  explicit FacetBody(const Polytope& polytope);
  /// The half-spaces as given; why_unusable has no objection to them.
  explicit FacetBody(const HalfSpaces& half_spaces);

  bool solid = false;
  bool center_inside = false;   ///< the interior point is strictly inside
  Vec3 center = Vec3::Zero();   ///< interior point, local [m]
  std::uint64_t id = 0;         ///< number of this object, which no other has
  std::vector<double> x, y, z;  ///< dual points [1/m], padded to whole blocks of the scan
  double longest = 0;           ///< largest |y_k| [1/m]
  double reach = 0;  ///< from the interior point to the farthest vertex [m]; 0 without vertices
  double ball = 0;   ///< from the interior point to the nearest facet [m]; 0 without vertices
  /// How far the rounded facets of a polytope are off it, in parts of the height of a point of its
  /// boundary (facet_rounding.hpp); infinite where they make no body, 0 for half-spaces.
  double rounding = 0;
  /// Whether doubles hold the dual points, and double-doubles the scaled rows; false where
  /// exponents are so far apart that only integers do.
  bool in_range = true;

  int facet(int k) const { return facets_[at(k)]; }  ///< number of the facet that row k stands for
  int count() const { return static_cast<int>(normals_.size()); }
  Vec3 dual(int k) const { return {x[at(k)], y[at(k)], z[at(k)]}; }
  /// n_k divided by a power of two, exactly: its largest entry is in [1/2, 1).
  Vec3 scaled_normal(int k) const { return scale(k) * normal(k); }
  /// b_k divided by the power of two of scaled_normal(k), to 2^-105 of itself [m].
  DoubleDouble scaled_b(int k) const {
    return scaled_b_.empty() ? DoubleDouble{scale(k) * offset(k), 0} : scaled_b_[at(k)];
  }

  // Row k exactly as given: b_k = offset(k) - normal(k).origin().
  const Vec3& normal(int k) const { return normals_[at(k)]; }
  double offset(int k) const { return offsets_[at(k)]; }
  const Vec3& origin() const { return origin_; }

 private:
  /// The power of two that brings the largest entry m of n_k into [1/2, 1). With the exponent field
  /// of m, m is in [1, 2) 2^(field - 1023), and 2^(1022 - field) has the field 2045 - field.
  double scale(int k) const {
    const auto field = std::bit_cast<std::uint64_t>(normal(k).cwiseAbs().maxCoeff()) >> 52U;
    return std::bit_cast<double>((kMaxField - std::min(field, kMaxField)) << 52U);
  }
  void shuffle();
  void make_rows();

  static constexpr std::uint64_t kMaxField = 2045;

  std::vector<int> facets_;
  std::vector<Vec3> normals_;
  std::vector<double> offsets_;
  Vec3 origin_ = Vec3::Zero();          ///< b_k = offset(k) - normal(k).origin_, local [m]
  std::vector<DoubleDouble> scaled_b_;  ///< empty where the origin is 0, and b_k is the offset
};

}  // namespace touchstone
