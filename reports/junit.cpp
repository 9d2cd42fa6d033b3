// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/junit.hpp"

#include <algorithm>
#include <vector>

#include "reports/ask_command.hpp"
#include "reports/junit_suites.hpp"

namespace touchstone {
namespace {

std::string counts_text(const CampaignRow& row) {
  std::string text =
      std::to_string(row.wrong()) + " of " + std::to_string(row.decided()) + " wrong";
  const auto add = [&text](std::uint64_t n, const char* what) {
    if (n > 0) text += ", " + std::to_string(n) + " " + what;
  };
  add(row.undecided, "undecided");
  add(row.skipped, "skipped");
  add(row.no_answer, "without an answer");
  add(row.flaky, "flaky");
  add(row.crashed, "crashed");
  add(row.timed_out, "timed out");
  add(row.order_dependent, "order-dependent");
  add(row.value.wrong_sign + row.sign.wrong_sign, "of the wrong sign");
  add(row.value.inaccurate, "inaccurate");
  add(row.normal.invalid, "with an invalid normal");
  add(row.witness.invalid, "with invalid witness points");
  add(row.missing, "without a normal or witness points that were promised");
  return text;
}

std::string ask_lines(const CampaignRow& row, double tolerance) {
  std::string text = "worst cases:\n";
  for (const std::string& id : row.worst) {
    text += ask_command(row, id, tolerance) + "\n";
  }
  if (!row.kinds.empty()) text += "simplest pairs:\n" + row.kinds;
  if (from_standard_input(row)) text += std::string(kSavedInputNote) + "\n";
  return text;
}

/// Why a row makes the exit code 1 by the usual rule; nothing if it does not. `counted`: its cases
/// that count as wrong where the accuracy table says nothing of it.
std::optional<RowFailure> failure_of(const CampaignRow& row, std::uint64_t counted,
                                     const CellChange* difference) {
  const bool unsound = is_unproven(row) || is_unreliable(row);
  const bool wrong = difference != nullptr || counted > 0 || unsound;
  if (!wrong) return std::nullopt;
  std::string message = counts_text(row);
  if (difference != nullptr) {
    message = "not as in the accuracy table: ";
    message += difference->before ? difference_text(*difference->before, row)
                                  : "the cell is new, " + counts_text(row);
  }
  if (is_unproven(row)) {
    message += ", " + std::to_string(row.certificates.missing) + " without a proof that holds";
  }
  // A crash that the table expects is not an error, even where something else is a failure.
  const bool ended_badly = row.crashed + row.timed_out >
                           (difference != nullptr && difference->before
                                ? difference->before->crashed + difference->before->timed_out
                                : 0);
  return RowFailure{message, ended_badly};
}

void add_row(JunitSuite& suite, const CampaignRow& row, const std::optional<RowFailure>& failure,
             double tolerance) {
  JunitCase test{row.family, ""};
  if (failure) {
    const bool ended_badly = failure->ended_badly;
    ++(ended_badly ? suite.errors : suite.failures);
    test.outcome = junit_element(ended_badly ? "error" : "failure", failure->message,
                                 ended_badly ? "crashed or timed out" : "judged wrong",
                                 row.worst.empty() ? "" : ask_lines(row, tolerance));
  } else if (row.cases == row.not_applicable) {
    ++suite.skipped;
    test.outcome = junit_element("skipped", "not applicable: " + row.why_not_applicable, "", "");
  } else if (row.undecided > 0) {
    test.outcome = "<system-out>" + std::to_string(row.undecided) + " undecided</system-out>";
  }
  suite.cases.push_back(std::move(test));
}

/// Why a metric is not run on a family.
std::string reason(const CampaignResult& result, const LeftOut& left) {
  const std::string begins = left.metric + " on " + left.family + ": ";
  for (const std::string& line : result.not_run) {
    if (line.rfind(begins, 0) == 0) return line.substr(begins.size());
  }
  return "not run";
}

void add_left_out(std::vector<JunitSuite>& suites, const CampaignResult& result) {
  for (const LeftOut& left : result.left_out) {
    JunitSuite& suite = junit_suite(suites, left.metric);
    const bool listed = std::any_of(suite.cases.begin(), suite.cases.end(),
                                    [&](const JunitCase& t) { return t.name == left.family; });
    if (listed) continue;
    ++suite.skipped;
    suite.cases.push_back({left.family, junit_element("skipped", reason(result, left), "", "")});
  }
}

std::string title_of(const CampaignResult& result) {
  return "touchstone " + result.command + ", seed " + std::to_string(result.seed);
}

}  // namespace

std::string junit_xml(const CampaignResult& result, const AccuracyCheck& check,
                      const std::string& also_wrong) {
  std::vector<JunitSuite> suites;
  const auto difference_of = [&check](const std::string& metric,
                                      const std::string& family) -> const CellChange* {
    const auto found = std::find_if(
        check.differences.begin(), check.differences.end(),
        [&](const CellChange& cell) { return cell.metric == metric && cell.family == family; });
    return found == check.differences.end() ? nullptr : &*found;
  };
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    const CampaignRow& row = result.rows[k];
    const CellChange* difference = difference_of(row.metric, row.family);
    add_row(junit_suite(suites, row.metric), row, failure_of(row, check.counted[k], difference),
            result.tolerance);
  }
  for (const CellChange& cell : check.differences) {
    if (cell.change != Change::gone) continue;
    JunitSuite& suite = junit_suite(suites, cell.metric);
    ++suite.failures;
    suite.cases.push_back(
        {cell.family,
         junit_element("failure", "in the accuracy table, but not run", "judged wrong", "")});
  }
  add_left_out(suites, result);
  if (!also_wrong.empty()) {
    suites.push_back(
        {"properties", {{"all", junit_element("failure", also_wrong, "judged wrong", "")}}, 1});
  }
  return junit_document(suites, title_of(result));
}

std::string junit_xml(const CampaignResult& result, const RuleCheck& rule) {
  std::vector<JunitSuite> suites;
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    const CampaignRow& row = result.rows[k];
    add_row(junit_suite(suites, row.metric), row, rule.rows[k], result.tolerance);
  }
  add_left_out(suites, result);
  return junit_document(suites, title_of(result));
}

}  // namespace touchstone
