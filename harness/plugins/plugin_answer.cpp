// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_answer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "harness/plugins/printable.hpp"
#include "harness/plugins/shape_arrays.hpp"

namespace touchstone {
namespace {

/// The note up to its zero byte, printable.
std::string printable_note(const touchstone_answer& answer) {
  const char* end = std::find(std::begin(answer.note), std::end(answer.note), '\0');
  return printable(std::string(std::begin(answer.note), end));
}

RunOutcome faulty_outcome(const std::string& note) {
  RunOutcome outcome;
  outcome.answer.note = note;
  outcome.detail = note;
  return outcome;
}

}  // namespace

const char* meaningless_part(const Answer& answer) {
  if (answer.status == AnswerStatus::answered && !std::isfinite(answer.value)) {
    return "its value is not finite";
  }
  if (answer.normal && !answer.normal->allFinite()) return "its normal is not finite";
  if (answer.normal && answer.normal->isZero(0)) return "its normal is 0";
  const bool witnesses = !answer.witnesses ||
                         (answer.witnesses->p_WA.allFinite() && answer.witnesses->p_WB.allFinite());
  return witnesses ? nullptr : "its witness point is not finite";
}

RunOutcome checked_outcome(RunOutcome outcome) {
  const char* why = meaningless_part(outcome.answer);
  return why == nullptr ? outcome : faulty_outcome(why);
}

RunOutcome plugin_outcome(const touchstone_answer& given, PluginFault fault) {
  if (fault == PluginFault::wrote_outside_answer) {
    return {RunStatus::crashed, {}, "wrote outside the buffer of its answer"};
  }
  if (fault == PluginFault::not_answered) {
    return {RunStatus::crashed, {}, "replied before it had answered"};
  }
  if (fault == PluginFault::not_prepared) {
    return {RunStatus::skipped, {}, "its prepare does not take one of the bodies"};
  }
  RunOutcome outcome;
  Answer& answer = outcome.answer;
  answer.note = printable_note(given);
  outcome.detail = answer.note;
  switch (given.status) {
    case TOUCHSTONE_ANSWERED:
      answer.status = AnswerStatus::answered;
      answer.value = given.value;
      break;
    case TOUCHSTONE_SIGN_ONLY:
      answer.status = AnswerStatus::sign_only;
      answer.sign = (given.sign > 0 ? 1 : 0) - (given.sign < 0 ? 1 : 0);
      break;
    case TOUCHSTONE_SKIPPED:
      return {RunStatus::skipped, {}, answer.note.empty() ? "without a reason" : answer.note};
    case TOUCHSTONE_NO_ANSWER:
      return outcome;
    default:
      return faulty_outcome("its status is " + std::to_string(given.status) +
                            ", which means nothing");
  }
  if ((given.given & TOUCHSTONE_HAS_NORMAL) != 0) answer.normal = vector_at(given.normal);
  if ((given.given & TOUCHSTONE_HAS_WITNESSES) != 0) {
    answer.witnesses = WitnessPoints{vector_at(given.witness_A), vector_at(given.witness_B)};
  }
  return checked_outcome(std::move(outcome));
}

}  // namespace touchstone
