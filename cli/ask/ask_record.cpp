// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_record.hpp"

#include <array>

#include "harness/campaign/failure.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

using Replied = MetricReply;

/// Empty where the answer lacks the part.
std::string_view part_word(PartVerdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"", "valid", "invalid", "absent"};
  return kWords.at(static_cast<std::size_t>(verdict));
}

/// The answer as failures are stored.
StoredAnswer replied_answer(const Replied& r) { return stored_answer(r.outcome); }

/// The sign of the value, or the one that the answer has alone.
std::optional<int> reply_sign(const Replied& r) {
  const Answer& answer = r.outcome.answer;
  if (r.valued()) return (answer.value > 0 ? 1 : 0) - (answer.value < 0 ? 1 : 0);
  const bool alone = r.completed() && answer.status == AnswerStatus::sign_only;
  return alone ? std::optional(answer.sign) : std::nullopt;
}

std::optional<double> reply_growth(const Replied& r) {
  const bool there = r.valued() && r.outcome.answer.ratio;
  return there ? std::optional(r.outcome.answer.ratio->r) : std::nullopt;
}

auto witness_offset(double WitnessOffsets::*member) {
  return [member](const Replied& r) {
    return r.witnesses ? std::optional((*r.witnesses).*member) : std::nullopt;
  };
}

auto verdict_error(double Verdict::*member) {
  return [member](const Replied& r) {
    return r.measured() ? std::optional(r.verdict.*member) : std::nullopt;
  };
}

std::string certificate_word(const Replied& r) {
  if (!r.certificate) return "";
  return r.certificate->empty() ? "accepted" : "refused: " + *r.certificate;
}

RecordFields<DistanceBounds> bounds_fields() {
  using Bounds = DistanceBounds;
  return RecordFields<Bounds>()
      .add(field("lower", "lower bound on phi", "m").null_where("none is proven"), &Bounds::lower)
      .add(field("upper", "upper bound on phi", "m").null_where("none is proven"), &Bounds::upper)
      .add(field("exact", "whether the bounds are phi itself, or the doubles next to it"),
           &Bounds::exact);
}

RecordFields<Replied> answer_fields() {
  const std::string_view none = "the answer has none";
  const std::string_view unjudged = "the answer gives none, so none was judged";
  const std::vector<std::string_view> words = {"valid", "invalid", "absent"};
  const RecordFields<StoredAnswer>& stored = stored_answer_fields();
  return RecordFields<Replied>()
      .add(field("metric", "name of the metric"), [](const Replied& r) { return r.metric->name; })
      .add(field("verdict", "verdict on the answer, in one word (docs/verdicts.md)"),
           [](const Replied& r) { return word_name(r.verdict.word); })
      .include(replied_answer, stored.only({"status"}))
      .add(field("quantity", "quantity that the metric's value is").one_of({"phi", "rho", "r - 1"}),
           &Replied::value_name)
      .add(field("value", "value of the answer: phi [m], rho or r - 1 [1], as quantity says")
               .null_where(none),
           [](const Replied& r) { return replied_answer(r).value; })
      .add(field("sign", "sign of the value, or the sign that was answered alone: -1, 0 or 1")
               .null_where(none),
           reply_sign)
      .add(field("r",
                 "growth ratio that the metric answered beside its value: scaled by r, the bodies "
                 "touch")
               .null_where(none),
           reply_growth)
      .include(replied_answer, stored.only({"normal"}))
      .add(
          field("normal_verdict", "verdict on the normal alone").one_of(words).null_where(unjudged),
          [](const Replied& r) { return part_word(r.verdict.normal); })
      .include(replied_answer, stored.only({"witness_a", "witness_b"}))
      .add(field("witness_verdict", "verdict on the two witness points together")
               .one_of(words)
               .null_where(unjudged),
           [](const Replied& r) { return part_word(r.verdict.witness); });
}

RecordFields<Replied> reply_fields() {
  const auto measured = [](std::string_view key, std::string_view meaning, std::string_view unit) {
    return field(key, meaning, unit).null_where("it was not measured");
  };
  const auto shrunk = [](const Replied& r) {
    return r.shrunk ? std::optional(NamedShrunk{&*r.shrunk, r.metric->name, r.case_id})
                    : std::nullopt;
  };
  const auto note = [](const Replied& r) {
    return r.outcome.detail.empty() ? r.outcome.answer.note : r.outcome.detail;
  };
  return answer_fields()
      .add(measured("witness_a_outside",
                    "distance of the witness point of A from A, 0 on it or in it", "m"),
           witness_offset(&WitnessOffsets::a_outside))
      .add(measured("witness_b_outside",
                    "distance of the witness point of B from B, 0 on it or in it", "m"),
           witness_offset(&WitnessOffsets::b_outside))
      .add(measured("witness_difference_off",
                    "distance of the witness points' difference, A's minus B's, from phi n with "
                    "the nearest optimal normal n; of ratio metrics from rho d with d from B's "
                    "interior point to A's",
                    "m"),
           witness_offset(&WitnessOffsets::difference))
      .add(
          measured("error_abs", "error |value - truth| of the value, in the unit of the value", ""),
          verdict_error(&Verdict::error_abs))
      .add(measured("error_rel_size",
                    "error of the value, of phi relative to the pair's size, of rho and r - 1 to "
                    "max(1, |truth|)",
                    ""),
           verdict_error(&Verdict::error_rel_size))
      .add(field(
               "bounds",
               "bounds on phi that the normal, the points and the certificate of the answer prove"),
           &Replied::bounds, bounds_fields())
      .add(field("certificate", "'accepted', or why the certificate of the answer is refused")
               .null_where("there is none"),
           certificate_word)
      .add(field("note", "what the metric says beside its answer").omitted_where("it says nothing"),
           note)
      .add(field("shrunk", "the simplest pair on which the metric fails in the same way")
               .with_lines()
               .omitted_where("none was asked for, or nothing fails"),
           shrunk, shrunk_fields());
}

SolvedCase solved_case(const Asked& a) { return {a.c, a.truth}; }

std::optional<double> overlap_volume(const Asked& a) {
  return a.overlap ? std::optional(round_to_double(*a.overlap)) : std::nullopt;
}

RecordFields<Asked> asked_fields() {
  const std::string_view no_overlap = "--overlap is not given";
  return RecordFields<Asked>()
      .include(solved_case, truth_fields())
      .add(field("overlap_m3", "volume that the bodies share", "m^3").omitted_where(no_overlap),
           overlap_volume)
      .add(field("overlap_exact", "volume that the bodies share, exactly, as a fraction p/q", "m^3")
               .omitted_where(no_overlap),
           [](const Asked& a) { return a.overlap ? fraction_text(*a.overlap) : std::string(); })
      .add(field("ratio", "ratio metric with one body fixed, or in another form")
               .omitted_where("neither --fixed-body nor --ratio-form is given"),
           &Asked::ratio, ratio_fields())
      .add(field("gradient", "exact gradients: rates under motions of both bodies")
               .omitted_where("--gradient is not given"),
           &Asked::gradient, gradient_fields())
      .add(field("contacts",
                 "points of the two bodies that touch once they are moved to contact, as certified "
                 "finds them"),
           &Asked::contacts, contact_fields())
      .add(field("claim", "answer that the case file claims, and its verdict")
               .omitted_where("the file claims nothing"),
           &Asked::claim, reply_fields())
      .add(field("metrics", "answer of each metric that was asked")
               .with_lines()
               .omitted_where("none was asked"),
           &Asked::replies, reply_fields())
      .add(field("case", "the two bodies and their poses, as a case file (docs/case-file.md)"),
           [](const Asked& a) { return case_json(a.c); });
}

}  // namespace

const RecordDescription<AskRecord>& ask_record() {
  using Asking = AskRecord;
  static const RecordDescription<Asking> kRecord = {
      "touchstone.ask/1", "Exact truths of cases, and what metrics answer",
      RecordFields<Asking>()
          .add(field("tolerance", "error up to which a value is right, relative to the pair's size")
                   .omitted_where("nothing was judged"),
               &Asking::tolerance)
          .add(
              field("cases", "cases without a curved core or a union, each with its exact truth")
                  .with_lines(),
              [](const Asking& record) -> const auto& { return record.cases; }, asked_fields())
          .add(
              field("curved", "cases of which a core is curved, each with a proven bracket of phi")
                  .with_lines()
                  .omitted_where("there are none"),
              [](const Asking& record) -> const auto& { return record.curved; }, curved_fields())
          .add(
              field("unions", "cases of which a body is a union of convex pieces")
                  .with_lines()
                  .omitted_where("there are none"),
              [](const Asking& record) -> const auto& { return record.unions; }, union_fields())};
  return kRecord;
}

}  // namespace touchstone
