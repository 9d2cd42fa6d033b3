// SPDX-License-Identifier: GPL-3.0-or-later
// The check of a distance next to 0, where a double-double has few digits left.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "metrics/certified/proof/distance_check.hpp"
#include "metrics/tests/near_contact_samples.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;

/// The feature of the difference that a walk in doubles ends with; nothing if 0 is inside.
std::optional<DifferenceSimplex> nearest_feature(const DifferenceSet& set) {
  DifferenceSimplex feature;
  feature.add(set.support(Vec3(1, 0, 0)));
  for (int step = 0; step < 50; ++step) {
    if (!feature.reduce() || feature.count == 4) return std::nullopt;
    const DifferencePoint next = set.support(-feature.nearest);
    if (feature.has(next)) return feature;
    feature.add(next);
  }
  return std::nullopt;
}

TEST(DistanceCheck, ProvesNoDistanceInWhichItsRoundingShows) {
  Oracle oracle;
  int proven = 0;
  int unproven = 0;
  for (int index = 0; index < 4000; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
    Random random(kSeed, 1, static_cast<std::uint64_t>(index));
    Pair pair = all_but_touching(random, index);
    // Half of them a little farther apart, from where a double-double is enough to where it is not.
    if (index % 4 < 2) {
      const auto halvings = static_cast<int>(random.below(35));
      pair.X_WA.t += std::ldexp(0x1p-20, -halvings) * oracle.solve(pair, false).normals.front();
    }
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign <= 0) continue;
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    const auto feature = nearest_feature(set);
    if (!feature) continue;
    const DistanceCheck check = check_separated(set, *feature);
    ++(check.verdict == DistanceCheck::Verdict::proven ? proven : unproven);
    if (check.verdict != DistanceCheck::Verdict::proven) continue;
    const double value = check.feature.distance.high + check.feature.distance.low;
    ASSERT_GE(value, std::nextafter(truth.phi, 0));
    ASSERT_LE(value, std::nextafter(truth.phi, HUGE_VAL));
  }
  EXPECT_GT(proven, 100);
  EXPECT_GT(unproven, 200);
}

}  // namespace
}  // namespace touchstone
