// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/pair_depth_place.hpp"

#include <algorithm>
#include <cmath>

#include "reference/claims.hpp"

namespace touchstone {

PairDepthPlace::PairDepthPlace(const Pair& pair, const ManifoldPolicy& policy,
                               const PairManifold& truth, const FlatFrame& frame, double gap)
    : pair_(pair),
      policy_(policy),
      truth_(truth),
      frame_(frame),
      gap_(gap),
      reach_(std::clamp(policy.reach, 0.0, kLargestNumber)) {}

bool PairDepthPlace::is_right(const WitnessMargins& margin, const GapTolerance& allowed) const {
  return is_in_its_body(margin) && is_where_bodies_meet(allowed) && !is_far_along(allowed);
}

/// Half way between bodies that are apart a point is in neither.
bool PairDepthPlace::is_in_its_body(const WitnessMargins& margin) const {
  const double apart = policy_.place == PointPlace::middle ? reach_ / 2 : 0;
  if (apart > 0 && policy_.reach > kLargestNumber) return true;
  const double length = truth_.length() + apart;
  const Vec3& p = frame_.origin();
  return (policy_.place != PointPlace::on_B &&
          point_within(pair_, WhichBody::A, p, length, margin.A)) ||
         (policy_.place != PointPlace::on_A &&
          point_within(pair_, WhichBody::B, p, length, margin.B));
}

/// The bodies are no farther apart there than the policy and the pair allow.
bool PairDepthPlace::is_where_bodies_meet(const GapTolerance& allowed) const {
  return gap_is_at_most(pair_, frame_, std::max(gap_, reach_), allowed, truth_.rounding())
      .value_or(false);
}

/// Half way a point may be between the sides, and half as far beyond.
bool PairDepthPlace::is_far_along(const GapTolerance& allowed) const {
  const double way = std::max(std::abs(gap_), reach_);
  const auto past = [&](WhichBody body, double least) {
    return reaches_past(pair_, frame_, {body, least}, allowed, truth_.rounding());
  };
  const auto short_of = [&](WhichBody body, double most) {
    return !may_reach_past(pair_, frame_, {body, most}, allowed, truth_.rounding());
  };
  if (policy_.place == PointPlace::on_A) return past(WhichBody::A, way);
  if (policy_.place == PointPlace::on_B) return past(WhichBody::B, way);
  return (past(WhichBody::A, way / 2) && short_of(WhichBody::B, -way / 2)) ||
         (past(WhichBody::B, way / 2) && short_of(WhichBody::A, -way / 2));
}

}  // namespace touchstone
