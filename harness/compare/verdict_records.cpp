// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/verdict_records.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "harness/campaign/row_fields.hpp"
#include "harness/properties/properties.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

using RowFields = RecordFields<CampaignRow>;

constexpr const char* kNone = "it is 0";
constexpr std::array<std::string_view, 2> kErrorNotes = {"no valued answers", "overflow"};

/// A figure of errors, which is NaN where no value was given.
struct ErrorFigure {
  double ErrorSummary::*figure;

  double operator()(const ErrorSummary& errors) const {
    return errors.count > 0 ? errors.*figure : std::numeric_limits<double>::quiet_NaN();
  }
  double& operator()(ErrorSummary& errors) const { return errors.*figure; }
};

std::string_view error_note(const ErrorSummary& errors) {
  if (errors.count == 0) return kErrorNotes[0];
  return std::isfinite(errors.max + errors.mean + errors.std) ? "" : kErrorNotes[1];
}

RecordFields<ErrorSummary> error_fields() {
  using Errors = ErrorSummary;
  const auto figure = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning).from(0).null_where("no value was given, or it overflows");
  };
  return RecordFields<Errors>()
      .add(figure("min", "smallest error of a value"), ErrorFigure{&Errors::min})
      .add(figure("max", "largest error of a value")
               .not_below("mean")
               .not_below("min")
               .not_below("std"),
           ErrorFigure{&Errors::max})
      .add(figure("mean", "mean of the errors").not_below("min"), ErrorFigure{&Errors::mean})
      .add(figure("std", "standard deviation of the errors, as of a whole population"),
           ErrorFigure{&Errors::std})
      .add(field("note", "why figures are null")
               .omitted_where("none is")
               .one_of({kErrorNotes.begin(), kErrorNotes.end()}),
           error_note);
}

RecordFields<ErrorHistogram> histogram_fields() {
  using Histogram = ErrorHistogram;
  return RecordFields<Histogram>()
      .add(field("first",
                 "number k of the first bin; bin k holds errors from 10^(k/4) to 10^((k+1)/4)")
               .from(kFirstErrorBin, kFirstErrorBin),
           [](const Histogram&) { return kFirstErrorBin; })
      .add(field("counts", "number of errors in each bin, from the first bin up").counts(),
           &Histogram::bins)
      .add(field("zero", "number of errors that are 0").counts(), &Histogram::zero)
      .add(field("below", "number of errors above 0 and below the first bin").counts(),
           &Histogram::below)
      .add(field("above", "number of errors beyond the last bin, infinite ones too").counts(),
           &Histogram::above);
}

void add_counts(RowFields& fields, std::string_view part) {
  for (const RowField& count : kRowFields) {
    if (count.part != part) continue;
    FieldText text = field(count.key, count.meaning).counts();
    if (count.is_rare()) text.omitted_where(kNone);
    fields.add(text, count);
  }
}

RowFields part_fields(std::string_view part) {
  RowFields fields;
  add_counts(fields, part);
  return fields;
}

RowFields certificate_fields() {
  return RowFields()
      .add(field("judged", "answers judged by a phi that a certificate proves").counts(),
           [](const CampaignRow& row) { return row.certificates.judged; })
      .add(field("oracle", "answers judged by the oracle's truth").counts(),
           [](const CampaignRow& row) { return row.certificates.oracle; })
      .add(field("missing", "answers without a certificate that their metric promises").counts(),
           [](const CampaignRow& row) { return row.certificates.missing; })
      .add(field("first_missing",
                 "id of the first case without a promised certificate, and the reason")
               .null_where("none is"),
           &CampaignRow::first_missing);
}

std::optional<std::vector<DegeneracyLine>> degeneracy_of(const CampaignRow& row) {
  if (!row.by_degeneracy) return std::nullopt;
  return degeneracy_lines(row.degeneracy);
}

RowFields verify_row_fields() {
  RowFields fields;
  fields.add(field("metric", "name of the metric"), &CampaignRow::metric)
      .add(field("family", "family of the cases, or file:NAME"), &CampaignRow::family)
      .add(field("group", "group of the family"), &CampaignRow::group)
      .add(field("plugin", "file or command of the metric").omitted_where("it is built in"),
           &CampaignRow::plugin)
      .add(field("path", "file or directory of the cases, as it was given")
               .omitted_where("the family is the program's"),
           &CampaignRow::path);
  add_counts(fields, "");
  fields.add(field("left", "cases that a run which was interrupted did not come to")
                 .counts()
                 .omitted_where("it came to all"),
             &CampaignRow::left);
  for (const auto& [part, meaning] :
       {std::pair("value", "verdicts on values of answers"),
        std::pair("sign", "verdicts on answers that are a sign alone"),
        std::pair("normal", "verdicts on normals"),
        std::pair("witness", "verdicts on pairs of witness points")}) {
    fields.add_part(field(part, meaning), part_fields(part));
  }
  fields
      .add(field("error_abs",
                 "errors of values, |value - truth|, in metres of phi, without a unit of rho",
                 "m or 1"),
           &CampaignRow::error_abs, error_fields())
      .add(field("error_rel_size",
                 "errors of values, of phi relative to the pair's size, of rho to max(1, |rho|)"),
           &CampaignRow::error_rel_size, error_fields())
      .add(field("ulp_histogram",
                 "number of values without an error, of those within half an ulp of the truth, "
                 "then of those in bins that end at powers of 2 ulps")
               .counts(),
           &CampaignRow::ulp_histogram)
      .add(field("error_histogram", "histogram of error_rel_size").null_where("it was not kept"),
           &CampaignRow::error_histogram, histogram_fields())
      .add(field("own_tolerance",
                 "tolerance that the metric claims for itself, relative to the pair's size")
               .from(0, 1),
           &CampaignRow::own_tolerance);
  add_counts(fields, kOwnPart);
  fields
      .add(field("why_not_applicable", "reason of the first case that is not applicable")
               .null_where("all cases are"),
           &CampaignRow::why_not_applicable)
      .add(field("wrong", "cases that are judged wrong").counts(), &CampaignRow::wrong)
      .add(field("solved_again", "cases whose truth was solved again exactly").counts(),
           &CampaignRow::solved_again)
      .add(field("worst", "ids of wrong cases, at most ten, gravest first"), &CampaignRow::worst)
      .add_part(field("certificates",
                      "how many answers were judged by a certificate, and how many by the oracle")
                    .omitted_where("no certificates were asked for"),
                certificate_fields(), [](const CampaignRow& row) { return row.certify; })
      .add(field("degeneracy", "verdicts by the distance to degeneracy of the cases")
               .omitted_where("it was not asked for"),
           degeneracy_of, degeneracy_fields());
  return fields;
}

RecordFields<LikelyCause> cause_fields() {
  using Cause = LikelyCause;
  return RecordFields<Cause>()
      .add(field("metric", "name of the metric"), &Cause::metric)
      .add(field("cause", "name of the cause (docs/write-a-plugin.md)"), &Cause::name)
      .add(field("finding", "what the wrong answers that it explains have in common"),
           &Cause::finding)
      .add(field("advice", "what to do about it"), &Cause::advice)
      .add(field("corrected", "whether the answers that it explains are right, corrected for it"),
           &Cause::corrected)
      .add(field("explained", "wrong answers that it explains").counts(), &Cause::explained)
      .add(field("examined", "wrong answers that were looked at").counts(), &Cause::examined)
      .add(field("failures", "wrong answers of the metric").counts(), &Cause::failures);
}

std::optional<std::array<std::uint64_t, 2>> shard_of(const CampaignResult& result) {
  if (result.shard.count == 1) return std::nullopt;
  return std::array{result.shard.index, result.shard.count};
}

/// How far a run came that was interrupted.
RecordFields<CampaignResult> partial_fields() {
  return RecordFields<CampaignResult>()
      .add(field("judged", "answers that are judged").counts(), &CampaignResult::done)
      .add(field("answers", "answers that were to be judged").counts().not_below("judged"),
           &CampaignResult::total);
}

FieldText tolerance_field() {
  return field("tolerance", "error up to which a value is right, relative to the pair's size")
      .from(std::numeric_limits<double>::denorm_min(), 1);
}

/// The counts of a row by their names in flat records, and its largest error.
void add_columns(RowFields& fields, bool leaves_out_zeros, RawJson (*error)(const CampaignRow&)) {
  for (const RowField& count : kRowFields) {
    FieldText text = field(count.column, count.meaning).counts();
    if (leaves_out_zeros || count.is_rare()) text.omitted_where(kNone);
    fields.add(text, count);
  }
  fields.add(field("worst_error",
                   "largest error of a value, relative to the pair's size, or \"overflow\" where "
                   "no double holds it")
                 .null_where("no value was given"),
             error);
}

std::string exact_number(double x) { return json_number(x); }

/// The largest error as `number` writes it.
template <std::string (*number)(double)>
RawJson worst_error_json(const CampaignRow& row) {
  const auto error = worst_error(row);
  if (!error) return {};
  return {std::isinf(*error) ? json_string(kErrorNotes[1]) : number(*error)};
}

RowFields cell_fields() {
  RowFields fields;
  fields.add(field("metric", "name of the metric"), &CampaignRow::metric)
      .add(field("family", "family of the cases"), &CampaignRow::family);
  add_columns(fields, true, worst_error_json<short_text>);
  return fields;
}

RowFields compared_fields() {
  RowFields fields;
  add_columns(fields, false, worst_error_json<exact_number>);
  return fields;
}

RecordFields<CellChange> change_fields() {
  const auto ids = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning).null_where("the records do not list enough cases");
  };
  return RecordFields<CellChange>()
      .add(field("metric", "name of the metric"), &CellChange::metric)
      .add(field("family", "family of the cases"), &CellChange::family)
      .add(field("change", "what became of the cell from the earlier record to the later one")
               .one_of({kChangeNames.begin(), kChangeNames.end()}),
           [](const CellChange& cell) {
             return std::string_view(kChangeNames.at(static_cast<std::size_t>(cell.change)));
           })
      .add(field("old", "counts in the earlier record").null_where("that record lacks the cell"),
           &CellChange::before, compared_fields())
      .add(field("new", "counts in the later record").null_where("that record lacks the cell"),
           &CellChange::after, compared_fields())
      .add(ids("became_wrong",
               "ids of cases that were right in the earlier record and are wrong in the later one"),
           &CellChange::became_wrong)
      .add(ids("became_right",
               "ids of cases that were wrong in the earlier record and are right in the later one"),
           &CellChange::became_right);
}

RecordFields<Comparison> summary_fields() {
  RecordFields<Comparison> fields;
  for (std::size_t k = 0; k < kChangeNames.size(); ++k) {
    fields.add(
        field(kChangeNames.at(k), "cells with the change that the key names"),
        [k](const Comparison& comparison) { return comparison.count(static_cast<Change>(k)); });
  }
  return fields;
}

RawJson versions_of(const CampaignResult& result) { return {result.versions}; }

}  // namespace

const RecordDescription<CampaignResult>& verify_record() {
  static const RecordDescription<CampaignResult> kRecord = {
      "touchstone.verify/5", "Verdicts on the answers of metrics to families of cases",
      RecordFields<CampaignResult>()
          .add(field("versions", "what judged the answers and wrote the record"), versions_of,
               version_fields())
          .add(field("seed", "seed from which the cases of the families are made"),
               &CampaignResult::seed)
          .add(tolerance_field(), &CampaignResult::tolerance)
          .add(field("shard", "number of this part of the campaign, from 1, and number of parts")
                   .counts()
                   .omitted_where("the campaign is whole"),
               shard_of)
          .add_part(
              field("partial", "how far the run came").omitted_where("it was not interrupted"),
              partial_fields(), [](const CampaignResult& result) { return !result.complete; })
          .add(field("solved_again", "cases whose truth was solved again exactly").counts(),
               &CampaignResult::solved_again)
          .add(field("results", "one entry for each metric on each family"), &CampaignResult::rows,
               verify_row_fields())
          .add(field("not_run", "metrics and families that were left out, and why"),
               &CampaignResult::not_run)
          .add(field("properties",
                     "what each metric made of equivalent questions, as claims held to its answers")
                   .omitted_where("it was not asked for"),
               &CampaignResult::properties, property_report_fields())
          .add(field("causes", "what explains most of what a metric got wrong")
                   .omitted_where("nothing does, or none was looked for"),
               &CampaignResult::causes, cause_fields())
          .add(field("failures", "kinds of failures of each metric, and a simple pair of each")
                   .omitted_where("none were to be shrunk"),
               &CampaignResult::shrunk, metric_failures_fields())};
  return kRecord;
}

std::string campaign_json(const CampaignResult& result) { return verify_record().document(result); }

const RecordDescription<CampaignResult>& accuracy_record() {
  static const RecordDescription<CampaignResult> kRecord = {
      "touchstone.accuracy/3", "What each metric is known to make of each family",
      RecordFields<CampaignResult>()
          .add(field("versions", "what judged the answers")
                   .omitted_where("an earlier program wrote the table"),
               versions_of, version_fields())
          .add(field("seed", "seed from which the cases of the families are made"),
               &CampaignResult::seed)
          .add(tolerance_field(), &CampaignResult::tolerance)
          .add(field("cells", "one entry for each metric on each family"), &CampaignResult::rows,
               cell_fields())};
  return kRecord;
}

std::string accuracy_json(const CampaignResult& result) {
  return accuracy_record().document(result);
}

const RecordDescription<Comparison>& comparison_record() {
  static const RecordDescription<Comparison> kRecord = {
      "touchstone.compare/3", "What changed between two records of verdicts on the same cases",
      RecordFields<Comparison>()
          .add(field("old", "name of the earlier record"), &Comparison::before)
          .add(field("new", "name of the later record"), &Comparison::after)
          .add(field("partial", "records of interrupted runs, and what is left out for them")
                   .omitted_where("there are none"),
               &Comparison::partial)
          .add(field("seed", "seed from which the cases of the families are made"),
               &Comparison::seed)
          .add(tolerance_field(), &Comparison::tolerance)
          .add_part(field("summary", "number of cells by what became of them"), summary_fields())
          .add(field("cells", "one entry for each metric on each family"), &Comparison::cells,
               change_fields())};
  return kRecord;
}

std::string comparison_json(const Comparison& comparison) {
  return comparison_record().document(comparison);
}

}  // namespace touchstone
