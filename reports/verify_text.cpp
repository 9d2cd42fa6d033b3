// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <tuple>
#include <utility>

#include "reports/ask_command.hpp"
#include "reports/verify_table.hpp"
#include "reports/verify_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxDifferences = 20;  ///< shown of the accuracy table, without --full

/// Orders rows of a group by what went wrong in them: not the same twice, no end, no answer, wrong
/// sign, size of the error.
std::tuple<bool, bool, bool, bool, double> gravity(const CampaignRow& row) {
  return {is_unreliable(row), row.crashed + row.timed_out > 0, row.no_answer + row.skipped > 0,
          row.value.wrong_sign + row.sign.wrong_sign > 0, row.error_rel_size.max};
}

/// Whether a line of what was not run is of some cases of a file: its row has the others.
bool is_part_of_file(const std::string& line, const std::vector<LeftOut>& left_out) {
  return std::none_of(left_out.begin(), left_out.end(), [&](const LeftOut& left) {
    return line.starts_with(left.metric + " on " + left.family + ": ");
  });
}

/// What was left out: a line for each metric, or for each metric and family if `full`.
std::string not_run_text(const CampaignResult& result, bool full) {
  std::string text;
  if (full) {
    for (const auto& line : result.not_run) text += "not run: " + line + "\n";
    return text;
  }
  std::string parts_of_files;
  for (const std::string& line : result.not_run) {
    if (is_part_of_file(line, result.left_out)) parts_of_files += "not run: " + line + "\n";
  }
  // Metrics and groups in the order in which they come.
  std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::size_t>>>> metrics;
  const auto entry_of = [](auto& list, const std::string& name) -> auto& {
    const auto known =
        std::find_if(list.begin(), list.end(), [&](const auto& e) { return e.first == name; });
    if (known != list.end()) return known->second;
    list.push_back({name, {}});
    return list.back().second;
  };
  for (const LeftOut& left : result.left_out) {
    ++entry_of(entry_of(metrics, left.metric), left.group.empty() ? left.family : left.group);
  }
  for (const auto& [metric, groups] : metrics) {
    std::vector<std::string> parts;
    parts.reserve(groups.size());
    for (const auto& [group, count] : groups) {
      parts.push_back(how_many(count, "family", "families") + " of " + group);
    }
    text += "not run: " + metric + " on " + joined(parts) + "\n";
  }
  if (!text.empty())
    text +=
        "  (--full says why; --metric with --family, each by name or pattern, runs them all the "
        "same)\n";
  return parts_of_files + text;
}

/// For each metric with wrong cases how many, and how to ask about a worst one: of each group, or
/// the gravest of all if `brief`. One line where it has one case alone.
std::string examples_text(const CampaignResult& result, const AccuracyCheck& check, bool brief) {
  std::string text;
  bool unsaved = false;
  for (const std::string& metric : metrics_of(result)) {
    std::uint64_t cases = 0;
    std::uint64_t wrong = 0;
    std::uint64_t wrong_at_asked = 0;
    bool claims_exact = false;
    std::vector<const CampaignRow*> gravest;  // the gravest row of each group
    for (const CampaignRow* row : rows_of(result, metric)) {
      cases += row->decided();
      wrong += shown_wrong(result, check, *row);
      wrong_at_asked += row->wrong();
      claims_exact = row->claims_exact;
      if (row->worst.empty()) continue;
      const auto known = std::find_if(
          gravest.begin(), gravest.end(),
          [&](const CampaignRow* other) { return group_of(*other) == group_of(*row); });
      if (known == gravest.end()) {
        gravest.push_back(row);
      } else if (gravity(**known) < gravity(*row)) {
        *known = row;
      }
    }
    if (wrong_at_asked == 0) continue;
    text += metric + (wrong > 0 ? " is wrong"
                                : " is right to its own tolerance, but not to " +
                                      exact_text(result.tolerance));
    if (cases > 1) {
      text += " in " + std::to_string(wrong > 0 ? wrong : wrong_at_asked) + " of " +
              std::to_string(cases);
    }
    text += std::string(claims_exact ? ", though it claims to be exact" : "") +
            (cases > 1 ? ", for example\n" : ":");
    if (brief) {
      gravest = {*std::max_element(
          gravest.begin(), gravest.end(),
          [](const CampaignRow* a, const CampaignRow* b) { return gravity(*a) < gravity(*b); })};
    }
    for (const CampaignRow* row : gravest) {
      text +=
          (cases > 1 ? "  " : " ") + ask_command(*row, row->worst.front(), result.tolerance) + "\n";
      unsaved = unsaved || from_standard_input(*row);
    }
  }
  if (unsaved) {
    text += std::string(kSavedInputNote) + "\n";
  }
  return text;
}

/// The cells that are not as in the accuracy table.
std::string differences_text(const AccuracyCheck& check, bool full) {
  std::string text;
  std::size_t more = 0;
  for (const CellChange& cell : check.differences) {
    if (!full && &cell - check.differences.data() >= std::ptrdiff_t{kMaxDifferences}) {
      ++more;
      continue;
    }
    text += "  " + cell.metric + " on " + cell.family + ": ";
    if (cell.change == Change::fresh) {
      text += "is not in the table with this number of cases";
    } else if (cell.change == Change::gone) {
      text += "is in the table, and was not run";
    } else {
      text += kChangeNames[static_cast<std::size_t>(cell.change)];
      text += ": " + difference_text(*cell.before, *cell.after);
    }
    text += "\n";
  }
  if (more > 0) text += "  and " + std::to_string(more) + " more (--full shows all)\n";
  return text;
}

/// The cells that are not as in the accuracy table, and what to do about it.
std::string accuracy_check_text(const AccuracyCheck& check, bool full) {
  if (check.differences.empty()) return "";
  return "Not as in the accuracy table (docs/accuracy.md):\n" + differences_text(check, full) +
         "If this is to stay, ./touchstone verify --write-accuracy results renews the table.\n";
}

/// "sat in 3 of 200 cases, mpr in 1 of 200 cases", of the metrics that count as wrong.
std::string counted_text(const CampaignResult& result, const AccuracyCheck& check) {
  std::vector<std::string> parts;
  for (const std::string& metric : metrics_of(result)) {
    std::uint64_t counted = 0;
    std::uint64_t cases = 0;
    for (std::size_t k = 0; k < result.rows.size(); ++k) {
      const CampaignRow& row = result.rows[k];
      if (row.metric != metric || check.covered[k]) continue;
      counted += check.counted[k];
      cases += row.decided();
    }
    if (counted == 0) continue;
    parts.push_back(metric + " in " + std::to_string(counted) + " of " + how_many(cases, "case"));
  }
  return joined(parts);
}

/// "a in 2 cases, b in 1 case", of the metrics whose answer changed when they were asked again.
std::string unreliable_text(const CampaignResult& result) {
  std::vector<std::string> parts;
  for (const std::string& metric : metrics_of(result)) {
    std::uint64_t cases = 0;
    for (const CampaignRow* row : rows_of(result, metric)) {
      cases += row->flaky + row->order_dependent;
    }
    if (cases == 0) continue;
    parts.push_back(metric + " in " + how_many(cases, "case"));
  }
  return joined(parts);
}

/// What was as expected, in one sentence without its end.
std::string as_expected_text(const CampaignResult& result, const AccuracyCheck& check) {
  bool known = false;   // wrong as the table has it
  bool within = false;  // wrong at the asked tolerance, right at the metric's own
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    if (result.rows[k].any_wrong()) (check.covered[k] ? known : within) = true;
  }
  if (check.whole) return "every cell is as in the accuracy table (docs/accuracy.md)";
  if (known && within) {
    return "what is wrong is as in the accuracy table (docs/accuracy.md), or right at the "
           "tolerance that the metric claims";
  }
  if (known) return "what is wrong is as in the accuracy table (docs/accuracy.md)";
  if (within) {
    return "what is not right to " + exact_text(result.tolerance) +
           " of size is right at the tolerance that the metric claims";
  }
  return "everything that was judged is right";
}

/// By what the answers were judged, and who did not prove what it promises to.
std::string certificates_text(const CampaignResult& result) {
  if (!result.certify) return "";
  CampaignRow all;
  std::string text;
  std::vector<std::pair<std::string, CampaignRow>> metrics;  // in the order of the rows
  for (const CampaignRow& row : result.rows) {
    all.add_certificates(row);
    if (metrics.empty() || metrics.back().first != row.metric) metrics.push_back({row.metric, {}});
    metrics.back().second.add_certificates(row);
    if (row.certificates.missing == 0) continue;
    text += "without a certificate that holds: " + std::to_string(row.certificates.missing) +
            " answers of " + row.metric + " on " + row.family + "; " + row.first_missing + "\n";
  }
  std::string by_oracle;
  for (const auto& [metric, sum] : metrics) {
    if (sum.certificates.judged > 0 || sum.certificates.oracle == 0) continue;
    by_oracle += (by_oracle.empty() ? "" : ", ") + metric;
  }
  return "judged by certificates: " + std::to_string(all.certificates.judged) +
         " answers; by the oracle: " + std::to_string(all.certificates.oracle) + "\n" +
         (by_oracle.empty() ? "" : "by the oracle as always: " + by_oracle + "\n") + text;
}

/// The likely cause of what each metric got wrong, where it has one.
std::string causes_text(const CampaignResult& result) {
  std::string text;
  for (const LikelyCause& cause : result.causes) {
    text += cause.metric + ": " + cause_text(cause) + "\n";
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::string cause_text(const LikelyCause& cause) {
  const std::string looked_at = cause.examined < cause.failures
                                    ? ", looked at of " + std::to_string(cause.failures) + ","
                                    : "";
  return std::to_string(cause.explained) + " of " + std::to_string(cause.examined) +
         " wrong answers" + looked_at + " " + cause.finding + ": " + cause.advice +
         (cause.corrected ? " (corrected so, they are right)" : "") +
         (cause.explains_all() ? "" : "; the others have another cause");
}

std::string report_text(const CampaignResult& result, const AccuracyCheck& check,
                        const ReportStyle& style) {
  return causes_text(result) + verdict_table(result, style, check) + certificates_text(result) +
         "\n" + not_run_text(result, style.full) +
         examples_text(result, check, !style.full && is_long(result)) +
         accuracy_check_text(check, style.full);
}

std::string partial_text(const CampaignResult& result, const ReportStyle& style) {
  return verdict_table(result, style) + "\n" +
         examples_text(result, {}, !style.full && is_long(result));
}

std::string closing_sentence(const CampaignResult& result, const AccuracyCheck& check,
                             const std::string& also_wrong) {
  std::vector<std::string> reasons;
  const std::string counted = counted_text(result, check);
  if (!counted.empty()) reasons.push_back("judged wrong: " + counted);
  if (!check.differences.empty()) {
    const std::size_t n = check.differences.size();
    reasons.push_back(std::to_string(n) + (n == 1 ? " cell is" : " cells are") +
                      " not as in the accuracy table");
  }
  if (check.unreliable) {
    reasons.push_back("flaky or order-dependent: " + unreliable_text(result));
  }
  if (check.unproven) {
    reasons.push_back("a metric that claims to be exact did not prove its answers");
  }
  if (!also_wrong.empty()) reasons.push_back(also_wrong);
  if (reasons.empty()) return "Exit code 0: " + as_expected_text(result, check) + ".\n";
  return "Exit code 1: " + joined(reasons, "; ") + ".\n";
}

std::string rule_text(const CampaignResult& result, const RuleCheck& rule, bool full) {
  std::string text;
  std::size_t failing = 0;
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    if (!rule.rows[k] || (++failing > kMaxDifferences && !full)) continue;
    text += "  " + result.rows[k].metric + " on " + result.rows[k].family + ": " +
            rule.rows[k]->message + "\n";
  }
  if (failing > kMaxDifferences && !full) {
    text += "  and " + std::to_string(failing - kMaxDifferences) + " more (--full shows all)\n";
  }
  return text + "Exit code " + (rule.failed() ? "1: " : "0: ") + rule.sentence + ".\n";
}

std::string nothing_judged(const CampaignResult& result) {
  std::vector<const CampaignRow*> asked;
  for (const CampaignRow& row : result.rows) {
    if (row.decided() > 0) return "";
    if (row.cases > 0) asked.push_back(&row);
  }
  if (result.shard.count > 1) return "";
  const auto first_of = [](std::size_t count) {
    return count > 1 ? " (first of " + std::to_string(count) + ")" : std::string();
  };
  if (!asked.empty()) {
    const CampaignRow& first = *asked.front();
    if (first.undecided > 0) {
      return "nothing was judged: undecided is " + first.metric + " on " + first.family +
             ", as the proven bounds on phi are too wide" + first_of(asked.size());
    }
    return "nothing was judged: " + first.metric + " is not applicable to any case of " +
           first.family + ": " + first.why_not_applicable + first_of(asked.size());
  }
  if (result.not_run.empty()) return "nothing was judged: there are no cases";
  return "nothing was judged: not run is " + result.not_run.front() +
         first_of(result.not_run.size()) +
         " (--metric with --family, both by name, runs it all the same)";
}

}  // namespace touchstone
