// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/steps/performance_profile.hpp"
#include "reports/solve_record.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxFailureLines = 20;
constexpr std::size_t kMaxShownContacts = 3;  ///< a problem with more is not shown whole

std::string shown(double number) { return std::isfinite(number) ? short_text(number) : "infinity"; }

std::string failures_text(const SolveRun& run) {
  std::string text;
  std::size_t failures = 0;
  for (const JudgedStep& answer : run.answers) {
    if (!is_failure(answer)) continue;
    if (++failures > kMaxFailureLines) continue;
    text += wrong_text(answer.false_claim ? "FALSE CLAIM" : "FAILED") + ": " +
            solve_failure_text(answer) + "\n";
  }
  if (failures > kMaxFailureLines) {
    text += "and " + std::to_string(failures - kMaxFailureLines) + " more (--json)\n";
  }
  return text.empty() ? "" : "\n" + text;
}

/// Whether the cell shows no number.
bool is_empty(const std::string& cell) { return cell == "." || cell == "-"; }

/// Whether what stands in the column makes the run fail (SolveRun::as_expected).
bool counts_faults(std::string_view key) {
  const std::vector<std::string_view> words = step_words();
  const auto word = std::find(words.begin(), words.end(), key);
  if (word == words.end()) return key == "false_claims";
  return is_step_fault(static_cast<StepWord>(word - words.begin()));
}

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
      if (counts_faults(columns[c].key) && !is_empty(row[c])) wrong.push_back(shown.size());
      shown.push_back(row[c]);
    }
    table.add(std::move(shown), wrong);
  }
  return table.fitted(room, {});
}

/// Which share of the problems each solver solved within multiples of the fastest one's time.
/// Nothing where one solver has nobody to be compared with.
std::string profile_text(const SolveRun& run) {
  const PerformanceProfile profile = performance_profile(run);
  if (profile.curves.size() < 2 || profile.problems == 0) return "";
  std::vector<std::string> header = {"solved, % of " + std::to_string(profile.problems)};
  for (const double tau : profile_multiples()) {
    header.push_back(std::isfinite(tau) ? "within\n" + short_text(tau) + "x" : "at\nall");
  }
  TextTable table(header, 1);
  for (const ProfileCurve& curve : profile.curves) {
    std::vector<std::string> row = {curve.solver};
    for (const double tau : profile_multiples())
      row.push_back(std::to_string(std::lround(100 * profile.share(curve, tau))));
    table.add(std::move(row));
  }
  return "\n" + table.text();
}

/// A line for each solver and reason why it was not put to problems.
std::string skips_text(const SolveRun& run) {
  std::string text;
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const JudgedStep& answer : run.answers) {
    if (answer.word == StepWord::skipped) ++counts[{answer.solver, answer.detail}];
  }
  for (const auto& [skip, count] : counts) {
    const auto& [solver, why] = skip;
    text += solver + " skipped " + how_many(count, "problem") + (why.empty() ? "" : ": " + why);
    text += ".\n";
  }
  if (!run.judges_something() && !run.answers.empty()) {
    text += wrong_text("Nothing was judged.") + "\n";
  }
  return text;
}

/// A line for each solver that gave up on all that it takes, yet left impulses: it may forget to set
/// its status.
std::string forgotten_text(const SolveRun& run) {
  std::string text;
  for (const SolverTraits& solver : run.solvers) {
    std::size_t with_impulses = 0;
    const bool gave_up_always =
        std::all_of(run.answers.begin(), run.answers.end(), [&](const JudgedStep& answer) {
          if (answer.solver != solver.name) return true;
          with_impulses += answer.gave_up_with_impulses ? 1 : 0;
          return answer.word == StepWord::gave_up || answer.word == StepWord::skipped;
        });
    if (!gave_up_always || with_impulses == 0) continue;
    text += solver.name + " says 'gave up' in all its answers, and gives impulses in " +
            std::to_string(with_impulses) + ": does it set the status?\n";
  }
  return text;
}

std::string shrunk_text(const SolveRun& run) {
  std::string text;
  for (const ShrunkStep& shrunk : run.shrunk) {
    text += shrunk.solver + " on " + shrunk.problem + ": the failure stays with ";
    text += how_many(shrunk.contacts.size(), "contact") + ": ";
    for (std::size_t k = 0; k < shrunk.contacts.size(); ++k) {
      text += (k == 0 ? "" : ", ") + std::to_string(shrunk.contacts[k]);
    }
    text += "\n";
    if (shrunk.contacts.size() > kMaxShownContacts) continue;
    std::string file = step_record().document(shrunk.file);
    std::replace(file.begin(), file.end(), '\n', ' ');
    text += "  " + file + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string solve_failure_text(const JudgedStep& answer) {
  std::string line = answer.solver + " on " + answer.problem + ": ";
  if (answer.word == StepWord::crashed) return line + "crashed: " + answer.detail;
  if (answer.word == StepWord::infeasible_wrong) {
    return line + "says that there is no solution, and there is one";
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

std::string solve_text(const SolveRun& run, std::optional<std::size_t> room) {
  std::string text = rows_text(run.rows, room);
  const auto add_known = [&](std::string_view known, const std::string& what, bool proven = false) {
    const auto count = std::count_if(
        run.problems.begin(), run.problems.end(),
        [&](const StepSummary& one) { return one.known == known && one.proven == proven; });
    if (count > 0) text += how_many(static_cast<std::size_t>(count), "problem") + what + "\n";
  };
  add_known("ill-scaled", " ill-scaled: rounding decides, none counts.");
  add_known("infeasible", " proven to have no solution.", true);
  add_known("infeasible", " without a solution up to 1e6 times its velocities.");
  add_known("open", " open: no proof, and nobody has a solution.");
  const auto several = std::count_if(run.problems.begin(), run.problems.end(), [](const auto& one) {
    return one.apart.value_or(0) > kOtherVelocities;
  });
  if (several > 0) {
    text += how_many(static_cast<std::size_t>(several), "problem") +
            " whose accepted velocities differ: solutions need not be unique.\n";
  }
  return text + skips_text(run) + forgotten_text(run) + profile_text(run) + failures_text(run) +
         shrunk_text(run);
}

}  // namespace touchstone
