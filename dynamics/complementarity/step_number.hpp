// SPDX-License-Identifier: GPL-3.0-or-later
// Two doubles as a number for Eigen's matrices.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "geometry/arithmetic/double_double.hpp"

namespace touchstone {

class StepNumber {
 public:
  StepNumber(double value = 0) : value_{value, 0} {}
  explicit StepNumber(DoubleDouble value) : value_(value) {}
  explicit operator double() const { return value_.high + value_.low; }

  StepNumber& operator+=(StepNumber other) { return *this = *this + other; }
  StepNumber& operator-=(StepNumber other) { return *this = *this - other; }
  StepNumber& operator*=(StepNumber other) { return *this = *this * other; }
  StepNumber& operator/=(StepNumber other) { return *this = *this / other; }
  friend StepNumber operator+(StepNumber a, StepNumber b) {
    return StepNumber(a.value_ + b.value_);
  }
  friend StepNumber operator-(StepNumber a, StepNumber b) {
    return StepNumber(a.value_ - b.value_);
  }
  friend StepNumber operator*(StepNumber a, StepNumber b) {
    return StepNumber(a.value_ * b.value_);
  }
  friend StepNumber operator/(StepNumber a, StepNumber b) {
    return StepNumber(a.value_ / b.value_);
  }
  friend StepNumber operator-(StepNumber a) { return StepNumber(-a.value_); }
  friend bool operator==(StepNumber a, StepNumber b) {
    return a.value_.high == b.value_.high && a.value_.low == b.value_.low;
  }
  /// Times 2^exponent.
  friend StepNumber ldexp(StepNumber a, int exponent) {
    return StepNumber(
        DoubleDouble{std::ldexp(a.value_.high, exponent), std::ldexp(a.value_.low, exponent)});
  }

 private:
  DoubleDouble value_;
};

}  // namespace touchstone

template <>
struct Eigen::NumTraits<touchstone::StepNumber> : Eigen::GenericNumTraits<touchstone::StepNumber> {
  enum { IsSigned = 1, RequireInitialization = 1, ReadCost = 2, AddCost = 20, MulCost = 25 };
};
