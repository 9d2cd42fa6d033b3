// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_hull.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "harness/judge/exact_vectors.hpp"
#include "reference/plane_hull.hpp"

namespace touchstone {

Rational exact_along(const ExactVec3& p, const Vec3& u) { return dot(p, exact(u)); }

EventHull::EventHull(const Vec3& n, const std::vector<Vec3>& points) {
  Vec3::Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  const ExactVec3 along = exact(n);
  first_ = cross(exact(Vec3::Unit(least)), along);
  second_ = cross(along, first_);
  first_squared_ = dot(first_, first_);
  second_squared_ = dot(second_, second_);
  std::vector<Seen> all;
  all.reserve(points.size());
  for (const Vec3& p : points) all.push_back(seen(exact(p)));
  hull_ = plane_hull(std::move(all), std::less<>(), turn);
}

EventHull::Seen EventHull::seen(const ExactVec3& p) const {
  return {dot(first_, p), dot(second_, p)};
}

Rational EventHull::turn(const Seen& a, const Seen& b, const Seen& c) {
  return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
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
