// SPDX-License-Identifier: GPL-3.0-or-later
// The families of bodies with a radius: what their cases claim, by the exact oracle, and that they
// stay what they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

std::vector<const Family*> families() {
  std::vector<const Family*> found;
  for (const Family& family : all_families()) {
    if (family.group == "rounded") found.push_back(&family);
  }
  return found;
}

/// A hash of the bits of two bodies, with their radii, and of where they are.
std::uint64_t hash_of(const Pair& pair) {
  std::uint64_t hash = hash_word(pair.A->content_hash(), pair.B->content_hash());
  const auto add = [&](double x) { hash = hash_word(hash, std::bit_cast<std::uint64_t>(x)); };
  for (const Pose* X : {&pair.X_WA, &pair.X_WB}) {
    for (const double x : X->R.reshaped()) add(x);
    for (const double x : X->t) add(x);
  }
  add(pair.A->radius());
  add(pair.B->radius());
  return hash;
}

TEST(RoundedFamilies, ComeAfterThoseThatPlainVerifyRuns) {
  const auto plain = family_registry();
  ASSERT_EQ(plain.size() + families().size(), all_families().size());
  EXPECT_EQ(plain.data(), all_families().data());
  for (const Family& family : plain) EXPECT_NE(family.group, "rounded") << family.name;
  std::set<std::string> names;
  for (const Family* family : families()) {
    EXPECT_TRUE(names.insert(family->name).second);
    EXPECT_EQ(find_family(family->name), family);
    EXPECT_GE(family->default_cases, 50U);
    const Case c = make_case(*family, kSeed, 3);
    EXPECT_EQ(hash_of(make_case(c.id).value().pair), hash_of(c.pair));
    for (const Polytope* body : {c.pair.A.get(), c.pair.B.get()}) {
      EXPECT_LE(static_cast<int>(body->vertices().size()), family->largest_vertices) << c.id;
    }
  }
}

/// A hash of the first 100 cases with seed 42. A change here means that the family's ids no longer
/// name the cases that they did.
TEST(RoundedFamilies, StayWhatTheyAre) {
  const std::map<std::string, std::uint64_t> pinned{
      {"spheres", 0x427c20c1d6eeee64U},
      {"capsules-parallel", 0x38c027125022dd5cU},
      {"capsules-crossing", 0x5fcb23a9317da9a8U},
      {"capsules-end-to-end", 0x729c1c46d5c1c680U},
      {"capsules-collinear", 0xe5e754d6af71f510U},
      {"sphere-hull", 0xea86a635ada14ba6U},
      {"capsule-hull", 0x50237710fd5213e4U},
      {"rounded-boxes", 0x4eb3ce259a20ecacU},
      {"rounded-hulls-16", 0xf37281c8e67d6027U},
      {"rounded-hulls-64", 0x8999da7a631ba663U},
      {"convex-radius", 0x99542e7cd4224649U},
      {"rounded-kissing", 0x7c84010af67d6a04U},
      {"ground-sphere", 0xf6ee5efec0e7b61U},
      {"small-radius", 0x41dee051e22e1505U},
  };
  for (const Family* family : families()) {
    std::uint64_t hash = 0;
    for (std::uint64_t index = 0; index < 100; ++index) {
      hash = hash_word(hash, hash_of(make_case(*family, kSeed, index).pair));
    }
    const auto known = pinned.find(family->name);
    const std::uint64_t expected = known == pinned.end() ? 0 : known->second;
    EXPECT_EQ(hash, expected) << family->name << std::hex << " 0x" << hash;
  }
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
    const Truth truth = oracle.solve(c.pair, false);
    EXPECT_TRUE(is_rounded(c.pair)) << c.id;
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
    const Truth truth = oracle.solve(c.pair, false);
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
