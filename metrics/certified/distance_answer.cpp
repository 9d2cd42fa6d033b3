// SPDX-License-Identifier: GPL-3.0-or-later
// What DistanceQuery gives once a feature is proven: normal and witness points, the proof, and the
// last resort.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include "metrics/certified/distance_query.hpp"
#include "metrics/certified/proof/distance_proof.hpp"
#include "metrics/certified/proof/exact_witnesses.hpp"
#include "metrics/common/exact_distance.hpp"

namespace touchstone {
namespace {

/// A weight below this may be 0 or less: the proof's point nearest to 0 may be on another feature.
constexpr double kTiedWeight = 1e-10;

}  // namespace

/// Answers from a separated feature. False if its foot does not need one of its points after all,
/// which `check.dropped` names.
bool DistanceQuery::give_separated(const DifferenceSimplex& feature, DistanceCheck& check) {
  const DifferencePoint* points = feature.points.data();
  Witnesses found = refined_witnesses(set_, points, feature.count, check);
  if (!found.sound) found = precise_witnesses(set_, points, feature.count, true);
  if (found.corner_outside >= 0) {
    check.dropped = found.corner_outside;
    return false;
  }
  const bool again = &feature == &workspace_.feature;
  if (!again) {
    workspace_.feature = feature;
    workspace_.features_known = false;
  }
  if (!found.sound) found = exactly_known(points, feature.count);
  if (!found.sound || in_doubt(check.tie_in_double_double, check.tie_may_turn_normal)) {
    find_exactly();
    return true;
  }
  found.n = -found.n;
  if (again && workspace_.features_known) {
    fill(check.distance.high, found);
    answer_.feature_A = workspace_.feature_A;
    answer_.feature_B = workspace_.feature_B;
  } else {
    fill(check.distance.high, found, points, feature.count);
    workspace_.feature_A = answer_.feature_A;
    workspace_.feature_B = answer_.feature_B;
    workspace_.features_known = true;
  }
  if (!workspace_.wants_proof) return true;
  for (int i = 0; i < feature.count; ++i) {
    tied_ = tied_ ||
            check.weight[static_cast<std::size_t>(i)] < std::max(kTiedWeight, check.weight_error);
  }
  if (tied_ || check.tie_in_double_double) {
    prove_exactly();
  } else {
    answer_.proof = proof_of(set_, points, feature.count);
  }
  return true;
}

bool DistanceQuery::give_penetrating(int nearest, const DistanceCheck& check) {
  const DistancePolytope& polytope = workspace_.polytope;
  int holding = nearest;
  Witnesses found;
  if (!find_triangle_with_foot(check, holding, found)) return false;
  workspace_.around_zero = true;
  if (workspace_.points_when_cold == 0) workspace_.points_when_cold = polytope.point_count();
  const std::array<DifferencePoint, 3> facet = polytope.corners(holding);
  if (!found.sound) found = exactly_known(facet.data(), 3);
  if (!found.sound ||
      in_doubt(tied_ || check.tie_in_double_double, loose_ || check.tie_may_turn_normal)) {
    find_exactly();
    return true;
  }
  fill(-check.distance.high, found, facet.data(), 3);
  if (!workspace_.wants_proof) return true;
  if (tied_ || check.tie_in_double_double) {
    prove_exactly();
    return true;
  }
  DistanceProof& proof = answer_.proof.emplace(proof_of(set_, polytope.corners(nearest).data(), 3));
  for (int t = 0; t < polytope.end(); ++t) {
    if (!polytope.holds(t)) continue;
    const std::array<DifferencePoint, 3> c = polytope.corners(t);
    proof.cycle.push_back(named(set_, c));
  }
  return true;
}

/// Finds the triangle of the facet, `holding`, that has the foot of 0: across the sides that the
/// foot is beyond. False where that leads nowhere.
bool DistanceQuery::find_triangle_with_foot(DistanceCheck check, int& holding,
                                            Witnesses& found) const {
  const DistancePolytope& polytope = workspace_.polytope;
  const DoubleDouble distance = check.distance;
  const std::array<DifferencePoint, 3> first = polytope.corners(holding);
  for (int step = 0; step < kMaxCheckRounds; ++step) {
    const std::array<DifferencePoint, 3> facet = polytope.corners(holding);
    const auto least = std::min_element(check.weight.begin(), check.weight.end());
    int corner_outside = -1;
    if (check.rest.known && *least < -check.weight_error) {
      corner_outside = static_cast<int>(least - check.weight.begin());
    } else {
      found = refined_witnesses(set_, facet.data(), 3, check);
      if (!found.sound) found = precise_witnesses(set_, facet.data(), 3, false);
      corner_outside = found.corner_outside;
    }
    if (corner_outside < 0) return true;
    holding = polytope.neighbour(holding, (corner_outside + 1) % 3);
    const std::array<DifferencePoint, 3> next = polytope.corners(holding);
    check = check_facet(set_, next);
    if (std::abs((check.distance - distance).high) > set_.rounding()) return false;
    // Its normal must be the first one's.
    if (!known_coplanar(set_, first, next) && !parallel(set_, first, next)) return false;
  }
  return false;
}

/// Witnesses, in integers, of a proven feature for which double-double leaves them open.
Witnesses DistanceQuery::exactly_known(const DifferencePoint* points, int count) {
  answer_.work.exact = 1;
  return exact_witnesses(set_, std::span(points, static_cast<std::size_t>(count)));
}

/// Answers in fixed-width integers from a feature near 0. False if the answer is not there.
bool DistanceQuery::answer_in_fixed_integers(const std::array<DifferencePoint, 3>& feature,
                                             int count) {
  if (count == 0) return false;
  const auto contact = find_contact(set_, std::span(feature).first(static_cast<std::size_t>(count)),
                                    workspace_.contact_scratch);
  if (!contact) return false;
  answer_.work.exact = 1;
  workspace_.contact = contact->nearest;
  workspace_.contact_count = contact->count;
  Witnesses found =
      contact_witnesses(set_, contact->nearest.data(), contact->count, contact->n, -contact->phi);
  if (!found.sound && found.corner_outside < 0) {
    found = exactly_known(contact->nearest.data(), contact->count);
  }
  if (!found.sound) {
    find_exactly();
    return true;
  }
  found.n = contact->n;  // exactly_known() has none of a foot at 0
  fill(contact->phi, found, contact->nearest.data(), contact->count);
  if (!workspace_.wants_proof) return true;
  if (!contact->holds) {
    prove_exactly();
    return true;
  }
  DistanceProof& proof =
      answer_.proof.emplace(proof_of(set_, contact->nearest.data(), contact->count));
  if (contact->phi == 0) {
    proof.support_count = proof.nearest_count;
    proof.support = proof.nearest;
  }
  return true;
}

void DistanceQuery::find_exactly() {
  const ExactDistance exact =
      find_exact_distance(set_.A().exactly(), X_WA_, set_.B().exactly(), X_WB_);
  answer_.work.exact = 1;
  supports_ += exact.points;
  const Witnesses found{true, exact.n, exact.p_WA, exact.p_WB, -1};
  fill(exact.phi, found, exact.nearest.data(), exact.nearest_count);
  if (workspace_.wants_proof) answer_.proof = proof_of(set_, exact);
}

/// Where double-double does not tell which of two features is nearer the value is right, but only
/// integers know what to name.
void DistanceQuery::prove_exactly() {
  answer_.work.exact = 1;
  const ExactDistance exact =
      find_exact_distance(set_.A().exactly(), X_WA_, set_.B().exactly(), X_WB_);
  assert(answer_.value >= std::nextafter(exact.phi, -HUGE_VAL) &&
         answer_.value <= std::nextafter(exact.phi, HUGE_VAL));
  answer_.proof = proof_of(set_, exact);
}

/// Fills the answer; `found.n` points from B to A.
void DistanceQuery::fill(double phi, const Witnesses& found, const DifferencePoint* points,
                         int count) {
  fill(phi, found);
  // Missing corners repeat the first.
  const DifferencePoint& p = points[0];
  const DifferencePoint& q = points[static_cast<int>(count > 1)];
  const DifferencePoint& r = points[2 * static_cast<int>(count > 2)];
  answer_.feature_A = set_.A().features.feature(set_.A().map, {p.a, q.a, r.a});
  answer_.feature_B = set_.B().features.feature(set_.B().map, {p.b, q.b, r.b});
}

/// Fills all of the answer but the features.
void DistanceQuery::fill(double phi, const Witnesses& found) {
  answer_.status = AnswerStatus::answered;
  answer_.value = phi;
  answer_.normal = found.n;
  answer_.witnesses = WitnessPoints{found.p_WA, found.p_WB};
}

}  // namespace touchstone
