// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gate/sealed_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "reference/oracle.hpp"

namespace touchstone {
namespace {

std::vector<const Family*> some_families() {
  return {find_family("random-boxes"), find_family("random-hulls-8-deep"),
          find_family("random-hulls-16-separated")};
}

/// What a library may recognise a body by.
std::multiset<double> coordinates(const Polytope& body) {
  std::multiset<double> all;
  for (const Vec3& v : body.vertices()) {
    for (int i = 0; i < 3; ++i) all.insert(v[i]);
  }
  return all;
}

TEST(SealedPairs, AreAFunctionOfSeedAndNumber) {
  const auto deal_hashes = [](std::uint64_t seed, std::uint64_t number) {
    std::vector<std::uint64_t> hashes;
    for (const SealedPair& one : deal(some_families(), false, seed, number)) {
      hashes.push_back(one.pair.A->content_hash());
    }
    return hashes;
  };
  EXPECT_EQ(deal_hashes(1, 2), deal_hashes(1, 2));
  EXPECT_NE(deal_hashes(1, 2), deal_hashes(1, 3));
  EXPECT_NE(deal_hashes(1, 2), deal_hashes(2, 2));
}

TEST(SealedPairs, DecoysHaveTheTruthOfTheirPairInAnotherScale) {
  Oracle oracle;
  std::size_t decoys = 0;
  std::size_t exchanged = 0;
  const auto dealt = deal(some_families(), false, 11, 0);
  EXPECT_GT(dealt.size(), kDealtPairs);
  for (const SealedPair& decoy : dealt) {
    if (!decoy.decoy_of || ++decoys > 20) continue;
    const SealedPair& first = dealt[*decoy.decoy_of];
    EXPECT_FALSE(first.decoy_of);
    const Truth truth = oracle.solve(first.pair, false);
    const Truth again = oracle.solve(decoy.pair, false);
    EXPECT_EQ(again.phi, std::ldexp(truth.phi, decoy.exponent - first.exponent));
    exchanged += again.normals.front() == truth.normals.front() ? 0 : 1;
  }
  EXPECT_GT(decoys, 20U);
  EXPECT_GT(exchanged, 0U);
}

TEST(SealedPairs, NoBodyIsThatOfItsCase) {
  Random random(5);
  std::size_t changed = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Pair pair = make_case(*find_family("random-hulls-8-deep"), 42, index).pair();
    const Pair one = sealed(pair, false, 3, random);
    changed += coordinates(*one.A) == coordinates(*pair.A) ? 0 : 1;
    EXPECT_EQ(one.A->vertices().size(), pair.A->vertices().size());
    // Turns and scales alone: phi is that of the case to rounding.
    Oracle oracle;
    const double phi = oracle.solve(pair, false).phi;
    EXPECT_NEAR(oracle.solve(one, false).phi, 8 * phi, 1e-13);
  }
  EXPECT_EQ(changed, 20U);
}

TEST(SealedPairs, BoxesStayAlongTheirAxesWhereTheyMust) {
  for (const SealedPair& one : deal({find_family("posed-boxes")}, true, 3, 1)) {
    std::set<double> sides;
    for (const double x : coordinates(*one.pair.A)) sides.insert(std::fabs(x));
    EXPECT_LE(sides.size(), 3U);
  }
}

TEST(SealedPairs, PosesHaveZerosOfBothSigns) {
  std::map<bool, int> signs;
  for (const SealedPair& one : deal({find_family("random-boxes")}, false, 3, 1)) {
    for (int i = 0; i < 3; ++i) {
      if (one.pair.X_WA.t[i] == 0) ++signs[std::signbit(one.pair.X_WA.t[i])];
    }
  }
  EXPECT_GT(signs[true], 0);
  EXPECT_GT(signs[false], 0);
}

}  // namespace
}  // namespace touchstone
