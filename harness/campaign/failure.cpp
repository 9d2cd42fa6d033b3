// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/failure.hpp"

#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string_view status_name(const RunOutcome& outcome) {
  switch (outcome.status) {
    case RunStatus::crashed:
      return "crashed";
    case RunStatus::timed_out:
      return "timed_out";
    case RunStatus::skipped:
      return "skipped";
    case RunStatus::not_applicable:
      return "not_applicable";
    case RunStatus::completed:
      break;
  }
  if (outcome.answer.status == AnswerStatus::answered) return "answered";
  return outcome.answer.status == AnswerStatus::sign_only ? "sign_only" : "no_answer";
}

std::string fraction_json(const Rational& x) {
  return json_string(x.get_num().get_str() + "/" + x.get_den().get_str());
}

}  // namespace

std::string answer_json(const RunOutcome& outcome) {
  const Answer& answer = outcome.answer;
  const bool completed = outcome.status == RunStatus::completed;
  const bool valued = completed && answer.status == AnswerStatus::answered;
  const bool signed_only = completed && answer.status == AnswerStatus::sign_only;
  const bool witnesses = completed && answer.witnesses.has_value();
  return JsonObject()
      .add("status", json_string(status_name(outcome)))
      .add("value", valued ? json_number(answer.value) : "null")
      .add("sign", signed_only ? std::to_string(answer.sign) : "null")
      .add("normal", completed && answer.normal ? json_vector(*answer.normal) : "null")
      .add("witness_a", witnesses ? json_vector(answer.witnesses->p_WA) : "null")
      .add("witness_b", witnesses ? json_vector(answer.witnesses->p_WB) : "null")
      .add("detail", json_string(outcome.detail))
      .row();
}

std::string truth_json(const Truth& truth, Quantity quantity) {
  JsonObject object;
  object.add("sign", std::to_string(truth.sign))
      .add("phi", json_number(truth.phi))
      .add("phi_squared", fraction_json(truth.phi_squared))
      .add("normal", truth.normals.empty() ? "null" : json_vector(truth.normals.front()))
      .add("normals", std::to_string(truth.normals.size()));
  if (quantity == Quantity::ratio) {
    object.add("rho", truth.ratio ? json_number(truth.ratio->rho_rounded) : "null")
        .add("rho_exact", truth.ratio ? fraction_json(truth.ratio->rho) : "null");
  }
  return object.row();
}

}  // namespace touchstone
