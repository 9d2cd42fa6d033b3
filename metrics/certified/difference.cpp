// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/difference.hpp"

#include <algorithm>

#include "geometry/rational.hpp"
#include "metrics/arithmetic/registers.hpp"
#include "metrics/shape_id.hpp"

namespace touchstone {

namespace {

template <bool kFused>
[[gnu::always_inline]] inline Dd3 offset_of(const Vec3& center_A, const Pose& X_WA,
                                            const Vec3& center_B, const Pose& X_WB) {
  // The translations first: far from 0 their difference is exact.
  Dd3 d = difference(X_WA.t, X_WB.t);
  if (!center_A.isZero(0)) d = d + turned<kFused>(X_WA.R, center_A);
  if (!center_B.isZero(0)) d = d - turned<kFused>(X_WB.R, center_B);
  return d;
}

// The same source for machines with a fused multiply-add and without, chosen when the program runs.
#if defined(__x86_64__)
[[gnu::target("fma"), gnu::flatten]] Dd3 offset_fused(const Vec3& center_A, const Pose& X_WA,
                                                      const Vec3& center_B, const Pose& X_WB) {
  return offset_of<true>(center_A, X_WA, center_B, X_WB);
}
#endif

/// x_A - x_B.
Dd3 exact_offset(const Vec3& center_A, const Pose& X_WA, const Vec3& center_B, const Pose& X_WB) {
#if defined(__x86_64__)
  if (machine_registers() == Registers::wide) return offset_fused(center_A, X_WA, center_B, X_WB);
#endif
  return offset_of<false>(center_A, X_WA, center_B, X_WB);
}

}  // namespace

DifferenceBody::DifferenceBody(const Polytope& polytope)
    : center(polytope.interior_point()),
      map(polytope, center),
      features(polytope, map),
      flat_facets(polytope, map),
      id(next_shape_id()) {
  const auto include = [&](const Vec3& v) {
    for (const double entry : v) {
      if (entry != 0) least_exponent = std::min(least_exponent, to_dyadic(entry).exponent);
    }
  };
  include(center);
  for (int i = 0; i < map.count(); ++i) include(map.body_vertex(i));
}

DifferenceSet::DifferenceSet(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                             const Pose& X_WB)
    : A_(A), B_(B), R_WA_(X_WA.R), R_WB_(X_WB.R) {
  exact_offset_ = touchstone::exact_offset(A.center, X_WA, B.center, X_WB);
  offset_ = rounded(exact_offset_);
  // R keeps lengths to a thousandth (pose_refusal.hpp).
  reach_ = 1.01 * (A.map.longest() + B.map.longest() + offset_.norm());
  terms_ = reach_ + 2 * (A.center.norm() + B.center.norm()) + (X_WA.t - X_WB.t).norm();
}

}  // namespace touchstone
