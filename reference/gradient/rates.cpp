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

}  // namespace

double round_to_double(const RootQuotient& x) {
  return sgn(x.numerator) * round_sqrt_to_double(x.numerator * x.numerator / x.square);
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
