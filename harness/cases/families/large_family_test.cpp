// SPDX-License-Identifier: GPL-3.0-or-later
// The families above 64 vertices: a few cases each, for what other samples take hundreds of.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "harness/cases/families/family.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

class LargeRandomHulls : public testing::TestWithParam<int> {
 protected:
  /// phi over size of the first cases of random-hulls-N-REGIME, within [least, most].
  static void expect_range(const std::string& regime, double least, double most) {
    const Family* family = find_family("random-hulls-" + std::to_string(GetParam()) + "-" + regime);
    ASSERT_NE(family, nullptr);
    Oracle oracle;
    for (std::uint64_t index = 0; index < 3; ++index) {
      const Case c = make_case(*family, kSeed, index);
      for (const Polytope* body : {c.pair().A.get(), c.pair().B.get()}) {
        EXPECT_EQ(static_cast<int>(body->extreme().size()), GetParam()) << c.id;
      }
      const double phi = oracle.solve(c.pair(), false).phi / pair_size(c.pair());
      EXPECT_GE(phi, least) << c.id;
      EXPECT_LE(phi, most) << c.id;
    }
  }
};

TEST_P(LargeRandomHulls, KeepTheirRegimes) {
  expect_range("shallow", -1e-2, -5e-4);
  expect_range("deep", -2, -0.01);
  expect_range("separated", 0.01, 1);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LargeRandomHulls, testing::Values(512, 1024));

TEST(LargeFamilies, BothRoutesToTheTruthAgree) {
  Oracle oracle;
  for (const char* name :
       {"random-hulls-128-shallow", "random-hulls-128-deep", "icospheres-162", "concentric-162"}) {
    const Family& family = *find_family(name);
    EXPECT_GT(family.largest_vertices, 64) << name;
    for (std::uint64_t index = 0; index < 5; ++index) {
      const Case c = make_case(family, kSeed, index);
      const Truth truth = oracle.solve(c.pair());
      const Truth explicit_truth = solve_explicit(c.pair());
      EXPECT_EQ(truth.sign, explicit_truth.sign) << c.id;
      EXPECT_EQ(truth.phi_squared, explicit_truth.phi_squared) << c.id;
      const std::optional<Rational> program = solve_ratio_program(c.pair());
      ASSERT_EQ(truth.ratio.has_value(), program.has_value()) << c.id;
      if (program) {
        EXPECT_EQ(truth.ratio->rho, *program) << c.id;
      }
    }
  }
}

}  // namespace
}  // namespace touchstone
