// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <tuple>

#include "cli/console.hpp"
#include "cli/verify.hpp"
#include "harness/meshes.hpp"

namespace touchstone {
namespace {

/// The metric's rows taken together, as far as the terminal shows them.
struct Totals {
  std::uint64_t cases = 0, right = 0, wrong_sign = 0, inaccurate = 0, bad_normal = 0,
                bad_witness = 0, no_answer = 0, crashed = 0, timed_out = 0, not_applicable = 0,
                valued = 0, right_at_own = 0;
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

std::vector<std::string> cells(const std::string& metric, const std::string& label, const Totals& t,
                               bool own_tolerance) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> row = {
      metric,
      label,
      std::to_string(t.cases),
      percent_text(t.right, t.cases - t.not_applicable),
      count_text(t.wrong_sign),
      count_text(t.inaccurate),
      count_text(t.bad_normal),
      count_text(t.bad_witness),
      count_text(t.no_answer),
      count_text(t.crashed),
      count_text(t.timed_out),
      count_text(t.not_applicable),
      short_text(t.valued == 0 ? none : t.max_error),
      short_text(t.valued == 0 ? none : t.sum_error / static_cast<double>(t.valued))};
  if (own_tolerance) {
    row.push_back(short_text(t.own_tolerance));
    row.push_back(percent_text(t.right_at_own, t.cases - t.not_applicable));
  }
  return row;
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

std::string quoted(const std::string& word) {
  if (word.find_first_of(" \t'\"\\$&;|<>()*?[]#~`!") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
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

std::string replay_line(const CampaignResult& result, const CampaignRow& row) {
  std::string line =
      "  ./touchstone replay " + quoted(row.worst.front()) + " --metric " + row.metric;
  if (!row.path.empty()) {
    line += (row.group == kMeshGroup ? " --meshes " : " --file ") + quoted(row.path);
  }
  if (result.tolerance != kDefaultTolerance) {
    line += " --tolerance " + exact_text(result.tolerance);
  }
  return line + "\n";
}

std::string verdict_table(const CampaignResult& result, const ReportStyle& style) {
  const bool full = style.full;
  std::vector<std::string> header = {"metric",      full ? "family" : "cases of",
                                     "cases",       "right\n%",
                                     "wrong\nsign", "in-\naccurate",
                                     "bad\nnormal", "bad\nwitness",
                                     "no\nanswer",  "crashed",
                                     "timed\nout",  "not\nappl.",
                                     "max\nerror",  "mean\nerror"};
  if (style.own_tolerance) header.insert(header.end(), {"own\ntol", "right at\nown %"});
  TextTable table(header, 2);
  for (const std::string& metric : metrics_of(result)) {
    std::vector<std::pair<std::string, Totals>> lines;
    for (const CampaignRow* row : rows_of(result, metric)) {
      const std::string& label = full || row->group.empty() ? row->family : row->group;
      auto line = std::find_if(lines.begin(), lines.end(),
                               [&](const auto& known) { return known.first == label; });
      if (line == lines.end()) line = lines.insert(lines.end(), {label, Totals()});
      line->second.add(*row);
    }
    for (std::size_t k = 0; k < lines.size(); ++k) {
      table.add(cells(k == 0 ? metric : "", lines[k].first, lines[k].second, style.own_tolerance));
    }
    table.add_rule();
  }
  return table.text() +
         "right: of the applicable cases, those in which everything given is right to " +
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
  if (!text.empty()) text += "  (--full says why; --metric with --family runs them all the same)\n";
  return text;
}

/// For each metric with wrong cases how many, and how to replay a worst one of each group.
std::string replay_text(const CampaignResult& result) {
  std::string text;
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
    for (const CampaignRow* row : gravest) text += replay_line(result, *row);
  }
  return text;
}

/// Praise only where something was at stake.
std::string closing_line(const CampaignResult& result) {
  if (judged_wrong(result)) return "Something was judged wrong that should be right.\n";
  const bool at_stake = std::any_of(
      result.rows.begin(), result.rows.end(),
      [](const CampaignRow& row) { return row.claims_exact && row.cases > row.not_applicable; });
  return at_stake ? "Everything that claims to be exact is right.\n"
                  : "No metric that claims to be exact was run.\n";
}

}  // namespace

std::string report_text(const CampaignResult& result, const ReportStyle& style) {
  return verdict_table(result, style) + "\n" + not_run_text(result, style.full) +
         replay_text(result) + closing_line(result);
}

bool judged_wrong(const CampaignResult& result) {
  return std::any_of(result.rows.begin(), result.rows.end(), [](const CampaignRow& row) {
    const bool own_file = row.family.rfind("file:", 0) == 0;
    return row.any_wrong() && (row.claims_exact || own_file);
  });
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
