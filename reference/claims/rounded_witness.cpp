// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/rounded_witness.hpp"
#include "geometry/index.hpp"

#include <cstddef>

#include "reference/exact/radius_law.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {

// With phi = s sqrt(c) - r, N = n.n and w = p_A - p_B a coordinate is w_i - phi n_i / sqrt(N). Over
// those that the margin leaves at x_i - phi n_i / sqrt(N), not 0, the square of the length is
//
//   sum x_i^2 - 2 phi X sqrt(N) + phi^2 S,   X = sum x_i n_i / N,   S = sum n_i^2 / N,
//   phi^2 = c + r^2 - 2 s r sqrt(c).
bool rounded_apart_along(const WitnessPoints& p, const ExactVec3& n, const TruthOnDemand& truth,
                         double tolerance, const Vec3& margin) {
  const Rational& c = truth.phi_squared();
  const Rational r = truth.radius();
  const int s = truth.core_sign();
  const Rational N = dot(n, n);
  Rational squares = 0;
  Rational X = 0;
  Rational S = 0;
  for (int i = 0; i < 3; ++i) {
    const auto k = at(i);
    const Rational w = Rational(p.p_WA[i]) - Rational(p.p_WB[i]);
    const Rational n_N = n[k] / N;
    const auto sign_of_rest = [&](const Rational& x) {
      return sign_with_roots(x, Rational(r * n_N), N, Rational(-s * n_N), Rational(c * N));
    };
    const Rational most(margin[i]);
    const bool above = sign_of_rest(w - most) > 0;
    if (!above && sign_of_rest(w + most) >= 0) continue;  // may be moved to 0
    const Rational x = w + (above ? -1 : 1) * most;
    squares += x * x;
    X += x * n_N;
    S += n[k] * n_N;
  }
  const Rational limit(tolerance);
  return sign_with_nested_roots(Rational(squares + (c + r * r) * S - limit * limit),
                                Rational(-2 * s * r * S), Rational(2 * r * X), Rational(-2 * s * X),
                                c, N) <= 0;
}

TruePoints moved_by_radii(const Pair& pair, const ExactVec3& u, TruePoints cores) {
  const Rational inverse = inverse_root(dot(u, u));
  const auto move = [&](ExactRange& range, const Rational& along) {
    range.low = add_scaled(range.low, along * inverse, u);
    range.high = add_scaled(range.high, along * inverse, u);
  };
  move(cores.A, -Rational(pair.A->radius()));
  move(cores.B, Rational(pair.B->radius()));
  return cores;
}

}  // namespace touchstone
