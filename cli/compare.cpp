// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/compare.hpp"

#include <unistd.h>

#include <utility>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "harness/compare/verdict_records.hpp"
#include "reports/ask_command.hpp"
#include "reports/text_table.hpp"
#include "reports/time_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxLines = 30;  ///< lines of a list of cells or of ids without --full

struct CompareArguments : Arguments {
  Typed<std::string> before;
  Typed<std::string> after;
  Typed<std::vector<std::string>> metrics;
  Typed<std::string> json;
  Typed<bool> full;
};

/// What is compared, and how it is shown.
struct CompareRun {
  std::string before;
  std::string after;  ///< equals `before` where two metrics of one file are compared
  std::vector<std::string> metrics;
  std::string json;
  bool full = false;
};

std::string right_percent(const CampaignRow& row) {
  return percent_text(row.right, row.cases - row.not_applicable);
}

/// The cells that differ, worse ones first.
std::string cells_text(const Comparison& comparison, bool full) {
  TextTable table({"", "metric", "family", "right %", "what changed, old -> new"}, 5);
  std::size_t lines = 0;
  std::size_t more = 0;
  for (const Change change : {Change::worse, Change::mixed, Change::better}) {
    for (const CellChange& cell : comparison.cells) {
      if (cell.change != change) continue;
      if (!full && ++lines > kMaxLines) {
        ++more;
        continue;
      }
      table.add(
          {kChangeNames[static_cast<std::size_t>(change)], cell.metric, cell.family,
           right_percent(*cell.before) + " -> " + right_percent(*cell.after),
           difference_text(*cell.before, *cell.after)},
          change == Change::better ? std::vector<std::size_t>() : std::vector<std::size_t>{0});
    }
  }
  if (lines == 0 && !(full && comparison.count(Change::same) < comparison.cells.size())) return "";
  std::string text = table.text();
  if (more > 0) text += "and " + std::to_string(more) + " more (--full shows all)\n";
  return text;
}

/// Metrics or families that only one record has: a line for each metric.
std::string one_sided_text(const Comparison& comparison, bool full) {
  std::string text;
  for (const Change change : {Change::fresh, Change::gone}) {
    std::vector<std::pair<std::string, std::size_t>> metrics;
    const std::string label = kChangeNames[static_cast<std::size_t>(change)];
    for (const CellChange& cell : comparison.cells) {
      if (cell.change != change) continue;
      if (full) {
        text.append(label).append(": ").append(cell.metric).append(" on ");
        text.append(cell.family).append("\n");
      }
      if (metrics.empty() || metrics.back().first != cell.metric) {
        metrics.emplace_back(cell.metric, 0);
      }
      ++metrics.back().second;
    }
    if (full) continue;
    for (const auto& [metric, count] : metrics) {
      text.append(label).append(": ").append(metric).append(" on ");
      text.append(how_many(count, "family", "families")).append("\n");
    }
  }
  return text;
}

/// How to look at the cases that changed sides.
std::string ids_text(const Comparison& comparison, bool full) {
  std::string text;
  std::size_t lines = 0;
  std::size_t more = 0;
  bool unsaved = false;
  const auto add = [&](const std::string& what, const CellChange& cell,
                       const std::optional<std::vector<std::string>>& ids) {
    if (!ids) return;
    for (const std::string& id : *ids) {
      if (!full && ++lines > kMaxLines) {
        ++more;
        continue;
      }
      text += what + ask_command(*cell.after, id, comparison.tolerance) + "\n";
      unsaved = unsaved || from_standard_input(*cell.after);
    }
  };
  for (const CellChange& cell : comparison.cells) add("now wrong:  ", cell, cell.became_wrong);
  for (const CellChange& cell : comparison.cells) add("now right:  ", cell, cell.became_right);
  if (more > 0) text += "and " + how_many(more, "more case") + " (--full shows all)\n";
  if (unsaved) text += std::string(kSavedInputNote) + "\n";
  return text;
}

/// Which records are of interrupted runs.
std::string partial_lines(const Comparison& comparison) {
  std::string text;
  for (const std::string& sentence : comparison.partial) text += "PARTIAL: " + sentence + "\n";
  return text.empty() ? "" : text + "\n";
}

std::string summary_text(const Comparison& comparison) {
  const std::uint64_t one_sided = comparison.count(Change::fresh) + comparison.count(Change::gone);
  const std::uint64_t shared = comparison.cells.size() - one_sided;
  std::string text = how_many(shared, "cell") + " in both: ";
  for (const Change change : {Change::worse, Change::mixed, Change::better, Change::same}) {
    text += (change == Change::worse ? "" : ", ") + std::to_string(comparison.count(change)) + " " +
            kChangeNames[static_cast<std::size_t>(change)];
  }
  for (const Change change : {Change::fresh, Change::gone}) {
    text += "; " + std::to_string(comparison.count(change)) + " " +
            kChangeNames[static_cast<std::size_t>(change)];
  }
  return text + "\n" +
         (comparison.anything_worse() ? "Something got worse.\n" : "Nothing got worse.\n");
}

template <class R>
using ReadOne = Result<R> (*)(const std::string& path);
template <class R>
using Choose = Result<R> (*)(R record, const std::string& metric, const std::string& shown);

/// The two records; with two metrics the cells of one in the first and of the other in the second,
/// both under the name of the second.
template <class R>
Result<std::pair<R, R>> read_both(const CompareRun& run, ReadOne<R> read, Choose<R> choose,
                                  const std::string& wanted) {
  auto before = read(run.before);
  auto after = before.ok() ? read(run.after) : before;
  for (const auto* record : {&before, &after}) {
    if (*record) continue;
    const std::string& file = record == &before ? run.before : run.after;
    // What cannot be read at all may be what is wanted.
    const bool readable = ::access(file.c_str(), R_OK) == 0;
    return Error{record->reason() + (readable ? "; compare wants " + wanted : "")};
  }
  if (!run.metrics.empty()) {
    const std::string& shown = run.metrics.back();
    before = choose(std::move(before).value(), run.metrics.front(), shown);
    if (!before) return before.error();
    after = choose(std::move(after).value(), shown, shown);
    if (!after) return after.error();
  }
  return std::pair(std::move(before).value(), std::move(after).value());
}

int compare_time_files(const CompareRun& run) {
  const auto records =
      read_both<TimeRecord>(run, read_time_record, results_of_metric,
                            "two JSONs of touchstone time here, as one of them is");
  if (!records) return fail(records.reason(), kExitBadInput);
  const auto& [before, after] = records.value();
  const auto compared = compare_time_records(before, after);
  if (!compared) return fail(compared.reason(), kExitBadInput);
  return show(run.json, time_comparison_record().document(compared.value()),
              time_comparison_text(compared.value(), run.full),
              compared.value().anything_slower() ? kExitJudgedWrong : kExitAsExpected);
}

int compare_verdict_files(const CompareRun& run) {
  const auto records = read_both<VerdictRecord>(
      run, read_record, cells_of_metric,
      "stores of verify --db, JSONs of verify and accuracy tables, or JSONs of touchstone time");
  if (!records) return fail(records.reason(), kExitBadInput);
  const auto compared = compare_records(records.value().first, records.value().second);
  if (!compared) return fail(compared.reason(), kExitBadInput);
  const Comparison& comparison = compared.value();
  return show(run.json, comparison_json(comparison),
              partial_lines(comparison) + cells_text(comparison, run.full) +
                  one_sided_text(comparison, run.full) + ids_text(comparison, run.full) +
                  summary_text(comparison),
              comparison.anything_worse() ? kExitJudgedWrong : kExitAsExpected);
}

/// What is wrong with the words of the command, or nothing.
std::string misuse(const CompareRun& run) {
  if (!run.metrics.empty() && run.metrics.size() != 2) {
    return "compare: --metric takes two metrics, as in --metric OLD,NEW";
  }
  const bool two = !run.after.empty();
  if (run.before.empty() || (!two && run.metrics.empty())) {
    return "compare: which two records? (touchstone compare OLD NEW; or one record with two "
           "metrics: touchstone compare RECORD --metric A,B)";
  }
  return two && run.before == "-" && run.after == "-"
             ? "compare: standard input can be only one of the two"
             : "";
}

int compare(const CompareArguments& typed) {
  const bool prints = *typed.json != "-";
  CompareRun run{*typed.before, *typed.after, *typed.metrics, *typed.json, prints && *typed.full};
  const std::string wrong = misuse(run);
  if (!wrong.empty()) return fail(wrong, kExitBadInput);
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (run.after.empty()) run.after = run.before;
  return looks_like_time_record(run.before) || looks_like_time_record(run.after)
             ? compare_time_files(run)
             : compare_verdict_files(run);
}

}  // namespace

void add_compare(CommandLine& line) {
  Command command = line.command(
      "compare", "What got better, worse, slower or new from one record, or metric, to another");
  CompareArguments& a = command.runs(compare);
  command.keeps("OLD", a.before,
                "A store (verify --db), a JSON of verify, an accuracy table or a JSON of time");
  command.keeps("NEW", a.after, "A later one of the same kind");
  command.texts("--metric", "A,B", a.metrics,
                "Compare metric A of OLD with metric B of NEW; with one record, two of its metrics",
                true);
  command.full(a.full, "Show every cell and every case that changed").only(kOnlyInTable);
  add_json_option(command, a.json);
  command.footer(
      "Exit code 1: something got worse, or slower beyond noise. Records of other cases (seed, "
      "tolerance, numbers) are refused.");
}

}  // namespace touchstone
