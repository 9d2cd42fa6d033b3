// SPDX-License-Identifier: GPL-3.0-or-later
// The simplex of `gjk` in the lanes of wide registers, with the arms of its points. What the search
// leaves over is for simplex.hpp. Internal to `gjk`.
#pragma once

#include <algorithm>
#include <cstddef>

#include "metrics/common/lanes_simplex_kernel.hpp"
#include "metrics/gjk/simplex.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A vertex of A less a vertex of B.
struct GjkLanesPoint : LanesPoint {
  Lanes arm;  ///< c without the bodies' offset [m]

  // Not made by the compiler, for narrow registers.
  GjkLanesPoint() = default;
  [[gnu::always_inline]] GjkLanesPoint(const LanesPoint& point, const Lanes& of_arms)
      : LanesPoint(point), arm(of_arms) {}
  [[gnu::always_inline]] GjkLanesPoint(const GjkLanesPoint& other)
      : GjkLanesPoint(other, other.arm) {}
  [[gnu::always_inline]] GjkLanesPoint& operator=(const GjkLanesPoint& other) {
    LanesPoint::operator=(other);
    arm = Lanes(other.arm.v);
    return *this;
  }
};

/// A triangle whose angle has a sine of at most this, squared, counts as a sliver [1].
constexpr double kSliverSquaredSine = 1e-4;

/// `margin` is that of `reduce`.
struct GjkLanesSimplex : LanesSimplex<GjkLanesPoint, GjkLanesSimplex> {
  Lanes v;    ///< nearest to the origin
  Lanes arm;  ///< v without the bodies' offset [m]

  /// The nearest point of the simplex that the last query ended with. False if the origin is
  /// inside.
  [[gnu::always_inline]] bool begin_again(double margin) {
    weight[0] = 1;
    bool known = count == 1;
    if (count == 2) {
      const Lanes e = point[1].c - point[0].c;
      const double along = -dot(point[0].c, e);
      const double square = dot(e, e);
      known = along > 0 && along < square;
      weight[1] = along / square;
      weight[0] = 1 - weight[1];
    } else if (count == 3) {
      const Lanes& w = point[2].c;
      const TrianglePart part = triangle_part(w, point[0].c - w, point[1].c - w);
      known = part.first > 0 && part.second > 0;
      weight[0] = part.first;
      weight[1] = part.second;
      weight[2] = (1 - part.first) - part.second;
    }
    if (known) {
      weigh();
      return true;
    }
    return reduce_all(margin);
  }

  /// begin_near() unless the triangle is a sliver, as parallel edges make it: its weights would be
  /// poor, and it begins at w.
  [[gnu::always_inline]] void begin_at(const GjkLanesPoint& w, const GjkLanesPoint& p,
                                       const GjkLanesPoint& q) {
    const Lanes e = p.c - w.c;
    const Lanes f = q.c - w.c;
    const double ef = dot(e, f);
    const double squares = dot(e, e) * dot(f, f);
    if (!(squares - ef * ef > kSliverSquaredSine * squares)) return begin(w);
    begin_near(w, p, q);
  }

  /// The points that carry v, at most three, with their weights.
  GjkSimplex carriers() const {
    GjkSimplex simplex = points();
    for (std::size_t k = 0; k < 3; ++k) {
      simplex.weight[k] = k < at(count) ? std::max(weight[k], 0.0) : 0;
    }
    return simplex;
  }

  /// Sets v and its arm from the weights.
  [[gnu::always_inline]] void weigh() {
    v = point[0].c * weight[0];
    arm = point[0].arm * weight[0];
    for (std::size_t k = 1; k < at(count); ++k) {
      v = v + point[k].c * weight[k];
      arm = arm + point[k].arm * weight[k];
    }
  }

  /// Takes in w, which is beyond all others. False if the origin is inside.
  [[gnu::always_inline]] bool take(const GjkLanesPoint& w, double margin) {
    if (take_in(w)) return true;
    point[3] = w;
    count = 4;
    return reduce_all(margin);
  }

 private:
  GjkSimplex points() const {
    GjkSimplex simplex;
    for (std::size_t k = 0; k < at(count); ++k) {
      const GjkLanesPoint& p = point[k];
      simplex.add({vector_of(p.c), vector_of(p.arm), p.a, p.b});
    }
    return simplex;
  }

  /// The nearest point whatever the simplex is, by `reduce`. False if the origin is inside.
  bool reduce_all(double margin) {
    GjkSimplex all = points();
    if (!reduce(all, margin)) return false;
    count = all.count;
    for (std::size_t k = 0; k < at(count); ++k) {
      const GjkPoint& p = all.point[k];
      point[k] = {LanesPoint(lanes_of(p.y), p.a, p.b), lanes_of(p.arm)};
      weight[k] = all.weight[k];
    }
    weigh();
    return true;
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
