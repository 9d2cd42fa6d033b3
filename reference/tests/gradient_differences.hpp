// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: gradients held against differences of exact values along exact motions. Nothing is
// shared with reference/gradient/ but the question. A rate is right if the error of the difference
// quotient with a step of 2^-k falls at least 8-fold when the step is divided by 16, or is 0. A rate
// that is off by less than 2^-k passes: so rates are held to steps below those of doubles.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <vector>

#include "geometry/random.hpp"
#include "reference/gradient.hpp"
#include "reference/oracle.hpp"
#include "reference/second_route/integer_routes.hpp"
#include "reference/tests/one_sided_rate.hpp"

namespace touchstone {

using Motion = ExactVec12;

inline Rational power_of_two(long k) { return scaled_ratio(1, 1, k); }

/// sqrt(x), x >= 0, to 2^-bits of itself, or less than that.
inline Rational near_root(const Rational& x, long bits) {
  const Integer product = x.get_num() * x.get_den();
  const auto shift = static_cast<mp_bitcnt_t>(bits);
  Rational root(Integer(sqrt(Integer(product << (2 * shift)))), Integer(x.get_den() << shift));
  root.canonicalize();
  return root;
}

/// A body's world vertices, interior point, and the origin of its frame, in fractions.
struct RationalBody {
  std::vector<ExactVec3> vertices;
  ExactVec3 interior;
  ExactVec3 origin;
};
struct RationalPair {
  RationalBody A;
  RationalBody B;
};

inline RationalBody rational_body(const IntegerBody& body, long exponent, const Vec3& origin) {
  const auto place = [exponent](const IntegerVec3& p) {
    return ExactVec3{scaled_ratio(p.x, 1, exponent), scaled_ratio(p.y, 1, exponent),
                     scaled_ratio(p.z, 1, exponent)};
  };
  RationalBody rational{{}, place(body.interior), {origin.x(), origin.y(), origin.z()}};
  for (const IntegerVec3& v : body.vertices) rational.vertices.push_back(place(v));
  return rational;
}

inline RationalPair rational_pair(const Pair& pair) {
  const IntegerPair integers = to_integers(pair);
  return {rational_body(integers.A, integers.exponent, pair.X_WA.t),
          rational_body(integers.B, integers.exponent, pair.X_WB.t)};
}

inline ExactVec3 cross_product(const ExactVec3& a, const ExactVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Moves by `step` v and turns by the quaternion (1, step w / 2), whose length does not count.
inline RationalBody moved_body(const RationalBody& body, const Motion& motion, std::size_t first,
                               const Rational& step) {
  ExactVec3 shift;
  ExactVec3 q;
  for (std::size_t i = 0; i < 3; ++i) {
    shift.at(i) = step * motion.at(first + i);
    q.at(i) = step * motion.at(first + 3 + i) / 2;
  }
  const Rational factor = 2 / (1 + q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const auto place = [&](const ExactVec3& p) {
    const ExactVec3 y{p[0] - body.origin[0], p[1] - body.origin[1], p[2] - body.origin[2]};
    const ExactVec3 once = cross_product(q, y);
    const ExactVec3 twice = cross_product(q, once);
    ExactVec3 out;
    for (std::size_t i = 0; i < 3; ++i) {
      out.at(i) = p.at(i) + shift.at(i) + factor * (once.at(i) + twice.at(i));
    }
    return out;
  };
  RationalBody out{{}, place(body.interior), place(body.origin)};
  for (const ExactVec3& v : body.vertices) out.vertices.push_back(place(v));
  return out;
}

inline RationalPair moved_pair(const RationalPair& pair, const Motion& motion,
                               const Rational& step) {
  return {moved_body(pair.A, motion, 0, step), moved_body(pair.B, motion, 6, step)};
}

/// The least common denominator of all coordinates.
inline Integer common_denominator(const RationalPair& pair) {
  Integer common = 1;
  const auto take = [&common](const ExactVec3& p) {
    for (const Rational& x : p) common = lcm(common, x.get_den());
  };
  for (const RationalBody* body : {&pair.A, &pair.B}) {
    for (const ExactVec3& v : body->vertices) take(v);
    take(body->interior);
  }
  return common;
}

/// A pair of integers: the given one times `scale`.
inline IntegerPair scaled_to_integers(const RationalPair& pair, const Integer& scale) {
  const auto place = [&scale](const ExactVec3& p) {
    const auto entry = [&scale](const Rational& x) {
      return Integer(x.get_num() * (scale / x.get_den()));
    };
    return IntegerVec3{entry(p[0]), entry(p[1]), entry(p[2])};
  };
  const auto body = [&place](const RationalBody& rational) {
    IntegerBody integers;
    for (const ExactVec3& v : rational.vertices) integers.vertices.push_back(place(v));
    integers.interior = place(rational.interior);
    return integers;
  };
  return {body(pair.A), body(pair.B), 0};
}

/// phi of the cores by the second route, sign sqrt(square); or rho, the square of which is told.
inline SignedRoot value_of(const RationalPair& pair, Quantity quantity) {
  const Integer scale = common_denominator(pair);
  const IntegerPair integers = scaled_to_integers(pair, scale);
  if (quantity == Quantity::ratio) {
    const Rational rho = solve_ratio_program(integers).value();
    return {sgn(rho), rho * rho};
  }
  const SignedRoot phi = solve_explicit(integers);
  return {phi.sign, phi.square / (scale * scale)};
}

inline Rational near_value(const SignedRoot& x, long bits) {
  return x.sign * near_root(x.square, bits);
}

/// A motion of small integers, lengths times the power of two next to the pair's size.
inline Motion random_motion(Random& random, const Pair& pair) {
  int exponent = 0;
  std::frexp(pair_size(pair), &exponent);
  Motion motion;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    motion.at(i) = static_cast<int>(random.below(63)) - 31;
    motion.at(i) *= power_of_two(i / 3 % 2 == 0 ? exponent - 5 : -5);
  }
  return motion;
}

inline Motion backwards(Motion motion) {
  for (Rational& x : motion) x = -x;
  return motion;
}

/// What was held against differences.
struct GradientSample {
  int pairs = 0;
  int not_judged = 0;  ///< optimal directions form a cone, or rho is undefined
  int kinks = 0;       ///< pairs that are not differentiable
  int rates = 0;
  int limits = 0;  ///< gradients of pairs near by
  long largest_k = 0;

  void add(const GradientSample& other) {
    pairs += other.pairs;
    not_judged += other.not_judged;
    kinks += other.kinks;
    rates += other.rates;
    limits += other.limits;
    largest_k = std::max(largest_k, other.largest_k);
  }
};

inline std::ostream& operator<<(std::ostream& out, const GradientSample& s) {
  return out << s.pairs << " pairs, " << s.not_judged << " not judged, " << s.kinks << " kinks, "
             << s.rates << " rates, " << s.limits << " limits, steps down to 2^-" << s.largest_k;
}

/// Holds the exact gradient of one pair against differences.
class GradientDifferences {
 public:
  GradientDifferences(const Pair& pair, Quantity quantity)
      : pair_(pair), quantity_(quantity), start_(rational_pair(pair)) {
    const TruthOnDemand truth(Oracle().solve(pair, quantity == Quantity::ratio));
    gradient_ = exact_gradient(pair, truth, quantity);
    if (gradient_) value_ = value_of(start_, quantity);
  }

  const std::optional<ExactGradient>& gradient() const { return gradient_; }

  /// Rates along `motions` motions and back, the flag, and `limits` gradients of pairs near by.
  void check(Random& random, int motions, int limits, GradientSample& sample) {
    ++sample.pairs;
    if (!gradient_) {
      ++sample.not_judged;
      return;
    }
    sample.kinks += gradient_->is_differentiable() ? 0 : 1;
    bool is_two_sided = true;
    for (int m = 0; m < motions; ++m) {
      const Motion motion = random_motion(random, pair_);
      const Motion back = backwards(motion);
      const RootQuotient there = one_sided_rate(*gradient_, motion);
      const RootQuotient again = one_sided_rate(*gradient_, back);
      EXPECT_TRUE(is_rate(there, motion, sample)) << "the rate is not that of differences";
      EXPECT_TRUE(is_rate(again, back, sample)) << "the rate back is not that of differences";
      is_two_sided = is_two_sided && there.numerator == -again.numerator &&
                     (there.numerator == 0 || there.square == again.square);
    }
    EXPECT_EQ(gradient_->is_differentiable(), is_two_sided);
    for (int m = 0; m < limits; ++m) {
      EXPECT_TRUE(is_limit(*gradient_, random_motion(random, pair_), sample))
          << "a limit of gradients is not in the hull";
    }
  }

  /// Whether differences have this rate along the motion.
  bool is_rate(const RootQuotient& rate, const Motion& motion, GradientSample& sample) const {
    ++sample.rates;
    const auto error = [&](long k) {
      const long bits = kBits + 4 * k;
      const SignedRoot moved = value_of(moved_pair(start_, motion, power_of_two(-k)), quantity_);
      const Rational change = near_value(moved, bits) - near_value(value_, bits);
      const Rational exact = rate.numerator / near_root(rate.square, bits);
      return Rational(abs(change * power_of_two(k) - exact));
    };
    return falls(error, kFirstOfRates, kLast, sample);
  }

  /// Whether the gradient of a pair near by tends to `hull` as that pair comes nearer.
  bool is_limit(const ExactGradient& hull, const Motion& motion, GradientSample& sample,
                long last = kLast) const {
    ++sample.limits;
    const Rational arm(pair_size(pair_));
    const auto distance = [&](long k) {
      const ExactVec12 gradient = gradient_near(motion, k);
      Rational square = 0;
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        const Rational entry = i / 3 % 2 == 1 ? Rational(gradient.at(i) / arm) : gradient.at(i);
        square += entry * entry;
      }
      const Rational off = squared_distance_from(hull, gradient, arm, arm);
      // Below that it is the rounding of the norms of directions.
      return off <= square * power_of_two(-2 * kNormBits) ? Rational(0) : near_root(off, kBits);
    };
    return falls(distance, kFirst, last, sample);
  }

 private:
  static constexpr long kBits = 400;
  static constexpr long kNormBits = 180;
  static constexpr long kFirst = 20;
  static constexpr long kFirstOfRates = 60;
  static constexpr long kLast = 2560;

  /// Differences along the axes of the pair that is moved by 2^-k, with steps of 2^-3k, each to
  /// kBits below the largest: short numbers.
  ExactVec12 gradient_near(const Motion& motion, long k) const {
    const Rational arm(pair_size(pair_));
    const long bits = kBits + 8 * k;
    const RationalPair near = moved_pair(start_, motion, power_of_two(-k));
    const Rational value = near_value(value_of(near, quantity_), bits);
    ExactVec12 gradient;
    Rational largest = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      Motion along;
      along.at(i) = i / 3 % 2 == 1 ? Rational(1) : arm;
      const SignedRoot moved = value_of(moved_pair(near, along, power_of_two(-3 * k)), quantity_);
      gradient.at(i) = (near_value(moved, bits) - value) * power_of_two(3 * k) / along.at(i);
      largest = std::max(largest, Rational(abs(gradient.at(i) * along.at(i) / arm)));
    }
    if (largest == 0) return gradient;
    const Rational unit = largest * power_of_two(-kBits);
    for (Rational& x : gradient) x = Rational(Integer(Rational(x / unit))) * unit;
    return gradient;
  }

  /// Whether the error falls at least 8-fold or is 0, for some k.
  template <class Error>
  static bool falls(const Error& error, long first_k, long last, GradientSample& sample) {
    for (long k = first_k; k <= last; k *= 2) {
      sample.largest_k = std::max(sample.largest_k, k);
      const Rational first = error(k);
      if (first == 0 || error(k + 4) * 8 <= first) return true;
    }
    return false;
  }

  Pair pair_;
  Quantity quantity_;
  RationalPair start_;
  SignedRoot value_;
  std::optional<ExactGradient> gradient_;
};

}  // namespace touchstone
