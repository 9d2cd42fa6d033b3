// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics calculate in geometry/arithmetic/double_double.hpp, fast truths in reference/arithmetic/.
// Where metrics that claim exactness are right to the last bit by fast truths, neither arithmetic
// has a slip that the other does not have as well; tests/mutations/ plants one in each.
#include <gtest/gtest.h>

#include <string>

#include "harness/cases/families/family.hpp"
#include "harness/judge/judge.hpp"
#include "harness/runners/make_runner.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kCases = 60;  // cases of each family

TEST(TwoArithmetics, ValuesOfExactMetricsAreFastTruthsToTheLastBit) {
  QuickOracle oracle;
  int settled = 0;
  int compared = 0;
  for (const char* family :
       {"random-boxes", "random-hulls-8-shallow", "random-hulls-8-separated"}) {
    for (std::uint64_t index = 0; index < kCases; ++index) {
      const Case c = make_case(*find_family(family), 42, index);
      const auto rounded = oracle.settle(c.pair());
      if (!rounded) continue;
      ++settled;
      const TruthOnDemand truth(c.pair(), *rounded, true);
      for (const MetricRow& row : metric_registry()) {
        if (!row.traits.claims_exact || row.traits.value_claim == ValueClaim::tolerance ||
            !why_not_applicable(row.traits, c.pair()).empty()) {
          continue;
        }
        const AskedPair asked = &c.pair();
        const RunOutcome outcome = make_runner(row, {})->run({&asked, 1}).front();
        if (outcome.answer.status != AnswerStatus::answered) continue;  // box15, of separated boxes
        const Verdict verdict = judge(c.pair(), truth, row.traits, outcome, 0);
        EXPECT_EQ(verdict.value, ValueVerdict::right) << row.name << ' ' << c.id;
        if (row.traits.value_claim == ValueClaim::correctly_rounded) {
          EXPECT_LE(verdict.ulps, 0.5 + kErrorAccuracy) << row.name << ' ' << c.id;
        }
        ++compared;
      }
    }
  }
  EXPECT_GT(settled, 2 * static_cast<int>(kCases));
  EXPECT_GE(compared, 2 * settled);
}

}  // namespace
}  // namespace touchstone
