// SPDX-License-Identifier: GPL-3.0-or-later
// Places one body beside or inside another at a chosen depth or distance, with support points
// alone.
//
// Let K = R_B (B - x_B) - R_A (A - x_A), h its support function, k(w) a point of K where w.k =
// h(w), and d = x_A - x_B the world difference of the interior points. The pair overlaps just when
// d is in K, and for every unit w
//     phi >= gap(w) = w.d - h(w).
// Each regime is a choice of d:
//   separated  d = k(w) + g w + s, s.w = 0, |s| <= g:      g <= phi <= |d - k(w)| <= sqrt(2) g
//   near       d = c + g w, c in K near k(w), g small:     phi <= g, and close to it
//   touching   d = c, c in the face of K along w:          phi = 0 to 1e-12 and rounding
//   shallow    d = (1 - e) c, c in K near its boundary:    inside K, and depth <= -gap(w) = p
//   deep       d = f k(w), 0.1 <= f <= 0.5:                depth >= (1 - f) (inradius of K about 0)
// K holds 0 in its interior because the interior points are means of the vertices.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"

namespace touchstone {

/// K of the comment above, of the bodies of a pair and the linear parts of their poses.
class PlacedDifference {
 public:
  explicit PlacedDifference(const Pair& pair)
      : A_(*pair.A), B_(*pair.B), R_WA_(pair.X_WA.R), R_WB_(pair.X_WB.R) {}

  /// A point of K with the largest product with u.
  Vec3 support(const Vec3& u) const;

 private:
  const Polytope& A_;
  const Polytope& B_;
  Mat3 R_WA_;
  Mat3 R_WB_;
};

enum class Regime { separated, near, touching, shallow, deep };
inline constexpr std::array<Regime, 5> kAllRegimes{Regime::separated, Regime::near,
                                                   Regime::touching, Regime::shallow, Regime::deep};

/// The regime of a case of a family that brings all five in turn.
inline Regime regime_of(std::uint64_t index) { return kAllRegimes[index % kAllRegimes.size()]; }

Vec3 normalised(const Vec3& v);

/// d of the regime for the unit direction w. Gaps are relative to `size`, shallow depths to
/// `thickness` <= h(w) [m]. With `flat`, everything stays at z = 0.
Vec3 separated_offset(Random& random, const PlacedDifference& K, const Vec3& w, double size,
                      bool flat = false);
Vec3 near_offset(Random& random, const PlacedDifference& K, const Vec3& w, double size,
                 bool flat = false);
Vec3 touching_offset(Random& random, const PlacedDifference& K, const Vec3& w, bool flat = false);
Vec3 shallow_offset(Random& random, const PlacedDifference& K, const Vec3& w, double thickness,
                    bool flat = false);
Vec3 deep_offset(Random& random, const PlacedDifference& K, const Vec3& w, bool flat = false);

/// Sets X_WB.t so that x_A - x_B = d, up to the rounding of the sum.
void set_offset(Pair* pair, const Vec3& d);

/// Places B in the regime along w, or along a direction of its own choice: of a facet of either
/// body in half of the cases, any other in the rest.
void place(Random& random, Regime regime, Pair* pair);
void place(Random& random, Regime regime, const Vec3& w, Pair* pair, bool flat = false);

/// Places with poses that are not quite rotations: R_A and R_B, each entry off by up to `shear`.
void place_sheared(Random& random, Regime regime, const Mat3& R_A, const Mat3& R_B, double shear,
                   Pair* pair);

/// Gaps along an axis that are exact as doubles beside the coordinates of the bodies [m].
struct ExactGaps {
  double unit, ulp;         ///< large gaps are multiples of the one, small ones of the other [m]
  std::uint64_t octaves;    ///< powers of two among shallow depths in ulps
  std::array<int, 2> deep;  ///< from ... to, in units
};
double exact_gap(Random& random, Regime regime, const ExactGaps& gaps);

}  // namespace touchstone
