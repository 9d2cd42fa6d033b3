// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/bracket.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

Body body(const Core& core, double radius = 0) { return make_body(core, radius).value(); }

TEST(Bracket, HoldsACylinderAboveABox) {
  for (const double gap : {0.5, 1e-9, -1e-9, -0.25}) {
    const BodyPair pair{body(Cylinder{1, 2}),
                        {Mat3::Identity(), Vec3(0.25, 0.5, 3 + gap)},
                        body(make_box({4, 4, 1})),
                        {}};
    const Bracket bracket = find_bracket(pair);
    const double phi = (3 + gap) - 3;
    EXPECT_LE(bracket.lower, phi);
    EXPECT_GE(bracket.upper, phi);
    EXPECT_LE(bracket.upper - bracket.lower, 1e-12) << gap << " in steps: " << bracket.steps;
    EXPECT_EQ(why_not_proven(pair, bracket), "");
  }
}

}  // namespace
}  // namespace touchstone
