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

ManifoldPoint point_of(const touchstone_manifold_point& given) {
  ManifoldPoint point{vector_at(given.position), given.depth, vector_at(given.normal), {}};
  if (given.has_id != 0) point.id = given.id;
  return point;
}

void take_points(const plugin_channel::ContactRecord& record, const PluginTask& task) {
  const std::uint64_t count = plugin_channel::own_copy(record.point_count);
  if (count > plugin_channel::kMaxManifoldPoints) {
    *task.outcome = faulty_outcome("it gives more than 256 points");
    return;
  }
  for (std::uint64_t k = 0; k < count && task.reply != nullptr; ++k) {
    task.reply->points.push_back(point_of(plugin_channel::own_copy(record.points[k])));
  }
}

void take_gradient(const plugin_channel::ContactRecord& record, const PluginTask& task) {
  if (plugin_channel::own_copy(record.has_gradient) != 1) return;
  const auto given = plugin_channel::own_copy(record.gradient);
  if (given.differentiable > TOUCHSTONE_NOT_DIFFERENTIABLE) {
    *task.outcome = faulty_outcome("its word on differentiable is " +
                                   std::to_string(given.differentiable) + ", which means nothing");
  } else if (given.reserved != 0) {
    *task.outcome = faulty_outcome("reserved of its gradient is not 0");
  } else if (task.reply != nullptr) {
    ClaimedGradient& gradient = task.reply->gradient.emplace();
    gradient.rates = {vector_at(given.v_A), vector_at(given.w_A), vector_at(given.v_B),
                      vector_at(given.w_B)};
    if (given.differentiable != TOUCHSTONE_NOT_SAID) {
      gradient.differentiable = given.differentiable == TOUCHSTONE_DIFFERENTIABLE;
    }
  }
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

void take_contact_record(const plugin_channel::ContactRecord& record, const PluginTask& task) {
  if (task.reply != nullptr) {
    task.reply->points.clear();
    task.reply->gradient.reset();
  }
  if (task.contact->wanted == plugin_channel::Wanted::manifold) {
    take_points(record, task);
  } else {
    take_gradient(record, task);
  }
}

}  // namespace touchstone
