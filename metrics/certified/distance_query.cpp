// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/distance_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

void DistanceQuery::run() {
  const bool known = workspace_.id_A == set_.A().id && workspace_.id_B == set_.B().id;
  const bool around_zero = std::exchange(workspace_.around_zero, false) && known;
  workspace_.id_A = set_.A().id;
  workspace_.id_B = set_.B().id;
  const bool in_range = set_.reach() > kMinReach && set_.reach() < kMaxReach;
  if (known && in_range && workspace_.feature.count > 0 && still_nearest()) {
    answer_.work.supports = supports_;
    return;
  }
  if (known) simplex_ = workspace_.feature;
  workspace_.feature.count = 0;
  const int points_touching = std::exchange(workspace_.contact_count, 0);
  if (!in_range) {
    find_exactly();
  } else if (known && points_touching > 0 && still_touching(points_touching)) {
    // still_touching() has answered.
  } else if (!(around_zero && rebuild() && run_epa())) {
    if (!run_cold() && !answer_in_fixed_integers(candidate_, candidate_count_)) find_exactly();
  }
  answer_.work.supports = supports_;
}

/// The polytope of the last answer with its points moved. False if 0 is not well inside any more,
/// or if it has gathered more points than a new one would have.
bool DistanceQuery::rebuild() {
  DistancePolytope& polytope = workspace_.polytope;
  if (polytope.point_count() > 2 * workspace_.points_when_cold + 16) return false;
  const auto move = [&](DifferencePoint& p) { p.c = set_.place(p.a, p.b); };
  polytope.rebuild(kernel_, move, workspace_.points_when_cold + 16);
  return polytope.level(polytope.next()) > kernel_.margin;
}

/// GJK. False where doubles do not lead to a proven answer.
bool DistanceQuery::run_cold() {
  // The polytope's last attempt may have left four points.
  if (simplex_.count > 3 && !simplex_.reduce()) return begin_polytope() && run_epa();
  GjkResult found = search_towards_zero_(set_, kernel_.margin, simplex_);
  if (found.end == GjkEnd::unsettled) {
    simplex_.reduce();
    // A sliver may be unsettled again.
    found = search_towards_zero_(set_, kernel_.margin, simplex_);
  }
  supports_ += found.supports;
  switch (found.end) {
    case GjkEnd::closed:
      reached_ = found.reached;
      return run_gjk(true);
    case GjkEnd::holds_zero:
      if (begin_polytope()) return run_epa();
      break;
    case GjkEnd::open:
    case GjkEnd::unsettled:
      break;
  }
  return run_gjk(false);
}

/// GJK step by step, with the check of what it ends with; `closed`: the simplex is where it ended.
bool DistanceQuery::run_gjk(bool closed) {
  int rounds = 0;
  for (int step = 0; step < kMaxSteps; ++step) {
    if (!std::exchange(closed, false)) {
      reached_ = {};
      if (!simplex_.reduce(step > 0 && rounds == 0)) return begin_polytope() && run_epa();
      // 0 may be anywhere about so small a simplex.
      if (!(simplex_.nearest.squaredNorm() > 64 * kernel_.margin * kernel_.margin)) {
        return resolve_contact_or_deep();
      }
      if (extend()) continue;
    }
    const double squared = simplex_.nearest.squaredNorm();
    if (beyond_checks(squared) && touching(squared) &&
        answer_in_fixed_integers(first_three(simplex_), simplex_.count)) {
      return true;
    }
    expect_features(simplex_.points.data(), simplex_.count);
    DistanceCheck check = check_separated(set_, simplex_, reached_);
    if (check.proven && give_separated(simplex_, check)) return true;
    consider(first_three(simplex_), simplex_.count);
    if ((touching(squared) ||
         (rounds == kFailedChecksBeforeIntegers && !std::exchange(asked_, true))) &&
        answer_in_fixed_integers(candidate_, candidate_count_)) {
      return true;
    }
    if (++rounds > kMaxCheckRounds) return false;
    if (check.dropped >= 0) {
      simplex_.points[static_cast<std::size_t>(check.dropped)] =
          simplex_.points[static_cast<std::size_t>(--simplex_.count)];
    } else if (check.beyond.a >= 0 && !simplex_.has(check.beyond)) {
      simplex_.add(check.beyond);
    } else {
      return false;
    }
  }
  return false;
}

/// 0 is on the simplex, to rounding: in contact, or deep inside where the centres are near.
bool DistanceQuery::resolve_contact_or_deep() {
  const DifferenceSimplex small = simplex_;
  const auto expand_it = [&] {
    return simplex_.complete(set_, 16 * kernel_.margin, &supports_) && begin_polytope() &&
           run_epa();
  };
  if (set_.offset().norm() < kConcentric * set_.size() && expand_it()) return true;
  if (touching(0) && answer_in_fixed_integers(first_three(small), small.count)) return true;
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

/// The expanding polytope (EPA). False where doubles do not lead to a proven answer.
bool DistanceQuery::run_epa() {
  DistancePolytope& polytope = workspace_.polytope;
  const int most = 1000 + 64 * (set_.A().map.count() + set_.B().map.count());
  int rounds = 0;
  int nearer = -1;  // than one that was the least to rounding
  double last = -std::numeric_limits<double>::infinity();
  int falls = 0;
  for (int step = 0; step < most; ++step) {
    const int least = nearer >= 0 ? std::exchange(nearer, -1) : polytope.next();
    if (least < 0 || !std::isfinite(polytope.level(least))) return false;
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
    if (!polytope.in_waves() && level < last - kernel_.margin && ++falls > kMaxFalls) return false;
    last = level;
    if (height < -kernel_.margin) {
      // All of C is on one side of 0: back to GJK, but once. Going to and fro is for integers.
      if (std::exchange(reversed_, true)) return false;
      simplex_.count = 0;
      for (const DifferencePoint& corner : polytope.corners(nearest)) simplex_.add(corner);
      return run_gjk(false);
    }
    if (height > level + kernel_.margin) {
      polytope.ceiling = std::min(polytope.ceiling, height + kernel_.margin);
      if (!polytope.expand(kernel_, nearest, queries.next)) return false;
      continue;
    }
    if (polytope.in_waves()) {
      polytope.ceiling = std::min(polytope.ceiling, std::max(height, level) + kernel_.margin);
      polytope.set_aside();
      continue;
    }
    const std::array<DifferencePoint, 3> facet = polytope.corners(nearest);
    consider(facet, 3);
    if (++rounds > kMaxCheckRounds || !(level > 0)) return false;
    const auto answers_touching = [&] {
      return touching(level * level) && answer_in_fixed_integers(candidate_, candidate_count_);
    };
    if (beyond_checks(level * level) && answers_touching()) return true;
    expect_features(facet.data(), 3);
    const DistanceCheck check = check_facet(set_, facet, queries.reached);
    if (!check.proven) {
      if (answers_touching()) return true;
      if (check.beyond.a < 0 || !polytope.expand(kernel_, nearest, check.beyond)) return false;
      continue;
    }
    bool known = true;
    nearer = nearer_than(nearest, check.distance, known);
    if (!known) return false;
    if (nearer < 0) return give_penetrating(nearest, check);
  }
  return false;
}

/// A triangle whose plane is nearer to 0; -1 if there is none, unless that is not `known`.
int DistanceQuery::nearer_than(int nearest, DoubleDouble distance, bool& known) {
  const DistancePolytope& polytope = workspace_.polytope;
  const std::array<DifferencePoint, 3> facet = polytope.corners(nearest);
  const double turned = 16 * set_.rounding() * set_.reach();
  for (int t = 0; t < polytope.end(); ++t) {
    if (t == nearest || !polytope.holds(t)) continue;
    // Its plane moves farther at the foot of 0 than its corners do.
    const double ahead = polytope.level(t) - distance.high - 4 * set_.rounding();
    if (ahead > 0 && ahead * ahead > turned * turned * polytope.slim(t)) continue;
    const std::array<DifferencePoint, 3> corner = polytope.corners(t);
    if (known_coplanar(set_, facet, corner)) continue;
    const Order order = order_of(set_, corner, facet, distance);
    if (order == Order::nearer) return t;
    known = known && order != Order::unknown;
    if (order != Order::as_near) continue;
    tied_ = true;
    loose_ = loose_ || (lopsided() && !parallel(set_, facet, corner));
  }
  return -1;
}

/// Gives the answer if the last one's feature is this one's, as one support query tells.
bool DistanceQuery::still_nearest() {
  if (!set_.A().map.scans() || !set_.B().map.scans() || workspace_.feature.count > 3) return false;
  ++supports_;
  DistanceCheck check = check_last(set_, workspace_.feature, kTouching * set_.reach());
  return check.proven && give_separated(workspace_.feature, check);
}

/// Answers in integers if the last contact's feature is still near 0.
bool DistanceQuery::still_touching(int count) {
  std::array<DifferencePoint, 3> feature = workspace_.contact;
  for (int i = 0; i < count; ++i) {
    DifferencePoint& p = feature[static_cast<std::size_t>(i)];
    p.c = set_.place(p.a, p.b);
  }
  const Vec3& c0 = feature[0].c;
  Vec3 away = c0;
  if (count > 1) {
    const Vec3 e = feature[1].c - c0;
    away = count > 2 ? Vec3(c0.dot(e.cross(feature[2].c - c0).normalized()) * Vec3::UnitX())
                     : Vec3(c0 - (c0.dot(e) / e.squaredNorm()) * e);
  }
  const double near = kTouching * set_.reach();
  return away.squaredNorm() <= near * near && answer_in_fixed_integers(feature, count);
}

}  // namespace touchstone
