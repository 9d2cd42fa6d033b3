// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/accuracy.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

#include "harness/compare/exit_rule.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

/// The metric of which the row judges a variant; nullptr of any other row.
const MetricRow* plain_of(const CampaignRow& row) {
  const MetricRow* variant = find_metric(row.metric, ratio_variants());
  return variant == nullptr ? nullptr : find_metric(variant->plain);
}

bool in_single_precision(const CampaignRow& row) {
  const MetricRow* metric = find_metric(row.metric);
  if (!row.plugin.empty()) return row.single_plugin;
  return metric != nullptr && metric->traits.scalar == Scalar::float32;
}

}  // namespace

bool counts_at_own(const CampaignRow& row, double tolerance) {
  // Single precision cannot reach the tolerance of doubles.
  const bool of_ones_own = are_own_cases(row.family, row.group) || !row.plugin.empty();
  const bool strict = row.claims_exact || (of_ones_own && !in_single_precision(row));
  return !strict && row.own_tolerance > tolerance;
}

std::uint64_t counted_wrong(const CampaignRow& row, double tolerance) {
  const bool at_own = counts_at_own(row, tolerance);
  return row.decided() - (at_own ? std::max(row.right, row.right_at_own) : row.right);
}

bool is_unproven(const CampaignRow& row) {
  return row.claims_exact && row.certificates.missing > 0;
}

bool is_unreliable(const CampaignRow& row) { return row.flaky + row.order_dependent > 0; }

bool is_known_fault(const VerdictRecord& table, const std::string& metric, const Case& c,
                    double tolerance, Word word) {
  const auto& rows = table.result.rows;
  const auto cell = std::find_if(rows.begin(), rows.end(), [&](const CampaignRow& row) {
    return row.metric == metric && row.family == c.family;
  });
  if (cell == rows.end() || tolerance != table.result.tolerance) return false;
  if (count_of(*cell, word) == 0) return false;
  const Family* family = find_family(c.family);
  if (family != nullptr && family->finite_cases != 0) return true;  // whatever the seed
  const std::string of_seed = c.family + ":" + std::to_string(table.result.seed) + ":";
  if (!c.id.starts_with(of_seed)) return false;
  std::uint64_t index = 0;
  const char* end = c.id.data() + c.id.size();
  return std::from_chars(c.id.data() + of_seed.size(), end, index).ec == std::errc() &&
         index < cell->cases;
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

const VerdictRecord& committed_accuracy(Extent extent) {
  const auto read = [](std::string_view text, const char* name) {
    auto parsed = parse_record(text, name);
    if (!parsed) throw HarnessError("the built-in " + parsed.reason());
    return std::move(parsed).value();
  };
  static const VerdictRecord kPlain = read(committed_accuracy_text(), "results/accuracy.json");
  static const VerdictRecord kQuick =
      read(committed_quick_accuracy_text(), "results/accuracy-quick.json");
  return extent == Extent::plain ? kPlain : kQuick;
}

bool is_whole_campaign(const CampaignResult& result, Extent extent) {
  if (result.shard.count != 1) return false;
  std::map<CellName, std::uint64_t> there;
  for (const CampaignRow& row : result.rows) {
    if (plain_of(row) == nullptr) there[{row.metric, row.family}] = row.cases;
  }
  std::size_t expected = 0;
  for (const Family& family : family_registry(CurvedCases::taken)) {
    const std::uint64_t cases = cases_of(family, extent);
    if (cases == 0) continue;  // it runs only where it is named
    for (const MetricRow& metric : metric_registry()) {
      if (family.largest_vertices > metric.traits.largest_default_vertices) continue;
      ++expected;
      const auto found = there.find({metric.name, family.name});
      if (found == there.end() || found->second != cases) return false;
    }
  }
  return there.size() == expected;
}

AccuracyCheck check_accuracy(const CampaignResult& result, const VerdictRecord& table) {
  AccuracyCheck check;
  const bool same_question = result.seed == table.result.seed &&
                             result.tolerance == table.result.tolerance && result.shard.count == 1;
  check.whole = same_question && is_whole_campaign(result, extent_of(result));
  std::map<CellName, const CampaignRow*> cells;
  for (const CampaignRow& row : table.result.rows) cells[{row.metric, row.family}] = &row;
  const std::map<CellName, const CampaignRow*> plain_cells = cells;
  for (const CampaignRow& row : result.rows) {
    check.unproven = check.unproven || is_unproven(row);
    check.unreliable = check.unreliable || is_unreliable(row);
    const auto cell = cells.find({row.metric, row.family});
    const bool covered = same_question && cell != cells.end() && cell->second->cases == row.cases;
    check.covered.push_back(covered);
    std::uint64_t counted = covered ? 0 : counted_wrong(row, result.tolerance);
    // A variant, which the table does not know, may be wrong as often as its metric.
    const MetricRow* plain = plain_of(row);
    if (plain != nullptr && same_question) {
      const auto of_plain = plain_cells.find({plain->name, row.family});
      if (of_plain != plain_cells.end() && of_plain->second->cases == row.cases) {
        counted -= std::min(counted, counted_wrong(*of_plain->second, result.tolerance));
      }
    }
    check.counted.push_back(counted);
    if (!covered) {
      if (check.whole && plain == nullptr) {
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
  check.unexpected =
      check.unexpected || check.unproven || check.unreliable || !check.differences.empty();
  return check;
}

}  // namespace touchstone
