// SPDX-License-Identifier: GPL-3.0-or-later
// What DistanceQuery gives once a feature is proven: normal and witness points, the proof, and the
// last resort.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>

#include "geometry/index.hpp"
#include "metrics/certified/distance_query.hpp"
#include "metrics/common/exact_distance.hpp"

namespace touchstone {
namespace {

/// A weight below this may be 0 or less: the proof's point nearest to 0 may be on another feature.
constexpr double kTiedWeight = 1e-10;

VertexPair named(const DifferenceSet& set, const DifferencePoint& p) {
  if (p.a < 0) return {};
  return {set.A().map.vertex(p.a), set.B().map.vertex(p.b)};
}

std::array<VertexPair, 3> named(const DifferenceSet& set,
                                const std::array<DifferencePoint, 3>& points) {
  return {named(set, points[0]), named(set, points[1]), named(set, points[2])};
}

/// A proof that names the nearest points alone.
DistanceProof proof_of(const DifferenceSet& set, std::span<const DifferencePoint> nearest) {
  DistanceProof proof;
  for (const DifferencePoint& p : nearest) {
    proof.nearest[at(proof.nearest_count++)] = named(set, p);
  }
  return proof;
}

/// A proof that names all that integers found.
DistanceProof proof_of(const DifferenceSet& set, const ExactDistance& exact) {
  DistanceProof proof = proof_of(set, std::span(exact.nearest).first(at(exact.nearest_count)));
  proof.support_count = exact.support_count;
  proof.support = named(set, exact.support);
  for (const auto& t : exact.cycle) proof.cycle.push_back(named(set, t));
  return proof;
}

}  // namespace

/// Answers from the simplex, a separated feature. `next` if its foot turns out not to need one of
/// its points: the verdict is `corner_to_drop` then.
RungEnd DistanceQuery::give_separated(DistanceCheck& check) {
  const auto points = simplex_.used();
  Witnesses found = check.feature.refined;
  if (!found.sound) {
    found = further_witnesses(set_, points.data(), simplex_.count, check.feature, true);
  }
  if (found.corner_outside >= 0) {
    check.verdict = DistanceCheck::Verdict::corner_to_drop;
    check.dropped = found.corner_outside;
    return RungEnd::next;
  }
  if (!found.sound) found = exactly_known(points);
  if (!found.sound || in_doubt(check.ties)) {
    workspace_.separated = true;
    workspace_.features_known = false;
    return growing_integers();
  }
  found.n = -found.n;
  fill(check.feature.distance, found);
  give_features(false);
  bool tied = check.ties.any;
  for (int i = 0; i < simplex_.count; ++i) {
    tied = tied || check.feature.weight[at(i)] < std::max(kTiedWeight, check.feature.weight_error);
  }
  return give_proof(tied);
}

/// Completes an answer from the simplex that GJK has closed in on.
RungEnd DistanceQuery::give_closed() {
  give_features(false);
  bool tied = false;
  for (int i = 0; i < simplex_.count; ++i) tied = tied || simplex_.weight[at(i)] < kTiedWeight;
  return give_proof(tied);
}

/// Gives the proof of an answer from the simplex, if it is wanted; `tied`: others may be as near.
RungEnd DistanceQuery::give_proof(bool tied) {
  if (!workspace_.wants_proof) return RungEnd::answered;
  if (tied) return prove_exactly();
  answer_.proof = proof_of(set_, simplex_.used());
  return RungEnd::answered;
}

/// Gives the features of an answer from the simplex, and keeps it for the next query; `last`: it is
/// the last answer's.
RungEnd DistanceQuery::give_features(bool last) {
  if (!last || !workspace_.features_known) {
    fill_features(simplex_.used());
    workspace_.feature_A = answer_.feature_A;
    workspace_.feature_B = answer_.feature_B;
  } else {
    answer_.feature_A = workspace_.feature_A;
    answer_.feature_B = workspace_.feature_B;
  }
  workspace_.features_known = true;
  workspace_.separated = true;
  return RungEnd::answered;
}

/// Answers from the nearest facet of the polytope; `ties` are those of its triangles.
RungEnd DistanceQuery::give_penetrating(int nearest, const DistanceCheck& check, Ties ties) {
  const DistancePolytope& polytope = workspace_.polytope;
  int holding = nearest;
  Witnesses found;
  if (!find_triangle_with_foot(check.feature, holding, found)) return RungEnd::gives_up;
  workspace_.around_zero = true;
  if (workspace_.points_when_cold == 0) workspace_.points_when_cold = polytope.point_count();
  const std::array<DifferencePoint, 3> facet = polytope.corners(holding);
  if (!found.sound) found = exactly_known(facet);
  ties = {ties.any || check.ties.any, ties.may_turn_normal || check.ties.may_turn_normal};
  if (!found.sound || in_doubt(ties)) return growing_integers();
  fill(-check.feature.distance, found, facet);
  if (!workspace_.wants_proof) return RungEnd::answered;
  if (ties.any) return prove_exactly();
  DistanceProof& proof = answer_.proof.emplace(proof_of(set_, polytope.corners(nearest)));
  for (int t = 0; t < polytope.end(); ++t) {
    if (polytope.holds(t)) proof.cycle.push_back(named(set_, polytope.corners(t)));
  }
  return RungEnd::answered;
}

/// Finds the triangle of the facet, `holding`, that has the foot of 0: across the sides that the
/// foot is beyond. False where that leads nowhere.
bool DistanceQuery::find_triangle_with_foot(MeasuredFeature measured, int& holding,
                                            Witnesses& found) const {
  const DistancePolytope& polytope = workspace_.polytope;
  const DoubleDouble distance = measured.distance;
  const std::array<DifferencePoint, 3> first = polytope.corners(holding);
  for (int step = 0; step < kMaxCheckRounds; ++step) {
    const std::array<DifferencePoint, 3> facet = polytope.corners(holding);
    const auto least = std::min_element(measured.weight.begin(), measured.weight.end());
    int corner_outside = -1;
    if (measured.rest.known && *least < -measured.weight_error) {
      corner_outside = static_cast<int>(least - measured.weight.begin());
    } else {
      found = measured.refined;
      if (!found.sound) found = further_witnesses(set_, facet.data(), 3, measured, false);
      corner_outside = found.corner_outside;
    }
    if (corner_outside < 0) return true;
    holding = polytope.neighbour(holding, (corner_outside + 1) % 3);
    const std::array<DifferencePoint, 3> next = polytope.corners(holding);
    measured = check_facet(set_, next).feature;
    if (std::abs((measured.distance - distance).high) > set_.rounding()) return false;
    // Its normal must be the first one's.
    if (!known_coplanar(set_, first, next) && !parallel(set_, first, next)) return false;
  }
  return false;
}

/// Witnesses, in integers, of a proven feature for which double-double leaves them open.
Witnesses DistanceQuery::exactly_known(std::span<const DifferencePoint> points) {
  answer_.work.exact = 1;
  return exact_witnesses(set_, points);
}

/// Integers of a fixed width, from a feature near 0.
RungEnd DistanceQuery::fixed_integers(std::span<const DifferencePoint> feature) {
  if (feature.empty()) return RungEnd::next;
  const auto contact = find_contact(set_, feature, workspace_.contact_scratch);
  if (!contact) return RungEnd::next;
  answer_.work.exact = 1;
  workspace_.contact = contact->nearest;
  workspace_.contact_count = contact->count;
  Witnesses found = contact_witnesses(set_, contact->nearest.data(), contact->count, contact->n,
                                      -contact->phi.high);
  if (!found.sound && found.corner_outside < 0) found = exactly_known(contact->points());
  if (!found.sound) return growing_integers();
  found.n = contact->n;  // exactly_known() has none of a foot at 0
  fill(contact->phi, found, contact->points());
  if (!workspace_.wants_proof) return RungEnd::answered;
  if (!contact->holds) return prove_exactly();
  DistanceProof& proof = answer_.proof.emplace(proof_of(set_, contact->points()));
  if (contact->phi.high == 0) {
    proof.support_count = proof.nearest_count;
    proof.support = proof.nearest;
  }
  return RungEnd::answered;
}

/// Asks integers where 0 is so near to a feature that they may as well be asked before doubles have
/// done what they can: once, since that may be in vain.
RungEnd DistanceQuery::fixed_integers_if_touching(double squared,
                                                  std::span<const DifferencePoint> feature) {
  return squared <= squared_reach(kTouching) && !std::exchange(integers_tried_, true)
             ? fixed_integers(feature)
             : RungEnd::next;
}

/// Integers that grow: the last rung, which always answers.
RungEnd DistanceQuery::growing_integers() {
  const ExactDistance exact =
      find_exact_distance(set_.A().exactly(), set_.X_WA(), set_.B().exactly(), set_.X_WB());
  answer_.work.exact = 1;
  supports_ += exact.points;
  const Witnesses found{true, exact.n, exact.p_WA, exact.p_WB, -1};
  fill({exact.phi, exact.tail}, found, std::span(exact.nearest).first(at(exact.nearest_count)));
  if (workspace_.wants_proof) answer_.proof = proof_of(set_, exact);
  return RungEnd::answered;
}

/// Fills the proof. Where double-double does not tell which of two features is nearer the value is
/// right, but only integers know what to name.
RungEnd DistanceQuery::prove_exactly() {
  answer_.work.exact = 1;
  const ExactDistance exact =
      find_exact_distance(set_.A().exactly(), set_.X_WA(), set_.B().exactly(), set_.X_WB());
  assert(answer_.value >= std::nextafter(exact.phi, -HUGE_VAL) &&
         answer_.value <= std::nextafter(exact.phi, HUGE_VAL));
  answer_.proof = proof_of(set_, exact);
  return RungEnd::answered;
}

/// Fills the answer; `found.n` points from B to A.
void DistanceQuery::fill(DoubleDouble phi, const Witnesses& found,
                         std::span<const DifferencePoint> points) {
  fill(phi, found);
  fill_features(points);
}

void DistanceQuery::fill_features(std::span<const DifferencePoint> points) {
  // Missing corners repeat the first.
  const DifferencePoint& p = points[0];
  const DifferencePoint& q = points[at(points.size() > 1)];
  const DifferencePoint& r = points[2 * at(points.size() > 2)];
  answer_.feature_A = set_.A().features.feature(set_.A().map, {p.a, q.a, r.a});
  answer_.feature_B = set_.B().features.feature(set_.B().map, {p.b, q.b, r.b});
}

/// Fills all of the answer but the features.
void DistanceQuery::fill(DoubleDouble phi, const Witnesses& found) {
  answer_.status = AnswerStatus::answered;
  answer_.value = phi.high;
  answer_.tail = phi.low;
  answer_.normal = found.n;
  answer_.witnesses = WitnessPoints{found.p_WA, found.p_WB};
}

}  // namespace touchstone
