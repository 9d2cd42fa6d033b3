// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_junit.hpp"

#include <algorithm>
#include <utility>

#include "reports/junit_suites.hpp"
#include "reports/solve_text.hpp"

namespace touchstone {
namespace {

/// What failed in a group: a line for each answer.
std::string failure_lines(const SolveRun& run, const SolveRow& row) {
  std::string lines;
  for (const JudgedStep& answer : run.answers) {
    if (answer.solver != row.solver || answer.group != row.group || !is_failure(answer)) continue;
    lines += solve_failure_text(answer) + "\n";
  }
  return lines;
}

/// Why it was put to none of the group's problems.
std::string skip_reason(const SolveRun& run, const SolveRow& row) {
  const auto skipped = std::find_if(run.answers.begin(), run.answers.end(), [&](const auto& one) {
    return one.solver == row.solver && one.group == row.group;
  });
  return "it took none of these problems" +
         (skipped->detail.empty() ? "" : ", the first since " + skipped->detail);
}

}  // namespace

std::string solve_junit_xml(const SolveRun& run) {
  std::vector<JunitSuite> suites;
  for (const SolveRow& row : run.rows) {
    JunitSuite& suite = junit_suite(suites, row.solver);
    JunitCase test{row.group, ""};
    const std::uint64_t crashed = row.count(StepWord::crashed);
    const std::uint64_t wrong = row.count(StepWord::infeasible_wrong);
    const std::string counts = std::to_string(row.false_claims) + " false claims, " +
                               std::to_string(wrong) + " wrong infeasible, " +
                               std::to_string(crashed) + " crashed of " +
                               std::to_string(row.problems);
    if (crashed > 0) {
      ++suite.errors;
      test.outcome = junit_element("error", counts, "crashed", failure_lines(run, row));
    } else if (row.false_claims + wrong > 0) {
      ++suite.failures;
      test.outcome = junit_element("failure", counts, "judged wrong", failure_lines(run, row));
    } else if (row.count(StepWord::skipped) + row.ill_scaled == row.problems) {
      ++suite.skipped;
      const bool takes_none = row.ill_scaled == 0;
      test.outcome =
          junit_element("skipped", takes_none ? skip_reason(run, row) : "rounding decides", "", "");
    }
    suite.cases.push_back(std::move(test));
  }
  return junit_document(suites, "touchstone solve");
}

}  // namespace touchstone
