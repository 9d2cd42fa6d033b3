// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/solve_record.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxFailureLines = 20;

std::string shown(double number) { return std::isfinite(number) ? short_text(number) : "infinity"; }

/// "./mine.so on stack-7: says solved, and r = 0.02 at contact 3"; empty where nothing is wrong.
std::string failure_line(const JudgedStep& answer) {
  std::string line = wrong_text(answer.false_claim ? "FALSE CLAIM" : "FAILED") + ": " +
                     answer.solver + " on " + answer.problem + ": ";
  if (answer.word == StepWord::crashed) return line + "crashed: " + answer.detail;
  if (answer.word == StepWord::infeasible_wrong) {
    return line + "says that there is no solution, and another solver has one";
  }
  if (!answer.false_claim) return "";
  line += "says solved, and ";
  if (answer.word == StepWord::unusable) return line + answer.detail;
  line += "r = " + shown(*answer.r);
  if (answer.worst_contact) line += " at contact " + std::to_string(*answer.worst_contact);
  if (answer.claimed_residual) {
    line += "; it gives a residual of " + shown(*answer.claimed_residual);
  }
  return line;
}

std::string failures_text(const SolveRun& run) {
  std::string text;
  std::size_t failures = 0;
  for (const JudgedStep& answer : run.answers) {
    const std::string line = failure_line(answer);
    if (line.empty()) continue;
    if (++failures <= kMaxFailureLines) text += line + "\n";
  }
  if (failures > kMaxFailureLines) {
    text += "and " + std::to_string(failures - kMaxFailureLines) + " more (--json)\n";
  }
  return text.empty() ? "" : "\n" + text;
}

/// Whether the cell shows no number.
bool is_empty(const std::string& cell) { return cell == "." || cell == "-"; }

/// The columns that say something: there is a cell for most words, and no
/// solver ends in all of them.
std::vector<std::size_t> used_columns(const std::vector<std::vector<std::string>>& cells) {
  const std::vector<FieldText> columns = solve_row_fields().table_columns();
  std::vector<std::size_t> used;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool says_something =
        std::any_of(cells.begin(), cells.end(), [c](const auto& row) { return !is_empty(row[c]); });
    if (columns[c].is_kept || says_something) used.push_back(c);
  }
  return used;
}

std::string rows_text(const std::vector<SolveRow>& rows, std::optional<std::size_t> room) {
  std::vector<std::vector<std::string>> cells;
  for (const SolveRow& row : rows) cells.push_back(solve_row_fields().cells(row));
  const std::vector<FieldText> columns = solve_row_fields().table_columns();
  const std::vector<std::size_t> used = used_columns(cells);
  std::vector<std::string> header;
  for (const std::size_t c : used) header.emplace_back(columns[c].title);
  TextTable table(header, 2);
  for (const std::vector<std::string>& row : cells) {
    std::vector<std::string> shown;
    std::vector<std::size_t> wrong;
    for (const std::size_t c : used) {
      const std::string_view key = columns[c].key;
      const bool is_fault = key == "false_claims" || key == "infeasible_wrong" || key == "crashed";
      if (is_fault && !is_empty(row[c])) wrong.push_back(shown.size());
      shown.push_back(row[c]);
    }
    table.add(std::move(shown), wrong);
  }
  return table.fitted(room, {});
}

}  // namespace

std::string solve_text(const SolveRun& run, std::optional<std::size_t> room) {
  std::string text = rows_text(run.rows, room);
  std::size_t ill_scaled = 0;
  for (const StepSummary& problem : run.problems) {
    ill_scaled += problem.known == "ill-scaled" ? 1 : 0;
  }
  if (ill_scaled > 0) {
    text += how_many(ill_scaled, "problem") + " ill-scaled: rounding decides, none counts.\n";
  }
  return text + failures_text(run);
}

}  // namespace touchstone
