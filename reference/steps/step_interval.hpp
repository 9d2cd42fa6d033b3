// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals of doubles that hold each result of operations on their members, and such intervals with
// their derivatives by two unknowns. Internal to the enumeration of steps.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace touchstone {

struct StepInterval {
  double low = 0, high = 0;

  StepInterval() = default;
  explicit StepInterval(double exact) : low(exact), high(exact) {}
  StepInterval(double l, double h) : low(l), high(h) {}
  double middle() const { return low + (high - low) / 2; }
  double width() const { return high - low; }
  bool has(double x) const { return low <= x && x <= high; }
};

/// One place of rounding farther on either side.
inline StepInterval widened(double low, double high) {
  constexpr double kEnd = std::numeric_limits<double>::infinity();
  return {std::nextafter(low, -kEnd), std::nextafter(high, kEnd)};
}

inline StepInterval operator-(const StepInterval& a) { return {-a.high, -a.low}; }
inline StepInterval operator+(const StepInterval& a, const StepInterval& b) {
  return widened(a.low + b.low, a.high + b.high);
}
inline StepInterval operator-(const StepInterval& a, const StepInterval& b) { return a + -b; }
inline StepInterval operator*(const StepInterval& a, const StepInterval& b) {
  const std::array<double, 4> ends = {a.low * b.low, a.low * b.high, a.high * b.low,
                                      a.high * b.high};
  // 0 times an overflow may be anything.
  constexpr double kEnd = std::numeric_limits<double>::infinity();
  if (std::isnan(ends[0] + ends[1] + ends[2] + ends[3])) return {-kEnd, kEnd};
  const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
  return widened(*low, *high);
}
/// For b above 0.
inline StepInterval operator/(const StepInterval& a, const StepInterval& b) {
  const auto [low, high] =
      std::minmax({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
  return widened(low, high);
}

/// The value and its derivatives by both unknowns.
struct SlopedInterval {
  StepInterval value;
  std::array<StepInterval, 2> slope = {};
};

inline SlopedInterval operator-(const SlopedInterval& a) {
  return {-a.value, {-a.slope[0], -a.slope[1]}};
}
inline SlopedInterval operator+(const SlopedInterval& a, const SlopedInterval& b) {
  return {a.value + b.value, {a.slope[0] + b.slope[0], a.slope[1] + b.slope[1]}};
}
inline SlopedInterval operator-(const SlopedInterval& a, const SlopedInterval& b) { return a + -b; }
inline SlopedInterval operator*(const SlopedInterval& a, const SlopedInterval& b) {
  SlopedInterval product{a.value * b.value, {}};
  for (std::size_t k = 0; k < 2; ++k) {
    product.slope.at(k) = a.slope.at(k) * b.value + a.value * b.slope.at(k);
  }
  return product;
}
inline SlopedInterval operator*(const StepInterval& a, const SlopedInterval& b) {
  return {a * b.value, {a * b.slope[0], a * b.slope[1]}};
}
inline SlopedInterval operator+(const StepInterval& a, const SlopedInterval& b) {
  return {a + b.value, b.slope};
}

}  // namespace touchstone
