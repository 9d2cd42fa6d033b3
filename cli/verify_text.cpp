// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <tuple>

#include "cli/console.hpp"
#include "cli/verify.hpp"

namespace touchstone {
namespace {

/// The metric's rows taken together, as far as the terminal shows them.
struct Totals {
  std::uint64_t cases = 0, right = 0, wrong_sign = 0, inaccurate = 0, bad_normal = 0,
                bad_witness = 0, no_answer = 0, crashed = 0, timed_out = 0, not_applicable = 0,
                valued = 0;
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
    if (row.error_rel_size.count == 0) return;
    max_error = std::max(max_error, row.error_rel_size.max);
    sum_error += row.error_rel_size.mean * static_cast<double>(row.error_rel_size.count);
  }
};

std::vector<std::string> cells(const std::string& metric, const std::string& label,
                               const Totals& t) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  return {metric,
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
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
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

std::string replay_line(const CampaignOptions& options, const CampaignRow& row,
                        const std::vector<std::string>& files) {
  std::string line =
      "  ./touchstone replay " + quoted(row.worst.front()) + " --metric " + row.metric;
  // Files stand first among the sources, in the order in which they were given.
  for (std::size_t k = 0; k < files.size(); ++k) {
    if (options.sources[k].name == row.family) line += " --file " + quoted(files[k]);
  }
  if (options.tolerance != kDefaultTolerance) {
    line += " --tolerance " + exact_text(options.tolerance);
  }
  return line + "\n";
}

}  // namespace

std::string verdict_table(const CampaignResult& result, bool full) {
  TextTable table({"metric", full ? "family" : "cases of", "cases", "right\n%", "wrong\nsign",
                   "in-\naccurate", "bad\nnormal", "bad\nwitness", "no\nanswer", "crashed",
                   "timed\nout", "not\nappl.", "max\nerror", "mean\nerror"},
                  2);
  std::vector<std::string> metrics;
  for (const CampaignRow& row : result.rows) {
    if (metrics.empty() || metrics.back() != row.metric) metrics.push_back(row.metric);
  }
  for (const std::string& metric : metrics) {
    std::vector<std::pair<std::string, Totals>> lines;
    for (const CampaignRow* row : rows_of(result, metric)) {
      const std::string& label = full || row->group.empty() ? row->family : row->group;
      auto line = std::find_if(lines.begin(), lines.end(),
                               [&](const auto& known) { return known.first == label; });
      if (line == lines.end()) line = lines.insert(lines.end(), {label, Totals()});
      line->second.add(*row);
    }
    for (std::size_t k = 0; k < lines.size(); ++k) {
      table.add(cells(k == 0 ? metric : "", lines[k].first, lines[k].second));
    }
    table.add_rule();
  }
  return table.text() +
         "right: of the applicable cases, those in which everything given is right to " +
         exact_text(result.tolerance) +
         " of size.\nerrors: of the value, relative to size (ratio metrics: to max(1, |rho|)).\n";
}

std::string not_run_text(const CampaignOptions& options, const CampaignResult& result, bool full) {
  std::string text;
  if (full) {
    for (const auto& line : result.not_run) text += "not run: " + line + "\n";
    return text;
  }
  for (const MetricRow* metric : options.metrics) {
    const auto rows = rows_of(result, metric->name);
    std::vector<std::pair<std::string, std::size_t>> left_out;  // families of each group
    for (const CaseSource& source : options.sources) {
      const bool ran = std::any_of(rows.begin(), rows.end(), [&](const CampaignRow* row) {
        return row->family == source.name;
      });
      if (ran) continue;
      const std::string& group = source.group.empty() ? source.name : source.group;
      auto entry = std::find_if(left_out.begin(), left_out.end(),
                                [&](const auto& known) { return known.first == group; });
      if (entry == left_out.end()) entry = left_out.insert(left_out.end(), {group, 0});
      ++entry->second;
    }
    std::vector<std::string> parts;
    parts.reserve(left_out.size());
    for (const auto& [group, count] : left_out) {
      parts.push_back(std::to_string(count) + (count == 1 ? " family of " : " families of ") +
                      group);
    }
    if (!parts.empty()) text += "not run: " + metric->name + " on " + joined(parts) + "\n";
  }
  if (!text.empty()) text += "  (--full says why; --metric with --family runs them all the same)\n";
  return text;
}

std::string replay_text(const CampaignOptions& options, const CampaignResult& result,
                        const std::vector<std::string>& files) {
  std::string text;
  for (const MetricRow* metric : options.metrics) {
    std::uint64_t cases = 0;
    std::uint64_t wrong = 0;
    std::vector<const CampaignRow*> gravest;  // of each group
    for (const CampaignRow* row : rows_of(result, metric->name)) {
      cases += row->cases - row->not_applicable;
      wrong += row->cases - row->not_applicable - row->right;
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
    text +=
        metric->name + " is wrong in " + std::to_string(wrong) + " of " + std::to_string(cases) +
        (metric->traits.claims_exact ? ", though it claims to be exact" : "") + ", for example\n";
    for (const CampaignRow* row : gravest) text += replay_line(options, *row, files);
  }
  return text;
}

bool judged_wrong(const CampaignResult& result) {
  return std::any_of(result.rows.begin(), result.rows.end(), [](const CampaignRow& row) {
    const bool own_file = row.family.rfind("file:", 0) == 0;
    return row.any_wrong() && (row.claims_exact || own_file);
  });
}

}  // namespace touchstone
