// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/steps/contact_error.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"
#include "reference/exact/root_signs.hpp"

namespace touchstone {
namespace {

using RationalPoint = std::array<Rational, 2>;

Rational dot(const RationalPoint& a, const RationalPoint& b) { return a[0] * b[0] + a[1] * b[1]; }
RationalPoint difference(const RationalPoint& a, const RationalPoint& b) {
  return {a[0] - b[0], a[1] - b[1]};
}
Rational squared(const RationalPoint& a) { return dot(a, a); }

/// The point of the square of half width rho nearest to y.
template <class Number>
Number clamped(const Number& y, const Number& rho) {
  using std::max;
  using std::min;
  return max(Number(-rho), min(rho, y));
}

RationalPoint nearest_of_segment(const RationalPoint& a, const RationalPoint& b,
                                 const RationalPoint& y) {
  const RationalPoint along = difference(b, a);
  const Rational length = squared(along);
  if (sgn(length) == 0) return a;
  const Rational s =
      clamped<Rational>(dot(difference(y, a), along) / length - Rational(1, 2), Rational(1, 2)) +
      Rational(1, 2);
  return {a[0] + s * along[0], a[1] + s * along[1]};
}

/// The point of rho D nearest to y, D convex with corners counter-clockwise.
RationalPoint nearest_of_polygon(std::span<const double> corners, const Rational& rho,
                                 const RationalPoint& y) {
  const std::size_t count = corners.size() / 2;
  const auto corner = [&](std::size_t k) -> RationalPoint {
    return {rho * Rational(corners[2 * k]), rho * Rational(corners[2 * k + 1])};
  };
  std::optional<RationalPoint> nearest;
  bool inside = true;
  for (std::size_t k = 0; k < count; ++k) {
    const RationalPoint a = corner(k);
    const RationalPoint b = corner((k + 1) % count);
    const RationalPoint along = difference(b, a);
    const RationalPoint to = difference(y, a);
    inside = inside && sgn(Rational(along[0] * to[1] - along[1] * to[0])) >= 0;
    const RationalPoint p = nearest_of_segment(a, b, y);
    if (!nearest || squared(difference(y, p)) < squared(difference(y, *nearest))) nearest = p;
  }
  // A polygon shrunk to a point has no inside but that point, which every edge has.
  return inside && sgn(rho) > 0 ? y : nearest.value();
}

bool is_round(const StepQuestion& question) {
  return question.cone == StepQuestion::Cone::round && question.dimension == 3;
}

bool is_polygon(const StepQuestion& question) {
  return question.cone == StepQuestion::Cone::polygon && question.dimension == 3;
}

}  // namespace

bool ExactError::is_within(const Rational& allowed) const {
  return normal <= allowed && sign_with_root(a - allowed, b, s) <= 0;
}

double ExactError::size(const Rational& unit_squared) const {
  constexpr int kBits = 2048;  // a + b sqrt(s) may cancel
  const mpf_class tangential =
      mpf_class(a, kBits) + mpf_class(b, kBits) * sqrt(mpf_class(s, kBits));
  const mpf_class larger = std::max(mpf_class(normal, kBits), tangential);
  if (sgn(larger) <= 0) return 0;
  if (sgn(unit_squared) == 0) return HUGE_VAL;
  return mpf_class(sqrt(mpf_class(larger / mpf_class(unit_squared, kBits)))).get_d();
}

ExactError exact_error(const StepQuestion& question, const ContactState<Rational>& at) {
  ExactError error;
  const Rational reached = std::min(at.c, Rational(at.m * at.w_N));
  error.normal = reached * reached;
  const Rational rho = at.mu * std::max(at.c, Rational(0));
  const RationalPoint y = {at.f[0] - at.m * at.w_T[0], at.f[1] - at.m * at.w_T[1]};
  if (is_round(question)) {
    const Rational reach = squared(y);
    if (reach <= rho * rho) {
      error.a = at.m * at.m * squared(at.w_T);
    } else {
      error.a = squared(at.f) + rho * rho;
      error.b = -2 * rho * dot(at.f, y) / reach;
      error.s = reach;
    }
    return error;
  }
  const RationalPoint nearest = is_polygon(question)
                                    ? nearest_of_polygon(question.polygon, rho, y)
                                    : RationalPoint{clamped(y[0], rho), clamped(y[1], rho)};
  error.a = squared(difference(at.f, nearest));
  return error;
}

std::optional<Bounded> bounded_error(const StepQuestion& question,
                                     const ContactState<Bounded>& at) {
  if (is_polygon(question)) return std::nullopt;
  const Bounded reached = min(at.c, at.m * at.w_N);
  const Bounded rho = at.mu * max(at.c, Bounded(0.0));
  std::array<Bounded, 2> missed;
  std::array<Bounded, 2> y;
  for (std::size_t k = 0; k < 2; ++k) y[k] = at.f[k] - at.m * at.w_T[k];
  if (is_round(question)) {
    const Bounded reach = y[0] * y[0] + y[1] * y[1];
    const int beyond = (reach - rho * rho).sign();
    if (beyond == 0) return std::nullopt;
    const std::optional<Bounded> length = beyond > 0 ? bounded_root(reach) : Bounded(1.0);
    if (!length) return std::nullopt;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::optional<Bounded> nearest =
          beyond > 0 ? bounded_quotient(rho * y[k], *length) : y[k];
      if (!nearest) return std::nullopt;
      missed[k] = at.f[k] - *nearest;
    }
  } else {
    for (std::size_t k = 0; k < 2; ++k) missed[k] = at.f[k] - clamped(y[k], rho);
  }
  return max(reached * reached, missed[0] * missed[0] + missed[1] * missed[1]);
}

}  // namespace touchstone
