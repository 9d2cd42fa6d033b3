// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/accuracy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "harness/campaign/tally.hpp"
#include "harness/cases/families/meshes.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// Three digits, so that a renewed table differs only where something changed.
std::string short_number(double x) {
  std::array<char, 32> text{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): a literal format
  std::snprintf(text.data(), text.size(), "%.3g", x);
  return text.data();
}

std::string error_json(const CampaignRow& row) {
  const auto error = worst_error(row);
  if (!error) return "null";
  return std::isinf(*error) ? json_string("overflow") : short_number(*error);
}

std::string cell_json(const CampaignRow& row) {
  JsonObject object;
  object.add("metric", json_string(row.metric)).add("family", json_string(row.family));
  for (const RowField& field : kRowFields) {
    if (field.read(row) > 0) object.add(field.column, std::to_string(field.read(row)));
  }
  return object.add("worst_error", error_json(row)).row();
}

/// Cases of a file, or of meshes, of one's own.
bool own_cases(const CampaignRow& row) {
  return row.family.rfind("file:", 0) == 0 || row.group == kMeshGroup;
}

bool in_single_precision(const CampaignRow& row) {
  const MetricRow* metric = find_metric(row.metric);
  return metric != nullptr && metric->traits.scalar == Scalar::float32;
}

/// Rounded towards 0: 100 means all.
std::string percent(const CampaignRow& row) {
  const std::uint64_t applicable = row.cases - row.not_applicable;
  if (applicable == 0) return "n/a";
  if (row.right == applicable) return "100";
  const std::uint64_t hundredths = row.right * 10000 / applicable;
  std::array<char, 32> text{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): a literal format
  std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(hundredths) / 100);
  return text.data();
}

/// Distinct names in the order in which they come.
template <class Name>
std::vector<std::string> names_of(const CampaignResult& result, Name name) {
  std::vector<std::string> names;
  for (const CampaignRow& row : result.rows) {
    if (std::find(names.begin(), names.end(), name(row)) == names.end()) names.push_back(name(row));
  }
  return names;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string rule_of(std::size_t left, std::size_t right) {
  std::string line = "|";
  for (std::size_t k = 0; k < left; ++k) line += "---|";
  for (std::size_t k = 0; k < right; ++k) line += "--:|";
  return line + "\n";
}

std::string count(std::uint64_t n) { return n == 0 ? "." : std::to_string(n); }

std::string matrix_text(const CampaignResult& result, const std::vector<std::string>& metrics,
                        const std::vector<std::string>& families) {
  std::map<CellName, const CampaignRow*> rows;
  std::map<std::string, std::uint64_t> cases;
  for (const CampaignRow& row : result.rows) {
    rows[{row.metric, row.family}] = &row;
    cases[row.family] = row.cases;
  }
  std::vector<std::string> header = {"family", "cases"};
  header.insert(header.end(), metrics.begin(), metrics.end());
  std::string text = line_of(header) + rule_of(1, header.size() - 1);
  for (const std::string& family : families) {
    std::vector<std::string> line = {family, std::to_string(cases[family])};
    for (const std::string& metric : metrics) {
      const auto row = rows.find({metric, family});
      line.push_back(row == rows.end() ? "" : percent(*row->second));
    }
    text += line_of(line);
  }
  return text;
}

std::string metric_text(const CampaignResult& result, const std::string& metric) {
  std::string text =
      "\n## " + metric + "\n\n" +
      line_of({"family", "cases", "right %", "wrong sign", "inaccurate", "bad normal",
               "bad witness", "missing", "no answer", "crashed", "timed out", "not applicable",
               "right at own tolerance", "worst error"}) +
      rule_of(1, 13);
  for (const CampaignRow& row : result.rows) {
    if (row.metric != metric) continue;
    const auto error = worst_error(row);
    text += line_of({row.family, std::to_string(row.cases), percent(row),
                     count(row.value.wrong_sign + row.sign.wrong_sign), count(row.value.inaccurate),
                     count(row.normal.invalid), count(row.witness.invalid), count(row.missing),
                     count(row.no_answer), count(row.crashed), count(row.timed_out),
                     count(row.not_applicable), count(row.right_at_own),
                     error ? short_number(*error) : "none"});
  }
  return text;
}

}  // namespace

std::uint64_t counted_wrong(const CampaignRow& row, double tolerance) {
  // On cases of one's own single precision cannot reach the tolerance of doubles.
  const bool strict = row.claims_exact || (own_cases(row) && !in_single_precision(row));
  const bool at_own = !strict && row.own_tolerance > tolerance;
  return row.cases - row.not_applicable -
         (at_own ? std::max(row.right, row.right_at_own) : row.right);
}

bool is_unproven(const CampaignRow& row) {
  return row.claims_exact && row.certificates.missing > 0;
}

std::uint64_t cases_of(const Family& family, Extent extent) {
  const std::uint64_t cases = family.finite_cases == 0
                                  ? family.default_cases
                                  : std::min(family.default_cases, family.finite_cases);
  constexpr std::uint64_t kQuickPart = 10;
  return extent == Extent::plain ? cases : (cases + kQuickPart - 1) / kQuickPart;
}

Extent extent_of(const CampaignResult& result) {
  const auto quick = [](const CampaignRow& row) {
    const Family* family = find_family(row.family);
    return family != nullptr && row.cases == cases_of(*family, Extent::quick);
  };
  return !result.rows.empty() && std::all_of(result.rows.begin(), result.rows.end(), quick)
             ? Extent::quick
             : Extent::plain;
}

const Record& committed_accuracy(Extent extent) {
  const auto read = [](std::string_view text, const char* name) {
    auto parsed = parse_record(text, name);
    if (!parsed) throw HarnessError("the built-in " + parsed.reason());
    return std::move(parsed).value();
  };
  static const Record kPlain = read(committed_accuracy_text(), "results/accuracy.json");
  static const Record kQuick = read(committed_quick_accuracy_text(), "results/accuracy-quick.json");
  return extent == Extent::plain ? kPlain : kQuick;
}

bool is_whole_campaign(const CampaignResult& result, Extent extent) {
  if (result.shard.count != 1) return false;
  std::map<CellName, std::uint64_t> there;
  for (const CampaignRow& row : result.rows) there[{row.metric, row.family}] = row.cases;
  std::size_t expected = 0;
  for (const Family& family : family_registry()) {
    const std::uint64_t cases = cases_of(family, extent);
    for (const MetricRow& metric : metric_registry()) {
      if (family.largest_vertices > metric.traits.largest_default_vertices) continue;
      ++expected;
      const auto found = there.find({metric.name, family.name});
      if (found == there.end() || found->second != cases) return false;
    }
  }
  return there.size() == expected;
}

AccuracyCheck check_accuracy(const CampaignResult& result, const Record& table) {
  AccuracyCheck check;
  const bool same_question = result.seed == table.result.seed &&
                             result.tolerance == table.result.tolerance && result.shard.count == 1;
  check.whole = same_question && is_whole_campaign(result, extent_of(result));
  std::map<CellName, const CampaignRow*> cells;
  for (const CampaignRow& row : table.result.rows) cells[{row.metric, row.family}] = &row;
  for (const CampaignRow& row : result.rows) {
    check.unproven = check.unproven || is_unproven(row);
    const auto cell = cells.find({row.metric, row.family});
    const bool covered = same_question && cell != cells.end() && cell->second->cases == row.cases;
    check.covered.push_back(covered);
    check.counted.push_back(covered ? 0 : counted_wrong(row, result.tolerance));
    if (!covered) {
      if (check.whole) {
        check.differences.push_back(
            {Change::fresh, row.metric, row.family, std::nullopt, row, {}, {}});
      }
      check.unexpected = check.unexpected || check.counted.back() > 0;
      continue;
    }
    const Change change = change_of(*cell->second, row);
    if (change != Change::same) {
      check.differences.push_back({change, row.metric, row.family, *cell->second, row, {}, {}});
    }
    cells.erase(cell);
  }
  for (const CampaignRow& row : table.result.rows) {
    if (!check.whole || cells.count({row.metric, row.family}) == 0) continue;
    const bool other_count = std::any_of(
        check.differences.begin(), check.differences.end(), [&row](const CellChange& fresh) {
          return fresh.metric == row.metric && fresh.family == row.family;
        });
    if (other_count) continue;  // already listed, as new
    check.differences.push_back({Change::gone, row.metric, row.family, row, std::nullopt, {}, {}});
  }
  check.unexpected = check.unexpected || check.unproven || !check.differences.empty();
  return check;
}

std::string accuracy_json(const CampaignResult& result) {
  std::vector<std::string> cells;
  cells.reserve(result.rows.size());
  for (const CampaignRow& row : result.rows) cells.push_back(cell_json(row));
  JsonObject object;
  object.add("schema", json_string("touchstone.accuracy/2"))
      .add("seed", std::to_string(result.seed))
      .add("tolerance", json_number(result.tolerance));
  if (!result.counts_missing) object.add("counts_missing", "false");
  return object.add("cells", json_list(cells)).document();
}

std::string accuracy_markdown(const CampaignResult& result) {
  const auto metrics = names_of(result, [](const CampaignRow& row) { return row.metric; });
  const auto families = names_of(result, [](const CampaignRow& row) { return row.family; });
  std::string text =
      "# Accuracy\n\n"
      "What each metric makes of each family in the plain campaign (`./touchstone verify`, seed " +
      std::to_string(result.seed) + ", tolerance " + json_number(result.tolerance) +
      " of size).\n\n"
      "Generated, with `accuracy.json`, by `./touchstone verify --write-accuracy docs`; do not "
      "edit. "
      "The program has the table built in: plain `verify` ends with 0 if\nevery cell is as it "
      "stands "
      "here, and with 1 on anything new in either direction ([architecture](architecture.md)).\n\n"
      "## Right answers\n\n"
      "Percent of the applicable cases in which everything given is right, rounded down; 100 means "
      "all; empty: not run at this size by default.\n\n" +
      matrix_text(result, metrics, families) +
      "\nBelow, in detail: `.` is 0; the worst error is that of the value, relative to size (ratio "
      "metrics: to max(1, |rho|)).\n";
  for (const std::string& metric : metrics) text += metric_text(result, metric);
  return text;
}

}  // namespace touchstone
