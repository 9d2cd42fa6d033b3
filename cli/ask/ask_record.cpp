// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_record.hpp"

#include "harness/campaign/failure.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

using Replied = MetricReply;

/// Empty where the answer lacks the part.
std::string_view part_word(PartVerdict verdict) {
  switch (verdict) {
    case PartVerdict::valid:
      return "valid";
    case PartVerdict::invalid:
      return "invalid";
    case PartVerdict::absent:
      return "absent";
    case PartVerdict::not_given:
      break;
  }
  return "";
}

/// A part of the answer, as failures are stored.
auto answer_part(auto member) {
  return [member](const Replied& r) { return stored_answer(r.outcome).*member; };
}

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
      .add(field("lower", "on phi", "m").null_where("none is proven"), &Bounds::lower)
      .add(field("upper", "on phi", "m").null_where("none is proven"), &Bounds::upper)
      .add(field("exact", "whether the two are phi"), &Bounds::exact);
}

RecordFields<Replied> answer_fields() {
  const std::string_view none = "the answer has none";
  const std::string_view unjudged = "none is judged";
  const std::vector<std::string_view> words = {"valid", "invalid", "absent"};
  const auto point = [&](std::string_view key) {
    return field(key, "in the world", "m").null_where(none);
  };
  return RecordFields<Replied>()
      .add(field("metric", "its name"), [](const Replied& r) { return r.metric->name; })
      .add(field("verdict", "its word"), [](const Replied& r) { return word_name(r.verdict.word); })
      .add(field("status", "how the run ended"), answer_part(&StoredAnswer::status))
      .add(field("quantity", "that the value is").one_of({"phi", "rho", "r - 1"}),
           &Replied::value_name)
      .add(field("value", "phi [m], rho or r - 1").null_where(none),
           answer_part(&StoredAnswer::value))
      .add(field("sign", "of the answer").null_where(none), reply_sign)
      .add(field("r", "growth ratio").null_where(none), reply_growth)
      .add(field("normal", "in the world").null_where(none), answer_part(&StoredAnswer::normal))
      .add(field("normal_verdict", "of the normal alone").one_of(words).null_where(unjudged),
           [](const Replied& r) { return part_word(r.verdict.normal); })
      .add(point("witness_a"), answer_part(&StoredAnswer::witness_a))
      .add(point("witness_b"), answer_part(&StoredAnswer::witness_b))
      .add(field("witness_verdict", "of both points").one_of(words).null_where(unjudged),
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
      .add(measured("witness_a_outside", "distance of the point from A", "m"),
           witness_offset(&WitnessOffsets::a_outside))
      .add(measured("witness_b_outside", "distance of the point from B", "m"),
           witness_offset(&WitnessOffsets::b_outside))
      .add(measured("witness_difference_off", "distance of a - b from phi n or rho d", "m"),
           witness_offset(&WitnessOffsets::difference))
      .add(measured("error_abs", "of phi [m], rho or r - 1", ""),
           verdict_error(&Verdict::error_abs))
      .add(measured("error_rel_size", "of the value, relative to size", ""),
           verdict_error(&Verdict::error_rel_size))
      .add(field("bounds", "on phi that the answer proves"), &Replied::bounds, bounds_fields())
      .add(field("certificate", "accepted, or why it is refused").null_where("there is none"),
           certificate_word)
      .add(field("note", "what the metric says").omitted_where("it says nothing"), note)
      .add(field("shrunk", "the simplest pair that fails so")
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
      .add(field("overlap_exact", "the volume, p/q", "m^3").omitted_where(no_overlap),
           [](const Asked& a) { return a.overlap ? fraction_text(*a.overlap) : std::string(); })
      .add(field("ratio", "the ratio metric in another form")
               .omitted_where("neither --fixed-body nor --ratio-form is given"),
           &Asked::ratio, ratio_fields())
      .add(field("contacts", "points that touch once the bodies kiss, by certified"),
           &Asked::contacts, contact_fields())
      .add(field("claim", "what the case says was answered").omitted_where("it says nothing"),
           &Asked::claim, reply_fields())
      .add(field("metrics", "the answer of each").with_lines().omitted_where("none was asked"),
           &Asked::replies, reply_fields())
      .add(field("case", "a case file"), [](const Asked& a) {
        std::string text = write_case(a.c);
        text.pop_back();  // the end of its last line
        return RawJson{text};
      });
}

}  // namespace

const RecordDescription<AskRecord>& ask_record() {
  using Asking = AskRecord;
  static const RecordDescription<Asking> kRecord = {
      "touchstone.ask/1", "Exact truths of cases, and what metrics answer",
      RecordFields<Asking>()
          .add(field("tolerance", "of verdicts, relative to size")
                   .omitted_where("nothing was judged"),
               &Asking::tolerance)
          .add(
              field("cases", "each with its truth").with_lines(),
              [](const Asking& record) -> const auto& { return record.cases; }, asked_fields())};
  return kRecord;
}

}  // namespace touchstone
