// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/radius_law.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/loop_bound.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr mp_bitcnt_t kRootBits = 200;    ///< digits of 1/|u| that are true at least [bit]
constexpr std::int64_t kMaxUnits = 1000;  ///< units of the last place; a few are needed
constexpr const char* kNoRatio = "a body has a radius";

/// The least double that is not below x >= 0.
double rounded_up(const Rational& x) {
  const double nearest = round_to_double(x);
  return Rational(nearest) < x ? std::nextafter(nearest, kInfinite) : nearest;
}

bool is_even(double x) { return (std::bit_cast<std::uint64_t>(x) & 1U) == 0; }

/// sign sqrt(square) - q to a few units of the last place. Where the two are on one side of 0 it is
/// sign (square - q^2) / (sqrt(square) + |q|): the difference, which may cancel, is exact.
Rational near_root_less(int sign, const Rational& square, const Rational& q) {
  const Rational root(round_sqrt_to_double(square));
  if (sign * sgn(q) <= 0) return sign * root - q;
  return sign * (square - q * q) / (root + abs(q));
}

}  // namespace

double round_root_less(int sign, const Rational& square, const Rational& q) {
  if (sgn(q) == 0 || sign == 0) {
    return sign == 0 ? round_to_double(-q) : sign * round_sqrt_to_double(square);
  }
  // Sign of sign sqrt(square) - q - y.
  const auto side_of = [&](const Rational& y) {
    return sign_with_root(Rational(-q - y), Rational(sign), square);
  };
  if (side_of(0) == 0) return 0;
  double x = round_to_double(near_root_less(sign, square, q));
  if (!std::isfinite(x)) return x;
  // The last digit is put right: x moves on while the number is beyond the middle of x and its
  // neighbour. A middle itself belongs to the even one.
  for (const int way : {1, -1}) {
    LoopBound bound("oracle: last digit of a root", kMaxUnits);
    while (true) {
      bound.step();
      const double next = std::nextafter(x, way * kInfinite);
      if (!std::isfinite(next)) break;
      const int side = way * side_of(Rational((Rational(x) + Rational(next)) / 2));
      if (side < 0 || (side == 0 && is_even(x))) break;
      x = next;
    }
  }
  return x;
}

Rational radius_of(const Pair& pair) {
  return Rational(pair.A->radius()) + Rational(pair.B->radius());
}

Rational inverse_root(const Rational& square) {
  // sqrt(num / den) = sqrt(num den) / den
  const Integer product = square.get_num() * square.get_den();
  const Integer root = sqrt(Integer(product << (2 * kRootBits)));
  Rational inverse(Integer(square.get_den() << kRootBits), root);
  inverse.canonicalize();
  return inverse;
}

void apply_radii(const Pair& pair, Truth& cores) {
  if (!is_rounded(pair)) return;
  cores.radius = radius_of(pair);
  cores.sign_of_cores = cores.sign;
  cores.sign = sign_with_root(-cores.radius, cores.sign, cores.phi_squared);
  cores.phi = round_root_less(cores.sign_of_cores, cores.phi_squared, cores.radius);
  cores.ratio.reset();
  cores.ratio_note = kNoRatio;
  if (cores.directions.empty()) return;
  const ExactVec3& u = cores.directions.front();
  const Rational inverse = inverse_root(dot(u, u));
  cores.witness_A = add_scaled(cores.witness_A, -Rational(pair.A->radius()) * inverse, u);
  cores.witness_B = add_scaled(cores.witness_B, Rational(pair.B->radius()) * inverse, u);
}

RoundedReal rounded_real(const Rational& middle, const Rational& doubt) {
  RoundedReal x;
  x.value = round_to_double(middle);
  const Rational rest = middle - Rational(x.value);
  x.tail = round_to_double(rest);
  x.doubt = rounded_up(doubt + abs(rest - Rational(x.tail)));
  return x;
}

std::optional<RoundedTruth> with_radii(const Pair& pair, const RoundedTruth& cores) {
  if (!is_rounded(pair)) return cores;
  const Rational middle = Rational(cores.phi.value) + Rational(cores.phi.tail) - radius_of(pair);
  const Rational doubt(cores.phi.doubt);
  const Rational low = middle - doubt;
  const Rational high = middle + doubt;
  if (sgn(low) != sgn(high) || round_to_double(low) != round_to_double(high)) return std::nullopt;
  RoundedTruth bodies = cores;
  bodies.sign = sgn(low);
  bodies.phi = rounded_real(middle, doubt);
  bodies.rho.reset();
  return bodies;
}

RoundedTruth with_radii(const Pair& pair, const RoundedTruth& cores, const Rational& square) {
  if (const auto settled = with_radii(pair, cores)) return *settled;
  const Rational r = radius_of(pair);
  RoundedTruth bodies = cores;
  bodies.sign = sign_with_root(-r, cores.sign, square);
  bodies.phi.value = round_root_less(cores.sign, square, r);
  bodies.phi.tail = round_root_less(cores.sign, square, r + Rational(bodies.phi.value));
  const double tail = std::abs(bodies.phi.tail);
  const Rational known = Rational(bodies.phi.value) + Rational(bodies.phi.tail);
  const bool is_known = sign_with_root(Rational(-r - known), Rational(cores.sign), square) == 0;
  bodies.phi.doubt = is_known ? 0 : std::nextafter(tail, kInfinite) - tail;
  bodies.rho.reset();
  return bodies;
}

}  // namespace touchstone
