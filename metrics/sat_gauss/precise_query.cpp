// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat_gauss/precise_query.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/predicates.hpp"

namespace touchstone {
namespace {

/// Bound on the rounding of a product with a vertex in double-double, in parts of the longest arm.
constexpr double kProductRounding = 0x1p-92;
/// Candidates within so much of the least, in parts of the smaller body, are looked at in full.
constexpr double kSlack = 1e-6;

bool less(DoubleDouble a, DoubleDouble b) { return (a - b).high < 0; }

DoubleDouble larger(DoubleDouble a, DoubleDouble b) { return less(a, b) ? b : a; }

Dd3 unit(const Dd3& v) { return scaled(DoubleDouble{1, 0} / sqrt(dot(v, v)), v); }

/// Linear interpolation: a at t = 0, b at t = 1.
DoubleDouble mixed(DoubleDouble t, DoubleDouble a, DoubleDouble b) { return a + t * (b - a); }

Dd3 mixed(DoubleDouble t, const Dd3& a, const Dd3& b) { return a + scaled(t, b - a); }

}  // namespace

PreciseGaussQuery::PreciseGaussQuery(const GaussBody& P, const Pose& X_WP, const GaussBody& Q,
                                     const Pose& X_WQ, const Dd3& s,
                                     PreciseGaussWorkspace& workspace)
    : P_(P),
      R_P_(X_WP.R),
      Q_(Q),
      R_Q_(X_WQ.R),
      s_(s),
      slack_(kSlack * std::min(P.map.longest(), Q.map.longest())),
      workspace_(workspace),
      best_{std::numeric_limits<double>::infinity(), 0} {}

bool PreciseGaussQuery::run() {
  workspace_.placed.resize(P_.directions.size());
  workspace_.pending.resize(at(Q_.map.count()));
  // R may lengthen arms by its distance from orthonormal.
  const double arms = 1.01 * (P_.map.longest() + Q_.map.longest());
  if (!(rounded(s_).lpNorm<Eigen::Infinity>() <= arms)) return false;
  if (!place_facets_of_P() || !test_facets_of_Q()) return false;
  return std::all_of(P_.arcs.begin(), P_.arcs.end(),
                     [&](const GaussBody::Arc& arc) { return follow(arc); });
}

Dd3 PreciseGaussQuery::normal_of(const GaussBody& body,
                                 const GaussBody::Direction& direction) const {
  const auto corner = [&](std::size_t k) -> const Vec3& {
    return body.map.body_vertex(direction.corner.at(k));
  };
  return unit(precise_normal(corner(0), corner(1), corner(2)));
}

/// From what doubles find along the edges of the exact hull.
int PreciseGaussQuery::farthest(const SupportMap& map, const Dd3& u) {
  ++supports_;
  int best = map.nearly_farthest(rounded(u));
  DoubleDouble most = dot(u, map.exact_arm(best));
  // Each move gains.
  LoopBound bound("sat_gauss: precise climb", map.count() + 1);
  for (int from = -1; from != best;) {
    bound.step();
    from = best;
    for (const std::int32_t other : map.neighbours(from)) {
      const DoubleDouble product = dot(u, map.exact_arm(other));
      if (!less(most, product)) continue;
      most = product;
      best = other;
    }
  }
  return best;
}

bool PreciseGaussQuery::place_facets_of_P() {
  for (std::size_t k = 0; k < P_.directions.size(); ++k) {
    const GaussBody::Direction& direction = P_.directions[k];
    PreciselyPlaced& placed = workspace_.placed[k];
    if (direction.facet) {
      placed.n = normal_of(P_, direction);
    } else {
      // In the plane of its arc, so that the edge is farthest.
      const GaussBody::Arc& arc = P_.arcs[at(direction.arc)];
      const Dd3 edge = difference(P_.map.body_vertex(arc.v1), P_.map.body_vertex(arc.v0));
      const Dd3& n0 = workspace_.placed[at(direction.parent)].n;
      const Dd3& n1 = workspace_.placed[at(direction.beyond)].n;
      placed.n = unit(cross(unit(edge), n0 - n1));
      if (rounded(placed.n).dot(direction.n) < 0) placed.n = -placed.n;
    }
    placed.m = rotate_normal(R_P_, placed.n);
    placed.local = rotate_inverse(R_Q_, placed.m);
    placed.level = dot(placed.m, s_);
    placed.place = farthest(Q_.map, -placed.local);
    if (!direction.facet) continue;
    const Dd3 corner = rotate(R_P_, P_.map.exact_arm(direction.corner[0]));
    const DoubleDouble of_Q = dot(placed.local, Q_.map.exact_arm(placed.place));
    if (!consider(placed.level + dot(placed.m, corner) - of_Q, placed.m)) return false;
  }
  return true;
}

bool PreciseGaussQuery::test_facets_of_Q() {
  for (const GaussBody::Direction& direction : Q_.directions) {
    if (!direction.facet) break;  // they come last, and stand for no facet
    const Dd3 m = rotate_normal(R_Q_, normal_of(Q_, direction));
    const Dd3 local = rotate_inverse(R_P_, m);
    const int place = farthest(P_.map, -local);
    const Dd3 corner = rotate(R_Q_, Q_.map.exact_arm(direction.corner[0]));
    const DoubleDouble of_Q = dot(m, corner) - dot(m, s_);
    if (!consider(of_Q - dot(local, P_.map.exact_arm(place)), -m)) return false;
  }
  return true;
}

/// Walks along the arc like GaussQuery::follow, from one known vertex of Q to the next; the top of
/// the stack is the nearest of those still to come. False if the bodies are disjoint.
bool PreciseGaussQuery::follow(const GaussBody::Arc& arc) {
  const PreciselyPlaced& from = workspace_.placed[at(arc.from)];
  const PreciselyPlaced& to = workspace_.placed[at(arc.to)];
  if (from.place == to.place) return true;
  const Dd3 end = rotate(R_P_, P_.map.exact_arm(arc.v0));
  const DoubleDouble edge_from = from.level + dot(from.m, end);
  const DoubleDouble edge_to = to.level + dot(to.m, end);
  const auto pending = [&](int place) {
    const Dd3 arm = Q_.map.exact_arm(place);
    return PrecisePending{place, -dot(from.local, arm), -dot(to.local, arm)};
  };
  const double rounding = kProductRounding * Q_.map.longest();
  std::vector<PrecisePending>& stack = workspace_.pending;
  PrecisePending left = pending(from.place);
  std::size_t found = 0;
  std::size_t count = 0;
  stack[count++] = pending(to.place);
  // Each trip takes one from the stack, or finds a vertex of Q.
  LoopBound bound("sat_gauss: bends of an arc", 2 * Q_.map.count() + 1);
  while (count > 0) {
    bound.step();
    const PrecisePending& right = stack[count - 1];
    const DoubleDouble ahead_from = left.from - right.from;
    const DoubleDouble sum = ahead_from + (right.to - left.to);
    DoubleDouble t;
    if (sum.high > 0 && ahead_from.high > 0) t = ahead_from / sum;
    if (t.high > 1) t = {1, 0};
    const DoubleDouble edge = mixed(t, edge_from, edge_to);
    const DoubleDouble bend = larger(mixed(t, left.from, left.to), mixed(t, right.from, right.to));
    if (!(sum.high > 0) || (edge + bend).high > 1.01 * limit()) {
      left = right;
      --count;
      continue;
    }
    const int place = farthest(Q_.map, -mixed(t, from.local, to.local));
    const PrecisePending between = pending(place);
    const DoubleDouble there = mixed(t, between.from, between.to);
    if ((there - bend).high > rounding && found + 1 < stack.size()) {
      stack[count++] = between;
      ++found;
      continue;
    }
    const Dd3 m = mixed(t, from.m, to.m);
    if (!consider(edge + larger(there, bend), m)) return false;
    if (!consider_edges(arc, left.place, right.place, m)) return false;
    left = right;
    --count;
  }
  return true;
}

/// `overlap` along m, not divided. False if it separates.
bool PreciseGaussQuery::consider(DoubleDouble overlap, const Dd3& m) {
  const DoubleDouble length = sqrt(dot(m, m));
  const DoubleDouble depth = overlap / length;
  if (!(depth.high >= 0)) return false;
  if (std::isfinite(best_.high) && !less(depth, best_)) return true;
  best_ = depth;
  best_n_ = rounded(m) / length.high;
  return true;
}

/// The direction that the edges themselves have where the arc bends, which is about m.
bool PreciseGaussQuery::consider_edges(const GaussBody::Arc& arc, int q0, int q1, const Dd3& m) {
  Dd3 w = cross(unit(edge_W(P_.map, R_P_, arc.v0, arc.v1)), unit(edge_W(Q_.map, R_Q_, q0, q1)));
  if (!(rounded(w).lpNorm<Eigen::Infinity>() > kProductRounding)) return true;
  w = unit(w);
  if (rounded(w).dot(rounded(m)) < 0) w = -w;
  const Dd3 local_P = rotate_inverse(R_P_, w);
  const Dd3 local_Q = rotate_inverse(R_Q_, w);
  const DoubleDouble of_P = dot(local_P, P_.map.exact_arm(farthest(P_.map, local_P)));
  const DoubleDouble of_Q = dot(local_Q, Q_.map.exact_arm(farthest(Q_.map, -local_Q)));
  return consider(dot(w, s_) + of_P - of_Q, w);
}

}  // namespace touchstone
