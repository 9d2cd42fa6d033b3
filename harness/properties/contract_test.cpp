// SPDX-License-Identifier: GPL-3.0-or-later
// Over every row of the registry: which properties hold, which hold to the last bit, and which are
// known to fail, so that a repair is noticed as a fault is. Whoever adds a row has to say.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/properties/properties.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using Names = std::set<std::string>;

constexpr std::uint64_t kCases = 100;   ///< in each family; a motion family's form one path
constexpr std::uint64_t kExamined = 8;  ///< cases that are examined in each family

/// Metrics run in this process here: no family on which a peer loops.
const std::vector<std::string> kFamilies = {"random-boxes",
                                            "random-hulls-8-shallow",
                                            "random-hulls-8-deep",
                                            "symmetric",
                                            "lattice",
                                            "far-1e4",
                                            "motion-boxes"};
/// All of whose pairs are boxes.
const std::vector<std::string> kFamiliesOfBoxes = {"random-boxes", "motion-boxes"};
/// More families, for metrics that run without isolation because they neither crash nor loop.
const std::vector<std::string> kMoreFamilies = {"kissing-face-face-rotated", "scale-1e3"};

/// Metrics whose value and normal keep every bit when the unit of length changes by a power of two.
/// The others have tolerances that are lengths (libccd), scale the rows of a program (the other
/// ratio metrics), or begin where the question before ended (kStartsWarm).
const Names kUnitFree = {"ratio_facets", "ratio_ray", "certified", "sat",       "sat_float32",
                         "sat_gauss",    "box15",     "vclip",     "minkowski", "minkowski_float"};

/// Metrics that begin where the question before ended. Their ray may then end in another triangle
/// of a flat facet of many corners: the value is the same, the last bits of the normal are not.
const Names kStartsWarm = {"ratio_ray", "gjk"};

/// What a row is known to violate, and why.
struct Known {
  Names violated;
  std::string reason;
};

const std::map<std::string, Known>& known_failures() {
  const Names all_that_moves = {"swap",  "rigid",          "translation", "scale_two",
                                "scale", "representation", "contact",     "n1"};
  const std::string epa =
      "libccd's EPA may end on a facet of its polytope that is not the nearest one, and which one "
      "depends on every rounding; its tolerances are lengths, so that the unit matters";
  const std::string mpr =
      "portal refinement gives the depth along one ray from an interior point, which bounds the "
      "depth from above; near ties the portal depends on every rounding";
  static const std::map<std::string, Known> known = {
      {"gjk_epa", {all_that_moves, epa}},
      {"gjk_epa_1e-8", {all_that_moves, epa}},
      {"mpr", {all_that_moves, mpr}},
      {"mpr_1e-8", {all_that_moves, mpr}},
      {"minkowski_float",
       {{"swap", "rigid", "n1"},
        "a hull in doubles of differences that are nearly in one plane has sliver facets, with "
        "normals of no meaning"}},
  };
  return known;
}

PropertyReport examined(const MetricRow& metric) {
  CampaignOptions options;
  options.metrics = {&metric};
  options.jobs = 2;
  std::vector<std::string> names = metric.traits.boxes_only ? kFamiliesOfBoxes : kFamilies;
  if (!metric.traits.isolated && !metric.traits.boxes_only)
    names.insert(names.end(), kMoreFamilies.begin(), kMoreFamilies.end());
  if (metric.traits.sizes.max_ratio < 1e3) std::erase(names, "scale-1e3");
  for (const std::string& name : names) {
    CaseSource source;
    source.family = find_family(name);
    source.name = name;
    source.group = source.family->group;
    source.count = kCases;
    options.sources.push_back(source);
  }
  return examine_properties(options, kExamined);
}

class PropertyContract : public testing::TestWithParam<std::string> {};

TEST_P(PropertyContract, WhatIsNotKnownToFailHolds) {
  const auto known = known_failures().find(GetParam());
  const Known expected = known == known_failures().end() ? Known() : known->second;
  Names found;
  std::string where;
  bool unit_free = true;
  const auto identical = [](const ClaimCounts& property) {
    return static_cast<std::uint64_t>(property.count("identical").value);
  };
  for (const CheckRow& row : examined(*find_metric(GetParam())).rows) {
    const ClaimCounts& duplicates = row.claim("duplicates");
    // The hull is rebuilt from the same vertices, so the answer must have the same bits.
    if (kStartsWarm.count(GetParam()) == 0) {
      EXPECT_EQ(identical(duplicates), duplicates.checked()) << row.family;
    }
    EXPECT_GT(duplicates.checked(), 0U) << row.family;
    const ClaimCounts& scale_two = row.claim("scale_two");
    if (identical(scale_two) < scale_two.checked()) unit_free = false;
    for (const ClaimCounts& property : row.claims) {
      if (property.violated == 0) continue;
      found.emplace(property.claim);
      where += std::string(property.claim) + ": " + property.first.front().id + "\n";
    }
  }
  EXPECT_EQ(found, expected.violated) << "known: " << expected.reason << "\n" << where;
  EXPECT_EQ(unit_free, kUnitFree.count(GetParam()) == 1);
}

std::vector<std::string> names_of_rows() {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_registry()) names.push_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, PropertyContract, testing::ValuesIn(names_of_rows()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(PropertyContractTable, NamesOnlyRowsOfTheRegistry) {
  for (const auto& [name, known] : known_failures()) {
    const MetricRow* row = find_metric(name);
    ASSERT_NE(row, nullptr) << name;
    EXPECT_FALSE(row->traits.claims_exact) << name;
    EXPECT_FALSE(known.violated.empty()) << name;
    EXPECT_FALSE(known.reason.empty()) << name;
  }
}

}  // namespace
}  // namespace touchstone
