// SPDX-License-Identifier: GPL-3.0-or-later
// docs/accuracy.md says what each metric claims, and for which sizes: what the registry says. Of
// metrics without such a range it says in which groups of families every answer keeps the claim.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "harness/compare/accuracy.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using Cells = std::vector<std::string>;

/// The rows of the page's table of ranges, by the metric's name.
std::map<std::string, Cells> rows_of_page() {
  std::ifstream page(TOUCHSTONE_SOURCE_DIR "/docs/accuracy.md");
  std::map<std::string, Cells> rows;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    in_table = line.rfind("| metric | claim inside |", 0) == 0 || (in_table && line[0] == '|');
    if (!in_table || line.rfind("| `", 0) != 0) continue;
    std::istringstream words(line.substr(2));
    Cells cells;
    for (std::string cell; std::getline(words, cell, '|');) {
      const auto end = cell.find_last_not_of(' ');
      const auto begin = cell.find_first_not_of(' ');
      cells.push_back(end == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
    }
    rows[cells.at(0).substr(1, cells.at(0).size() - 2)] = cells;
  }
  return rows;
}

TEST(AccuracyPage, SaysWhatTheRegistryClaims) {
  const std::map<std::string, Cells> rows = rows_of_page();
  EXPECT_EQ(rows.size(), 11U);
  for (const auto& [name, cells] : rows) {
    SCOPED_TRACE(name);
    const MetricRow* row = find_metric(name);
    ASSERT_NE(row, nullptr);
    const MetricTraits& traits = row->traits;
    if (name != "minkowski") {  // it claims more than its tolerance: half an ulp
      EXPECT_EQ(std::stod(cells.at(1)), traits.own_tolerance);
    }
    double min = 0;
    double max = HUGE_VAL;
    if (cells.at(2) != "any") {
      ASSERT_EQ(std::sscanf(cells.at(2).c_str(), "%lf to %lf m", &min, &max), 2);
    }
    EXPECT_EQ(traits.sizes.min, min);
    EXPECT_EQ(traits.sizes.max, max);
    const double max_ratio = cells.at(3) == "any" ? HUGE_VAL : std::stod(cells.at(3).substr(3));
    EXPECT_EQ(traits.sizes.max_ratio, max_ratio);
    if (std::isinf(max_ratio)) continue;
    const double size = std::max(1.0, min);
    EXPECT_EQ(traits.sizes.refusal(size, (1 - 1e-9) * max_ratio * size), nullptr);
    EXPECT_NE(traits.sizes.refusal(size, (1 + 1e-9) * max_ratio * size), nullptr);
  }
}

TEST(AccuracyPage, SaysWhereMetricsOfAnySizeKeepTheirClaims) {
  using Groups = std::set<std::string>;
  const Groups outside_hard = {"boxes", "hulls", "kissing", "motion", "field"};
  const std::map<std::string, Groups> said = {
      {"gjk_epa", {}},
      {"mpr", {}},
      {"gjk_epa_1e-8", {}},
      {"mpr_1e-8", {}},
      {"ratio_lp", outside_hard},
      {"ratio_lp_rows", outside_hard},
      {"minkowski_float", {"boxes", "hulls", "motion"}},
  };
  const std::map<std::string, Cells> rows = rows_of_page();
  std::map<std::string, Groups> asked, broken;
  for (const CampaignRow& cell : committed_accuracy(Extent::plain).result.rows) {
    const std::string group =
        cell.group.empty() ? std::string(find_family(cell.family)->group) : cell.group;
    if (cell.decided() > 0) asked[cell.metric].insert(group);
    if (cell.right_at_own < cell.decided()) broken[cell.metric].insert(group);
  }
  for (const MetricRow& row : metric_registry()) {
    SCOPED_TRACE(row.name);
    ASSERT_NE(rows.contains(row.name), said.contains(row.name));
    if (rows.contains(row.name)) continue;
    EXPECT_EQ(row.traits.sizes.refusal(1e-60, 1e60), nullptr);
    Groups kept = asked[row.name];
    for (const std::string& group : broken[row.name]) kept.erase(group);
    EXPECT_EQ(kept, said.at(row.name));
  }
}

}  // namespace
}  // namespace touchstone
