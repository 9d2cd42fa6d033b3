// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges of the separating axis tests: `sat` has none, `sat_gauss` takes size ratios up to
// 1e16, `sat_float32` sizes of 1e-36 to 5e37 m and ratios up to 16. Each at both sides of each
// limit.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "geometry/single_precision.hpp"
#include "metrics/sat/sat.hpp"
#include "metrics/sat_gauss/sat_gauss.hpp"
#include "metrics/tests/sat_checks.hpp"
#include "metrics/tests/size_ratio_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

TEST(SatRange, HasNoLimitOfSizesOrRatios) {
  Oracle oracle;
  const auto metric = make_sat();
  int depths = 0;
  int index = 0;
  for (const double ratio : {1e20, 1e24, 1e26, 1e28, 1e31, 1e40, 1e60, 1e100}) {
    for (int i = 0; i < 30; ++i) {
      SCOPED_TRACE(testing::Message() << "ratio " << ratio << " index " << i);
      Random random(kSeed, 0, static_cast<std::uint64_t>(index++));
      const double small = ratio > 1e60 ? 1e-50 : i % 2 == 0 ? 1 : 1 / ratio;
      depths += expect_right(*metric, oracle, pair_of_ratio(random, small, ratio), 1e-10) ? 1 : 0;
    }
  }
  EXPECT_GE(depths, 60);
  EXPECT_LE(depths, 220);
}

TEST(SatRange, OnlyFinitePosesAreTaken) {
  expect_only_finite_poses_taken(*make_sat());
  expect_only_finite_poses_taken(*make_sat_float32());
}

/// Edges that doubles take for parallel: beside a large body their axis may be the best.
TEST(SatRange, TellsEdgesApartThatDoublesTakeForParallel) {
  Oracle oracle;
  const auto metric = make_sat();
  int depths = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    Pair pair = pair_of_ratio(random, 1, i % 2 == 0 ? 1e20 : 1e27);
    pair.X_WB.R = pair.X_WA.R;
    for (double& entry : pair.X_WB.R.reshaped()) entry += 0x1p-53 * random.uniform(-2, 2);
    depths += expect_right(*metric, oracle, pair, 1e-10) ? 1 : 0;
  }
  EXPECT_GE(depths, 10);
}

/// A small body about the centre of a large box: six depths round to the same double, or to two,
/// and differ by sizes of the small one. Of a small cube, aligned with the box, by far less.
TEST(SatRange, TellsDepthsApartThatRoundToOneDouble) {
  Oracle oracle;
  const auto metric = make_sat();
  int depths = 0;
  for (const double ratio : {1e4, 1e8, 1e11, 1e12, 1e15, 1e17, 1e20, 1e28}) {
    for (int i = 0; i < 24; ++i) {
      SCOPED_TRACE(testing::Message() << "ratio " << ratio << " index " << i);
      Random random(kSeed, 5, static_cast<std::uint64_t>(depths));
      const bool aligned = i % 2 == 0;
      const Vec3 half = Vec3::Ones();
      Pair pair{make_box(ratio * half), {}, make_box(half), {}};
      if (!aligned) pair.B = scaled_hull(points_of_some_body(random, false), 1);
      if (i % 4 == 1) pair.X_WA.R = random.rotation();
      pair.X_WB.R = aligned ? Mat3::Identity() : random.rotation();
      pair.X_WB.t = (aligned ? std::pow(10, random.uniform(-8, -3)) : 5.0) * random.unit_vector();
      depths += expect_right(*metric, oracle, pair, 1e-10) ? 1 : 0;
    }
  }
  EXPECT_EQ(depths, 8 * 24);
}

TEST(SatGaussRange, EndsAtASizeRatioOf1e16) {
  Oracle oracle;
  const MetricTraits traits = sat_gauss_row().traits;
  const auto metric = make_sat_gauss();
  int depths = 0;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const double small = i % 2 == 0 ? 1 : 1e-16;
    const bool boxes = i % 3 == 0;  // whose radii have this ratio; of other bodies about that
    Pair pair = pair_of_ratio(random, small, boxes ? 9.99e15 : 5e15, boxes);
    depths += expect_right(*metric, oracle, pair, traits.own_tolerance) ? 1 : 0;
    pair = pair_of_ratio(random, small, boxes ? 1.001e16 : 4e16, boxes);
    EXPECT_EQ(ask(*metric, pair).status, AnswerStatus::no_answer);
    EXPECT_STREQ(traits.sizes.refusal(pair.A->bounding_radius(), pair.B->bounding_radius()),
                 "the bodies' sizes are too far apart");
  }
  EXPECT_GE(depths, 30);
}

Pair moved_from_own_origins(Pair pair, const Vec3& shift_A, const Vec3& shift_B) {
  const auto shifted = [](const Polytope& body, const Vec3& shift) {
    std::vector<Vec3> points = body.vertices();
    for (Vec3& p : points) p += shift;
    return hull_of(points);
  };
  pair.A = shifted(*pair.A, shift_A);
  pair.B = shifted(*pair.B, shift_B);
  pair.X_WA.t -= pair.X_WA.R * shift_A;
  pair.X_WB.t -= pair.X_WB.R * shift_B;
  return pair;
}

/// Vertices, centres and places are then floats with few digits left for the bodies.
TEST(SatFloat32Range, TakesBodiesFarFromTheirOwnOrigins) {
  Oracle oracle;
  const MetricTraits traits = sat_float32_row().traits;
  const auto metric = make_sat_float32();
  int depths = 0;
  for (int i = 0; i < 120; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    const double far = i % 3 == 0 ? 30 : i % 3 == 1 ? 3e3 : 3e5;
    Pair pair = pair_of_ratio(random, 1, random.uniform(1, 4));
    pair = moved_from_own_origins(pair, far * random.unit_vector(),
                                  i % 2 == 0 ? Vec3(far * random.unit_vector()) : Vec3::Zero());
    pair = rounded_to_float(pair).value();
    if (pair.A->dimension() < 3 || pair.B->dimension() < 3) continue;
    depths += expect_right(*metric, oracle, pair, traits.own_tolerance, Scalar::float32) ? 1 : 0;
  }
  EXPECT_GE(depths, 30);
}

/// A flat ridge, up or down.
PolytopePtr flat_roof(double half_width, double height, double up) {
  return hull_of({{-1, 0, 0},
                  {1, 0, 0},
                  {-1, half_width, -up * height},
                  {1, half_width, -up * height},
                  {-1, -half_width, -up * height},
                  {1, -half_width, -up * height}});
}

/// Rounding turns the axis of two ridges that are nearly parallel, and the faces' are not the best.
TEST(SatFloat32Range, KeepsItsClaimOnRidgesThatAreNearlyParallel) {
  Oracle oracle;
  const MetricTraits traits = sat_float32_row().traits;
  const auto metric = make_sat_float32();
  int depths = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 6, static_cast<std::uint64_t>(i));
    const auto roof = [&](double up) {
      const double half_width = std::pow(10, random.uniform(-3, 0));
      return flat_roof(half_width, half_width * random.uniform(0.1, 1), up);
    };
    Pair pair{roof(1), {}, roof(-1), {}};
    const double angle = std::pow(10, random.uniform(-7, -4));
    Mat3 across = Mat3::Identity();
    across(0, 1) = -angle;
    across(1, 0) = angle;
    pair.X_WA.R = random.rotation();
    pair.X_WB.R = pair.X_WA.R * across;
    pair.X_WB.t = pair.X_WA.R.col(2) * random.uniform(-1e-4, 1e-4) +
                  pair.X_WA.R.col(0) * random.uniform(-1, 1);
    pair = rounded_to_float(pair).value();
    depths += expect_right(*metric, oracle, pair, traits.own_tolerance, Scalar::float32) ? 1 : 0;
  }
  EXPECT_GE(depths, 100);
}

TEST(SatFloat32Range, EndsAtASizeRatioOf16AndWhereFloatsEnd) {
  Oracle oracle;
  const MetricTraits traits = sat_float32_row().traits;
  const auto metric = make_sat_float32();
  const auto refusal_of = [&](const Pair& pair) {
    return traits.sizes.refusal(pair.A->bounding_radius(), pair.B->bounding_radius());
  };
  struct Side {
    double small;
    double ratio;
    const char* refusal;  ///< or nullptr
    bool boxes = false;   ///< boxes of one shape, radius 1.3463 [m] for `small` 1
  };
  for (const auto& [small, ratio, refusal, boxes] :
       {Side{1, 7, nullptr}, Side{1, 40, "the bodies' sizes are too far apart"},
        Side{3e-36, 1, nullptr}, Side{3e-37, 1, "a body is too small"}, Side{3e37, 1, nullptr},
        Side{2e38, 1, "a body is too large"},
        // Next to each limit.
        Side{1, 15.99, nullptr, true}, Side{1, 16.01, "the bodies' sizes are too far apart", true},
        Side{7.5e-37, 1, nullptr, true}, Side{7.4e-37, 1, "a body is too small", true},
        Side{3.7e37, 1, nullptr, true}, Side{3.75e37, 1, "a body is too large", true}}) {
    for (int i = 0; i < 100; ++i) {
      SCOPED_TRACE(testing::Message() << small << " " << ratio << " " << i);
      Random random(kSeed, 4, static_cast<std::uint64_t>(i));
      const Pair pair = rounded_to_float(pair_of_ratio(random, small, ratio, boxes)).value();
      if (refusal_of(pair) == nullptr) {
        expect_right(*metric, oracle, pair, traits.own_tolerance, Scalar::float32);
      } else {
        EXPECT_EQ(ask(*metric, pair).status, AnswerStatus::no_answer);
      }
      if (refusal == nullptr) {
        EXPECT_EQ(refusal_of(pair), nullptr);
      } else {
        EXPECT_STREQ(refusal_of(pair), refusal);
      }
    }
  }
}

}  // namespace
}  // namespace touchstone
