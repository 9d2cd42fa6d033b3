// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/difference.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/arithmetic/registers.hpp"
#include "metrics/certified/offset.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {

DifferenceBody::DifferenceBody(const Polytope& polytope)
    : center(polytope.interior_point()),
      map(polytope, center),
      single_arms(map),
      features(polytope, map),
      flat_facets(polytope, map),
      center_norm(center.norm()),
      id(next_shape_id()) {
  spacing = 1 / std::sqrt(map.count());
  least_exponent = exact::least_exponent(map, center);
}

DifferenceSet::DifferenceSet(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                             const Pose& X_WB)
    : A_(A), B_(B), X_WA_(X_WA), X_WB_(X_WB) {
  A.prefetch_arms();
  B.prefetch_arms();
  exact_offset_ = compiled_for(machine_registers(), narrow::offset_of, wide::offset_of)(
      A, X_WA, B, X_WB, surely_posed_);
  offset_ = rounded(exact_offset_);
  // R keeps lengths to a thousandth (pose_refusal.hpp).
  reach_ = 1.01 * (A.map.longest() + B.map.longest() + offset_.norm());
  terms_ = reach_ + 2 * (A.center_norm + B.center_norm) + (X_WA.t - X_WB.t).norm();
}

}  // namespace touchstone
