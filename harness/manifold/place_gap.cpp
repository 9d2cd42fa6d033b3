// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/place_gap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/shapes.hpp"
#include "harness/manifold/small_program.hpp"

namespace touchstone {
namespace {

/// Two for A over its place, two for B over its own, and four sums that are 1.
constexpr std::size_t kRows = 8;
constexpr int kSides = 16;
/// Doubles do not decide what is nearer than this to a limit [units].
constexpr double kDoubt = 1e-11;
/// In doubles a program is solved to so many times the rounding of its numbers.
constexpr double kGrowth = 64;

/// A radius of fewer tolerances is not told from a sharp edge [1].
constexpr double kSharpRadius = 8;
/// How far the places are from a point of the manifold that is within the tolerance of the middle
/// of them [tolerances].
constexpr double kPlateReach = 2.1;

/// What lengths are measured in [m]: the power of two that is next below the size of the pair, so that
/// rationals stay short.
double unit_of(const Pair& pair) { return std::ldexp(1.0, std::ilogb(pair_size(pair))); }

template <class T>
using Three = std::array<T, 3>;

template <class T>
T dot(const Three<T>& a, const Three<T>& b) {
  return T(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

template <class T>
Three<T> numbers_of(const Vec3& v) {
  return {T(v[0]), T(v[1]), T(v[2])};
}

/// What a program is the least of: a sum of heights over the hull of places, A's and B's less.
struct Sought {
  std::vector<FlatPoint> at_A;  ///< where A is looked at, and B too if at_B is empty
  std::vector<FlatPoint> at_B = {};
  bool of_A = true;  ///< false: a point on the line stands for A, at the height of the origin
  bool of_B = true;
};

/// The programs for the height of one body alone.
Sought height_of(WhichBody body, const std::vector<FlatPoint>& places) {
  const std::vector<FlatPoint> line = {{0, 0}};
  return body == WhichBody::A ? Sought{places, line, true, false}
                              : Sought{line, places, false, true};
}

/// What the programs of one line have in common.
template <class T>
class Line {
 public:
  using Program = SmallProgram<T, kRows>;

  Line(const Pair& pair, const FlatFrame& frame)
      : right_(numbers_of<T>(frame.right())),
        ahead_(numbers_of<T>(frame.ahead())),
        n_(numbers_of<T>(frame.n())),
        unit_(unit_of(pair)) {
    add(*pair.A, pair.X_WA, frame.origin(), A_);
    add(*pair.B, pair.X_WB, frame.origin(), B_);
  }

  /// The least of what is sought [units].
  Program program(const Sought& sought) const {
    Program program({T(0), T(0), T(0), T(0), T(1), T(1), T(1), T(1)});
    program.reserve(A_.size() + B_.size() + sought.at_A.size() + sought.at_B.size() + 1);
    const T o = 0;
    const T one = 1;
    const std::vector<Three<T>> origin = {{o, o, o}};
    for (const Three<T>& a : sought.of_A ? A_ : origin) {
      program.add({a[0], a[1], o, o, one, o, o, o}, a[2]);
    }
    for (const Three<T>& b : sought.of_B ? B_ : origin) {
      program.add({o, o, b[0], b[1], o, one, o, o}, T(-b[2]));
    }
    const bool together = sought.at_B.empty();
    for (const FlatPoint& q : sought.at_A) {
      const T x = T(-T(q.x) / unit_);
      const T y = T(-T(q.y) / unit_);
      program.add({x, y, together ? x : o, together ? y : o, o, o, one, o}, o);
    }
    for (const FlatPoint& q : sought.at_B) {
      program.add({o, o, T(-T(q.x) / unit_), T(-T(q.y) / unit_), o, o, o, one}, o);
    }
    if (together) program.add({o, o, o, o, o, o, o, one}, o);
    return program;
  }

 private:
  void add(const Polytope& body, const Pose& X, const Vec3& origin, std::vector<Three<T>>& seen) {
    const Three<T> t = numbers_of<T>(X.t);
    const Three<T> o = numbers_of<T>(origin);
    for (const int k : body.extreme()) {
      const Three<T> v = numbers_of<T>(body.vertices()[static_cast<std::size_t>(k)]);
      Three<T> arm;
      for (std::size_t i = 0; i < 3; ++i) {
        const Three<T> row = numbers_of<T>(X.R.row(static_cast<int>(i)));
        arm[i] = dot(row, v) + (t[i] - o[i]);
      }
      seen.push_back(
          {T(dot(right_, arm) / unit_), T(dot(ahead_, arm) / unit_), T(dot(n_, arm) / unit_)});
    }
  }

  Three<T> right_, ahead_, n_;
  T unit_;
  std::vector<Three<T>> A_, B_;
};

/// Compares gaps and heights over places with a limit.
class Places {
 public:
  Places(const Pair& pair, const FlatFrame& frame, double rounding)
      : pair_(pair),
        frame_(frame),
        doubt_(kDoubt + kGrowth * rounding / unit_of(pair)),
        doubles_(pair, frame) {}

  /// Whether the least of what is sought is at most `limit` [units]; nothing where no place is over
  /// both bodies. Doubles are believed where they say what is `hoped` for alone.
  std::optional<bool> least_at_most(const Sought& sought, double limit, double length, bool hoped) {
    // A gap may be more sizes than a double holds; no exact one is compared with infinity.
    constexpr double kMost = std::numeric_limits<double>::max();
    limit = std::clamp(limit, -kMost, kMost);
    auto program = doubles_.program(sought);
    using Doubles = decltype(program);
    std::optional<Doubles::Basis> start;
    if (doubt_ < length / 4 && program.solve() == Doubles::End::optimal) {
      const double value = program.value();
      const bool sure = std::abs(value - limit) > doubt_ && program.left() < length / 64;
      if (sure && (value <= limit) == hoped) return hoped;
      start = program.basis();
    }
    if (!exact_) exact_.emplace(pair_, frame_);
    auto exact = exact_->program(sought);
    if (exact.solve(start) != decltype(exact)::End::optimal) return std::nullopt;
    return exact.value() <= Rational(limit);
  }

 private:
  const Pair& pair_;
  const FlatFrame& frame_;
  double doubt_;
  Line<double> doubles_;
  std::optional<Line<Rational>> exact_;
};

/// The corners of a polygon, so far from the middle [m].
std::vector<FlatPoint> polygon_in(double reach) {
  std::vector<FlatPoint> corners;
  for (int k = 0; k < kSides; ++k) {
    const double angle = 2 * std::numbers::pi * k / kSides;
    corners.push_back({reach * std::cos(angle), reach * std::sin(angle)});
  }
  return corners;
}

/// The corners of a polygon about the circle of that radius [m].
std::vector<FlatPoint> places_within(double radius) {
  return polygon_in(radius / std::cos(std::numbers::pi / kSides));
}

}  // namespace

GapAtPlace judge_gap_at(const Pair& pair, const FlatFrame& frame, double gap,
                        const GapTolerance& tolerance, double rounding) {
  const double unit = unit_of(pair);
  Places places(pair, frame, rounding);
  std::vector<FlatPoint> near = places_within(tolerance.place);
  const double allowed = tolerance.gap / unit;
  // Bodies that miss each other by rounding, seen along n, are over one place where a side begins.
  const std::optional<bool> reached =
      places.least_at_most({near, near}, (gap + tolerance.gap) / unit, allowed, true);
  if (!reached) return GapAtPlace::nowhere;
  if (!*reached) return GapAtPlace::too_deep;
  const double least = (gap - tolerance.gap) / unit;
  // Exact arithmetic may find nothing over the places where doubles found something.
  const std::optional<bool> deep = places.least_at_most({near}, least, allowed, false);
  if (!deep) return GapAtPlace::nowhere;
  if (!*deep) return GapAtPlace::right;
  // The gap is convex, so that it is largest at a corner; the middle is for places over an edge of
  // a body, where corners may be over nothing.
  near.push_back({0, 0});
  for (const FlatPoint& place : near) {
    const std::optional<bool> deeper = places.least_at_most({{place}}, least, allowed, false);
    if (deeper && !*deeper) return GapAtPlace::right;
  }
  return GapAtPlace::too_shallow;
}

std::optional<bool> gap_is_at_most(const Pair& pair, const FlatFrame& frame, double gap,
                                   const GapTolerance& tolerance, double rounding) {
  const double unit = unit_of(pair);
  const double r_A = pair.A->radius();
  const double r_B = pair.B->radius();
  const Sought sought{places_within(tolerance.place + r_A), places_within(tolerance.place + r_B)};
  return Places(pair, frame, rounding)
      .least_at_most(sought, (gap + r_A + r_B + tolerance.gap) / unit, tolerance.gap / unit, true);
}

/// A core with a radius has a disc across n about each of its points. Cores that are looked at over
/// one place, as they are sharp, have the largest gap at a corner of the places.
bool is_beyond_cores(const Pair& pair, const FlatFrame& frame, double gap,
                     const GapTolerance& tolerance, double rounding) {
  if (!gap_is_at_most(pair, frame, gap, tolerance, rounding).value_or(true)) return true;
  const double unit = unit_of(pair);
  Places places(pair, frame, rounding);
  const auto over = [&](const Polytope& body, const FlatPoint& place) {
    const double disc = body.radius() - kPlateReach * tolerance.place;
    return disc > 0 ? polygon_in(disc) : std::vector<FlatPoint>{place};
  };
  const std::vector<FlatPoint> near = places_within(tolerance.place);
  return std::all_of(near.begin(), near.end(), [&](const FlatPoint& place) {
    return places
        .least_at_most({over(*pair.A, place), over(*pair.B, place)}, (gap - tolerance.gap) / unit,
                       tolerance.gap / unit, false)
        .value_or(false);
  });
}

/// A body is convex, so that it reaches least at a corner of the places.
bool reaches_past(const Pair& pair, const FlatFrame& frame, const PastPlane& past,
                  const GapTolerance& tolerance, double rounding) {
  const double unit = unit_of(pair);
  Places places(pair, frame, rounding);
  const std::vector<FlatPoint> near = places_within(tolerance.place);
  return std::all_of(near.begin(), near.end(), [&](const FlatPoint& place) {
    return places
        .least_at_most(height_of(past.body, {place}), (-past.way - tolerance.gap) / unit,
                       tolerance.gap / unit, false)
        .value_or(false);
  });
}

bool may_reach_past(const Pair& pair, const FlatFrame& frame, const PastPlane& past,
                    const GapTolerance& tolerance, double rounding) {
  const double unit = unit_of(pair);
  const double radius = (past.body == WhichBody::A ? pair.A : pair.B)->radius();
  const Sought sought = height_of(past.body, places_within(tolerance.place + radius));
  return Places(pair, frame, rounding)
      .least_at_most(sought, (radius + tolerance.gap - past.way) / unit, tolerance.gap / unit, true)
      .value_or(false);
}

/// Within d of a point of the manifold a body of radius r holds a ball through it, whose surface
/// rises by r - sqrt(r^2 - d^2) <= d^2 / r: it is a plate, but for that. A sharp body may be steep
/// there, and is asked. d is the way from the manifold to the origin and on to the farthest place.
bool round_gap_too_shallow(const Pair& pair, const FlatFrame& frame, double gap, double least,
                           const GapTolerance& tolerance, double rounding) {
  const double place = tolerance.place;
  double rise = 4 * rounding;
  for (const PolytopePtr& body : {pair.A, pair.B}) {
    if (body->radius() == 0) continue;
    if (body->radius() < kSharpRadius * place) return false;
    rise += kPlateReach * place * (kPlateReach * place / body->radius());
  }
  if (!(gap - least > 2 * tolerance.gap + rise)) return false;
  if (pair.A->radius() > 0 && pair.B->radius() > 0) return true;
  // The frame's origin becomes that of the world, so that no last place of a far one counts.
  const bool A_is_round = pair.A->radius() > 0;
  // On which side of the sharp body the plate lies, along n.
  const double side = A_is_round ? 1 : -1;
  Pair flat = pair;
  Pose& X_sharp = A_is_round ? flat.X_WB : flat.X_WA;
  X_sharp.t -= frame.origin();
  double top = -std::numeric_limits<double>::infinity();
  for (const Vec3& v : (A_is_round ? pair.B : pair.A)->vertices()) {
    top = std::max(top, side * frame.n().dot(X_sharp.R * v + X_sharp.t));
  }
  const double half = pair_size(pair);
  Pose& X_plate = A_is_round ? flat.X_WA : flat.X_WB;
  X_plate.R.col(0) = frame.right();
  X_plate.R.col(1) = frame.ahead();
  X_plate.R.col(2) = frame.n();
  X_plate.t = side * (top + least + half) * frame.n();
  (A_is_round ? flat.A : flat.B) = make_box(Vec3(half, half, half));
  return judge_gap_at(flat, FlatFrame(Vec3::Zero(), frame.n()), gap - rise, tolerance, rounding) ==
         GapAtPlace::too_shallow;
}

}  // namespace touchstone
