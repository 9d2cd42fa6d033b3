// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/place_gap.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <type_traits>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "harness/manifold/small_program.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kRows = 7;  ///< two for A over q, two for B over q, and three sums that are 1
constexpr int kSides = 16;
/// Doubles do not decide what is nearer than this to a limit [sizes of the pair].
constexpr double kDoubt = 1e-11;
/// In doubles a program is solved to so many times the rounding of its numbers.
constexpr double kGrowth = 64;

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

/// What the programs of one line have in common.
template <class T>
class Line {
 public:
  using Program = SmallProgram<T, kRows>;

  Line(const Pair& pair, const FlatFrame& frame)
      : right_(numbers_of<T>(frame.right())),
        ahead_(numbers_of<T>(frame.ahead())),
        n_(numbers_of<T>(frame.n())),
        size_(pair_size(pair)) {
    add(*pair.A, pair.X_WA, frame.origin(), A_);
    add(*pair.B, pair.X_WB, frame.origin(), B_);
  }

  /// The least gap over the hull of places [sizes].
  Program program(const std::vector<FlatPoint>& places) const {
    Program program({T(0), T(0), T(0), T(0), T(1), T(1), T(1)});
    const T o = 0;
    const T one = 1;
    for (const Three<T>& a : A_) program.add({a[0], a[1], o, o, one, o, o}, a[2]);
    for (const Three<T>& b : B_) program.add({o, o, b[0], b[1], o, one, o}, T(-b[2]));
    for (const FlatPoint& q : places) {
      const T x = T(-T(q.x) / size_);
      const T y = T(-T(q.y) / size_);
      program.add({x, y, x, y, o, o, one}, o);
    }
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
          {T(dot(right_, arm) / size_), T(dot(ahead_, arm) / size_), T(dot(n_, arm) / size_)});
    }
  }

  Three<T> right_, ahead_, n_;
  T size_;
  std::vector<Three<T>> A_, B_;
};

/// Compares gaps over places with a limit.
class Places {
 public:
  Places(const Pair& pair, const FlatFrame& frame, double rounding)
      : pair_(pair),
        frame_(frame),
        doubt_(kDoubt + kGrowth * rounding / pair_size(pair)),
        doubles_(pair, frame) {}

  /// Whether the least gap over the hull of places is at most `limit` [sizes]; nothing where no
  /// place is over both bodies. Doubles are believed where they say what is `hoped` for alone.
  std::optional<bool> least_at_most(const std::vector<FlatPoint>& places, double limit,
                                    double length, bool hoped) {
    auto program = doubles_.program(places);
    using Doubles = decltype(program);
    std::optional<Doubles::Basis> start;
    if (doubt_ < length / 4 && program.solve() == Doubles::End::optimal) {
      const double value = program.value();
      const bool sure = std::abs(value - limit) > doubt_ && program.left() < length / 64;
      if (sure && (value <= limit) == hoped) return hoped;
      start = program.basis();
    }
    if (!exact_) exact_.emplace(pair_, frame_);
    auto exact = exact_->program(places);
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

}  // namespace

GapAtPlace judge_gap_at(const Pair& pair, const FlatFrame& frame, double gap, double length,
                        double rounding) {
  const double size = pair_size(pair);
  Places places(pair, frame, rounding);
  std::vector<FlatPoint> near;
  const double reach = length / std::cos(std::numbers::pi / kSides);
  for (int k = 0; k < kSides; ++k) {
    const double angle = 2 * std::numbers::pi * k / kSides;
    near.push_back({reach * std::cos(angle), reach * std::sin(angle)});
  }
  const double allowed = length / size;
  const std::optional<bool> reached =
      places.least_at_most(near, (gap + length) / size, allowed, true);
  if (!reached) return GapAtPlace::nowhere;
  if (!*reached) return GapAtPlace::too_deep;
  const double least = (gap - length) / size;
  if (!*places.least_at_most(near, least, allowed, false)) return GapAtPlace::right;
  // The gap is convex, so that it is largest at a corner; the middle is for places over an edge of
  // a body, where corners may be over nothing.
  near.push_back({0, 0});
  for (const FlatPoint& place : near) {
    const std::optional<bool> deeper = places.least_at_most({place}, least, allowed, false);
    if (deeper && !*deeper) return GapAtPlace::right;
  }
  return GapAtPlace::too_shallow;
}

}  // namespace touchstone
