// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever ends a metric while it is asked in other ways is a lost answer, not the end of the
// examination.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/properties/properties.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "harness/runners/marked_cubes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr int kCases = 20;
constexpr int kEvery = 4;  ///< one case in so many is marked

/// Cubes side by side. In every fourth case A is raised so that the pair has the mark once A and B
/// are exchanged, and not before.
CaseSource cubes() {
  return cubes_of(kCases, [](int k) {
    Pair pair = cube_pair({(k % 7) / 8.0, (k % 5) / 8.0, 0});
    if (k % kEvery == 0) pair.X_WA.t.z() = kMarkedHeight;
    return pair;
  });
}

PropertyReport examined(const std::vector<std::string>& metrics) {
  CampaignOptions options;
  for (const std::string& name : metrics) {
    options.metrics.push_back(find_metric(name, faulty_registry()));
  }
  options.sources = {cubes()};
  options.jobs = 2;
  options.runner.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.runner.query_limit_s = 0.05;
  options.runner.memory_limit_bytes = std::uint64_t{1} << 30U;
  return examine_properties(options, kCases);
}

const PropertyTally& tally_of(const PropertyRow& row, Property property) {
  return row.tallies.at(static_cast<std::size_t>(property));
}

TEST(PropertiesOfAFaultyMetric, AreLostInTheMarkedCasesAndKeptInTheOthers) {
  const std::vector<std::string> metrics = {"segfault",     "kill",       "abort",
                                            "exit_quietly", "loop",       "throw_error",
                                            "throw_number", "answer_nan", "close_everything"};
  const PropertyReport report = examined(metrics);
  EXPECT_TRUE(report.complete);
  ASSERT_EQ(report.rows.size(), metrics.size());
  for (const PropertyRow& row : report.rows) {
    SCOPED_TRACE(row.metric);
    EXPECT_EQ(row.cases, static_cast<std::uint64_t>(kCases));
    const PropertyTally& swap = tally_of(row, Property::swap);
    EXPECT_EQ(swap.checked(), static_cast<std::uint64_t>(kCases));
    EXPECT_EQ(swap.lost, static_cast<std::uint64_t>(kCases / kEvery));
    EXPECT_EQ(swap.violated, swap.lost);
    EXPECT_EQ(tally_of(row, Property::duplicates).violated, 0U);
  }
}

TEST(PropertiesOfAFaultyMetric, WithoutOneNothingIsLost) {
  const PropertyReport report = examined({"sound", "print", "scribble"});
  for (const PropertyRow& row : report.rows) {
    EXPECT_EQ(tally_of(row, Property::swap).violated, 0U) << row.metric;
    EXPECT_EQ(tally_of(row, Property::swap).checked(), static_cast<std::uint64_t>(kCases));
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(PropertiesOfAFaultyMetric, ALeakEndsInALostAnswer) {
  const PropertyReport report = examined({"leak"});
  EXPECT_EQ(tally_of(report.rows.front(), Property::swap).lost,
            static_cast<std::uint64_t>(kCases / kEvery));
}
#endif

}  // namespace
}  // namespace touchstone
