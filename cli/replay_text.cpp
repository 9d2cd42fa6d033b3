// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replay_text.hpp"

#include <algorithm>
#include <cmath>

#include "harness/campaign/tally.hpp"
#include "harness/cases/files/case_file.hpp"
#include "reports/number_text.hpp"
#include "reports/shrink_text.hpp"
#include "reports/terminal.hpp"
#include "reports/text_table.hpp"
#include "reports/truth_text.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string part_text(PartVerdict verdict) {
  if (verdict == PartVerdict::valid) return " valid";
  return verdict == PartVerdict::invalid ? " " + wrong_text("invalid") : "";
}

/// The verdict is on both together; where each is says which of them is to blame.
std::string witnesses_text(const Replayed& r) {
  const WitnessPoints& points = *r.outcome.answer.witnesses;
  const auto where = [](double outside) {
    return outside > 0 ? ", off its body by " + short_text(outside) + " m"
                       : std::string(", in its body");
  };
  const bool ratio = r.metric->traits.quantity == Quantity::ratio;
  std::string text = "  witness a  " + vector_text(points.p_WA);
  if (r.witnesses) text += where(r.witnesses->a_outside);
  text += "\n  witness b  " + vector_text(points.p_WB);
  if (r.witnesses) text += where(r.witnesses->b_outside);
  text += "\n";
  text += "  witnesses " + part_text(r.verdict.witness);
  if (r.witnesses) {
    text += std::string(": a - b is off ") + (ratio ? "rho d" : "phi n") + " by " +
            short_text(r.witnesses->difference) + " m";
  }
  return text + "\n";
}

/// Whether the answer's value was held against the truth: not if it is NaN or one of several.
bool measured(const Replayed& r) { return r.verdict.value != ValueVerdict::not_given; }

/// The angle between a wrong normal and the nearest true one. Empty where the claimed vector has no
/// direction, or where the true normals form a cone.
std::string angle_text(const Replayed& r, const Truth& truth) {
  constexpr double kDegrees = 180 / 3.14159265358979323846;
  constexpr double kOpposite = 179;
  const double length = r.outcome.answer.normal->norm();
  const bool ratio = r.metric->traits.quantity == Quantity::ratio;
  if (r.verdict.normal != PartVerdict::invalid || ratio || truth.sign == 0 || !(length > 0) ||
      !std::isfinite(length)) {
    return "";
  }
  double least = kDegrees * 4;
  for (const Vec3& n : truth.normals) {
    const Vec3 u = *r.outcome.answer.normal / length;
    least = std::min(least, kDegrees * std::atan2(u.cross(n).norm(), u.dot(n)));
  }
  return ", " + short_text(least) + " degrees from the true one" +
         (least > kOpposite ? ": it must point from B to A" : "");
}

std::string replayed_text(const Replayed& r, const Truth& truth) {
  const std::string word(word_name(r.verdict.word));
  const bool fine = r.verdict.word == Word::right || r.verdict.word == Word::not_applicable;
  std::string text = r.metric->name + ": " + (fine ? word : wrong_text(word)) + "\n";
  const Answer& answer = r.outcome.answer;
  if (!r.outcome.detail.empty()) text += "  detail     " + r.outcome.detail + "\n";
  if (r.outcome.status != RunStatus::completed) return text;
  if (answer.note != r.outcome.detail) text += "  note       " + answer.note + "\n";
  if (answer.status == AnswerStatus::sign_only) {
    text += "  sign       " + std::string(sign_name(answer.sign)) + ", and no value\n";
  }
  if (answer.status == AnswerStatus::answered) {
    const bool ratio = r.metric->traits.quantity == Quantity::ratio;
    text += (ratio ? "  rho        " : "  phi        ") + exact_text(answer.value);
    if (measured(r)) {
      text += ", off by " + short_text(r.verdict.error_abs) + " (" +
              short_text(r.verdict.error_rel_size) +
              (ratio ? " of max(1, |rho|), " : " of size, ") + short_text(r.verdict.ulps) + " ulp)";
    }
    text += "\n";
  }
  if (answer.normal) {
    text += "  normal     " + vector_text(*answer.normal) + part_text(r.verdict.normal) +
            angle_text(r, truth) + "\n";
  }
  if (answer.witnesses) text += witnesses_text(r);
  return text;
}

std::string part_json(PartVerdict verdict) {
  switch (verdict) {
    case PartVerdict::valid:
      return json_string("valid");
    case PartVerdict::invalid:
      return json_string("invalid");
    case PartVerdict::absent:
      return json_string("absent");
    case PartVerdict::not_given:
      break;
  }
  return "null";
}

std::string replayed_json(const Replayed& r, const std::string& id) {
  const Answer& answer = r.outcome.answer;
  const bool completed = r.outcome.status == RunStatus::completed;
  const bool valued = completed && answer.status == AnswerStatus::answered;
  const bool signed_only = completed && answer.status == AnswerStatus::sign_only;
  const bool normal = completed && answer.normal.has_value();
  const bool witnesses = completed && answer.witnesses.has_value();
  JsonObject object;
  object.add("metric", json_string(r.metric->name))
      .add("verdict", json_string(word_name(r.verdict.word)))
      .add("status", json_string(status_name(r.outcome)))
      .add("value", valued ? json_number(answer.value) : "null")
      .add("sign", signed_only ? std::to_string(answer.sign) : "null")
      .add("normal", normal ? json_vector(*answer.normal) : "null")
      .add("normal_verdict", part_json(r.verdict.normal))
      .add("witness_a", witnesses ? json_vector(answer.witnesses->p_WA) : "null")
      .add("witness_b", witnesses ? json_vector(answer.witnesses->p_WB) : "null")
      .add("witness_verdict", part_json(r.verdict.witness))
      .add("witness_a_outside", r.witnesses ? json_number(r.witnesses->a_outside) : "null")
      .add("witness_b_outside", r.witnesses ? json_number(r.witnesses->b_outside) : "null")
      .add("witness_difference_off", r.witnesses ? json_number(r.witnesses->difference) : "null")
      .add("error_abs", measured(r) ? json_number(r.verdict.error_abs) : "null")
      .add("error_rel_size", measured(r) ? json_number(r.verdict.error_rel_size) : "null");
  const std::string note = r.outcome.detail.empty() ? answer.note : r.outcome.detail;
  if (!note.empty()) object.add("note", json_string(note));
  if (r.shrunk) object.add("shrunk", shrunk_json(*r.shrunk, r.metric->name, id).text());
  return object.text();
}

std::string shrunk_or_why_not_text(const Replayed& r, const Case& c) {
  if (!r.shrunk && !r.why_not_shrunk.empty()) {
    return r.metric->name + " is not shrunk: " + r.why_not_shrunk + "\n";
  }
  if (!r.shrunk) return r.metric->name + " does not fail here: there is nothing to shrink\n";
  return shrunk_text(*r.shrunk, r.metric->name, c.id);
}

}  // namespace

std::string replay_text(const Case& c, const Truth& truth, const std::vector<Replayed>& replayed,
                        bool with_shrunk) {
  std::string text = write_case(c) + "\ntruth\n" + truth_text(c, truth);
  for (const Replayed& r : replayed) {
    text += replayed_text(r, truth);
    if (with_shrunk) text += shrunk_or_why_not_text(r, c);
  }
  return text;
}

std::string replay_json(const Case& c, double tolerance, const Truth& truth,
                        const std::vector<Replayed>& replayed) {
  return JsonObject()
      .add("schema", json_string("touchstone.replay/1"))
      .add("tolerance", json_number(tolerance))
      .add("case", write_case(c))
      .add("truth", truth_json(c, truth).text())
      .add("results", json_list(json_items(
                          replayed, [&c](const Replayed& r) { return replayed_json(r, c.id); })))
      .document();
}

}  // namespace touchstone
