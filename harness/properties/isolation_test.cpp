// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever ends a metric while it is asked in other ways is a lost answer, not the end of the
// examination.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/plugins/sanitized.hpp"
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

TEST(PropertiesOfAFaultyMetric, AreLostInTheMarkedCasesAndKeptInTheOthers) {
  const std::vector<std::string> metrics = {"segfault",     "kill",       "abort",
                                            "exit_quietly", "loop",       "throw_error",
                                            "throw_number", "answer_nan", "close_everything"};
  const PropertyReport report = examined(metrics);
  EXPECT_TRUE(report.complete);
  ASSERT_EQ(report.rows.size(), metrics.size());
  for (const CheckRow& row : report.rows) {
    SCOPED_TRACE(row.subject.name);
    EXPECT_EQ(row.cases, static_cast<std::uint64_t>(kCases));
    const ClaimCounts& swap = row.claim("swap");
    EXPECT_EQ(swap.checked(), static_cast<std::uint64_t>(kCases));
    EXPECT_EQ(swap.count("lost").value, kCases / kEvery);
    EXPECT_EQ(swap.violated, static_cast<std::uint64_t>(kCases / kEvery));
    EXPECT_EQ(row.claim("duplicates").violated, 0U);
  }
}

TEST(PropertiesOfAFaultyMetric, WithoutOneNothingIsLost) {
  const PropertyReport report = examined({"sound", "print", "scribble"});
  for (const CheckRow& row : report.rows) {
    EXPECT_EQ(row.claim("swap").violated, 0U) << row.subject.name;
    EXPECT_EQ(row.claim("swap").checked(), static_cast<std::uint64_t>(kCases));
  }
}

TEST(PropertiesOfAFaultyMetric, ALeakEndsInALostAnswer) {
  if (kSanitized) GTEST_SKIP() << "no address-space limit under sanitizers";
  const PropertyReport report = examined({"leak"});
  EXPECT_EQ(report.rows.front().claim("swap").count("lost").value, kCases / kEvery);
}

}  // namespace
}  // namespace touchstone
