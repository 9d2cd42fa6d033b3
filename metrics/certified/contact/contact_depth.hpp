// SPDX-License-Identifier: GPL-3.0-or-later
// The depth of 0 in C where it is near any feature, by the expanding polytope (EPA) with exact
// signs (contact_search.hpp). Internal to `certified`.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "metrics/certified/contact/contact_set.hpp"
#include "metrics/common/expansion.hpp"

namespace touchstone {

template <std::size_t kLimbs>
struct FixedKernel {
  using Point = FixedDifferencePoint<kLimbs>;
  struct Plane {
    FixedVector<2 * kLimbs> n;
    FixedInteger<3 * kLimbs> offset;
    RoundedVector<2 * kLimbs> direction;
    double level = 0;  ///< to 2^-50 of itself, in units of the points
  };

  static Plane plane(const Point& p0, const Point& p1, const Point& p2) {
    const FixedVector<2 * kLimbs> n = cross(p1.c - p0.c, p2.c - p0.c);
    const FixedInteger<3 * kLimbs> offset = dot(n, p0.c);
    const RoundedVector<2 * kLimbs> direction(n);
    const ScaledDoubleDouble along = rounded(offset);
    const double level = along.value.high == 0
                             ? 0
                             : std::ldexp(along.value.high / direction.direction().norm(),
                                          along.exponent - direction.exponent);
    return {n, offset, direction, level};
  }
  static int side(const Plane& plane, const Point& p) {
    return (dot(plane.n, p.c) - plane.offset).sign();
  }
  static bool sees(const Plane& plane, const Point& p) { return side(plane, p) >= 0; }
};

template <std::size_t kLimbs>
class ContactDepth {
 public:
  using Kernel = FixedKernel<kLimbs>;
  using Point = FixedDifferencePoint<kLimbs>;
  using Polytope = Expansion<Kernel>;

  ContactDepth(ContactSet<kLimbs>& set, Polytope& polytope) : set_(set), polytope_(polytope) {}

  /// The depth, from a tetrahedron of points of C anywhere; nothing where that leads nowhere.
  std::optional<ContactResult> find(const std::array<Point, 4>& points) {
    polytope_.ceiling = std::numeric_limits<double>::infinity();
    if (!polytope_.begin(kernel_, points)) return std::nullopt;
    for (int step = 0; step < kMaxSteps; ++step) {
      const int nearest = polytope_.nearest(nearer, 1e-14);  // levels are good to 2^-50
      const typename Kernel::Plane& plane = polytope_.triangle(nearest).plane;
      const Vec3 direction = plane.direction.direction();
      std::optional<Point> next = beyond(plane, direction);
      if (!next) return std::nullopt;
      if (Kernel::side(plane, *next) <= 0) return result_of(plane);
      if (!polytope_.expand(kernel_, nearest, *next)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr int kMaxSteps = 200;

  /// A point beyond a plane, or a farthest one if there is none; nothing after too many steps.
  std::optional<Point> beyond(const typename Kernel::Plane& plane, const Vec3& direction) {
    DifferencePoint p = set_.rounded().support(direction);
    for (int step = 0; step < kMaxSteps; ++step) {
      const bool farthest = set_.farthest(p, plane.n, direction);
      if (!farthest) p = set_.beyond(p);
      if (p.a < 0) return std::nullopt;
      const Point point = set_.point(p);
      if (farthest || Kernel::side(plane, point) > 0) return point;
    }
    return std::nullopt;
  }

  /// Whether the first plane is nearer to 0: offset / |n|, both offsets >= 0.
  static bool nearer(const typename Kernel::Plane& one, const typename Kernel::Plane& other) {
    return ((one.offset * one.offset) * dot(other.n, other.n) -
            (other.offset * other.offset) * dot(one.n, one.n))
        .negative();
  }

  /// The answer from the plane of the facet nearest to 0; nothing if 0 is outside C.
  std::optional<ContactResult> result_of(const typename Kernel::Plane& plane) const {
    if (plane.offset.negative()) return std::nullopt;
    ContactResult result;
    if (plane.offset.sign() > 0) {
      const auto depth = quotient(plane.offset, plane.n, plane.direction, set_.exponent());
      if (!depth) return std::nullopt;
      result.phi = -*depth;
    }
    result.n = plane.direction.unit();
    // One of the facet's triangles holds the foot.
    for (const auto& t : polytope_.triangles()) {
      if (!t.alive || t.plane.direction.direction().normalized().dot(result.n) < 1 - 1e-12 ||
          !is_zero(cross(plane.n, t.plane.n))) {
        continue;
      }
      const std::array<const Point*, 3> p = {&polytope_.corner(t, 0), &polytope_.corner(t, 1),
                                             &polytope_.corner(t, 2)};
      bool inside = true;
      for (std::size_t k = 0; inside && k < 3; ++k) {
        inside = !dot(t.plane.n, cross(p[(k + 1) % 3]->c, p[(k + 2) % 3]->c)).negative();
      }
      if (!inside) continue;
      for (std::size_t k = 0; k < 3; ++k) result.nearest[k] = p[k]->p;
      result.count = 3;
      result.holds = result.phi.high == 0;
      return result;
    }
    return std::nullopt;
  }

  ContactSet<kLimbs>& set_;
  Polytope& polytope_;
  Kernel kernel_;
};

}  // namespace touchstone
