// SPDX-License-Identifier: GPL-3.0-or-later
// The facet of C that holds the foot of 0, from three points near it (contact_search.hpp). Internal
// to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "geometry/index.hpp"
#include "metrics/certified/contact/contact_set.hpp"
#include "metrics/certified/proof/full_check.hpp"

namespace touchstone {

template <std::size_t kLimbs>
class ContactFacet {
 public:
  using Point = FixedDifferencePoint<kLimbs>;
  using Triangle = std::array<Point, 3>;

  explicit ContactFacet(ContactSet<kLimbs>& set) : set_(set), difference_(set.rounded()) {}

  std::optional<ContactResult> find(Triangle triangle) {
    for (int step = 0; step < kMaxSteps; ++step) {
      const Point& first = triangle[0];
      FixedVector<2 * kLimbs> u = cross(triangle[1].c - first.c, triangle[2].c - first.c);
      if (is_zero(u)) return std::nullopt;
      RoundedVector<2 * kLimbs> rounded_u(u);
      Vec3 n = rounded_u.direction().normalized();
      // n points away from C's centre, so that C is below.
      if (n.dot(first.p.c + difference_.offset()) < 0) {
        u = -u;
        n = -n;
        rounded_u = RoundedVector<2 * kLimbs>(u);
        std::swap(triangle[1], triangle[2]);
      }
      if (!(std::abs(n.dot(first.p.c)) < kNear * difference_.reach())) return std::nullopt;
      const std::array<DifferencePoint, 3> p = {triangle[0].p, triangle[1].p, triangle[2].p};
      const Vec3 direction = rounded_u.direction();
      // What surely ties exactly with the first corner.
      const check::FeatureCorners corners(p.data(), 3);
      const auto tied_A = [&](int other) { return corners.tie(difference_.A(), corners.a, other); };
      const auto tied_B = [&](int other) { return corners.tie(difference_.B(), corners.b, other); };
      DifferencePoint next;
      if (set_.farthest(p[0], u, direction, tied_A, tied_B)) {
        const Foot foot = foot_in(p, n);
        if (foot.inside > 0) return result_of(triangle, u, rounded_u, n, p, foot, foot.inside);
        set_.find_levels(p[0], u, direction, tied_A, tied_B);
        std::array<DifferencePoint, 3> holding;
        Foot in_holding;
        const bool whole = !set_.of_A().too_many && !set_.of_B().too_many;
        if (const double inside = whole ? foot_in_facet(n, holding, in_holding) : 0; inside > 0) {
          return result_of(triangle, u, rounded_u, n, holding, in_holding, inside);
        }
        next = across(p, foot.side, n);
      } else {
        next = set_.beyond(p[0]);
      }
      if (next.a < 0) return std::nullopt;
      take_in(triangle, set_.point(next), n);
    }
    return std::nullopt;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  /// Planes tried: one or two mostly, at most seven where that ended with an answer.
  static constexpr int kMaxSteps = 8;
  /// Thickness up to which C counts as flat, in units of DifferenceSet::rounding().
  static constexpr double kMaxFlatThickness = 64;
  /// Distance of a facet from 0, in reaches, from which on no answer is looked for: few would pass
  /// the margin test of result_of() [1].
  static constexpr double kNear = 1e-6;
  static constexpr std::size_t kMaxCorners = 64;
  /// Tilt of the support direction over a side; most neighbouring facets are steeper [1].
  static constexpr double kLean = 1e-6;

  /// Where the foot of 0 lies in a polygon, seen along n. Side k begins at corner k.
  struct Foot {
    double inside = -kInfinity;  ///< least distance from a side, > 0 on the inner one [m]
    int side = 0;                ///< the side nearest to the foot, or farthest behind it
  };
  Foot foot_in(const std::array<DifferencePoint, 3>& corner, const Vec3& n) const {
    return foot_in(
        3, [&](std::size_t k) -> const DifferencePoint& { return corner[k % 3]; }, n);
  }
  /// The foot in a convex polygon of so many corners; corner(size) is corner(0).
  template <class Corner>
  Foot foot_in(std::size_t size, const Corner& corner, const Vec3& n) const {
    Foot foot;
    foot.inside = kInfinity;
    for (std::size_t k = 0; k < size; ++k) {
      const Vec3& p = corner(k).c;
      const Vec3& q = corner(k + 1).c;
      const double area = n.dot(p.cross(q));
      // Distance of 0 from the side through p and q, less what rounding of p, q and the direction
      // across them may bring.
      const double inverse = 1 / (q - p).norm();
      const double side = (area - 8 * difference_.rounding() * (p.norm() + q.norm())) * inverse;
      if (!(side >= foot.inside)) {
        foot.inside = side;
        foot.side = static_cast<int>(k);
      }
    }
    return foot;
  }

  /// Takes in `next` in place of the corner whose loss leaves the foot farthest inside.
  void take_in(Triangle& triangle, Point next, const Vec3& n) const {
    double most = -kInfinity;
    std::size_t lost = 0;
    bool swapped = false;
    for (std::size_t k = 0; k < 3; ++k) {
      for (const bool swap : {false, true}) {
        std::array<DifferencePoint, 3> p = {triangle[0].p, triangle[1].p, triangle[2].p};
        p[k] = next.p;
        if (swap) std::swap(p[(k + 1) % 3], p[(k + 2) % 3]);
        if (!(n.dot((p[1].c - p[0].c).cross(p[2].c - p[0].c)) > 0)) continue;
        const double inside = foot_in(p, n).inside;
        if (!(inside > most)) continue;
        most = inside;
        lost = k;
        swapped = swap;
      }
    }
    triangle[lost] = std::move(next);
    if (swapped) std::swap(triangle[(lost + 1) % 3], triangle[(lost + 2) % 3]);
  }

  /// The point near the plane that is farthest beyond a side; none if that is not farther than
  /// rounding.
  DifferencePoint across(const std::array<DifferencePoint, 3>& p, int side, const Vec3& n) const {
    const auto k = at(side);
    const Vec3 outward = (p[(k + 1) % 3].c - p[k].c).cross(n).normalized();
    const auto best = [&](const ContactLevel& level, const SupportMap& map, const Mat3& R,
                          double sign) {
      const Vec3 u = sign * (R.transpose() * outward);
      // More vertices than the level lists: the support point along n, tilted over the side.
      if (level.too_many) {
        return map.nearly_farthest(sign * (R.transpose() * (n + kLean * outward)), level.places[0]);
      }
      int place = level.places[0];
      for (std::size_t i = 1; i < level.count; ++i) {
        if (u.dot(map.arm(level.places[i])) > u.dot(map.arm(place))) place = level.places[i];
      }
      return place;
    };
    const DifferencePoint next =
        difference_.point(best(set_.of_A(), difference_.A().map, difference_.R_WA(), -1),
                          best(set_.of_B(), difference_.B().map, difference_.R_WB(), 1));
    const bool farther = outward.dot(next.c - p[k].c) > 16 * difference_.rounding();
    return farther ? next : DifferencePoint{};
  }

  /// Returns how far the foot of 0 is inside the facet, the hull of all points that tie exactly. If
  /// that is positive, `holding` becomes a triangle of the facet's corners that holds the foot, and
  /// `foot` the foot in it, inside but for rounding.
  double foot_in_facet(const Vec3& n, std::array<DifferencePoint, 3>& holding, Foot& foot) const {
    struct Flat {
      DifferencePoint p;
      double x, y;
    };
    const Vec3 x_axis = n.unitOrthogonal();
    const Vec3 y_axis = n.cross(x_axis);
    std::array<Flat, kMaxCorners> point;
    std::size_t count = 0;
    for (std::size_t i = 0; i < set_.of_A().count; ++i) {
      for (std::size_t j = 0; j < set_.of_B().count; ++j) {
        if (!set_.of_A().tied[i] || !set_.of_B().tied[j]) continue;
        if (count == point.size()) return -kInfinity;
        const DifferencePoint p = difference_.point(set_.of_A().places[i], set_.of_B().places[j]);
        point[count++] = {p, x_axis.dot(p.c), y_axis.dot(p.c)};
      }
    }
    if (count < 4) return -kInfinity;
    const auto end = point.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(point.begin(), end,
              [](const Flat& p, const Flat& q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
    // Andrew's monotone chain; where rounding drops a corner it is the hull of the others.
    std::array<int, 2 * kMaxCorners> hull{};
    std::size_t size = 0;
    const auto take = [&](int i, std::size_t least) {
      const Flat& next = point[at(i)];
      while (size >= least) {
        const Flat& p = point[at(hull[size - 2])];
        const Flat& q = point[at(hull[size - 1])];
        if ((q.x - p.x) * (next.y - p.y) - (q.y - p.y) * (next.x - p.x) > 0) break;
        --size;
      }
      hull[size++] = i;
    };
    const int last = static_cast<int>(count) - 1;
    for (int i = 0; i <= last; ++i) take(i, 2);
    const std::size_t lower = size + 1;
    for (int i = last - 1; i >= 0; --i) take(i, lower);
    --size;
    if (size < 3) return -kInfinity;
    const auto corner_of = [&](std::size_t k) -> const DifferencePoint& {
      return point[at(hull[k % size])].p;
    };
    const double inside = foot_in(size, corner_of, n).inside;
    if (!(inside > 0)) return inside;
    for (std::size_t k = 1; k + 1 < size; ++k) {
      const std::array<DifferencePoint, 3> fan = {corner_of(0), corner_of(k), corner_of(k + 1)};
      const Foot in_fan = foot_in(fan, n);
      if (k > 1 && !(in_fan.inside > foot.inside)) continue;
      foot = in_fan;
      holding = fan;
    }
    return inside;
  }

  std::optional<ContactResult> result_of(const Triangle& triangle, const FixedVector<2 * kLimbs>& u,
                                         const RoundedVector<2 * kLimbs>& rounded_u, const Vec3& n,
                                         const std::array<DifferencePoint, 3>& holding,
                                         const Foot& foot, double inside) const {
    ContactResult result;
    const auto along = dot(u, triangle[0].c);
    const int sign = along.sign();
    if (sign != 0) {
      const auto depth = quotient(along, u, rounded_u, set_.exponent());
      if (!depth) return std::nullopt;
      result.phi = -*depth;
    }
    if (sign > 0) {
      const double height = n.dot(triangle[0].p.c - difference_.support(-n).c);
      // The height of a flat C is rounding, which then also says on which side of the plane it is.
      if (!(height > kMaxFlatThickness * difference_.rounding())) return std::nullopt;
      // The factor 2 covers the roundings of `inside` and `needed`.
      const double needed =
          -result.phi.high * (1 + (4 * difference_.reach() + 2 * inside) / height);
      if (!(inside > 2 * needed)) return std::nullopt;
    }
    result.n = rounded_u.unit();
    result.count = 3;
    result.nearest = holding;
    result.holds = sign <= 0 && foot.inside > 0;
    return result;
  }

  ContactSet<kLimbs>& set_;
  const DifferenceSet& difference_;
};

}  // namespace touchstone
