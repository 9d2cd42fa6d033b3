// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/contact_questions.hpp"

#include <utility>

#include "geometry/query_scope.hpp"

namespace touchstone {

std::vector<PluginReply> ContactQuestions::ask(std::span<const ContactQuestion> questions) {
  const QueryScope scope(QueryKind::wait, "a plug-in");
  std::vector<PluginReply> replies(questions.size());
  std::vector<PluginTask> tasks;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    std::string reason = why_not_applicable(traits_, *questions[k].pair);
    if (reason.empty()) {
      tasks.push_back({questions[k].pair, &replies[k].outcome, &questions[k], &replies[k]});
    } else {
      replies[k].outcome = {RunStatus::not_applicable, {}, std::move(reason)};
    }
  }
  finder_.ask(tasks);
  return replies;
}

std::string why_unanswered(const RunOutcome& outcome) {
  const Answer& answer = outcome.answer;
  if (outcome.status == RunStatus::crashed) return "it crashed: " + outcome.detail;
  if (outcome.status == RunStatus::timed_out) return "it ran out of time";
  if (outcome.status != RunStatus::completed || outcome.fault != RunFault::none) {
    return outcome.detail;
  }
  if (answer.status != AnswerStatus::no_answer) return {};
  return answer.note.empty() ? "no answer" : answer.note;
}

}  // namespace touchstone
