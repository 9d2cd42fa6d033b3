// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/index.hpp"
#include "reference/truth.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace touchstone {
namespace {

bool is_finite(const RoundedReal& x) {
  return std::isfinite(x.value) && std::isfinite(x.tail) && std::isfinite(x.doubt);
}

/// x.value + x.tail + side x.doubt
Rational end_of(const RoundedReal& x, int side) {
  Rational end = Rational(x.value) + Rational(x.tail);
  end += side * Rational(x.doubt);
  return end;
}

/// The sign of x - sign sqrt(square).
int side_of_root(const Rational& x, int sign, const Rational& square) {
  if (sgn(x) != sign) return sgn(x) < sign ? -1 : 1;
  return sign * cmp(Rational(x * x), square);
}

bool encloses_phi(const RoundedReal& phi, const Truth& exact) {
  const auto side_of_phi = [&](const Rational& x) {
    return side_of_root(x + exact.radius, exact.core_sign(), exact.phi_squared);
  };
  return is_finite(phi) && side_of_phi(end_of(phi, -1)) <= 0 && side_of_phi(end_of(phi, 1)) >= 0;
}

/// |n - u / |u|| <= e squared reads n.n + 1 - e^2 <= 2 n.u / |u|; the left side is positive.
bool is_near(const Vec3& n, const ExactVec3& u) {
  Rational nn = 0;
  Rational nu = 0;
  Rational uu = 0;
  for (int i = 0; i < 3; ++i) {
    const auto k = at(i);
    const Rational entry(n[i]);
    nn += entry * entry;
    nu += entry * u[k];
    uu += u[k] * u[k];
  }
  const Rational left = nn + 1 - Rational(kNormalError) * Rational(kNormalError);
  return sgn(nu) > 0 && left * left * uu <= 4 * nu * nu;
}

bool is_near_any(const Vec3& n, const Truth& exact) {
  return n.allFinite() && std::any_of(exact.directions.begin(), exact.directions.end(),
                                      [&](const ExactVec3& u) { return is_near(n, u); });
}

/// The shortest decimal text that reads back as the same double.
std::string text_of(double x) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return {digits.data(), end};
}

std::string text_of(const RoundedReal& x) {
  return text_of(x.value) + " + " + text_of(x.tail) + " +- " + text_of(x.doubt);
}

}  // namespace

RoundedTruthCheck check_rounded_truth(const RoundedTruth& rounded, const Truth& exact) {
  RoundedTruthCheck check;
  check.sign = rounded.sign == exact.sign;
  check.phi = rounded.phi.value == exact.phi;
  check.phi_enclosed = encloses_phi(rounded.phi, exact);
  check.normal = rounded.normal.isZero(0) || is_near_any(rounded.normal, exact);
  if (rounded.rho.has_value() != exact.ratio.has_value()) {
    check.rho = check.rho_enclosed = false;
  } else if (rounded.rho) {
    check.rho = rounded.rho->value == exact.ratio->rho_rounded;
    check.rho_enclosed = is_finite(*rounded.rho) && end_of(*rounded.rho, -1) <= exact.ratio->rho &&
                         end_of(*rounded.rho, 1) >= exact.ratio->rho;
  }
  return check;
}

std::string fault_of(const RoundedTruth& rounded, const Truth& exact) {
  const RoundedTruthCheck check = check_rounded_truth(rounded, exact);
  std::string text;
  const auto add = [&text](bool holds, const std::string& fault) {
    if (!holds) text += (text.empty() ? "" : "; ") + fault;
  };
  add(check.sign,
      "sign " + std::to_string(rounded.sign) + ", exactly " + std::to_string(exact.sign));
  add(check.phi && check.phi_enclosed,
      "phi " + text_of(rounded.phi) + ", exactly near " + text_of(exact.phi));
  add(check.normal, "a normal that is not optimal");
  const std::string right = exact.ratio ? text_of(exact.ratio->rho_rounded) : "undefined";
  add(check.rho && check.rho_enclosed,
      "rho " + (rounded.rho ? text_of(*rounded.rho) : "undefined") + ", exactly near " + right);
  return text;
}

}  // namespace touchstone
