// SPDX-License-Identifier: GPL-3.0-or-later
// GJK towards 0 (gjk_search.hpp) in the lanes of a register. Internal to `certified`.
//
// The simplex always has three points; where it needs fewer, the last one stands for the missing
// ones. A fourth point w that is nearer along v takes part in the next nearest point v'. So v' lies
// on a side (p_i, w), on a face (p_i, p_i+1, w), or is w. Lane i of a register holds what belongs
// to side i and face i, and all are compared at once, without branches. With e_i = p_i - w and
// a_i = -w.e_i, a point w + P e_i + Q e_i+1 that is nearest to 0 on its side or face is nearer than
// w by a_i P + a_i+1 Q, squared.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "geometry/index.hpp"
#include "metrics/certified/search/foot_kernel.hpp"
#include "metrics/certified/search/gjk_search.hpp"
#include "metrics/certified/support/difference_supports_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Far beyond any honest search.
constexpr int kMaxSteps = 200;
/// A tetrahedron with a height up to so many margins counts as flat.
constexpr double kMaxFlatHeight = 4;
/// Makes 0 / 0 a 0.
constexpr double kMinDivisor = 0x1p-1022;
/// Angle between the three first directions, in parts of that between neighbouring vertices. This
/// takes the fewest steps for hulls of 8 to 1,024 vertices (docs/notebook/certified-searches.md).
constexpr double kSpread = 1.2;

struct Simplex {
  LanesPoint point[3];
  Lanes v;    ///< nearest to 0
  int count;  ///< number of different points

  [[gnu::always_inline]] void begin(const LanesPoint& p) {
    point[0] = point[1] = point[2] = p;
    v = p.c;
    count = 1;
  }
  /// The last feature, in the order in which DifferenceSimplex::reduce leaves it.
  template <class Supports>
  [[gnu::always_inline]] void begin(const DifferenceSimplex& last, const Supports& supports) {
    count = last.count;
    const auto placed = [&](std::size_t i) {
      const LanesPoint p = supports.point(last.points[i].a, last.points[i].b);
      supports.prefetch(p);
      return p;
    };
    point[0] = placed(count == 3 ? 2 : 0);
    point[1] = count == 1 ? point[0] : placed(count == 3 ? 0 : 1);
    point[2] = count == 3 ? placed(1) : point[1];
  }
  /// The point nearest to 0 of those features of a triangle that have its nearest corner. That is
  /// mostly the nearest point of the triangle.
  [[gnu::always_inline]] void begin(const LanesPoint (&corner)[3], double margin) {
    const double square[3] = {dot(corner[0].c, corner[0].c), dot(corner[1].c, corner[1].c),
                              dot(corner[2].c, corner[2].c)};
    const std::size_t least =
        square[1] < square[0] ? (square[2] < square[1] ? 2 : 1) : (square[2] < square[0] ? 2 : 0);
    point[0] = corner[least == 0 ? 1 : 0];
    point[1] = point[2] = corner[least == 2 ? 1 : 2];
    take_in(corner[least], margin);
  }
  /// A point of a triangle that is as near to 0 as its first corner or nearer: mostly the nearest.
  [[gnu::always_inline]] void begin_at(const LanesPoint (&corner)[3]) {
    point[0] = corner[1];
    point[1] = point[2] = corner[2];
    take_in<true>(corner[0], 0);
  }
  [[gnu::always_inline]] bool has(const LanesPoint& w) const {
    return point[0].same_pair(w) || point[1].same_pair(w) || point[2].same_pair(w);
  }

  /// False if 0 is inside the points and w. Of four points in one plane, as two edges give them,
  /// rounding would say so of one in some thousand: such are not taken for a tetrahedron.
  template <bool kFirst = false>
  [[gnu::always_inline]] bool take_in(const LanesPoint& w, double margin) {
    const Rows e(point[0].c - w.c, point[1].c - w.c, point[2].c - w.c);
    const Rows f = e.next();
    const Lanes a(-e.back(w.c).v);
    const Lanes b = next_axes(a);
    const Lanes ee = e.dot(e);
    const Lanes ff = next_axes(ee);
    const auto [area, of_e, of_f] = GramWeights<Lanes>(a, b, ee, ff, e.dot(f));
    const Lanes none = everywhere(0);
    const Mask on_face = (of_e > none) & (of_f > none) & (of_e + of_f < area);
    if constexpr (!kFirst) {
      const Rows n = e.cross(f);
      const Lanes volume = n.dot(f.next());
      // 0 and the face's fourth vertex are on one side of it.
      const Mask within = n.back(w.c) * volume < none;
      if ((bits_of(within) & 7U) == 7U) {
        const double flat = kMaxFlatHeight * margin;
        const Mask solid = volume * volume > n.dot(n) * (flat * flat);
        if ((bits_of(solid) & 7U) == 7U) return false;
      }
    }
    // Weights are over the triangle's Gram determinant if the foot is inside it, else over e.e.
    const Lanes divisor = larger(select(on_face, area, ee), everywhere(kMinDivisor));
    const Lanes inverse(everywhere(1).v / divisor.v);
    const Lanes part_e = select(on_face, of_e, larger(a, none)) * inverse;
    const Lanes part_f = select(on_face, of_f, none) * inverse;
    const Lanes gain = a * part_e + b * part_f;
    keep<kFirst>(w, gain, part_e, part_f);
    return true;
  }

 private:
  /// The points with weight of the lane that gains most, then w.
  template <bool kFirst>
  [[gnu::always_inline]] void keep(const LanesPoint& w, const Lanes& gain, const Lanes& part_e,
                                   const Lanes& part_f) {
    const std::size_t i = first_largest(gain);
    const double of_e = part_e[i];
    const double of_f = part_f[i];
    // w does not take part.
    if (kFirst && of_e > 1) return begin(LanesPoint(point[i]));
    const LanesPoint* first = of_e > 0 ? &point[i] : &w;
    const LanesPoint* second = of_f > 0 ? &point[i == 2 ? 0 : i + 1] : &w;
    count = 1 + (of_e > 0 ? 1 : 0) + (of_f > 0 ? 1 : 0);
    const LanesPoint p = *first;
    const LanesPoint q = *second;
    v = w.c + ((p.c - w.c) * of_e + (q.c - w.c) * of_f);
    point[0] = p;
    point[1] = q;
    point[2] = w;
  }
  /// The first of three lanes with the largest gain; 0 where one is NaN.
  [[gnu::always_inline]] static std::size_t first_largest(const Lanes& gain) {
    // The fourth lane is 0.
    const Lanes top = largest_everywhere(gain);
    const unsigned bits = bits_of(gain == top) & 7U;
    return bits == 0 ? 0 : at(std::countr_zero(bits));
  }
};

/// Three directions about d, apart by about `spread` of it. With signs s_k of d's entries they are
/// d + t (s_k e_k - s / 3): seen along d these are never on one line.
[[gnu::always_inline]] inline void spread_about(const Lanes& d, double spread, Lanes (&u)[3]) {
  const double t = spread * norm_1(d);
  const Lanes s = select(d < everywhere(0), everywhere(-t), everywhere(t));
  const Lanes middle = d - s * Lanes(1. / 3, 1. / 3, 1. / 3, 0);
  u[0] = middle + s * Lanes(1, 0, 0, 0);
  u[1] = middle + s * Lanes(0, 1, 0, 0);
  u[2] = middle + s * Lanes(0, 0, 1, 0);
}

/// Whether three first points bring more than one: not where 0 is deep inside.
[[gnu::always_inline]] inline bool begins_with_triangle(const DifferenceSet& set) {
  constexpr double kMinOffset = 0.6;  // of the centres, in both longest arms
  return set.reach() > (1 + kMinOffset) * (set.A().map.longest() + set.B().map.longest());
}

/// Stores the foot in the simplex. Returns whether it is inside, and so the nearest point.
[[gnu::always_inline]] inline bool take(const Foot& foot, DifferenceSimplex& simplex) {
  for (std::size_t i = 0; i < 3; ++i) simplex.weight[i] = foot.weight[i];
  simplex.squared_slope = foot.squared_slope;
  simplex.nearest = vector_of(foot.point);
  return foot.inside;
}

/// The nearest point and its weights with the digits that a proof counts on: those of
/// DifferenceSimplex::reduce, bit by bit, for which the last point comes first. False where it
/// would take more care.
[[gnu::always_inline]] inline bool settle(const Simplex& from, DifferenceSimplex& simplex) {
  const LanesPoint& last = from.point[2];
  const Lanes& p = last.c;
  const Lanes e1 = from.point[0].c - p;
  simplex.count = from.count;
  simplex.points[0] = stored(last);
  if (from.count == 1) {
    simplex.weight[0] = 1;
    simplex.squared_slope = 0;
    simplex.nearest = vector_of(p);
    return true;
  }
  simplex.points[1] = stored(from.point[0]);
  if (from.count == 2) return take(foot_on_segment(p, from.point[0].c, e1), simplex);
  simplex.points[2] = stored(from.point[1]);
  return take(foot_on_triangle(p, e1, from.point[1].c - p), simplex);
}

/// For DifferenceSimplex to go on with.
[[gnu::always_inline]] inline void hand_over(const Simplex& from, DifferenceSimplex& simplex) {
  // Unused slots repeat the last point.
  for (std::size_t i = 0; i < 3; ++i) simplex.points[i] = stored(from.point[i]);
  simplex.count = from.count;
}

/// A search, and how far it has come. `kWarm`: from the last answer's feature.
template <Bodies kBodies, bool kWarm>
class Search {
 public:
  [[gnu::always_inline]] Search(const DifferenceSet& set, double margin, DifferenceSimplex& simplex,
                                GjkResult& result)
      : set_(set), supports_(set), margin_(margin), result_simplex_(simplex), result_(result) {
    simplex_.count = 0;
  }

  [[gnu::always_inline]] void run() {
    if (begin()) search();
    result_.supports = supports_.asked();
  }

 private:
  /// False where the last feature does not hold the nearest point of its own.
  [[gnu::always_inline]] bool begin() {
    if constexpr (kWarm) {
      simplex_.begin(result_simplex_, supports_);
      settled_ = settle(simplex_, result_simplex_);
      simplex_.v = lanes_of(result_simplex_.nearest);
      if (settled_) return true;
      hand_over(simplex_, result_simplex_);
      result_.end = GjkEnd::unsettled;
      return false;
    }
    const Lanes offset = lanes_of(set_.offset());
    // The first direction is away from 0.
    const Lanes u = norm_1(offset) > 0 ? offset : Lanes(1, 0, 0, 0);
    LanesPoint corner[3];
    if (!begins_with_triangle(set_)) {
      simplex_.v = -u;
      return true;
    }
    if constexpr (kBodies == Bodies::doubles) {
      // One scan of each body for three points: a quarter to a third fewer supports follow.
      supports_.farthest_and_next(u, corner);
      simplex_.begin_at(corner);
      return true;
    }
    Lanes about[3];
    spread_about(u, kSpread * std::min(set_.A().spacing, set_.B().spacing), about);
    supports_.rough(about, corner);
    simplex_.begin(corner, margin_);
    return true;
  }

  [[gnu::always_inline]] void search() {
    double square =
        simplex_.count == 0 ? std::numeric_limits<double>::infinity() : dot(simplex_.v, simplex_.v);
    // 0 may be anywhere about a smaller simplex.
    const double least = 64 * margin_ * margin_;
    for (int step = 0; step < kMaxSteps && square > least; ++step) {
      const LanesPoint w = next(square);
      if constexpr (kBodies == Bodies::climb) supports_.prefetch(w);
      if (simplex_.count == 0) {
        simplex_.begin(w);
      } else if (!leads_on(w, square)) {
        return close();
      } else if (!simplex_.take_in(w, margin_)) {
        return end_around_zero(w);
      }
      settled_ = false;
      const double last = std::exchange(square, dot(simplex_.v, simplex_.v));
      if (!(square < last)) break;  // rounding may go round in circles
    }
    hand_over(simplex_, result_simplex_);
  }

  /// Whether w is nearer to 0 along the nearest point, whose square is given.
  [[gnu::always_inline]] bool leads_on(const LanesPoint& w, double square) const {
    return square - dot(simplex_.v, w.c) > margin_ * std::sqrt(square) && !simplex_.has(w);
  }

  /// A point that leads on, if there is one.
  [[gnu::always_inline]] LanesPoint next(double square) {
    const Lanes u(-simplex_.v.v);
    if (kBodies == Bodies::climb && !(kWarm && settled_)) {
      const LanesPoint w = supports_.rough(u);
      return simplex_.count == 0 || leads_on(w, square) ? w : supports_.farthest(u, w.a, w.b);
    }
    if (!(kWarm && settled_)) return supports_.farthest(u);
    // The last feature answers a similar question.
    return supports_.farthest(u, simplex_.point[0].a, simplex_.point[0].b);
  }

  /// Nothing is nearer.
  [[gnu::always_inline]] void close() {
    if (!(kWarm && settled_) && !settle(simplex_, result_simplex_)) {
      return hand_over(simplex_, result_simplex_);
    }
    result_.end = GjkEnd::closed;
    const Lanes off = lanes_of(result_simplex_.nearest) - simplex_.v;
    constexpr double kOff = ReachedVertices::kTurned / 2;
    if (!(dot(off, off) <= kOff * kOff * dot(simplex_.v, simplex_.v))) return;
    const DifferencePoint& first = result_simplex_.points[0];
    result_.reached = supports_.reached(first.a, first.b);
  }

  [[gnu::always_inline]] void end_around_zero(const LanesPoint& w) {
    hand_over(simplex_, result_simplex_);
    result_simplex_.points[3] = stored(w);
    result_simplex_.count = 4;
    result_.end = GjkEnd::holds_zero;
  }

  const DifferenceSet& set_;
  DifferenceSupports<kBodies> supports_;
  double margin_;
  DifferenceSimplex& result_simplex_;
  Simplex simplex_;
  bool settled_ = false;  ///< whether result_simplex_ is the simplex
  GjkResult& result_;
};

/// Compiled apart, so that none carries the registers of another.
template <Bodies kBodies, bool kWarm>
[[gnu::noinline]] GjkResult search(const DifferenceSet& set, double margin,
                                   DifferenceSimplex& simplex) {
  GjkResult result;
  Search<kBodies, kWarm>(set, margin, simplex, result).run();
  return result;
}

}  // namespace

GjkResult search_towards_zero(const DifferenceSet& set, double margin, DifferenceSimplex& simplex) {
  return for_bodies(set, [&](auto bodies) {
    constexpr Bodies kBodies = decltype(bodies)::value;
    return simplex.count > 0 ? search<kBodies, true>(set, margin, simplex)
                             : search<kBodies, false>(set, margin, simplex);
  });
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
