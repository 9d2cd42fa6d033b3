// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/distance_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/index.hpp"
#include "metrics/certified/proof/feature_proof.hpp"

namespace touchstone {
namespace {

/// Far beyond any honest search.
constexpr int kMaxSteps = 200;
/// Reaches beyond which sixth powers of lengths leave the range of a double: integers then [m].
constexpr double kMinReach = 1e-50;
constexpr double kMaxReach = 1e50;
/// Falls of the least level by more than rounding, after which EPA gives up.
constexpr int kMaxFalls = 8;
/// Centre distance, in longest arms of the smaller body, below which overlap is assumed deep [1].
constexpr double kConcentric = 0.25;
/// Failed checks with 0 outside C after which integers are tried at any distance: faces that are
/// parallel to rounding, mostly.
constexpr int kFailedChecksBeforeIntegers = 4;

}  // namespace

void DistanceQuery::try_rungs() {
  const bool known = workspace_.pair.is(set_.A(), set_.B());
  const bool around_zero = std::exchange(workspace_.around_zero, false) && known;
  if (!(std::exchange(workspace_.separated, false) && known)) simplex_.count = 0;
  workspace_.pair.set(set_.A(), set_.B());
  const bool in_range = set_.reach() > kMinReach && set_.reach() < kMaxReach;
  if (known && in_range && last_feature() == RungEnd::answered) return;
  const int contact_count = std::exchange(workspace_.contact_count, 0);
  if (in_range) {
    if (known && last_contact(contact_count) == RungEnd::answered) return;
    if (around_zero && last_polytope() == RungEnd::answered) return;
    if (gjk() == RungEnd::answered) return;
    if (fixed_integers(candidate()) == RungEnd::answered) return;
  }
  growing_integers();
}

/// Answers from the last answer's feature if one support query proves that it is still the nearest.
RungEnd DistanceQuery::last_feature() {
  // The weights of a foot in the new poses, which a proof needs, are GJK's.
  if (simplex_.count == 0 || simplex_.count > 3 || workspace_.wants_proof ||
      !set_.A().map.scans() || !set_.B().map.scans()) {
    return RungEnd::next;
  }
  ++supports_;
  const auto answer = compiled_for(set_.registers(), narrow::answer_last, wide::answer_last);
  return answer(set_, simplex_, kTouching * set_.reach(), answer_) ? give_features(true)
                                                                   : RungEnd::next;
}

/// Fixed-width integers, if the feature of the last contact is still near 0.
RungEnd DistanceQuery::last_contact(int count) {
  if (count == 0) return RungEnd::next;
  std::array<DifferencePoint, 3> feature = workspace_.contact;
  const auto placed = std::span(feature).first(at(count));
  for (DifferencePoint& p : placed) p.c = set_.place(p.a, p.b);
  const Vec3& c0 = feature[0].c;
  Vec3 away = c0;
  if (count > 1) {
    const Vec3 e = feature[1].c - c0;
    away = count > 2 ? Vec3(c0.dot(e.cross(feature[2].c - c0).normalized()) * Vec3::UnitX())
                     : Vec3(c0 - (c0.dot(e) / e.squaredNorm()) * e);
  }
  return away.squaredNorm() <= squared_reach(kTouching) ? fixed_integers(placed) : RungEnd::next;
}

/// Moves the points of the last answer's polytope to the new poses and continues EPA from it.
/// Returns `next` if the polytope has gathered too many points, or 0 is not well inside it.
RungEnd DistanceQuery::last_polytope() {
  DistancePolytope& polytope = workspace_.polytope;
  if (polytope.point_count() > 2 * workspace_.points_when_cold + 16) return RungEnd::next;
  const auto move = [&](DifferencePoint& p) { p.c = set_.place(p.a, p.b); };
  polytope.rebuild(kernel_, move, workspace_.points_when_cold + 16);
  return polytope.level(polytope.next()) > kernel_.margin ? epa() : RungEnd::next;
}

RungEnd DistanceQuery::gjk() {
  // The polytope's last attempt may have left four points.
  if (simplex_.count > 3 && !simplex_.reduce()) return epa_from_simplex();
  const auto search =
      compiled_for(set_.registers(), narrow::search_towards_zero, wide::search_towards_zero);
  GjkResult found = search(set_, kernel_.margin, simplex_);
  if (found.end == GjkEnd::unsettled) {
    simplex_.reduce();
    // A sliver may be unsettled again.
    found = search(set_, kernel_.margin, simplex_);
  }
  supports_ += found.supports;
  if (found.end == GjkEnd::holds_zero && begin_polytope()) return epa();
  reached_ = found.reached;
  return gjk_by_steps(found.end == GjkEnd::closed);
}

/// GJK step by step, with the check of what it ends with; `closed`: the simplex is where it ended.
RungEnd DistanceQuery::gjk_by_steps(bool closed) {
  int rounds = 0;
  for (int step = 0; step < kMaxSteps; ++step) {
    if (!std::exchange(closed, false)) {
      reached_ = {};
      if (!simplex_.reduce(step > 0 && rounds == 0)) return epa_from_simplex();
      // So near to 0, rounding hides on which side of the simplex 0 lies.
      if (!(simplex_.nearest.squaredNorm() > 64 * kernel_.margin * kernel_.margin)) {
        return zero_on_simplex();
      }
      if (extend()) continue;
    }
    const double squared = simplex_.nearest.squaredNorm();
    if (squared < squared_reach(kBeyondChecks) &&
        fixed_integers_if_touching(squared, simplex_.used()) == RungEnd::answered) {
      return RungEnd::answered;
    }
    if (reached_.A.known && compiled_for(set_.registers(), narrow::answer_closed,
                                         wide::answer_closed)(set_, simplex_, reached_, answer_)) {
      return give_closed();
    }
    DistanceCheck check = check_separated(set_, simplex_, reached_);
    if (check.verdict == DistanceCheck::Verdict::proven &&
        give_separated(check) == RungEnd::answered) {
      return RungEnd::answered;
    }
    consider(simplex_.used());
    // After so many failures integers are tried as if 0 were touching.
    const double assumed = rounds == kFailedChecksBeforeIntegers ? 0 : squared;
    if (fixed_integers_if_touching(assumed, candidate()) == RungEnd::answered) {
      return RungEnd::answered;
    }
    if (++rounds > kMaxCheckRounds || take_in(check) == RungEnd::gives_up) return RungEnd::gives_up;
  }
  return RungEnd::gives_up;
}

/// The simplex that a failed check asks for.
RungEnd DistanceQuery::take_in(const DistanceCheck& check) {
  if (check.verdict == DistanceCheck::Verdict::corner_to_drop) {
    simplex_.points[at(check.dropped)] = simplex_.points[at(--simplex_.count)];
    return RungEnd::next;
  }
  if (check.verdict != DistanceCheck::Verdict::point_beyond || simplex_.has(check.beyond)) {
    return RungEnd::gives_up;
  }
  simplex_.add(check.beyond);
  return RungEnd::next;
}

/// 0 is on the simplex, to rounding: in contact, or deep inside where the centres are near.
RungEnd DistanceQuery::zero_on_simplex() {
  const DifferenceSimplex small = simplex_;
  const auto expand_it = [&] {
    return simplex_.complete(set_, 16 * kernel_.margin, &supports_) ? epa_from_simplex()
                                                                    : RungEnd::gives_up;
  };
  const bool concentric = set_.offset().norm() < kConcentric * set_.size();
  if (concentric && expand_it() == RungEnd::answered) return RungEnd::answered;
  if (fixed_integers_if_touching(0, small.used()) == RungEnd::answered) {
    return RungEnd::answered;
  }
  simplex_ = small;
  return expand_it();
}

/// Takes in a support point that is nearer to 0 along the nearest point. False if there is none.
bool DistanceQuery::extend() {
  const Vec3& v = simplex_.nearest;
  const double squared = v.squaredNorm();
  const DifferencePoint next = set_.support(-v);
  ++supports_;
  if (!(squared - v.dot(next.c) > kernel_.margin * std::sqrt(squared)) || simplex_.has(next)) {
    return false;
  }
  simplex_.add(next);
  return true;
}

bool DistanceQuery::begin_polytope() {
  workspace_.points_when_cold = 0;
  return workspace_.polytope.begin(kernel_, simplex_.points);
}

RungEnd DistanceQuery::epa_from_simplex() { return begin_polytope() ? epa() : RungEnd::gives_up; }

/// The expanding polytope (EPA).
RungEnd DistanceQuery::epa() {
  DistancePolytope& polytope = workspace_.polytope;
  const int most = 1000 + 64 * (set_.A().map.count() + set_.B().map.count());
  int rounds = 0;
  int nearer = -1;  // triangle nearer to 0 than the facet that was just proven; -1: none
  double last = -std::numeric_limits<double>::infinity();
  int falls = 0;
  for (int step = 0; step < most; ++step) {
    const int least = nearer >= 0 ? std::exchange(nearer, -1) : polytope.next();
    if (least < 0 || !std::isfinite(polytope.level(least))) return RungEnd::gives_up;
    const PolytopeQueries queries = polytope.ask(set_, kernel_, least, most - step);
    supports_ += queries.count;
    answer_.work.iterations += queries.count;
    step += queries.count - 1;
    if (!queries.open) continue;
    const int nearest = queries.triangle;
    const double level = polytope.level(nearest);
    const double height = queries.height;
    // The least level of a convex polytope never falls. A polytope that slivers have folded over
    // may go round in circles.
    if (!polytope.in_waves() && level < last - kernel_.margin && ++falls > kMaxFalls)
      return RungEnd::gives_up;
    last = level;
    if (height < -kernel_.margin) {
      // All of C is on one side of 0: back to GJK, but once. Going to and fro is for integers.
      if (std::exchange(back_to_gjk_, true)) return RungEnd::gives_up;
      simplex_.count = 0;
      for (const DifferencePoint& corner : polytope.corners(nearest)) simplex_.add(corner);
      return gjk_by_steps(false);
    }
    if (height > level + kernel_.margin) {
      polytope.lower_ceiling(height + kernel_.margin);
      if (!polytope.expand(kernel_, nearest, queries.next)) return RungEnd::gives_up;
      continue;
    }
    if (polytope.in_waves()) {
      polytope.lower_ceiling(std::max(height, level) + kernel_.margin);
      polytope.set_aside();
      continue;
    }
    consider(polytope.corners(nearest));
    if (++rounds > kMaxCheckRounds || !(level > 0)) return RungEnd::gives_up;
    const RungEnd end = try_facet(nearest, queries.reached, nearer);
    if (end != RungEnd::next) return end;
  }
  return RungEnd::gives_up;
}

/// Answers from the candidate, a triangle of the polytope with no point of C beyond it as far as
/// doubles tell. Returns `next` if double-double finds such a point, by which it expands the
/// polytope, or if another triangle is nearer to 0: `nearer` is then its number, else -1.
RungEnd DistanceQuery::try_facet(int nearest, const ReachedByFeature& reached, int& nearer) {
  DistancePolytope& polytope = workspace_.polytope;
  const std::array<DifferencePoint, 3>& facet = workspace_.candidate;
  const double squared = polytope.level(nearest) * polytope.level(nearest);
  if (squared < squared_reach(kBeyondChecks) &&
      fixed_integers_if_touching(squared, facet) == RungEnd::answered) {
    return RungEnd::answered;
  }
  // The check hides the latency.
  for (const DifferencePoint& corner : facet) set_.prefetch(corner);
  const DistanceCheck check = check_facet(set_, facet, reached);
  if (check.verdict == DistanceCheck::Verdict::proven) {
    Ties ties;
    const std::optional<int> found = nearer_than(nearest, check.feature.distance, ties);
    if (!found) return RungEnd::gives_up;
    nearer = *found;
    return nearer < 0 ? give_penetrating(nearest, check, ties) : RungEnd::next;
  }
  if (fixed_integers_if_touching(squared, facet) == RungEnd::answered) return RungEnd::answered;
  return check.verdict == DistanceCheck::Verdict::point_beyond &&
                 polytope.expand(kernel_, nearest, check.beyond)
             ? RungEnd::next
             : RungEnd::gives_up;
}

/// A triangle whose plane is nearer to 0, or -1; nothing where double-double does not tell. Adds
/// those that tie to `ties`.
std::optional<int> DistanceQuery::nearer_than(int nearest, DoubleDouble distance,
                                              Ties& ties) const {
  const DistancePolytope& polytope = workspace_.polytope;
  const std::array<DifferencePoint, 3> facet = polytope.corners(nearest);
  const double turned = 16 * set_.rounding() * set_.reach();
  for (int t = 0; t < polytope.end(); ++t) {
    if (t == nearest || !polytope.holds(t)) continue;
    // Its plane moves farther at the foot of 0 than its corners do.
    const double ahead = polytope.level(t) - distance.high - 4 * set_.rounding();
    if (ahead > 0 && ahead * ahead > turned * turned * polytope.squared_slope(t)) continue;
    const std::array<DifferencePoint, 3> corner = polytope.corners(t);
    if (known_coplanar(set_, facet, corner)) continue;
    const Order order = order_of(set_, corner, facet, distance);
    if (order == Order::nearer) return t;
    if (order == Order::unknown) return std::nullopt;
    if (order != Order::as_near) continue;
    ties.any = true;
    ties.may_turn_normal = ties.may_turn_normal || (lopsided() && !parallel(set_, facet, corner));
  }
  return -1;
}

}  // namespace touchstone
