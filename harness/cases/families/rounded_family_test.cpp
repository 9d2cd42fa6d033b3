// SPDX-License-Identifier: GPL-3.0-or-later
// The families of bodies with a radius: what their cases claim, by the exact oracle.
#include <gtest/gtest.h>

#include <vector>

#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

std::vector<const Family*> families() {
  std::vector<const Family*> found;
  for (const Family& family : family_registry()) {
    if (family.group == "rounded") found.push_back(&family);
  }
  return found;
}

/// What 150 cases of a family have in common.
struct Found {
  int apart = 0, kissing = 0, overlapping = 0;
  int cores_apart = 0, cores_touch = 0, cores_overlap = 0;
};
Found found_in(const Family& family) {
  Oracle oracle;
  Found found;
  for (std::uint64_t index = 0; index < 150; ++index) {
    const Case c = make_case(family, kSeed, index);
    const Truth truth = oracle.solve(c.pair(), false);
    EXPECT_TRUE(is_rounded(c.pair())) << c.id;
    ++(truth.sign > 0 ? found.apart : truth.sign == 0 ? found.kissing : found.overlapping);
    const int core = truth.core_sign();
    ++(core > 0 ? found.cores_apart : core == 0 ? found.cores_touch : found.cores_overlap);
  }
  return found;
}

TEST(RoundedFamilies, HaveAllRegimes) {
  for (const Family* family : families()) {
    const Found found = found_in(*family);
    SCOPED_TRACE(family->name);
    if (family->name != "rounded-kissing") {
      EXPECT_GE(found.apart, 50);
      EXPECT_GE(found.overlapping, 30);
    }
    EXPECT_GE(found.cores_apart, 80);
  }
  const auto named = [](const char* name) { return found_in(*find_family(name)); };
  EXPECT_GE(named("spheres").kissing, 30);
  EXPECT_GE(named("spheres").cores_touch, 5) << "concentric";
  EXPECT_GE(named("capsules-parallel").kissing, 10);
  EXPECT_GE(named("capsules-collinear").cores_touch, 25);
  EXPECT_GE(named("capsules-crossing").cores_touch, 3);
  EXPECT_GE(named("ground-sphere").kissing, 10);
  EXPECT_GE(named("rounded-boxes").cores_overlap, 10);
  EXPECT_GE(named("sphere-hull").cores_overlap, 10);
}

TEST(RoundedFamilies, OfKissingTouchExactlyOrTheirCoresDo) {
  Oracle oracle;
  int of_cores = 0;
  for (std::uint64_t index = 0; index < 300; ++index) {
    const Case c = make_case(*find_family("rounded-kissing"), kSeed, index);
    const Truth truth = oracle.solve(c.pair(), false);
    if (index % 3 == 0) {
      EXPECT_EQ(truth.core_sign(), 0) << c.id;
      ++of_cores;
    } else {
      EXPECT_EQ(truth.sign, 0) << c.id;
      EXPECT_EQ(truth.phi, 0) << c.id;
    }
  }
  EXPECT_EQ(of_cores, 100);
}

}  // namespace
}  // namespace touchstone
