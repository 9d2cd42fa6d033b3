// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask_record.hpp"

#include <cmath>

#include "harness/campaign/tally.hpp"
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

std::string_view reply_status(const Replied& r) { return status_name(r.outcome); }

std::optional<double> reply_value(const Replied& r) {
  return r.valued() ? std::optional(r.outcome.answer.value) : std::nullopt;
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

std::optional<EntriesOrNull> reply_normal(const Replied& r) {
  const bool there = r.completed() && r.outcome.answer.normal;
  return there ? std::optional(entries_or_null(*r.outcome.answer.normal)) : std::nullopt;
}

auto witness_entry(Vec3 WitnessPoints::*point) {
  return [point](const Replied& r) {
    const bool there = r.completed() && r.outcome.answer.witnesses;
    return there ? std::optional(entries_or_null((*r.outcome.answer.witnesses).*point))
                 : std::nullopt;
  };
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

const RecordFields<DistanceBounds>& bounds_fields() {
  using Bounds = DistanceBounds;
  static const auto kFields =
      RecordFields<Bounds>()
          .add(field("lower", "on phi", "m").null_where("none is proven"), &Bounds::lower)
          .add(field("upper", "on phi", "m").null_where("none is proven"), &Bounds::upper)
          .add(field("exact", "whether the two are phi"), &Bounds::exact);
  return kFields;
}

RecordFields<Replied> answer_fields() {
  return RecordFields<Replied>()
      .add(field("metric", "its name"), [](const Replied& r) { return r.metric->name; })
      .add(field("verdict", "the verdict's word"),
           [](const Replied& r) { return word_name(r.verdict.word); })
      .add(field("status", "how the run ended"), reply_status)
      .add(field("quantity", "what the value is").one_of({"phi", "rho", "r - 1"}),
           [](const Replied& r) { return r.value_name(); })
      .add(field("value", "the answer's: phi [m], rho or r - 1").null_where("it has none"),
           reply_value)
      .add(field("sign", "the value's, or the one that the answer has alone")
               .null_where("the answer has none"),
           reply_sign)
      .add(field("r", "growth ratio").null_where("the answer has none"), reply_growth)
      .add(field("normal", "the answer's, in the world").null_where("it has none"), reply_normal);
}

const RecordFields<Replied>& reply_fields() {
  const auto shrunk = [](const Replied& r) {
    return r.shrunk ? std::optional(NamedShrunk{&*r.shrunk, r.metric->name, r.case_id})
                    : std::nullopt;
  };
  const auto note = [](const Replied& r) {
    return r.outcome.detail.empty() ? r.outcome.answer.note : r.outcome.detail;
  };
  static const auto kFields =
      answer_fields()
          .add(field("normal_verdict", "of the normal alone")
                   .one_of({"valid", "invalid", "absent"})
                   .null_where("none is judged"),
               [](const Replied& r) { return part_word(r.verdict.normal); })
          .add(field("witness_a", "the answer's point of A in the world", "m")
                   .null_where("it has none"),
               witness_entry(&WitnessPoints::p_WA))
          .add(field("witness_b", "the answer's point of B in the world", "m")
                   .null_where("it has none"),
               witness_entry(&WitnessPoints::p_WB))
          .add(field("witness_verdict", "of both points together")
                   .one_of({"valid", "invalid", "absent"})
                   .null_where("none are judged"),
               [](const Replied& r) { return part_word(r.verdict.witness); })
          .add(field("witness_a_outside", "distance of its point from A", "m")
                   .null_where("it was not measured"),
               witness_offset(&WitnessOffsets::a_outside))
          .add(field("witness_b_outside", "distance of its point from B", "m")
                   .null_where("it was not measured"),
               witness_offset(&WitnessOffsets::b_outside))
          .add(field("witness_difference_off", "of a - b from phi n, of ratio metrics rho d", "m")
                   .null_where("it was not measured"),
               witness_offset(&WitnessOffsets::difference))
          .add(field("error_abs", "of the value").null_where("it was not measured"),
               verdict_error(&Verdict::error_abs))
          .add(field("error_rel_size", "of the value, relative to size")
                   .null_where("it was not measured"),
               verdict_error(&Verdict::error_rel_size))
          .add(field("bounds", "on phi that the answer proves"), &Replied::bounds, bounds_fields())
          .add(field("certificate", "accepted, or why it is refused").null_where("there is none"),
               certificate_word)
          .add(field("note", "what the metric says of its answer").omitted_where("it says nothing"),
               note)
          .add(field("shrunk", "the failure shrunk to the simplest pair")
                   .with_lines()
                   .omitted_where("none was asked for, or nothing fails"),
               shrunk, shrunk_fields());
  return kFields;
}

const RecordFields<Asked>& asked_fields() {
  const auto overlap = [](const Asked& a) {
    return a.overlap ? std::optional(round_to_double(*a.overlap)) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Asked>()
          .include(
              [](const Asked& a) {
                return SolvedCase{a.c, a.truth};
              },
              truth_fields())
          .add(field("overlap_m3", "volume that the bodies share, the nearest double", "m^3")
                   .omitted_where("--overlap is not given"),
               overlap)
          .add(field("overlap_exact", "the volume as a fraction p/q", "m^3")
                   .omitted_where("--overlap is not given"),
               [](const Asked& a) { return a.overlap ? fraction_text(*a.overlap) : std::string(); })
          .add(field("ratio", "the ratio metric in another form")
                   .omitted_where("neither --fixed-body nor --ratio-form is given"),
               &Asked::ratio, ratio_fields())
          .add(field("metrics", "the answer of each").with_lines().omitted_where("none was asked"),
               &Asked::replies, reply_fields())
          .add(field("case", "the question, a case file"), [](const Asked& a) {
            std::string text = write_case(a.c);
            text.pop_back();  // the end of its last line
            return RawJson{text};
          });
  return kFields;
}

}  // namespace

const RecordDescription<AskRecord>& ask_record() {
  using Asking = AskRecord;
  static const RecordDescription<Asking> kRecord = {
      "touchstone.ask/1", "Exact truths of cases, and what metrics answer",
      RecordFields<Asking>()
          .add(field("tolerance", "of verdicts, relative to size")
                   .omitted_where("no metric was asked"),
               &Asking::tolerance)
          .add(
              field("cases", "each with its truth").with_lines(),
              [](const Asking& record) -> const auto& { return record.cases; }, asked_fields())};
  return kRecord;
}

}  // namespace touchstone
