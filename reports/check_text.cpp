// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/check_text.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>

#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// The header of a column as words of a sentence.
std::string on_one_line(std::string_view title) {
  std::string words(title);
  std::replace(words.begin(), words.end(), '\n', ' ');
  return words;
}

std::vector<std::string> claim_titles(const CheckClaim& claim) {
  std::vector<std::string> titles;
  const auto add = [&](ClaimColumns column, std::string_view title) {
    if ((claim.columns & column) != 0) titles.emplace_back(title);
  };
  add(kHeldColumn, "held");
  add(kViolatedColumn, titles.empty() ? "violated" : "vio-\nlated");
  add(kNotApplicableColumn, "not\nappl.");
  add(kLargestColumn, "max\nerror");
  add(kShareColumn, "%");
  const bool one_number = claim.columns == kShareColumn || claim.columns == kLargestColumn ||
                          (claim.table > 0 && claim.columns == kViolatedColumn);
  if (one_number) return {std::string(claim.label())};
  titles.front() = std::string(claim.label()) + "\n" + titles.front();
  return titles;
}

std::string violated_percent(const ClaimCounts& counts) {
  if (counts.checked() == 0) return "-";
  if (counts.violated == 0) return ".";
  return percent_or_dot(static_cast<double>(counts.violated),
                        static_cast<double>(counts.checked()));
}

std::vector<std::string> claim_cells(const CheckClaim& claim, const ClaimCounts& counts) {
  std::vector<std::string> cells;
  const auto add = [&](ClaimColumns column, const std::string& cell) {
    if ((claim.columns & column) != 0) cells.push_back(cell);
  };
  add(kHeldColumn, count_text(counts.held));
  add(kViolatedColumn, count_text(counts.violated));
  add(kNotApplicableColumn, count_text(counts.not_applicable));
  add(kLargestColumn, short_text(counts.largest));
  add(kShareColumn, violated_percent(counts));
  return cells;
}

void append_cells(std::vector<std::string>& row, const std::vector<std::string>& cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

std::vector<std::string> check_header(const Check& check, bool by_family, int number,
                                      bool has_counts) {
  std::vector<std::string> header;
  if (!check.subjects.empty()) header.emplace_back(check.subjects);
  append_cells(header, {by_family ? std::string(check.sources) : "families", "cases"});
  if (!check.unanswered.empty()) header.emplace_back(check.unanswered);
  for (const CheckClaim& claim : check.claims) {
    if (claim.table == number) append_cells(header, claim_titles(claim));
  }
  for (const CountText& count : check.counts) {
    if (has_counts && !count.title.empty()) header.emplace_back(count.title);
  }
  return header;
}

std::vector<std::string> check_cells(const Check& check, const CheckRow& row,
                                     const std::string& subject, const std::string& family,
                                     int number, bool has_counts) {
  std::vector<std::string> cells;
  if (!check.subjects.empty()) cells.push_back(subject);
  append_cells(cells, {family, std::to_string(row.cases)});
  if (!check.unanswered.empty()) cells.push_back(count_text(row.unanswered));
  for (std::size_t k = 0; k < check.claims.size(); ++k) {
    if (check.claims[k].table != number) continue;
    append_cells(cells, claim_cells(check.claims[k], row.claims[k]));
  }
  for (std::size_t k = 0; k < check.counts.size(); ++k) {
    const NamedCount& count = row.counts[k];
    if (!has_counts || check.counts[k].title.empty()) continue;
    cells.push_back(count.least ? short_text(count.value)
                                : count_text(static_cast<std::uint64_t>(count.value)));
  }
  return cells;
}

/// The rows of one subject in which there is something.
std::vector<const CheckRow*> rows_of_subject(const std::vector<CheckRow>& rows,
                                             const CheckRow& subject) {
  std::vector<const CheckRow*> found;
  for (const CheckRow& row : rows) {
    if (row.subject.name == subject.subject.name && !row.empty()) found.push_back(&row);
  }
  return found;
}

std::string table_text(const CheckReport& report, bool by_family, int number, bool has_counts) {
  const Check& check = report.check;
  TextTable table(check_header(check, by_family, number, has_counts),
                  check.subjects.empty() ? 1 : 2);
  const std::vector<CheckRow> rows = by_family ? report.rows : summed_rows(report.rows, true);
  bool first = true;
  for (const CheckRow& sum : summed_rows(report.rows)) {
    const std::vector<const CheckRow*> own = rows_of_subject(rows, sum);
    if (own.empty()) continue;
    if (!first) table.add_rule();
    first = false;
    for (const CheckRow* row : own) {
      table.add(check_cells(check, *row, row == own.front() ? sum.subject.name : "",
                            by_family ? row->family : row->group, number, has_counts));
    }
    if (by_family && own.size() > 1) {
      table.add(check_cells(check, sum, "", "all", number, has_counts));
    }
  }
  return table.text();
}

/// Whether `is_true(counts)` of the claim in some row.
template <class IsTrue>
bool in_some_row(const CheckReport& report, std::size_t claim, const IsTrue& is_true) {
  return std::any_of(report.rows.begin(), report.rows.end(),
                     [&](const CheckRow& row) { return is_true(row.claims[claim]); });
}

/// The tables that have a claim that was checked, or the first.
std::set<int> shown_tables(const CheckReport& report) {
  std::set<int> shown;
  for (std::size_t k = 0; k < report.check.claims.size(); ++k) {
    const auto is_checked = [](const ClaimCounts& row) { return row.checked() > 0; };
    if (in_some_row(report, k, is_checked)) shown.insert(report.check.claims[k].table);
  }
  if (shown.empty()) shown.insert(0);
  return shown;
}

/// The meanings of the claims of a table; of those that show violations alone only where there are
/// some.
std::string legend_text(const CheckReport& report, int number) {
  std::string text;
  for (std::size_t k = 0; k < report.check.claims.size(); ++k) {
    const CheckClaim& claim = report.check.claims[k];
    const bool says_nothing =
        claim.table > 0 && claim.columns == kViolatedColumn &&
        !in_some_row(report, k, [](const ClaimCounts& row) { return row.violated > 0; });
    if (claim.columns == kShareColumn || says_nothing || claim.table != number) continue;
    text.append(claim.label()).append(": ").append(claim.meaning).append("\n");
  }
  return number == 0 ? text + report.check.legend : text;
}

/// The first violations of claim `k` by a subject, and what else is counted of the claim.
std::string claim_findings_text(const CheckReport& report, const CheckRow& sum, std::size_t k) {
  const CheckClaim& claim = report.check.claims[k];
  const ClaimCounts& counts = sum.claims[k];
  const std::string name(claim.name);
  const std::string& who = sum.subject.name;
  const std::string& bad = sum.subject.known_bad;
  std::string text;
  if (report.check.shown > 0 && !counts.first.empty()) {
    const bool judged = claim.judged && sum.subject.judged;
    text += (who.empty() ? name + (judged ? " is violated in " : ", not judged, does not hold in ")
                         : who + (judged ? " violates " : " does not keep ") + name + " in ") +
            std::to_string(counts.violated) +
            (bad.empty()   ? ""
             : bad == name ? " (expected to fail)"
                           : " (known to be bad)") +
            ", first\n";
    for (std::size_t i = 0; i < std::min(report.check.shown, counts.first.size()); ++i) {
      const ClaimViolation& violation = counts.first[i];
      text += "  " + violation.id + (violation.why.empty() ? "" : ": " + violation.why) + "\n";
    }
  }
  for (std::size_t i = 0; i < claim.counts.size(); ++i) {
    const auto counted = static_cast<std::uint64_t>(counts.counts[i].value);
    if (claim.counts[i].title.empty() || counted == 0) continue;
    text += (who.empty() ? name : who + ", " + name) + ": in " + how_many(counted, "case") + " " +
            on_one_line(claim.counts[i].title) + "\n";
  }
  return text;
}

/// Whether judged claims were seen to hold, and none was violated, not even by who is known to.
bool all_hold(const CheckReport& report) {
  std::uint64_t held = 0;
  for (const CheckRow& row : report.rows) {
    for (std::size_t k = 0; k < row.claims.size(); ++k) {
      if (!report.check.claims[k].judged || !row.subject.judged) continue;
      if (row.claims[k].violated > 0) return false;
      held += row.claims[k].held;
    }
  }
  return held > 0;
}

}  // namespace

std::string check_text(const CheckReport& report, bool by_family, bool partial) {
  std::string text = report.check.heading;
  const std::set<int> shown = shown_tables(report);
  for (const int number : shown) {
    text += table_text(report, by_family, number, number == *shown.begin());
    text += legend_text(report, number);
  }
  for (const CheckRow& sum : summed_rows(report.rows)) {
    for (std::size_t k = 0; k < sum.claims.size(); ++k) text += claim_findings_text(report, sum, k);
  }
  for (const ShrunkCase& one : report.shrunk) {
    text += one.subject + " shrunk from " + one.id + ": " + one.kind + "\n" +
            (one.case_file.json.empty() ? "  not shrunk: " + one.why_not : one.case_file.json) +
            "\n";
  }
  for (const std::string& claim : report.not_compared()) {
    text += claim + ": could be compared in no case of this input\n";
  }
  if (!partial) {
    const std::vector<std::string> unexpected = report.unexpected();
    for (const std::string& line : unexpected) text += "not as expected: " + line + "\n";
    if (unexpected.empty() && all_hold(report)) {
      text += "as expected: every claim that is judged holds\n";
    }
  }
  for (const std::string& line : report.not_run) text += "not run: " + line + "\n";
  return text + "seed " + std::to_string(report.seed) + "\n";
}

}  // namespace touchstone
