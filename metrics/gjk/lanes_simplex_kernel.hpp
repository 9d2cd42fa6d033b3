// SPDX-License-Identifier: GPL-3.0-or-later
// The simplex of `gjk` in the lanes of wide registers, and its point nearest to the origin. What is
// known while GJK goes on is used: the vertex that joins last takes part. What is left over is for
// simplex.hpp. Internal to `gjk`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "metrics/arithmetic/gram_weights_kernel.hpp"
#include "metrics/gjk/simplex.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A vertex of A less a vertex of B, world.
struct Point {
  Lanes y;    ///< [m]
  Lanes arm;  ///< y without the bodies' offset [m]
  int a, b;   ///< places in the bodies
};

/// The point v of a triangle nearest to 0: the weights of the two vertices other than the last one,
/// w, and |w|^2 - |v|^2 [m^2].
struct Part {
  double first, second, gain;
};

/// A triangle whose angle has a sine of at most this, squared, counts as a sliver [1].
constexpr double kSliverSquaredSine = 1e-4;

/// `e` and `f` are the other two less w. The side between these is left out: w takes part.
[[gnu::always_inline]] inline Part triangle_part(const Lanes& w, const Lanes& e, const Lanes& f) {
  const double a = -dot(w, e);
  const double b = -dot(w, f);
  const double ee = dot(e, e);
  const double ff = dot(f, f);
  const auto [area, first, second] = GramWeights<double>(a, b, ee, ff, dot(e, f));
  if (first > 0 && second > 0 && first + second < area) {
    const double inverse = 1 / area;
    return {first * inverse, second * inverse, (a * first + b * second) * inverse};
  }
  const bool on_e = a > 0;
  const bool on_f = b > 0;
  // a^2 / ee against b^2 / ff. Of a sliver the foot may be beyond the other end.
  if (on_e && (!on_f || a * a * ff > b * b * ee)) {
    const double part = std::min(a / ee, 1.0);
    return {part, 0, a * part};
  }
  if (!on_f) return {0, 0, 0};
  const double part = std::min(b / ff, 1.0);
  return {0, part, b * part};
}

/// Points of a simplex and their weights in its point nearest to 0. `margin` is that of `reduce`.
struct LanesSimplex {
  std::array<Point, 4> point;
  std::array<double, 4> weight;
  int count = 0;
  Lanes v;    ///< nearest to the origin
  Lanes arm;  ///< v without the bodies' offset [m]

  /// The nearest point of the simplex that the last query ended with. False if the origin is
  /// inside.
  [[gnu::always_inline]] bool begin(double margin) {
    weight[0] = 1;
    bool known = count == 1;
    if (count == 2) {
      const Lanes e = point[1].y - point[0].y;
      const double along = -dot(point[0].y, e);
      const double square = dot(e, e);
      known = along > 0 && along < square;
      weight[1] = along / square;
      weight[0] = 1 - weight[1];
    } else if (count == 3) {
      const Lanes& w = point[2].y;
      const Part part = triangle_part(w, point[0].y - w, point[1].y - w);
      known = part.first > 0 && part.second > 0;
      weight = {part.first, part.second, (1 - part.first) - part.second, 0};
    }
    if (known) {
      weigh();
      return true;
    }
    return reduce_all(margin);
  }

  /// Begins at a point of a triangle that is as near to 0 as w or nearer: mostly the nearest. Of a
  /// sliver, as parallel edges make it, weights would be poor, and it begins at w.
  [[gnu::always_inline]] void begin_at(const Point& w, const Point& p, const Point& q) {
    const Lanes e = p.y - w.y;
    const Lanes f = q.y - w.y;
    const double ef = dot(e, f);
    const double squares = dot(e, e) * dot(f, f);
    if (!(squares - ef * ef > kSliverSquaredSine * squares)) return keep(w, 0, 0, 0, 0);
    const Part part = triangle_part(w.y, e, f);
    point[0] = p;
    point[1] = q;
    // A foot on a side may be beyond its other end.
    if (part.first >= 1) return keep(p, 0, 0, 0, 0);
    if (part.second >= 1) return keep(q, 0, 0, 0, 0);
    keep(w, 0, part.first, 1, part.second);
  }

  GjkSimplex rounded() const {
    GjkSimplex simplex;
    for (std::size_t k = 0; k < at(count); ++k) {
      const Point& p = point[k];
      simplex.weight[k] = std::max(weight[k], 0.0);
      simplex.add({vector_of(p.y), vector_of(p.arm), p.a, p.b});
    }
    return simplex;
  }

  [[gnu::always_inline]] bool has(const Point& w) const {
    for (std::size_t k = 0; k < at(count); ++k) {
      if (point[k].a == w.a && point[k].b == w.b) return true;
    }
    return false;
  }

  /// Sets v and its arm from the weights.
  [[gnu::always_inline]] void weigh() {
    v = point[0].y * weight[0];
    arm = point[0].arm * weight[0];
    for (std::size_t k = 1; k < at(count); ++k) {
      v = v + point[k].y * weight[k];
      arm = arm + point[k].arm * weight[k];
    }
  }

  /// [ericson2005, 5.1.6] with what is known: w takes part, as it is beyond all others. False if
  /// the origin is inside.
  [[gnu::always_inline]] bool take_in(const Point& w, double margin) {
    const Lanes e0 = point[0].y - w.y;
    if (count == 1) {
      const double along = -dot(w.y, e0);
      const double part = along > 0 ? std::min(along / dot(e0, e0), 1.0) : 0;
      keep(w, 0, part, 0, 0);
    } else if (count == 2) {
      const Part part = triangle_part(w.y, e0, point[1].y - w.y);
      keep(w, 0, part.first, 1, part.second);
    } else {
      return take_fourth(w, margin, e0, point[1].y - w.y, point[2].y - w.y);
    }
    return true;
  }

  [[gnu::always_inline]] bool take_fourth(const Point& w, double margin, const Lanes& e0,
                                          const Lanes& e1, const Lanes& e2) {
    const Lanes n01 = cross(e0, e1);
    const Lanes n12 = cross(e1, e2);
    const Lanes n20 = cross(e2, e0);
    const double volume = dot(n01, e2);
    // Whether the origin is on the other side of a face than the fourth vertex.
    const bool beyond_01 = !(dot(n01, w.y) * volume < 0);
    const bool beyond_12 = !(dot(n12, w.y) * volume < 0);
    const bool beyond_20 = !(dot(n20, w.y) * volume < 0);
    Part best{0, 0, -1};
    std::size_t i = 0;
    std::size_t j = 1;
    const auto look = [&](const Lanes& e, const Lanes& f, std::size_t at_e, std::size_t at_f) {
      const Part part = triangle_part(w.y, e, f);
      if (!(part.gain > best.gain)) return;
      best = part;
      i = at_e;
      j = at_f;
    };
    if (beyond_01) look(e0, e1, 0, 1);
    if (beyond_12) look(e1, e2, 1, 2);
    if (beyond_20) look(e2, e0, 2, 0);
    if (best.gain < 0) {
      point[3] = w;
      count = 4;
      return reduce_all(margin);
    }
    keep(w, i, best.first, j, best.second);
    return true;
  }

  /// Keeps points i and j where their weights are positive, then w.
  [[gnu::always_inline]] void keep(const Point& w, std::size_t i, double of_i, std::size_t j,
                                   double of_j) {
    const Point first = point[i];
    const Point second = point[j];
    const double of_w = (1 - of_i) - of_j;
    std::size_t kept = 0;
    if (of_i > 0) {
      point[kept] = first;
      weight[kept++] = of_i;
    }
    if (of_j > 0) {
      point[kept] = second;
      weight[kept++] = of_j;
    }
    point[kept] = w;
    weight[kept++] = of_w;
    count = static_cast<int>(kept);
    weigh();
  }

  /// The nearest point whatever the simplex is, by `reduce`. False if the origin is inside.
  bool reduce_all(double margin) {
    GjkSimplex all = rounded();
    if (!reduce(all, margin)) return false;
    count = all.count;
    for (std::size_t k = 0; k < at(count); ++k) {
      const GjkPoint& p = all.point[k];
      point[k] = {lanes_of(p.y), lanes_of(p.arm), p.a, p.b};
      weight[k] = all.weight[k];
    }
    weigh();
    return true;
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
