// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/index.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/sat_gauss/gauss_query.hpp"

namespace touchstone {
namespace {

/// Candidates within so much of the least, in parts of the smaller body, are looked at in full.
constexpr double kSlack = 1e-6;

Dd3 unit(const Dd3& v) { return scaled(DoubleDouble{1, 0} / sqrt(dot(v, v)), v); }

}  // namespace

bool PreciseGaussQuery::run() { return search(); }

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
  return climb_to_farthest(
      "sat_gauss: precise climb", map.count(), map.nearly_farthest(rounded(u)),
      [&](int v) { return map.neighbours(v); }, [](int) { return 0.0; }, 0,
      [&](int v) { return Arithmetic::product(u, map, v); }, is_higher);
}

bool PreciseGaussQuery::place_facets_of_P() {
  for (std::size_t k = 0; k < P_.body.directions.size(); ++k) {
    const GaussBody::Direction& direction = P_.body.directions[k];
    PreciselyPlaced& placed = memory_.placed[k];
    if (direction.facet) {
      placed.n = normal_of(P_.body, direction);
    } else {
      // In the plane of its arc, so that the edge is farthest.
      const GaussBody::Arc& arc = P_.body.arcs[at(direction.arc)];
      const Dd3 edge = difference(P_.body.map.body_vertex(arc.v1), P_.body.map.body_vertex(arc.v0));
      const Dd3& n0 = memory_.placed[at(direction.parent)].n;
      const Dd3& n1 = memory_.placed[at(direction.beyond)].n;
      placed.n = unit(cross(unit(edge), n0 - n1));
      if (rounded(placed.n).dot(direction.n) < 0) placed.n = -placed.n;
    }
    placed.m = rotate_normal(P_.R, placed.n);
    placed.local = rotate_inverse(Q_.R, placed.m);
    placed.level = dot(placed.m, exact_s_);
    placed.place = farthest(Q_.body.map, -placed.local);
    if (!direction.facet) continue;
    const Dd3 corner = rotate(P_.R, P_.body.map.exact_arm(direction.corner[0]));
    const DoubleDouble of_Q = Arithmetic::product(placed.local, Q_.body.map, placed.place);
    if (!consider(placed.level + dot(placed.m, corner) - of_Q, placed.m)) return false;
  }
  return true;
}

bool PreciseGaussQuery::test_facets_of_Q() {
  for (const GaussBody::Direction& direction : Q_.body.directions) {
    if (!direction.facet) break;  // they come last, and stand for no facet
    const Dd3 m = rotate_normal(Q_.R, normal_of(Q_.body, direction));
    const Dd3 local = rotate_inverse(P_.R, m);
    const int place = farthest(P_.body.map, -local);
    const Dd3 corner = rotate(Q_.R, Q_.body.map.exact_arm(direction.corner[0]));
    const DoubleDouble of_Q = dot(m, corner) - dot(m, exact_s_);
    if (!consider(of_Q - Arithmetic::product(local, P_.body.map, place), -m)) return false;
  }
  return true;
}

std::array<DoubleDouble, 2> PreciseGaussQuery::edge_levels(const GaussBody::Arc& arc) const {
  const PreciselyPlaced& from = memory_.placed[at(arc.from)];
  const PreciselyPlaced& to = memory_.placed[at(arc.to)];
  const Dd3 end = rotate(P_.R, P_.body.map.exact_arm(arc.v0));
  return {from.level + dot(from.m, end), to.level + dot(to.m, end)};
}

double PreciseGaussQuery::limit() const {
  return best_.high + kSlack * std::min(P_.body.map.longest(), Q_.body.map.longest());
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

/// Takes also the direction that the edges themselves have where the arc bends, which is about m.
bool PreciseGaussQuery::take(DoubleDouble overlap, DoubleDouble t, const GaussBody::Arc& arc,
                             std::array<int, 2> q) {
  const Dd3 m = Arithmetic::mixed(t, memory_.placed[at(arc.from)].m, memory_.placed[at(arc.to)].m);
  if (!consider(overlap, m)) return false;
  Dd3 w = cross(unit(edge_W(P_.body.map, P_.R, arc.v0, arc.v1)),
                unit(edge_W(Q_.body.map, Q_.R, q[0], q[1])));
  if (!(rounded(w).lpNorm<Eigen::Infinity>() > Arithmetic::kRounding)) return true;
  w = unit(w);
  if (rounded(w).dot(rounded(m)) < 0) w = -w;
  const Dd3 local_P = rotate_inverse(P_.R, w);
  const Dd3 local_Q = rotate_inverse(Q_.R, w);
  const DoubleDouble of_P =
      Arithmetic::product(local_P, P_.body.map, farthest(P_.body.map, local_P));
  const DoubleDouble of_Q =
      Arithmetic::product(local_Q, Q_.body.map, farthest(Q_.body.map, -local_Q));
  return consider(dot(w, exact_s_) + of_P - of_Q, w);
}

}  // namespace touchstone
