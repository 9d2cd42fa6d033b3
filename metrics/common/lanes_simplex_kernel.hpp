// SPDX-License-Identifier: GPL-3.0-or-later
// The simplex of GJK in the lanes of wide registers, and its point nearest to 0. While GJK goes on
// the point that joins last takes part, which spares looks at other faces. Shared by metrics.
#pragma once

#include <algorithm>
#include <cstddef>

#include "geometry/index.hpp"
#include "metrics/arithmetic/gram_weights_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A point of the difference of two bodies with its entries in a register.
struct LanesPoint {
  Lanes c;   ///< world [m]
  int a, b;  ///< places in the bodies

  LanesPoint() = default;
  [[gnu::always_inline]] LanesPoint(const Lanes& point, int place_A, int place_B)
      : c(point), a(place_A), b(place_B) {}
  // Entry by entry: copied as bytes, halves of a register are written and then read together.
  [[gnu::always_inline]] LanesPoint(const LanesPoint& other)
      : LanesPoint(other.c, other.a, other.b) {}
  [[gnu::always_inline]] LanesPoint& operator=(const LanesPoint& other) {
    c = Lanes(other.c.v);
    a = other.a;
    b = other.b;
    return *this;
  }

  [[gnu::always_inline]] bool same_pair(const LanesPoint& other) const {
    return a == other.a && b == other.b;
  }
};

/// The point v of a triangle nearest to 0: the weights of the two corners other than the last one,
/// w, and |w|^2 - |v|^2 [m^2].
struct TrianglePart {
  double first, second, gain;
};

/// `e` and `f` are the other two less w. The side between these is left out: w takes part.
[[gnu::always_inline]] inline TrianglePart triangle_part(const Lanes& w, const Lanes& e,
                                                         const Lanes& f) {
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

/// Points of a simplex and their weights in its point nearest to 0; the one that joined last is the
/// last one. `Point` is a LanesPoint. `Simplex` is the derived class, whose weigh() sets the nearest
/// point from the weights.
template <class Point, class Simplex>
struct LanesSimplex {
  Point point[4];
  double weight[3];
  int count = 0;

  [[gnu::always_inline]] void begin(const Point& p) {
    point[0] = p;
    weight[0] = 1;
    count = 1;
    self().weigh();
  }
  /// Begins at a point of a triangle that is as near to 0 as w or nearer: mostly the nearest.
  [[gnu::always_inline]] void begin_near(const Point& w, const Point& p, const Point& q) {
    const TrianglePart part = triangle_part(w.c, p.c - w.c, q.c - w.c);
    // A foot on a side may be beyond its other end.
    if (part.first >= 1) return begin(p);
    if (part.second >= 1) return begin(q);
    keep(w, p, part.first, q, part.second);
  }

  [[gnu::always_inline]] bool has(const Point& w) const {
    return (count > 0 && point[0].same_pair(w)) || (count > 1 && point[1].same_pair(w)) ||
           (count > 2 && point[2].same_pair(w));
  }

  /// [ericson2005, 5.1.6] with what is known: w takes part, as it is beyond all others. False if 0
  /// may be inside; then nothing has changed.
  [[gnu::always_inline]] bool take_in(const Point& w) {
    const Lanes e0 = point[0].c - w.c;
    if (count == 1) {
      const double along = -dot(w.c, e0);
      keep(w, point[0], along > 0 ? std::min(along / dot(e0, e0), 1.0) : 0, point[0], 0);
      return true;
    }
    const Lanes e1 = point[1].c - w.c;
    if (count == 2) {
      const TrianglePart part = triangle_part(w.c, e0, e1);
      keep(w, point[0], part.first, point[1], part.second);
      return true;
    }
    const Lanes e2 = point[2].c - w.c;
    const Lanes n01 = cross(e0, e1);
    const Lanes n12 = cross(e1, e2);
    const Lanes n20 = cross(e2, e0);
    const double volume = dot(n01, e2);
    // Whether 0 is on the other side of a face than the fourth point.
    return take_face(w, e0, e1, e2, !(dot(n01, w.c) * volume < 0), !(dot(n12, w.c) * volume < 0),
                     !(dot(n20, w.c) * volume < 0));
  }

 protected:
  /// Takes in w as the fourth point, by the nearest point of the faces that are asked for. False if
  /// none is.
  [[gnu::always_inline]] bool take_face(const Point& w, const Lanes& e0, const Lanes& e1,
                                        const Lanes& e2, bool of_01, bool of_12, bool of_20) {
    TrianglePart best{0, 0, -1};
    std::size_t i = 0;
    std::size_t j = 1;
    const auto look = [&](const Lanes& e, const Lanes& f, std::size_t at_e, std::size_t at_f) {
      const TrianglePart part = triangle_part(w.c, e, f);
      if (!(part.gain > best.gain)) return;
      best = part;
      i = at_e;
      j = at_f;
    };
    if (of_01) look(e0, e1, 0, 1);
    if (of_12) look(e1, e2, 1, 2);
    if (of_20) look(e2, e0, 2, 0);
    if (best.gain < 0) return false;
    keep(w, point[i], best.first, point[j], best.second);
    return true;
  }

 private:
  [[gnu::always_inline]] Simplex& self() { return static_cast<Simplex&>(*this); }

  /// Keeps p and q where their weights are positive, then w.
  [[gnu::always_inline]] void keep(const Point& w, const Point& p, double of_p, const Point& q,
                                   double of_q) {
    const double of_w = (1 - of_p) - of_q;
    // Copied first: p and q lie in `point`. Each place is a constant, as a store at a computed one
    // holds up later loads.
    const Point first = of_p > 0 ? p : q;
    const Point second = q;
    weight[0] = of_p > 0 ? of_p : of_q;
    point[0] = first;
    if (of_p > 0 && of_q > 0) {
      point[1] = second;
      weight[1] = of_q;
      point[2] = w;
      weight[2] = of_w;
      count = 3;
    } else if (of_p > 0 || of_q > 0) {
      point[1] = w;
      weight[1] = of_w;
      count = 2;
    } else {
      point[0] = w;
      weight[0] = 1;
      count = 1;
    }
    self().weigh();
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
