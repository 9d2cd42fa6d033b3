// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/failure.hpp"

#include "schema/json_text.hpp"

namespace touchstone {

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

const RecordFields<StoredAnswer>& stored_answer_fields() {
  using Stored = StoredAnswer;
  const std::string_view none = "the answer has none";
  static const auto kFields =
      RecordFields<Stored>()
          .add(field("status",
                     "how the metric's run ended: answered, sign_only, no_answer, crashed, "
                     "timed_out, skipped or not_applicable"),
               &Stored::status)
          .add(field("value", "value of the answer: phi [m], of ratio metrics rho [1]")
                   .null_where(none),
               &Stored::value)
          .add(field("sign", "sign of an answer that is a sign alone").null_where(none),
               &Stored::sign)
          .add(field("normal", "unit normal from B to A, world axes")
                   .null_where(none)
                   .entries_null_where(kNotFinite),
               &Stored::normal)
          .add(field("witness_a", "witness point of A in the world", "m")
                   .null_where(none)
                   .entries_null_where(kNotFinite),
               &Stored::witness_a)
          .add(field("witness_b", "witness point of B in the world", "m")
                   .null_where(none)
                   .entries_null_where(kNotFinite),
               &Stored::witness_b)
          .add(field("detail", "what the metric, or whoever ran it, said besides; may be empty"),
               &Stored::detail);
  return kFields;
}

StoredAnswer stored_answer(const RunOutcome& outcome) {
  StoredAnswer stored{.status = std::string(status_name(outcome)), .detail = outcome.detail};
  if (outcome.status != RunStatus::completed) return stored;
  const Answer& answer = outcome.answer;
  if (answer.status == AnswerStatus::answered) stored.value = answer.value;
  if (answer.status == AnswerStatus::sign_only) stored.sign = answer.sign;
  if (answer.normal) stored.normal = entries_or_null(*answer.normal);
  if (answer.witnesses) {
    stored.witness_a = entries_or_null(answer.witnesses->p_WA);
    stored.witness_b = entries_or_null(answer.witnesses->p_WB);
  }
  return stored;
}

std::string answer_json(const RunOutcome& outcome) {
  return stored_answer_fields().row(stored_answer(outcome));
}

std::string truth_json(const Truth& truth, Quantity quantity) {
  JsonObject object;
  object.add("sign", std::to_string(truth.sign))
      .add("phi", json_number(truth.phi))
      .add(truth.radius == 0 ? "phi_squared" : "core_phi_squared",
           json_string(fraction_text(truth.phi_squared)))
      .add("normal", truth.normals.empty() ? "null" : json_vector(truth.normals.front()))
      .add("normals", std::to_string(truth.normals.size()));
  if (truth.radius != 0) object.add("radius", json_string(fraction_text(truth.radius)));
  if (quantity == Quantity::ratio) {
    object.add("rho", truth.ratio ? json_number(truth.ratio->rho_rounded) : "null")
        .add("rho_exact", truth.ratio ? json_string(fraction_text(truth.ratio->rho)) : "null");
  }
  return object.row();
}

std::string bracket_json(const Bracket& bracket) {
  return JsonObject()
      .add("lower", json_number(bracket.lower))
      .add("upper", json_number(bracket.upper))
      .row();
}

}  // namespace touchstone
