// SPDX-License-Identifier: GPL-3.0-or-later
// Every bounded loop of the oracle and of the judge, when it does not end, ends in an exception
// that names it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "geometry/loop_bound.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr int kCasesOfEachKind = 24;

std::set<std::string> entered;
std::string planted;

/// Truth, and a judgement by it that doubles cannot decide.
void ask(const Pair& pair) {
  const Truth truth = Oracle().solve(pair);
  const ExactVec3& a = truth.witness_A;
  const Vec3 p(a[0].get_d(), a[1].get_d(), a[2].get_d());
  point_within(pair, WhichBody::B, p, std::abs(truth.phi));
}

/// The name of the loop that one of the pairs ends in; "" if all end well.
std::string end_of(const std::vector<Pair>& pairs) {
  for (const Pair& pair : pairs) {
    try {
      ask(pair);
    } catch (const EndlessLoop& endless) {
      return endless.what();
    }
  }
  return "";
}

TEST(EndlessLoops, OfTheOracleAreNamed) {
  std::vector<Pair> pairs;
  for_every_agreement_case(kCasesOfEachKind * static_cast<int>(agreement_kinds().size()),
                           [&](const Pair& pair, int /*index*/) { pairs.push_back(pair); });
  loop_plant = [](const char* loop) {
    entered.insert(loop);
    return false;
  };
  EXPECT_EQ(end_of(pairs), "");
  EXPECT_THAT(entered, testing::IsSupersetOf(
                           {"oracle: walk to the lowest vertex", "oracle: walk along an arc",
                            "oracle: faces of a hull", "oracle: Wolfe's rounds",
                            "oracle: Wolfe's drops", "judge: nearest point of a body"}));
  const std::set<std::string> to_plant = entered;
  for (const std::string& name : to_plant) {
    planted = name;
    loop_plant = [](const char* loop) { return planted == loop; };
    EXPECT_EQ(end_of(pairs).substr(0, name.size()), name);
  }
  loop_plant = nullptr;
}

}  // namespace
}  // namespace touchstone
