// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_hull.hpp"

#include <algorithm>
#include <limits>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

Rational dot(const ExactVec3& a, const ExactVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

ExactVec3 cross(const ExactVec3& a, const ExactVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

ExactVec3 exact_entries(const Vec3& p) { return {Rational(p[0]), Rational(p[1]), Rational(p[2])}; }

}  // namespace

ExactVec3 exact_point(const Pose& X, const Vec3& p) {
  const ExactVec3 local = exact_entries(p);
  ExactVec3 point = exact_entries(X.t);
  for (int i = 0; i < 3; ++i) point.at(at(i)) += exact_along(local, X.R.row(i).transpose());
  return point;
}

Rational exact_along(const ExactVec3& p, const Vec3& u) { return dot(p, exact_entries(u)); }

EventHull::EventHull(const Vec3& n, const std::vector<Vec3>& points) {
  Vec3::Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  const ExactVec3 along = exact_entries(n);
  first_ = cross(exact_entries(Vec3::Unit(least)), along);
  second_ = cross(along, first_);
  first_squared_ = dot(first_, first_);
  second_squared_ = dot(second_, second_);
  std::vector<Seen> all;
  all.reserve(points.size());
  for (const Vec3& p : points) all.push_back(seen(exact_entries(p)));
  hull_ = hull_of(std::move(all));
}

EventHull::Seen EventHull::seen(const ExactVec3& p) const {
  return {dot(first_, p), dot(second_, p)};
}

Rational EventHull::turn(const Seen& a, const Seen& b, const Seen& c) {
  return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
}

// Andrew's monotone chain.
std::vector<EventHull::Seen> EventHull::hull_of(std::vector<Seen> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Seen> hull;
  // Each chain takes back no point twice.
  LoopBound bound("event hull: points taken back", static_cast<std::int64_t>(2 * points.size()));
  for (const bool lower : {true, false}) {
    const std::size_t first = hull.size();
    for (const Seen& p : points) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) {
        bound.step();
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    if (lower) std::reverse(points.begin(), points.end());
  }
  return hull;
}

double EventHull::distance_to_segment(const Seen& p, const Seen& a, const Seen& b) const {
  const auto product = [&](const Seen& u, const Seen& v) -> Rational {
    return u.first * v.first / first_squared_ + u.second * v.second / second_squared_;
  };
  const auto difference = [](const Seen& u, const Seen& v) {
    return Seen(u.first - v.first, u.second - v.second);
  };
  const Seen along = difference(b, a);
  const Seen from = difference(p, a);
  const Rational squared = product(along, along);
  const Rational share = product(from, along);
  if (share <= 0) return round_sqrt_to_double(product(from, from));
  if (share >= squared) return round_sqrt_to_double(product(difference(p, b), difference(p, b)));
  const Rational area = turn(a, b, p);
  return round_sqrt_to_double(area * area / (first_squared_ * second_squared_ * squared));
}

double EventHull::outside(const ExactVec3& p) const {
  const Seen q = seen(p);
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = hull_.size() > 2;
  for (std::size_t i = 0; i < hull_.size(); ++i) {
    const Seen& a = hull_[i];
    const Seen& b = hull_[(i + 1) % hull_.size()];
    inside = inside && turn(a, b, q) >= 0;
    nearest = std::min(nearest, distance_to_segment(q, a, b));
  }
  return inside ? 0 : nearest;
}

}  // namespace touchstone
