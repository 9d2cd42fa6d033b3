// SPDX-License-Identifier: GPL-3.0-or-later
// Every bounded loop of the oracle and of the judge, when it does not end, ends in an exception
// that names it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "geometry/loop_bound.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/planted_loop.hpp"
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

// Two rounded boxes that are nearest at corners: phi is a root less the radii.
TEST(EndlessLoops, OfRootsAreNamed) {
  const auto rounded = [](double radius) {
    return make_rounded(make_box(Vec3(1, 1, 1)), radius).value();
  };
  const Pair pair = {rounded(0.125), Pose{Mat3::Identity(), Vec3(3, 4, 6)}, rounded(0.25), Pose{}};
  EXPECT_EQ(Oracle().solve(pair).phi, solve_explicit(pair).phi);
  EXPECT_THAT(end_of_planted("oracle: last digit of a root", [&] { Oracle().solve(pair); }),
              testing::StartsWith("oracle: last digit of a root"));
  EXPECT_THAT(end_of_planted("second route: digits of a root", [&] { solve_explicit(pair); }),
              testing::StartsWith("second route: digits of a root"));
}

}  // namespace
}  // namespace touchstone
