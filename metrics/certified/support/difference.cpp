// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/difference.hpp"

#include <cmath>
#include <limits>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/certified/support/offset.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {
namespace {

/// The offset is made in doubles up to this ratio of the centres' distances from their bodies'
/// origins to the longest arms, both summed over the bodies [1].
constexpr double kMaxCenters = 4;
/// Rounding of the offset's length, in spacings of the centres' distances: 3.5 in each entry
/// (offset.hpp), times the root of three, rounded up [1].
constexpr double kOffsetRounding = 8;

}  // namespace

DifferenceBody::DifferenceBody(const Polytope& polytope)
    : center(polytope.interior_point()),
      center_norm(center.norm()),
      id(next_shape_id()),
      map(polytope, center),
      arms(map),
      flat_facets(polytope, map) {
  // Declared before `map` for locality, made after it.
  features = FeatureTable(polytope, map);
  spacing = 1 / std::sqrt(map.count());
  least_exponent = exact::least_exponent(map, center);
}

DifferenceSet::DifferenceSet(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                             const Pose& X_WB)
    : A_(A), B_(B), X_WA_(X_WA), X_WB_(X_WB) {
  A.arms.prefetch_rest();
  B.arms.prefetch_rest();
  offset_ = compiled_for(machine_registers(), narrow::rounded_offset, wide::rounded_offset)(
      A, X_WA, B, X_WB, surely_posed_);
  const double arms = A.map.longest() + B.map.longest();
  const double centers = A.center_norm + B.center_norm;
  // Centres so far from their bodies' origins round by more than the arms do.
  if (centers > kMaxCenters * arms) {
    offset_ = rounded(exact_offset());
  } else {
    center_rounding_ = kOffsetRounding * std::numeric_limits<double>::epsilon() * centers;
  }
  // R keeps lengths to a thousandth (pose_refusal.hpp).
  reach_ = 1.01 * (arms + offset_.norm());
  terms_ = 2 * reach_ + 4 * centers;
}

const Dd3& DifferenceSet::exact_offset() const {
  if (!exact_offset_) {
    exact_offset_ = compiled_for(machine_registers(), narrow::exact_offset, wide::exact_offset)(
        A_, X_WA_, B_, X_WB_);
  }
  return *exact_offset_;
}

}  // namespace touchstone
