// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "cli/console.hpp"
#include "cli/verify.hpp"
#include "harness/replay_command.hpp"

namespace touchstone {
namespace {

/// Above so many lines, more than a screen shows beside the rest, a table has one for each metric.
constexpr std::size_t kMostLines = 36;
constexpr std::size_t kMostDifferences = 20;  ///< shown of the accuracy table, without --full

/// The metric's rows taken together, as far as the terminal shows them.
struct Totals {
  std::uint64_t cases = 0, right = 0, wrong_sign = 0, inaccurate = 0, bad_normal = 0,
                bad_witness = 0, missing = 0, no_answer = 0, crashed = 0, timed_out = 0,
                not_applicable = 0, valued = 0, right_at_own = 0;
  double own_tolerance = 0;
  double max_error = 0;
  double sum_error = 0;

  void add(const CampaignRow& row) {
    cases += row.cases;
    right += row.right;
    wrong_sign += row.value.wrong_sign + row.sign.wrong_sign;
    inaccurate += row.value.inaccurate;
    bad_normal += row.normal.invalid;
    bad_witness += row.witness.invalid;
    missing += row.missing;
    no_answer += row.no_answer;
    crashed += row.crashed;
    timed_out += row.timed_out;
    not_applicable += row.not_applicable;
    valued += row.error_rel_size.count;
    right_at_own += row.right_at_own;
    own_tolerance = row.own_tolerance;
    if (row.error_rel_size.count == 0) return;
    max_error = std::max(max_error, row.error_rel_size.max);
    sum_error += row.error_rel_size.mean * static_cast<double>(row.error_rel_size.count);
  }
};

void add_own(std::vector<std::string>& row, const Totals& t) {
  row.push_back(short_text(t.own_tolerance));
  row.push_back(percent_text(t.right_at_own, t.cases - t.not_applicable));
}

/// What every table says of some rows of one metric: counts and errors.
void add_counts(std::vector<std::string>& row, const Totals& t, bool own_tolerance) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const std::uint64_t n : {t.wrong_sign, t.inaccurate, t.bad_normal, t.bad_witness, t.missing,
                                t.no_answer, t.crashed, t.timed_out, t.not_applicable}) {
    row.push_back(count_text(n));
  }
  row.push_back(short_text(t.valued == 0 ? none : t.max_error));
  row.push_back(short_text(t.valued == 0 ? none : t.sum_error / static_cast<double>(t.valued)));
  if (own_tolerance) add_own(row, t);
}

void add_own_headers(std::vector<std::string>& header) {
  header.insert(header.end(), {"own\ntol", "right at\nown %"});
}

void add_count_headers(std::vector<std::string>& header, bool own_tolerance) {
  header.insert(header.end(),
                {"wrong\nsign", "in-\naccurate", "bad\nnormal", "bad\nwitness", "miss-\ning",
                 "no\nanswer", "crashed", "timed\nout", "not\nappl.", "max\nerror", "mean\nerror"});
  if (own_tolerance) add_own_headers(header);
}

std::string right_text(const Totals& t) {
  return percent_text(t.right, t.cases - t.not_applicable);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The metrics of the rows, in their order.
std::vector<std::string> metrics_of(const CampaignResult& result) {
  std::vector<std::string> metrics;
  for (const CampaignRow& row : result.rows) {
    if (metrics.empty() || metrics.back() != row.metric) metrics.push_back(row.metric);
  }
  return metrics;
}

/// The metric's rows in the order of the result.
std::vector<const CampaignRow*> rows_of(const CampaignResult& result, const std::string& metric) {
  std::vector<const CampaignRow*> rows;
  for (const CampaignRow& row : result.rows) {
    if (row.metric == metric) rows.push_back(&row);
  }
  return rows;
}

const std::string& group_of(const CampaignRow& row) {
  return row.group.empty() ? row.family : row.group;
}

/// Orders rows of a group by what went wrong in them: no end, no answer, wrong sign, size of the
/// error.
std::tuple<bool, bool, bool, double> gravity(const CampaignRow& row) {
  return {row.crashed + row.timed_out > 0, row.no_answer > 0,
          row.value.wrong_sign + row.sign.wrong_sign > 0, row.error_rel_size.max};
}

using Lines = std::vector<std::pair<std::string, Totals>>;

/// The metric's rows added up by family or group.
Lines lines_of(const CampaignResult& result, const std::string& metric, bool full) {
  Lines lines;
  for (const CampaignRow* row : rows_of(result, metric)) {
    const std::string& label = full ? row->family : group_of(*row);
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const auto& known) { return known.first == label; });
    if (line == lines.end()) line = lines.insert(lines.end(), {label, Totals()});
    line->second.add(*row);
  }
  return lines;
}

/// Rows of a table and which columns may go where there is no room for all: first those that are 0
/// throughout, then the others behind `kept` from the right.
class VerdictTable {
 public:
  VerdictTable(std::vector<std::string> header, std::size_t left, std::size_t kept)
      : table_(header, left), said_(header.size(), false), kept_(kept) {}

  void add(const std::vector<std::string>& row) {
    for (std::size_t k = 0; k < row.size(); ++k) said_[k] = said_[k] || row[k] != count_text(0);
    table_.add(row);
  }
  void add_rule() { table_.add_rule(); }
  std::string text(std::optional<std::size_t> room) const {
    std::vector<std::size_t> expendable;
    for (const bool said : {false, true}) {
      for (std::size_t k = said_.size(); k-- > kept_;) {
        if (said_[k] == said) expendable.push_back(k);
      }
    }
    return table_.fitted(room, expendable);
  }

 private:
  TextTable table_;
  std::vector<bool> said_;  ///< of each column, whether any row has more than a 0
  std::size_t kept_;
};

/// A line for each metric and group, or family if `full`.
std::string long_table(const CampaignResult& result, const ReportStyle& style) {
  std::vector<std::string> header = {"metric", style.full ? "family" : "cases of", "cases",
                                     "right\n%"};
  add_count_headers(header, style.own_tolerance);
  VerdictTable table(header, 2, 4);
  for (const std::string& metric : metrics_of(result)) {
    std::string name = metric;  // on its first line only
    for (const auto& [label, totals] : lines_of(result, metric, style.full)) {
      std::vector<std::string> row = {std::exchange(name, ""), label, std::to_string(totals.cases),
                                      right_text(totals)};
      add_counts(row, totals, style.own_tolerance);
      table.add(row);
    }
    table.add_rule();
  }
  return table.text(style.room);
}

/// A line for each metric: what is right of each group, and what is wrong of all.
std::string short_table(const CampaignResult& result, const std::vector<std::string>& groups,
                        const ReportStyle& style) {
  std::vector<std::string> header = {"right, %"};
  header.insert(header.end(), groups.begin(), groups.end());
  add_count_headers(header, false);
  header.pop_back();  // no mean: that of unlike groups says little
  if (style.own_tolerance) add_own_headers(header);
  VerdictTable table(header, 1, 1 + groups.size());
  for (const std::string& metric : metrics_of(result)) {
    const Lines lines = lines_of(result, metric, false);
    std::vector<std::string> row = {metric};
    for (const std::string& group : groups) {
      const auto line = std::find_if(lines.begin(), lines.end(),
                                     [&](const auto& known) { return known.first == group; });
      row.push_back(line == lines.end() ? "" : right_text(line->second));
    }
    Totals all;
    for (const CampaignRow* of_metric : rows_of(result, metric)) all.add(*of_metric);
    add_counts(row, all, false);
    row.pop_back();
    if (style.own_tolerance) add_own(row, all);
    table.add(row);
  }
  return table.text(style.room);
}

/// The groups in the order in which they come.
std::vector<std::string> groups_of(const CampaignResult& result) {
  std::vector<std::string> groups;
  for (const CampaignRow& row : result.rows) {
    const std::string& group = group_of(row);
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

bool is_long(const CampaignResult& result) {
  return metrics_of(result).size() * groups_of(result).size() > kMostLines;
}

std::string verdict_table(const CampaignResult& result, const ReportStyle& style) {
  const std::string table = style.full || !is_long(result)
                                ? long_table(result, style)
                                : short_table(result, groups_of(result), style);
  return table + "right: of the applicable cases, those in which everything given is right to " +
         exact_text(result.tolerance) +
         " of size.\nerrors: of the value, relative to size (ratio metrics: to max(1, |rho|)).\n";
}

/// What was left out: a line for each metric, or for each metric and family if `full`.
std::string not_run_text(const CampaignResult& result, bool full) {
  std::string text;
  if (full) {
    for (const auto& line : result.not_run) text += "not run: " + line + "\n";
    return text;
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
      parts.push_back(std::to_string(count) + (count == 1 ? " family of " : " families of ") +
                      group);
    }
    text += "not run: " + metric + " on " + joined(parts) + "\n";
  }
  if (!text.empty())
    text +=
        "  (--full says why; --metric with --family, each by name or pattern, runs them all the "
        "same)\n";
  return text;
}

/// For each metric with wrong cases how many, and how to replay a worst one: of each group, or the
/// gravest of all if `brief`.
std::string replay_text(const CampaignResult& result, bool brief) {
  std::string text;
  bool unsaved = false;
  for (const std::string& metric : metrics_of(result)) {
    std::uint64_t cases = 0;
    std::uint64_t wrong = 0;
    bool claims_exact = false;
    std::vector<const CampaignRow*> gravest;  // of each group
    for (const CampaignRow* row : rows_of(result, metric)) {
      cases += row->cases - row->not_applicable;
      wrong += row->wrong();
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
    if (wrong == 0) continue;
    text += metric + " is wrong in " + std::to_string(wrong) + " of " + std::to_string(cases) +
            (claims_exact ? ", though it claims to be exact" : "") + ", for example\n";
    if (brief) {
      gravest = {*std::max_element(
          gravest.begin(), gravest.end(),
          [](const CampaignRow* a, const CampaignRow* b) { return gravity(*a) < gravity(*b); })};
    }
    for (const CampaignRow* row : gravest) {
      text += "  " + replay_command(*row, row->worst.front(), result.tolerance) + "\n";
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
    if (!full && &cell - check.differences.data() >= std::ptrdiff_t{kMostDifferences}) {
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
std::string table_text(const AccuracyCheck& check, bool full) {
  if (check.differences.empty()) return "";
  return "Not as in the accuracy table (docs/accuracy.md):\n" + differences_text(check, full) +
         "If this is to stay, ./touchstone verify --write-accuracy docs renews the table.\n";
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
      cases += row.cases - row.not_applicable;
    }
    if (counted == 0) continue;
    parts.push_back(metric + " in " + std::to_string(counted) + " of " + std::to_string(cases) +
                    (cases == 1 ? " case" : " cases"));
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

}  // namespace

std::string report_text(const CampaignResult& result, const AccuracyCheck& check,
                        const ReportStyle& style) {
  return verdict_table(result, style) + (result.counts_missing ? "" : kCountsNoMissing) +
         certificates_text(result) + "\n" + not_run_text(result, style.full) +
         replay_text(result, !style.full && is_long(result)) + table_text(check, style.full);
}

std::string partial_text(const CampaignResult& result, const ReportStyle& style) {
  return verdict_table(result, style) + "\n" + replay_text(result, !style.full && is_long(result));
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
  if (check.unproven) {
    reasons.push_back("a metric that claims to be exact did not prove its answers");
  }
  if (!also_wrong.empty()) reasons.push_back(also_wrong);
  if (reasons.empty()) return "Exit code 0: " + as_expected_text(result, check) + ".\n";
  std::string text = "Exit code 1: ";
  for (const std::string& reason : reasons) {
    text += (&reason == &reasons.front() ? "" : "; ") + reason;
  }
  return text + ".\n";
}

std::string nothing_judged(const CampaignResult& result) {
  const CampaignRow* first = nullptr;
  for (const CampaignRow& row : result.rows) {
    if (row.cases > row.not_applicable) return "";
    if (first == nullptr && row.cases > 0) first = &row;
  }
  if (result.shard.count > 1) return "";
  if (first != nullptr) {
    return "nothing was judged: " + first->metric + " is not applicable to any case of " +
           first->family + ": " + first->why_not_applicable;
  }
  if (result.not_run.empty()) return "nothing was judged: there are no cases";
  return "nothing was judged: not run is " + result.not_run.front() +
         " (--metric with --family, both by name, runs it all the same)";
}

}  // namespace touchstone
