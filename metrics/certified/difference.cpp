// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/difference.hpp"

#include <algorithm>

#include "geometry/rational.hpp"
#include "metrics/shape_id.hpp"

namespace touchstone {

DifferenceBody::DifferenceBody(const Polytope& polytope)
    : center(polytope.interior_point()), map(polytope, center), id(next_shape_id()) {
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
  // The translations first: far from 0 their difference is exact.
  exact_offset_ = touchstone::difference(X_WA.t, X_WB.t);
  if (!A.center.isZero(0)) exact_offset_ = exact_offset_ + turned<false>(R_WA_, A.center);
  if (!B.center.isZero(0)) exact_offset_ = exact_offset_ - turned<false>(R_WB_, B.center);
  offset_ = rounded(exact_offset_);
  // Of doubles the terms count that may cancel.
  reach_ = A.map.longest() + B.map.longest() + A.center.lpNorm<Eigen::Infinity>() +
           B.center.lpNorm<Eigen::Infinity>() + (X_WA.t - X_WB.t).lpNorm<Eigen::Infinity>();
}

}  // namespace touchstone
