// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "reference/exact/ensure.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/exact/wolfe.hpp"
#include "reference/gradient.hpp"

namespace touchstone {
namespace {

using Point = WolfePointIn<12>;

Rational product(const ExactVec12& a, const ExactVec12& b) {
  Rational sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a.at(i) * b.at(i);
  return sum;
}

/// The rates of a direction's pieces, times sqrt(square).
std::vector<Rational> rates_of(const ExactGradient::Direction& direction,
                               const ExactVec12& motion) {
  std::vector<Rational> rates;
  for (const ExactVec12& piece : direction.pieces) rates.push_back(product(piece, motion));
  return rates;
}

bool less(const RootQuotient& x, const RootQuotient& y) {
  const int sign = sgn(x.numerator);
  if (sign != sgn(y.numerator)) return sign < sgn(y.numerator);
  const Rational xx = x.numerator * x.numerator * y.square;
  const Rational yy = y.numerator * y.numerator * x.square;
  return sign < 0 ? xx > yy : xx < yy;
}

RootQuotient max_of_min(const ExactGradient& gradient, const ExactVec12& motion) {
  std::optional<RootQuotient> best;
  for (const ExactGradient::Direction& direction : gradient.directions) {
    const std::vector<Rational> rates = rates_of(direction, motion);
    const RootQuotient least{*std::min_element(rates.begin(), rates.end()), direction.square};
    if (!best || less(*best, least)) best = least;
  }
  ensure(best.has_value(), "a gradient has no piece");
  return *best;
}

/// The value of the game (a, b; c, d), in which one player chooses the row for the largest value
/// and the other the column for the least, each as a mixture.
Rational value_of_game(const Rational& a, const Rational& b, const Rational& c, const Rational& d) {
  const Rational low = std::max(std::min(a, b), std::min(c, d));
  const Rational high = std::min(std::max(a, c), std::max(b, d));
  if (low == high) return low;
  return (a * d - b * c) / (a + d - b - c);
}

}  // namespace

double round_to_double(const RootQuotient& x) {
  return sgn(x.numerator) * round_sqrt_to_double(x.numerator * x.numerator / x.square);
}

/// Directions that fill a segment or a polygon meet the point d/r of K on an edge or at a corner. A
/// corner has one pair of points, an edge at most a segment of them. So a game with several of both
/// has two of both.
RootQuotient one_sided_rate(const ExactGradient& gradient, const ExactVec12& motion) {
  const auto& directions = gradient.directions;
  if (!gradient.directions_mix || directions.size() < 2 || directions[0].pieces.size() < 2) {
    return max_of_min(gradient, motion);
  }
  ensure(directions.size() == 2 && directions[0].pieces.size() == 2 &&
             directions[1].pieces.size() == 2,
         "directions on an edge have more than two ends");
  const std::vector<Rational> first = rates_of(directions[0], motion);
  const std::vector<Rational> second = rates_of(directions[1], motion);
  return {value_of_game(first[0], first[1], second[0], second[1]), 1};
}

Rational squared_distance_from(const ExactGradient& gradient, const ExactVec12& claimed,
                               const Rational& arm_A, const Rational& arm_B) {
  ensure(arm_A > 0 && arm_B > 0, "the arm of a gradient is not positive");
  std::vector<Point> points;
  for (const ExactGradient::Direction& direction : gradient.directions) {
    const Rational inverse = inverse_root(direction.square);
    for (const ExactVec12& piece : direction.pieces) {
      Point point;
      for (std::size_t i = 0; i < piece.size(); ++i) {
        point.x.at(i) = piece.at(i) * inverse - claimed.at(i);
        if (i / 3 % 2 == 1) point.x.at(i) /= i < 6 ? arm_A : arm_B;
      }
      points.push_back(std::move(point));
    }
  }
  ensure(!points.empty(), "a gradient has no piece");
  const auto support = [&points](const ExactVec12& x) {
    return *std::min_element(points.begin(), points.end(), [&x](const Point& a, const Point& b) {
      return product(x, a.x) < product(x, b.x);
    });
  };
  const ExactVec12 nearest = nearest_to_origin(points.front(), support).x;
  return product(nearest, nearest);
}

}  // namespace touchstone
