// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/finite_answer.hpp"

#include <cmath>

namespace touchstone {
namespace {

const char* what_is_not_finite(const Answer& answer) {
  if (answer.status == AnswerStatus::answered && !std::isfinite(answer.value)) {
    return std::isinf(answer.value) ? "the value is beyond the range of doubles"
                                    : "the value is not a number";
  }
  if (answer.normal && !answer.normal->allFinite()) return "the normal is not finite";
  return "a witness point is not finite";
}

}  // namespace

void withdraw(Answer& answer) {
  if (!answer.note.empty()) answer.note += "; ";
  answer.note += what_is_not_finite(answer);
  answer.status = AnswerStatus::no_answer;
  if (answer.normal && !answer.normal->allFinite()) answer.normal.reset();
  if (answer.witnesses &&
      !(answer.witnesses->p_WA.allFinite() && answer.witnesses->p_WB.allFinite())) {
    answer.witnesses.reset();
  }
}

}  // namespace touchstone
