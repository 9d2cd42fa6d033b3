// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_table.hpp"

#include "harness/campaign/row_fields.hpp"
#include "reports/text_table.hpp"
#include "reports/word_columns.hpp"
#include "schema/number_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace touchstone {
namespace {

/// A table of more lines, which would not fit on a screen, has only one line for each metric.
constexpr std::size_t kMaxLines = 36;

constexpr std::size_t kMaxLegend = 100;  ///< columns of a line below the table
constexpr std::string_view kOwn =
    "or, where the exit code goes by it, to the metric's own tolerance: ";

/// What is shown, and what of it counts.
struct Shown {
  const CampaignResult& result;
  const ReportStyle& style;
  const AccuracyCheck& check;

  /// Whether the asked tolerance needs a column of its own.
  bool has_two_tolerances() const {
    return std::any_of(result.rows.begin(), result.rows.end(),
                       [&](const CampaignRow& row) { return shown_at_own(result, check, row); });
  }
  std::string asked_header() const { return "to\n" + exact_text(result.tolerance) + " %"; }
};

/// A metric's rows taken together.
struct VerdictTotals {
  CampaignRow counts;  ///< all rows added up, as far as the terminal shows them
  double max_error = 0;
  double sum_error = 0;
  std::uint64_t valued = 0;
  std::uint64_t wrong = 0;  ///< at the tolerance that counts
  bool at_own = false;      ///< whether that is the metric's own

  void add(const Shown& shown, const CampaignRow& row) {
    wrong += shown_wrong(shown.result, shown.check, row);
    at_own = at_own || shown_at_own(shown.result, shown.check, row);
    for (const RowField& field : kRowFields) field.write(counts) += field.read(row);
    counts.own_tolerance = row.own_tolerance;
    valued += row.error_rel_size.count;
    if (row.error_rel_size.count == 0) return;
    max_error = std::max(max_error, row.error_rel_size.max);
    sum_error += row.error_rel_size.mean * static_cast<double>(row.error_rel_size.count);
  }
  std::string share(std::uint64_t part) const { return percent_text(part, counts.decided()); }
};

std::uint64_t shown_count(const CampaignRow& row, const WordColumn& column) {
  return titled_count(row, word_title(column.word));
}

/// The columns of a table of these rows.
std::vector<WordColumn> verdict_columns(const CampaignResult& result) {
  return shown_word_columns([&](Word word) {
    return std::any_of(result.rows.begin(), result.rows.end(), [&](const CampaignRow& row) {
      return titled_count(row, word_title(word)) > 0;
    });
  });
}

void add_own(std::vector<std::string>& row, const VerdictTotals& t) {
  row.push_back(short_text(t.counts.own_tolerance));
  row.push_back(t.share(t.counts.right_at_own));
}

/// What every table says of some rows of one metric: counts and errors.
void add_counts(std::vector<std::string>& row, const VerdictTotals& t,
                const std::vector<WordColumn>& columns, bool own_tolerance) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const WordColumn& column : columns) {
    row.push_back(count_text(shown_count(t.counts, column)));
  }
  const bool overflows = std::isinf(t.max_error);
  const double mean = t.sum_error / static_cast<double>(t.valued);
  row.push_back(overflows ? "overflow" : short_text(t.valued == 0 ? none : t.max_error));
  row.push_back(overflows ? "overflow" : short_text(t.valued == 0 ? none : mean));
  if (own_tolerance) add_own(row, t);
}

void add_own_headers(std::vector<std::string>& header) {
  header.insert(header.end(), {"own\ntol", "right at\nown %"});
}

void add_count_headers(std::vector<std::string>& header, const std::vector<WordColumn>& columns,
                       bool own_tolerance) {
  for (const WordColumn& column : columns) header.emplace_back(column.header);
  header.insert(header.end(), {"max\nerror", "mean\nerror"});
  if (own_tolerance) add_own_headers(header);
}

std::string right_text(const VerdictTotals& t) { return t.share(t.counts.decided() - t.wrong); }
/// What is right at the asked tolerance, where that is not the one that counts.
std::string right_to_asked_text(const VerdictTotals& t) {
  return t.at_own ? t.share(t.counts.right) : "";
}

using Lines = std::vector<std::pair<std::string, VerdictTotals>>;

/// The metric's rows added up by family or group.
Lines lines_of(const Shown& shown, const std::string& metric, bool full) {
  Lines lines;
  for (const CampaignRow* row : rows_of(shown.result, metric)) {
    const std::string& label = full ? row->family : group_of(*row);
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const auto& known) { return known.first == label; });
    if (line == lines.end()) line = lines.insert(lines.end(), {label, VerdictTotals()});
    line->second.add(shown, *row);
  }
  return lines;
}

/// Rows of a table, and the order in which columns are left out of a narrow one: first those that
/// are 0 throughout, then the others behind `kept`, from the right.
class VerdictTable {
 public:
  VerdictTable(std::vector<std::string> header, std::size_t left, std::size_t kept)
      : table_(header, left),
        shares_(header.size(), false),
        counts_wrong_(header.size(), false),
        said_(header.size(), false),
        kept_(kept) {
    for (std::size_t k = left; k < header.size(); ++k) {
      counts_wrong_[k] =
          std::any_of(kWordColumns.begin(), kWordColumns.end(), [&](const WordColumn& column) {
            return column.counts_wrong() && header[k] == column.header;
          });
      // A short table has shares of each group before the counts.
      shares_[k] = k < kept && header[k] != "cases" && header[k].rfind("to\n", 0) != 0;
    }
  }

  void add(const std::vector<std::string>& row) {
    std::vector<std::size_t> wrong;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool says = row[k] != count_text(0);
      said_[k] = said_[k] || says;
      const bool short_of_all = shares_[k] && row[k] != percent_text(1, 1) && !row[k].empty() &&
                                row[k] != percent_text(0, 0);
      if (short_of_all || (counts_wrong_[k] && says)) wrong.push_back(k);
    }
    table_.add(row, wrong);
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
  std::vector<bool> shares_;        ///< whether each column says what share is right
  std::vector<bool> counts_wrong_;  ///< whether each column counts cases that are wrong
  std::vector<bool> said_;          ///< whether each column has more than a 0 in any row
  std::size_t kept_;
};

/// A line for each metric and group, or family if `full`.
std::string long_verdict_table(const Shown& shown) {
  const auto& [result, style, check] = shown;
  std::vector<std::string> header = {"metric", style.full ? "family" : "cases of", "cases",
                                     "right\n%"};
  const bool two = shown.has_two_tolerances();
  if (two) header.push_back(shown.asked_header());
  const std::vector<WordColumn> columns = verdict_columns(result);
  add_count_headers(header, columns, style.own_tolerance);
  VerdictTable table(header, 2, two ? 5 : 4);
  // Rules only where a metric has several lines.
  const bool rules = result.rows.size() > metrics_of(result).size();
  for (const std::string& metric : metrics_of(result)) {
    std::string name = metric;  // on its first line only
    for (const auto& [label, totals] : lines_of(shown, metric, style.full)) {
      std::vector<std::string> row = {std::exchange(name, ""), label,
                                      std::to_string(totals.counts.cases), right_text(totals)};
      if (two) row.push_back(right_to_asked_text(totals));
      add_counts(row, totals, columns, style.own_tolerance);
      table.add(row);
    }
    if (rules) table.add_rule();
  }
  return table.text(style.room);
}

/// A line for each metric: what is right of each group, and what is wrong of all.
std::string short_verdict_table(const Shown& shown, const std::vector<std::string>& groups) {
  const auto& [result, style, check] = shown;
  std::vector<std::string> header = {"right, %"};
  header.insert(header.end(), groups.begin(), groups.end());
  const bool two = shown.has_two_tolerances();
  if (two) header.push_back(shown.asked_header());
  const std::vector<WordColumn> columns = verdict_columns(result);
  add_count_headers(header, columns, false);
  header.pop_back();  // no mean: that of unlike groups says little
  if (style.own_tolerance) add_own_headers(header);
  VerdictTable table(header, 1, 1 + groups.size() + (two ? 1 : 0));
  for (const std::string& metric : metrics_of(result)) {
    const Lines lines = lines_of(shown, metric, false);
    std::vector<std::string> row = {metric};
    for (const std::string& group : groups) {
      const auto line = std::find_if(lines.begin(), lines.end(),
                                     [&](const auto& known) { return known.first == group; });
      row.push_back(line == lines.end() ? "" : right_text(line->second));
    }
    VerdictTotals all;
    for (const CampaignRow* of_metric : rows_of(result, metric)) all.add(shown, *of_metric);
    if (two) row.push_back(right_to_asked_text(all));
    add_counts(row, all, columns, false);
    row.pop_back();
    if (style.own_tolerance) add_own(row, all);
    table.add(row);
  }
  return table.text(style.room);
}

}  // namespace

std::vector<std::string> metrics_of(const CampaignResult& result) {
  std::vector<std::string> metrics;
  for (const CampaignRow& row : result.rows) {
    if (metrics.empty() || metrics.back() != row.metric) metrics.push_back(row.metric);
  }
  return metrics;
}

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

std::vector<std::string> groups_of(const CampaignResult& result) {
  std::vector<std::string> groups;
  for (const CampaignRow& row : result.rows) {
    const std::string& group = group_of(row);
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

std::vector<std::string> wrong_titles() {
  std::vector<std::string> titles;
  for (const WordColumn& column : kWordColumns) {
    if (column.counts_wrong()) titles.emplace_back(word_title(column.word));
  }
  return titles;
}

bool is_long(const CampaignResult& result) {
  return metrics_of(result).size() * groups_of(result).size() > kMaxLines;
}

bool shown_at_own(const CampaignResult& result, const AccuracyCheck& check,
                  const CampaignRow& row) {
  const auto k = static_cast<std::size_t>(&row - result.rows.data());
  return k < check.covered.size() && !check.covered[k] && counts_at_own(row, result.tolerance);
}

std::uint64_t shown_wrong(const CampaignResult& result, const AccuracyCheck& check,
                          const CampaignRow& row) {
  return shown_at_own(result, check, row) ? counted_wrong(row, result.tolerance) : row.wrong();
}

std::string verdict_table(const CampaignResult& result, const ReportStyle& style,
                          const AccuracyCheck& check) {
  const Shown shown{result, style, check};
  const std::string table = style.full || !is_long(result)
                                ? long_verdict_table(shown)
                                : short_verdict_table(shown, groups_of(result));
  const std::string asked = exact_text(result.tolerance);
  std::string own;
  std::size_t width = kOwn.size();
  for (const std::string& metric : metrics_of(result)) {
    for (const CampaignRow* row : rows_of(result, metric)) {
      if (!shown_at_own(result, check, *row)) continue;
      const std::string one = metric + " to " + exact_text(row->own_tolerance);
      const bool is_full = width + one.size() + 2 > kMaxLegend;
      width = one.size() + (is_full ? 0 : width + 2);
      own += (own.empty() ? "" : is_full ? ",\n" : ", ") + one;
      break;
    }
  }
  return table + "right: of the applicable cases, those in which everything given is right to " +
         asked + " of size" +
         (own.empty() ? "" : ",\n" + std::string(kOwn) + own + ".\ncounts: at " + asked) +
         ".\nerrors: of the value, relative to size (ratio metrics: to max(1, |rho|)).\n";
}

}  // namespace touchstone
