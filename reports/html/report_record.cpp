// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_record.hpp"

namespace touchstone {
namespace {

RecordFields<FailureColumns> failure_fields() {
  using Failures = FailureColumns;
  return RecordFields<Failures>()
      .add(field("total", "wrong answers that were counted"), &Failures::total)
      .add(field("listed", "wrong answers that the columns below list"), &Failures::listed)
      .add(field("with_answers",
                 "whether the record has the answers, so that words and errors are known"),
           &Failures::with_answers)
      .add(field("metrics", "names of metrics, each once, to which the column `metric` points"),
           &Failures::metrics)
      .add(field("families", "names of families, each once, to which the column `family` points"),
           &Failures::families)
      .add(field("words", "words of verdicts, each once, to which the column `word` points"),
           &Failures::words)
      .add(field("replays",
                 "commands that show a failure again, each once, with {id} in place of the id; the "
                 "column `replay_of` points to them"),
           &Failures::replays)
      .add(field("metric", "column: position in `metrics`, from 0, for each failure"),
           &Failures::metric)
      .add(field("family", "column: position in `families`, from 0, for each failure"),
           &Failures::family)
      .add(field("word", "column: position in `words`, from 0, for each failure"), &Failures::word)
      .add(field("replay_of", "column: position in `replays`, from 0, for each failure"),
           &Failures::replay_of)
      .add(field("id", "column: id of the case of each failure"), &Failures::id)
      .add(field("error",
                 "column: error of the value of each failure, of phi relative to the pair's size, "
                 "of rho to max(1, |rho|)")
               .entries_null_where("it is not known"),
           &Failures::error);
}

RecordFields<ShownRecord> shown_fields() {
  using Shown = ShownRecord;
  return RecordFields<Shown>()
      .add(field("failure", "row of the columns of `failures`, from 0"), &Shown::failure)
      .add(field("pair", "position in `pairs`, from 0"), &Shown::pair)
      .add(
          field("claim", "what the metric answered").null_where("it is not known"),
          [](const Shown& shown) { return shown.claim; }, claim_fields())
      .add(
          field("shrunk", "a simpler pair that fails in the same way").null_where("there is none"),
          [](const Shown& shown) { return shown.shrunk; }, shrunk_pair_fields());
}

}  // namespace

RecordFields<ReportContext> context_fields() {
  using Context = ReportContext;
  return RecordFields<Context>()
      .add(field("machine", "name of the processor of the machine that made the page"),
           &Context::machine)
      .add(field("cores", "cores of that machine"), &Context::cores)
      .add(field("when", "date and time at which the page was made, UTC"), &Context::when)
      .add(field("command", "command that made the page"), &Context::command)
      .add(field("partial", "whether the command was interrupted, so that the page is of a part"),
           &Context::partial);
}

const RecordDescription<ReportRecord>& report_record() {
  using Page = ReportRecord;
  const std::string_view one_pair = "the page shows one pair";
  static const RecordDescription<Page> kRecord = {
      "touchstone.report/1", "The data of a report's page",
      RecordFields<Page>()
          .add(field("made", "where, when and by what the page was made"), &Page::made,
               context_fields())
          .add(field("verify",
                     "record touchstone.verify without failures, each result with names, counts "
                     "and histograms alone; null if the page has no verdicts")
                   .omitted_where(one_pair),
               &Page::verify)
          .add(field("time",
                     "record touchstone.time without the samples of its results; null if the page "
                     "has no times")
                   .omitted_where(one_pair),
               &Page::time)
          .add(field("energy",
                     "record touchstone.energy with curves of at most 120 points; null if the page "
                     "has no energies")
                   .omitted_where(one_pair),
               &Page::energy)
          .add(field("reproduce",
                     "records touchstone.table1 and touchstone.table2 that the page shows")
                   .omitted_where(one_pair),
               &Page::reproduce)
          .add(field("against",
                     "object whose key `time` is a record touchstone.time-compare; null if times "
                     "were not compared with earlier ones")
                   .omitted_where(one_pair),
               &Page::against)
          .add(field("failures", "wrong answers, as columns of equal length")
                   .omitted_where("there are no verdicts"),
               &Page::failures, failure_fields())
          .add(
              field("shown", "failures whose pair the page draws")
                  .omitted_where("there are no verdicts"),
              [](const Page& page) { return page.shown; }, shown_fields())
          .add(
              field("pairs", "pairs that the page draws"),
              [](const Page& page) -> const auto& { return page.pairs; }, pair_fields())};
  return kRecord;
}

}  // namespace touchstone
