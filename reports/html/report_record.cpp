// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_record.hpp"

namespace touchstone {
namespace {

RecordFields<ReportContext> context_fields() {
  using Context = ReportContext;
  return RecordFields<Context>()
      .add(field("machine", "the processor's name"), &Context::machine)
      .add(field("cores", "of the machine"), &Context::cores)
      .add(field("when", "UTC"), &Context::when)
      .add(field("command", "as it was typed"), &Context::command)
      .add(field("partial", "whether it was interrupted"), &Context::partial);
}

RecordFields<FailureColumns> failure_fields() {
  using Failures = FailureColumns;
  return RecordFields<Failures>()
      .add(field("total", "wrong answers that were counted"), &Failures::total)
      .add(field("listed", "those that are here"), &Failures::listed)
      .add(field("with_answers", "whether words and errors are known"), &Failures::with_answers)
      .add(field("metrics", "their names"), &Failures::metrics)
      .add(field("families", "their names"), &Failures::families)
      .add(field("words", "verdicts"), &Failures::words)
      .add(field("replays", "commands, in which {id} stands for the id"), &Failures::replays)
      .add(field("metric", "positions in metrics"), &Failures::metric)
      .add(field("family", "positions in families"), &Failures::family)
      .add(field("word", "positions in words"), &Failures::word)
      .add(field("replay_of", "positions in replays"), &Failures::replay_of)
      .add(field("id", "of the cases"), &Failures::id)
      .add(field("error", "relative to size; null where it is not known"), &Failures::error);
}

RecordFields<ShownRecord> shown_fields() {
  using Shown = ShownRecord;
  return RecordFields<Shown>()
      .add(field("failure", "position in the failures"), &Shown::failure)
      .add(field("pair", "position in the pairs"), &Shown::pair)
      .add(
          field("claim", "what was answered").null_where("it is not known"),
          [](const Shown& shown) { return shown.claim; }, claim_fields())
      .add(
          field("shrunk", "a simpler pair that fails in the same way").null_where("there is none"),
          [](const Shown& shown) { return shown.shrunk; }, shrunk_pair_fields());
}

}  // namespace

const RecordDescription<ReportRecord>& report_record() {
  using Page = ReportRecord;
  const std::string_view one_pair = "the page shows one pair";
  static const RecordDescription<Page> kRecord = {
      "touchstone.report/1", "The data of a report's page",
      RecordFields<Page>()
          .add(field("made", "where and when"), &Page::made, context_fields())
          .add(field("verify", "metrics, families, counts and histograms of the record, or null")
                   .omitted_where(one_pair),
               &Page::verify)
          .add(field("time", "the record without samples, or null").omitted_where(one_pair),
               &Page::time)
          .add(field("energy", "the record with curves of at most 120 points, or null")
                   .omitted_where(one_pair),
               &Page::energy)
          .add(field("reproduce", "records of the papers' tables").omitted_where(one_pair),
               &Page::reproduce)
          .add(field("against", "time: how times changed, a record; or null")
                   .omitted_where(one_pair),
               &Page::against)
          .add(field("failures", "in columns").omitted_where("there are no verdicts"),
               &Page::failures, failure_fields())
          .add(
              field("shown", "failures with their pairs").omitted_where("there are no verdicts"),
              [](const Page& page) { return page.shown; }, shown_fields())
          .add(
              field("pairs", "that are drawn"),
              [](const Page& page) -> const auto& { return page.pairs; }, pair_fields())};
  return kRecord;
}

}  // namespace touchstone
