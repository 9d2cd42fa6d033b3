// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric of our own never answers: a value, a normal or a witness point that is NaN or
// infinite.
#pragma once

#include "metrics/metric.hpp"

namespace touchstone {

/// Whether every number among value, normal and witness points is finite, as far as they are given.
inline bool is_finite(const Answer& answer) {
  // Zero times a finite number is 0, times a NaN or an infinity a NaN.
  double zero = answer.status == AnswerStatus::answered ? 0 * answer.value : 0;
  const auto add = [&](const Vec3& v) { zero += (0 * v.x() + 0 * v.y()) + 0 * v.z(); };
  if (answer.normal) add(*answer.normal);
  if (answer.witnesses) {
    add(answer.witnesses->p_WA);
    add(answer.witnesses->p_WB);
  }
  return zero == 0;
}

/// Makes an answer that is not finite no answer, with a note that says what was not finite. Its
/// value stays as it was.
void withdraw(Answer& answer);

/// Withdraws `answer` if it is not finite.
inline void keep_finite(Answer& answer) {
  if (answer.status != AnswerStatus::no_answer && !is_finite(answer)) [[unlikely]] {
    withdraw(answer);
  }
}

}  // namespace touchstone
