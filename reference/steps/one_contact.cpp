// SPDX-License-Identifier: GPL-3.0-or-later
// A contact slides along e = (cos t, sin t) where, with p square to e,
//
//   c = -q_N / D,  D = W_NN - mu W_NT.e,   D (p.q_T) = q_N p.(W_TN - mu W_TT e),
//
// c > 0 and e.w_T > 0. With z = tan(t/2) and times (1 + z^2)^2 the second equation is a quartic; t =
// pi, which no z has, is tried by itself.
#include "reference/steps/one_contact.hpp"

#include <cstdint>
#include <memory>
#include <utility>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

using Polynomial = RationalPolynomial;

/// Digits of a root z: the width of its interval is 2^-kRootBits as a share of 1 + |z|.
constexpr unsigned kRootBits = 80;

void narrow(const RealRoots& roots, RootInterval& root) {
  static const Rational kWidth = Rational(1) / Rational(Integer(1) << kRootBits);
  const Rational width = root.high - root.low;
  LoopBound bound("real roots: digits",
                  static_cast<std::int64_t>(mpz_sizeinbase(width.get_num_mpz_t(), 2) + kRootBits));
  while (root.high - root.low > kWidth * (1 + abs(root.high))) {
    bound.step();
    roots.refine(root);
  }
}

class OneContact {
 public:
  explicit OneContact(const RationalContact& contact)
      : mu_(contact.mu), W_(contact.W), q_(contact.q) {}

  std::optional<std::vector<RationalSolution>> solve() {
    if (!stick()) return std::nullopt;
    if (sgn(q_[0]) >= 0) add(ContactSolution::Mode::open, {0, 0, 0});
    if (!slide()) return std::nullopt;
    return std::move(solutions_);
  }

 private:
  /// P = -W^-1 q by Cramer's rule; false where W is singular.
  bool stick() {
    const Rational whole = determinant(W_);
    if (sgn(whole) == 0) return false;
    RationalVector P;
    for (std::size_t k = 0; k < 3; ++k) {
      RationalBlock other = W_;
      for (std::size_t r = 0; r < 3; ++r) other[r][k] = -q_[r];
      P[k] = determinant(other) / whole;
    }
    const bool inside = P[1] * P[1] + P[2] * P[2] <= mu_ * mu_ * P[0] * P[0];
    if (sgn(P[0]) > 0 && inside) add(ContactSolution::Mode::stick, P);
    return true;
  }

  static Rational determinant(const RationalBlock& a) {
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
           a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  }

  static Polynomial sum(const Polynomial& a, const Polynomial& b) { return polynomial_sum(a, b); }
  static Polynomial product(const Polynomial& a, const Polynomial& b) {
    return polynomial_product(a, b);
  }
  static Polynomial times(const Polynomial& a, const Rational& x) {
    return polynomial_scaled(a, x);
  }

  /// False where every direction solves the equation.
  bool slide() {
    const Polynomial n = {1, 0, 1};
    const Polynomial e_x = {1, 0, -1};
    const Polynomial e_y = {0, 2};
    const auto along = [&](const Polynomial& x, const Polynomial& y) {
      return sum(product(e_x, x), product(e_y, y));
    };
    const auto across = [&](const Polynomial& x, const Polynomial& y) {
      return sum(product(e_x, y), times(product(e_y, x), -1));
    };
    const auto constant = [](const Rational& x) { return sum({}, {x}); };
    // n D, and n times the velocity that an impulse c = 1 makes.
    const Polynomial D =
        sum(times(n, W_[0][0]), times(along(constant(W_[0][1]), constant(W_[0][2])), -mu_));
    const auto made = [&](std::size_t r) {
      return sum(times(n, W_[r][0]), times(along(constant(W_[r][1]), constant(W_[r][2])), -mu_));
    };
    const Polynomial made_x = made(1);
    const Polynomial made_y = made(2);
    const Polynomial equation = sum(product(D, across(constant(q_[1]), constant(q_[2]))),
                                    times(across(made_x, made_y), -q_[0]));
    // n^2 D e.w_T
    const Polynomial slip = sum(product(D, along(constant(q_[1]), constant(q_[2]))),
                                times(along(made_x, made_y), -q_[0]));
    if (equation.empty()) return false;
    const auto roots = std::make_shared<const RealRoots>(equation);
    for (RootInterval root : roots->intervals()) {
      const int sign_D = roots->sign_at(D, root);
      if (sign_D == 0 && sgn(q_[0]) == 0) return false;
      const bool presses = sgn(q_[0]) * sign_D < 0;
      if (!presses || roots->sign_at(slip, root) * sign_D <= 0) continue;
      narrow(*roots, root);
      const Rational z = root.high;
      const Rational size = 1 + z * z;
      add_slide((1 - z * z) / size, 2 * z / size);
      solutions_.back().slip = {
          roots, root, D, {times(n, -q_[0]), times(e_x, mu_ * q_[0]), times(e_y, mu_ * q_[0])}};
    }
    return slide_at_pi();
  }

  /// False where c is left open.
  bool slide_at_pi() {
    const Rational D = W_[0][0] + mu_ * W_[0][1];
    if (sgn(D) == 0 && sgn(q_[0]) == 0) return false;
    if (sgn(q_[0]) * sgn(D) >= 0) return true;
    const Rational c = -q_[0] / D;
    const Rational w_x = q_[1] + c * (W_[1][0] + mu_ * W_[1][1]);
    const Rational w_y = q_[2] + c * (W_[2][0] + mu_ * W_[2][1]);
    if (sgn(w_y) == 0 && sgn(w_x) < 0) add_slide(-1, 0);
    return true;
  }

  void add_slide(const Rational& e_x, const Rational& e_y) {
    const Rational c = -q_[0] / (W_[0][0] - mu_ * (W_[0][1] * e_x + W_[0][2] * e_y));
    add(ContactSolution::Mode::slide, {c, -mu_ * c * e_x, -mu_ * c * e_y});
  }

  void add(ContactSolution::Mode mode, const RationalVector& P) { solutions_.push_back({mode, P}); }

  Rational mu_;
  RationalBlock W_;
  RationalVector q_;
  std::vector<RationalSolution> solutions_;
};

/// The form times the divisor.
RationalPolynomial times_divisor(const ImpulseForm& a, const SlipRoot& slip) {
  RationalPolynomial sum = polynomial_scaled(slip.divisor, a.constant);
  for (std::size_t k = 0; k < 3; ++k) {
    sum = polynomial_sum(sum, polynomial_scaled(slip.impulse.at(k), a.factor.at(k)));
  }
  return sum;
}

}  // namespace

int RationalSolution::sign_of(const ImpulseForm& a) const {
  if (!slip) return sgn(a.at_impulse(P));
  RootInterval z = slip->z;
  return slip->roots->sign_at(times_divisor(a, *slip), z) * slip->roots->sign_at(slip->divisor, z);
}

int RationalSolution::sign_inside_cone(const std::array<ImpulseForm, 3>& a,
                                       const Rational& mu) const {
  if (!slip) {
    const Rational along = mu * a[0].at_impulse(P);
    const Rational x = a[1].at_impulse(P);
    const Rational y = a[2].at_impulse(P);
    return sgn(Rational(along * along - x * x - y * y));
  }
  std::array<RationalPolynomial, 3> squares;
  for (std::size_t k = 0; k < 3; ++k) {
    const RationalPolynomial once = times_divisor(a.at(k), *slip);
    squares.at(k) = polynomial_scaled(polynomial_product(once, once),
                                      k == 0 ? Rational(mu * mu) : Rational(-1));
  }
  RootInterval z = slip->z;
  return slip->roots->sign_at(polynomial_sum(polynomial_sum(squares[0], squares[1]), squares[2]),
                              z);
}

std::optional<std::vector<RationalSolution>> rational_solutions(const RationalContact& contact) {
  return OneContact(contact).solve();
}

std::optional<std::vector<ContactSolution>> solutions_of_one_contact(const StepQuestion& question) {
  RationalContact contact{question.mu[0], {}, {}};
  for (int b = question.begin[0]; b < question.begin[1]; ++b) {
    for (std::size_t k = 0; k < 9; ++k) {
      contact.W[k / 3][k % 3] += question.blocks[static_cast<std::size_t>(b) * 9 + k];
    }
  }
  for (std::size_t k = 0; k < 3; ++k) contact.q[k] = question.q[k];
  const auto found = rational_solutions(contact);
  if (!found) return std::nullopt;
  std::vector<ContactSolution> rounded;
  for (const RationalSolution& one : *found) {
    const RationalVector& P = one.P;
    rounded.push_back(
        {one.mode, {round_to_double(P[0]), round_to_double(P[1]), round_to_double(P[2])}});
  }
  return rounded;
}

}  // namespace touchstone
