// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of the C interface share: errors by value, the floating-point state, and C's
// structures as the program's.
#pragma once

#include <algorithm>
#include <cfenv>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/vector.hpp"
#include "library/touchstone/truth.h"
#include "metrics/metric.hpp"

namespace touchstone {

/// The default floating-point state within a scope, and the caller's after it.
class OwnFloatingPoint {
 public:
  OwnFloatingPoint() {
    std::fegetenv(&callers_);
    set_default_floating_point();
  }
  ~OwnFloatingPoint() { std::fesetenv(&callers_); }
  OwnFloatingPoint(const OwnFloatingPoint&) = delete;
  OwnFloatingPoint& operator=(const OwnFloatingPoint&) = delete;

 private:
  std::fenv_t callers_{};
};

template <std::size_t N>
void copy_text(std::string_view text, char (&out)[N]) {
  const std::size_t length = std::min(text.size(), N - 1);
  std::copy_n(text.data(), length, out);
  out[length] = '\0';
}

inline touchstone_truth_status status(touchstone_truth_code code, std::string_view text = "") {
  touchstone_truth_status made{code, {}};
  copy_text(text, made.text);
  return made;
}

/// Where the caller gave no object or no place for one.
inline touchstone_truth_status null_status(const char* what) {
  return status(TOUCHSTONE_TRUTH_BAD_INPUT, std::string(what) + " is NULL");
}

/// Runs what may throw in the default floating-point state.
template <class Do>
touchstone_truth_status guarded(const Do& act) noexcept {
  const OwnFloatingPoint own;
  try {
    return act();
  } catch (const std::bad_alloc&) {
    return status(TOUCHSTONE_TRUTH_FAILED, "out of memory");
  } catch (const std::exception& e) {
    return status(TOUCHSTONE_TRUTH_FAILED, e.what());
  } catch (...) {
    return status(TOUCHSTONE_TRUTH_FAILED, "unknown exception");
  }
}

inline Vec3 vector_of(const double* p) { return {p[0], p[1], p[2]}; }

inline void copy_vector(const Vec3& v, double* out) { std::copy_n(v.data(), 3, out); }

/// What an answer gives, as metrics give it.
inline Answer answer_of(const touchstone_truth_answer& given) {
  Answer answer;
  if (given.gives_value != 0) {
    answer.status = AnswerStatus::answered;
    answer.value = given.value;
  } else if (given.gives_sign != 0) {
    answer.status = AnswerStatus::sign_only;
    answer.sign = given.sign;
  }
  if (given.gives_normal != 0) answer.normal = vector_of(given.normal);
  if (given.gives_points != 0) answer.witnesses = {vector_of(given.A), vector_of(given.B)};
  return answer;
}

inline constexpr std::string_view kBadTolerance = "the tolerance is not between 0 and 1";
inline bool is_tolerance(double tolerance) { return tolerance > 0 && tolerance < 1; }

}  // namespace touchstone
