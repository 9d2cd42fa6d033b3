// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_text.hpp"

#include <cstddef>

#include "reports/solve_record.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxFailureLines = 20;

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
  line += "r = " + short_text(*answer.r);
  if (answer.worst_contact) line += " at contact " + std::to_string(*answer.worst_contact);
  if (answer.claimed_residual) {
    line += "; it gives a residual of " + short_text(*answer.claimed_residual);
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

}  // namespace

std::string solve_text(const SolveRun& run, std::optional<std::size_t> room) {
  TextTable table(solve_row_fields(), "group");
  for (const SolveRow& row : run.rows) {
    std::vector<std::size_t> wrong;
    if (row.false_claims > 0) wrong.push_back(table.column("false claims"));
    if (row.infeasible_wrong > 0) wrong.push_back(table.column("infeas. wrong"));
    if (row.crashed > 0) wrong.push_back(table.column("crashed"));
    table.add(solve_row_fields().cells(row), wrong);
  }
  std::size_t ill_scaled = 0;
  for (const StepSummary& problem : run.problems) {
    ill_scaled += problem.known == "ill-scaled" ? 1 : 0;
  }
  std::string text = table.fitted(room);
  if (ill_scaled > 0) {
    text += how_many(ill_scaled, "problem") + " ill-scaled: rounding decides, none counts.\n";
  }
  return text + failures_text(run);
}

}  // namespace touchstone
