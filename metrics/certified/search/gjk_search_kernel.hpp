// SPDX-License-Identifier: GPL-3.0-or-later
// GJK towards 0 (gjk_search.hpp) in the lanes of a register. Internal to `certified`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "geometry/index.hpp"
#include "metrics/certified/search/foot_kernel.hpp"
#include "metrics/certified/search/gjk_search.hpp"
#include "metrics/certified/support/difference_supports_kernel.hpp"
#include "metrics/common/lanes_simplex_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Far beyond any honest search.
constexpr int kMaxSteps = 200;
/// A tetrahedron with a height up to so many margins counts as flat.
constexpr double kMaxFlatHeight = 4;
/// Angle between the three first directions, in parts of that between neighbouring vertices. This
/// takes the fewest steps for hulls of 8 to 1,024 vertices (docs/notebook/certified-searches.md).
constexpr double kSpread = 1.2;

struct Simplex : LanesSimplex<LanesPoint, Simplex> {
  Lanes v;  ///< nearest to 0

  [[gnu::always_inline]] void weigh() {
    const Lanes w = last().c;
    if (count == 1) {
      v = w;
    } else if (count == 2) {
      v = w + (point[0].c - w) * weight[0];
    } else {
      v = w + ((point[0].c - w) * weight[0] + (point[1].c - w) * weight[1]);
    }
  }
  [[gnu::always_inline]] const LanesPoint& last() const { return point[count - 1]; }

  /// The last feature, in the order in which DifferenceSimplex::reduce leaves it.
  template <class Supports>
  [[gnu::always_inline]] void begin_with(const DifferenceSimplex& feature,
                                         const Supports& supports) {
    count = feature.count;
    const auto placed = [&](std::size_t i) {
      const LanesPoint p = supports.point(feature.points[i].a, feature.points[i].b);
      supports.prefetch(p);
      return p;
    };
    point[0] = placed(count == 3 ? 2 : 0);
    if (count > 1) point[1] = placed(count == 3 ? 0 : 1);
    if (count == 3) point[2] = placed(1);
  }
  /// The point nearest to 0 of those features of a triangle that have its nearest corner. That is
  /// mostly the nearest point of the triangle.
  [[gnu::always_inline]] void begin_nearest(const LanesPoint (&corner)[3]) {
    const double square[3] = {dot(corner[0].c, corner[0].c), dot(corner[1].c, corner[1].c),
                              dot(corner[2].c, corner[2].c)};
    const std::size_t least =
        square[1] < square[0] ? (square[2] < square[1] ? 2 : 1) : (square[2] < square[0] ? 2 : 0);
    begin_near(corner[least], corner[least == 0 ? 1 : 0], corner[least == 2 ? 1 : 2]);
  }
  /// False if 0 is inside the points and w. Of four points in one plane, as two edges give them,
  /// rounding would say so of one in some thousand: such are not taken for a tetrahedron.
  [[gnu::always_inline]] bool take(const LanesPoint& w, double margin) {
    return take_in(w) || take_flat(w, margin);
  }

 private:
  [[gnu::noinline]] bool take_flat(const LanesPoint& w, double margin) {
    const Lanes e0 = point[0].c - w.c;
    const Lanes e1 = point[1].c - w.c;
    const Lanes e2 = point[2].c - w.c;
    const Lanes n01 = cross(e0, e1);
    const double volume = dot(n01, e2);
    const double flat = kMaxFlatHeight * margin;
    const auto solid = [&](const Lanes& n) { return volume * volume > dot(n, n) * (flat * flat); };
    if (solid(n01) && solid(cross(e1, e2)) && solid(cross(e2, e0))) return false;
    return take_face(w, e0, e1, e2, true, true, true);
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
  const LanesPoint& last = from.last();
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
  for (std::size_t i = 0; i < 3; ++i) {
    simplex.points[i] = stored(from.point[std::min(i, at(from.count - 1))]);
  }
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
      simplex_.begin_with(result_simplex_, supports_);
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
      simplex_.begin_near(corner[0], corner[1], corner[2]);
      return true;
    }
    Lanes about[3];
    spread_about(u, kSpread * std::min(set_.A().spacing, set_.B().spacing), about);
    supports_.rough(about, corner);
    simplex_.begin_nearest(corner);
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
      } else if (!simplex_.take(w, margin_)) {
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
