// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/difference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// With the least room that takes its arms.
template <std::size_t kUnits = 0>
std::unique_ptr<DifferenceBody> body_with_room(const Polytope& polytope) {
  if constexpr (kUnits < ScannedArms::kMaxUnits) {
    if (ScannedArms::units(polytope) > kUnits) return body_with_room<kUnits + 1>(polytope);
  }
  return std::make_unique<DifferenceBodyWith<kUnits>>(polytope);
}

}  // namespace

std::unique_ptr<DifferenceBody> DifferenceBody::of(const Polytope& polytope) {
  return body_with_room(polytope);
}

DifferenceBody::DifferenceBody(const Polytope& polytope, std::byte* room)
    : CertifiedBody(false),
      center(polytope.interior_point()),
      center_norm(center.norm()),
      id(next_shape_id()),
      map(polytope, center, ScannedArms::room_for_doubles(polytope, room)),
      flat_facets(polytope, map),
      arms(map, room) {
  // Declared before `map` for locality, made after it.
  features = FeatureTable(polytope, map);
  spacing = 1 / std::sqrt(map.count());
  least_exponent = exact::least_exponent(map, center);
}

DifferenceSet::DifferenceSet(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                             const Pose& X_WB, Registers registers)
    : A_(A), B_(B), X_WA_(X_WA), X_WB_(X_WB), registers_(registers) {
  // The waits for both bodies overlap.
  A.prefetch_first();
  A.arms.prefetch_first();
  B.prefetch_first();
  B.arms.prefetch_first();
  A.arms.prefetch_rest();
  B.arms.prefetch_rest();
  surely_posed_ = compiled_for(registers, narrow::rounded_offset, wide::rounded_offset)(
      A, X_WA, B, X_WB, offset_);
  constexpr double kSpacing = std::numeric_limits<double>::epsilon();
  const double arms = A.map.longest() + B.map.longest();
  const double centers = A.center_norm + B.center_norm;
  double center_rounding = 0;
  // Centres so far from their bodies' origins round by more than the arms do.
  if (centers > kMaxCenters * arms) {
    offset_ = rounded(exact_offset());
  } else {
    center_rounding = kOffsetRounding * kSpacing * centers;
  }
  // Bounds the offset's length without the wait for a root: sqrt(a^2 + b^2) <= a + (sqrt(2) - 1) b
  // for a >= b >= 0, twice. It is at most a sixth too large.
  const double largest = offset_.lpNorm<Eigen::Infinity>();
  const double length = largest + 0.4143 * (offset_.lpNorm<1>() - largest);
  // R keeps lengths to a thousandth (pose_refusal.hpp).
  reach_ = 1.01 * (arms + length);
  terms_ = 2 * reach_ + 4 * centers;
  // A point has in each entry arms rounded once (1), three products and two sums for each body (5
  // each), the offset and two differences (3), in halves of a spacing; the length of three such
  // entries. What the offset of the centres is off by comes on top.
  rounding_ = 14 * kSpacing * reach_ + center_rounding + exact_rounding();
  size_ = std::min(A.map.longest(), B.map.longest());
  if (size_ == 0) size_ = arms > 0 ? arms : 1;
}

const Dd3& DifferenceSet::exact_offset() const {
  if (!exact_offset_) {
    exact_offset_ =
        compiled_for(registers_, narrow::exact_offset, wide::exact_offset)(A_, X_WA_, B_, X_WB_);
  }
  return *exact_offset_;
}

}  // namespace touchstone
