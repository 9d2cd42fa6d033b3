// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: the rate of phi or rho along a motion, by its exact gradient.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "reference/exact/ensure.hpp"
#include "reference/gradient.hpp"

namespace touchstone {

/// The rates of a direction's pieces, times sqrt(square).
inline std::vector<Rational> rates_of(const ExactGradient::Direction& direction,
                                      const ExactVec12& motion) {
  std::vector<Rational> rates;
  for (const ExactVec12& piece : direction.pieces) {
    rates.push_back(std::inner_product(piece.begin(), piece.end(), motion.begin(), Rational(0)));
  }
  return rates;
}

inline bool less(const RootQuotient& x, const RootQuotient& y) {
  const int sign = sgn(x.numerator);
  if (sign != sgn(y.numerator)) return sign < sgn(y.numerator);
  const Rational xx = x.numerator * x.numerator * y.square;
  const Rational yy = y.numerator * y.numerator * x.square;
  return sign < 0 ? xx > yy : xx < yy;
}

inline RootQuotient max_of_min(const ExactGradient& gradient, const ExactVec12& motion) {
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
inline Rational value_of_game(const Rational& a, const Rational& b, const Rational& c,
                              const Rational& d) {
  const Rational low = std::max(std::min(a, b), std::min(c, d));
  const Rational high = std::min(std::max(a, c), std::max(b, d));
  if (low == high) return low;
  return (a * d - b * c) / (a + d - b - c);
}

/// The rate from now on along a motion. For phi the largest over the directions of the least over
/// the pieces; for rho the value of the matrix game of directions against corners.
///
/// Directions that fill a segment or a polygon meet the point d/r of K on an edge or at a corner. A
/// corner has one pair of points, an edge at most a segment of them. So a game with several of both
/// has two of both.
inline RootQuotient one_sided_rate(const ExactGradient& gradient, const ExactVec12& motion) {
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

}  // namespace touchstone
