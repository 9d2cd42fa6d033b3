// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/table1.hpp"
#include "metrics/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone {
namespace {

Table1Options small_table(std::uint64_t pairs, int jobs) {
  Table1Options options;
  // In-process: whatever may loop needs workers, which only the program itself can start.
  options.metrics = {find_metric("sat"), find_metric("minkowski"), find_metric("minkowski_float")};
  options.pairs = pairs;
  options.jobs = jobs;
  return options;
}

TEST(Table1, SatIsWithinThePapersRounding) {
  const Table1Result result = run_table1(small_table(500, 1));
  ASSERT_EQ(result.rows.size(), 6U);
  const Table1Row& sat = result.rows[0];
  EXPECT_EQ(sat.algorithm, "sat");
  EXPECT_FALSE(sat.large_only);
  EXPECT_EQ(sat.answered, 500U);
  EXPECT_EQ(sat.missing, 0U);
  EXPECT_LE(sat.error.max, 5e-15);
  EXPECT_GT(sat.error.max, 0);
  ASSERT_TRUE(sat.paper.has_value());
  EXPECT_EQ(sat.paper->max, 2.66454e-15);
  EXPECT_TRUE(result.rows[1].large_only);
  EXPECT_EQ(result.rows[1].error.count, 0U);
  EXPECT_FALSE(result.rows[1].paper.has_value());
}

TEST(Table1, ExactMinkowskiIsRoundedOnce) {
  const Table1Result result = run_table1(small_table(100, 1));
  EXPECT_EQ(result.rows[2].algorithm, "minkowski");
  // Half an ulp of depths below 4.
  EXPECT_LE(result.rows[2].error.max, std::ldexp(1.0, -52));
}

TEST(Table1, AboutHalfOfTheBoxesOverlap) {
  const Table1Result result = run_table1(small_table(500, 2));
  EXPECT_GT(result.drawn, 800U);
  EXPECT_LT(result.drawn, 1300U);
}

TEST(Table1, SinglePrecisionIsJudgedOnThePairThatItSees) {
  Table1Options options = small_table(100, 1);
  // Claims single precision, and is exact on the pair that is rounded to float.
  MetricRow exact = *find_metric("minkowski");
  exact.traits.scalar = Scalar::float32;
  options.metrics = {&exact};
  const Table1Result result = run_table1(options);
  EXPECT_EQ(result.rows[0].answered, 100U);
  EXPECT_LE(result.rows[0].error.max, std::ldexp(1.0, -52));
}

TEST(Table1, JobsDoNotChangeTheFigures) {
  Table1Options one_job = small_table(200, 1);
  one_job.metrics = {find_metric("sat"), find_metric("minkowski")};
  Table1Options three_jobs = one_job;
  three_jobs.jobs = 3;
  const Table1Result one = run_table1(one_job);
  const Table1Result three = run_table1(three_jobs);
  EXPECT_EQ(one.drawn, three.drawn);
  ASSERT_EQ(one.rows.size(), three.rows.size());
  for (std::size_t k = 0; k < one.rows.size(); ++k) {
    EXPECT_EQ(one.rows[k].error.max, three.rows[k].error.max);
    EXPECT_EQ(one.rows[k].error.mean, three.rows[k].error.mean);
    EXPECT_EQ(one.rows[k].error.std, three.rows[k].error.std);
  }
}

}  // namespace
}  // namespace touchstone
