// SPDX-License-Identifier: GPL-3.0-or-later
// Whether boxes meet as box_fuzz.cpp says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "harness/cases/families/family.hpp"
#include "harness/cases/families/placement.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// The least angle between an axis of A and one of B, as a sine.
double least_sine(const Pair& pair) {
  double least = 1;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      least = std::min(least, pair.X_WA.R.col(i).cross(pair.X_WB.R.col(k)).norm());
    }
  }
  return least;
}

double thinness(const Polytope& body) { return body.inradius() / body.bounding_radius(); }

TEST(BoxFuzz, BoxesMeetAsTheFamilySays) {
  constexpr std::uint64_t kCases = 500;
  Oracle oracle;
  std::map<std::string, int> seen;
  int apart = 0;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const Pair pair = make_case(*find_family("box-fuzz"), 42, index).pair();
    ASSERT_EQ(pair.A->vertices().size(), 8U);
    ASSERT_EQ(pair.B->vertices().size(), 8U);
    const Truth truth = oracle.solve(pair, false);
    const double size = pair_size(pair);
    apart += truth.sign > 0 ? 1 : 0;
    const auto features = [&](int a, int b) {
      const auto [low, high] =
          std::minmax(truth.features.front().dimension_A, truth.features.front().dimension_B);
      return low == a && high == b ? 1 : 0;
    };
    switch ((index + index / 5) % 5) {
      case 0:
        EXPECT_LE(std::min(thinness(*pair.A), thinness(*pair.B)), 0.2) << index;
        seen["plate on face"] += features(2, 2);
        break;
      case 1:
        seen["edge on edge"] += features(1, 1);
        break;
      case 2:
        EXPECT_LE(least_sine(pair), 0.11) << index;
        seen["nearly parallel"] += least_sine(pair) > 1e-14 && features(2, 2) == 0 ? 1 : 0;
        break;
      case 3:
        seen["corner into face"] += features(0, 2);
        break;
      default:
        if (regime_of(index) == Regime::separated) seen["nested"] += truth.phi < 0 ? 1 : 0;
        break;
    }
    EXPECT_LE(truth.phi, 2 * size) << index;
  }
  for (const char* kind :
       {"plate on face", "edge on edge", "nearly parallel", "corner into face"}) {
    EXPECT_GE(seen[kind], 30) << kind << " of 100";
  }
  EXPECT_GE(seen["nested"], 15) << "of 20";
  EXPECT_GE(apart, 100);
  EXPECT_LE(apart, 300);
}

}  // namespace
}  // namespace touchstone
