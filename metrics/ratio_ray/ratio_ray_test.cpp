// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ratio_ray.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/certificates.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;

Answer ask(const Pair& pair) { return ask(*make_ratio_ray(), pair); }

Pair placed(PolytopePtr A, PolytopePtr B, double reach, int index) {
  return placed_about_origin(kSeed, index, std::move(A), std::move(B), 0.02 * reach, reach);
}

/// Within an ulp of the exact rho, which the certificate proves.
void expect_exact(const Pair& pair, const Answer& answer) {
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  const RatioCertificate certificate = check_ratio_certificate(pair, *answer.ratio);
  ASSERT_TRUE(certificate.proven) << certificate.reason;
  const double rho = round_to_double(certificate.rho);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_GE(answer.value, std::nextafter(rho, -infinity));
  EXPECT_LE(answer.value, std::nextafter(rho, infinity));
  double sum = 0;
  for (const PortalPair& pair_of_portal : answer.ratio->portal) {
    EXPECT_GE(pair_of_portal.weight, 0);
    sum += pair_of_portal.weight;
  }
  EXPECT_NEAR(sum, 1, 1e-15);
}

TEST(RatioRay, TouchingIsExactlyZero) {
  for (const Vec3& p_AB : {Vec3(2, 0.3, 0.1), Vec3(2, 2, 0.5), Vec3(2, 2, 2), Vec3(-2, 0, 0)}) {
    EXPECT_EQ(ask(boxes_apart(p_AB)).value, 0);
  }
}

TEST(RatioRay, RhoOfRandomHullsIsExact) {
  Oracle oracle;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const Pair pair = placed(make_random_sphere_hull(random, 8 + i % 40),
                             make_random_ball_hull(random, 20), 3, i);
    const Answer answer = ask(pair);
    expect_exact(pair, answer);
    EXPECT_EQ(check_ratio_certificate(pair, *answer.ratio).rho, oracle.solve(pair).ratio->rho);
  }
}

TEST(RatioRay, LargeBodiesAreNoHarder) {
  const std::array<PolytopePtr, 4> bodies = {make_icosphere(4), make_uv_sphere(60, 40),
                                             make_prism(500, 1, 0.5),
                                             make_double_pyramid(400, 1, 0.3)};
  for (int i = 0; i < 48; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const auto k = static_cast<std::size_t>(i);
    const Pair pair = placed(bodies[k % 4], bodies[k / 4 % 4], 2.5, i);
    expect_exact(pair, ask(pair));
  }
}

/// Rays through vertices, along edges and in the planes of faces; parallel faces; exact ties.
TEST(RatioRay, DegenerateRaysAreExact) {
  Random random(kSeed, 3, 0);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Pair pair{make_lattice_hull(random, 12, 3), Pose{}, make_lattice_hull(random, 10, 2), Pose{}};
    const auto whole = [&] { return static_cast<double>(random.below(9)) - 4; };
    pair.X_WB.t = Vec3(whole(), whole(), whole());
    const Answer answer = ask(pair);
    if (answer.note == "interior points coincide: r = 0") continue;
    expect_exact(pair, answer);
  }
}

TEST(RatioRay, ThinUnequalAndFarBodiesAreExact) {
  const PolytopePtr needle = make_needle(1e4);
  const PolytopePtr plate = make_plate(1e5);
  const PolytopePtr crumb = make_box(Vec3(1e-6, 1e-6, 1e-6));
  const PolytopePtr huge = make_box(Vec3(1e8, 1e8, 1e8));
  const std::array<PolytopePtr, 4> bodies = {needle, plate, crumb, huge};
  for (int i = 0; i < 160; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const auto k = static_cast<std::size_t>(i);
    Pair pair = placed(bodies[k % 4], bodies[k / 4 % 4], i % 16 < 12 ? 1.5 : 2e8, i);
    if (i % 3 == 0) {
      pair.X_WA.t += Vec3(1e6, 2e6, -1e6);
      pair.X_WB.t += Vec3(1e6, 2e6, -1e6);
    }
    expect_exact(pair, ask(pair));
  }
}

/// Contact to the last bits: doubles and double-doubles do not decide, integers do.
TEST(RatioRay, NearContactOfTurnedBodiesIsDecidedExactly) {
  int exact = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Pair pair = placed(make_box(Vec3(1, 1, 1)), make_icosphere(1), 3, i);
    // Along d to where rho is about 1e-16 and less.
    for (int step = 0; step < 4; ++step) {
      const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
      pair.X_WB.t += ask(pair).value * d;
    }
    const Answer answer = ask(pair);
    EXPECT_LE(std::abs(answer.value), 1e-15);
    expect_exact(pair, answer);
    exact += answer.work.exact;
  }
  EXPECT_GE(exact, 10);
}

/// Near contact the tilt of a thin body's edges against the rounded plane moves rho by ulps, while
/// doubles still decide it.
TEST(RatioRay, NearContactOfThinBodiesIsExactToAnUlp) {
  const std::array<PolytopePtr, 3> bodies = {make_needle(1e4), make_plate(1e4), make_icosphere(2)};
  int in_doubles = 0;
  for (int i = 0; i < 240; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const auto k = static_cast<std::size_t>(i);
    Pair pair = placed(bodies[k % 3], bodies[k / 3 % 3], 1.5, i);
    const double left = std::ldexp(1.0, -4 - i % 36);  // part of rho that stays
    const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
    pair.X_WB.t += (1 - left) * ask(pair).value * d;
    const Answer answer = ask(pair);
    expect_exact(pair, answer);
    in_doubles += answer.work.exact == 0 ? 1 : 0;
  }
  EXPECT_GT(in_doubles, 150);
}

/// d is what rounding has left of two places: rho is about -1e16, and known to an ulp all the same.
TEST(RatioRay, NearlyCoincidingCentresAreExact) {
  Random random(kSeed, 7, 0);
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const PolytopePtr A = make_random_sphere_hull(random, 12);
    const PolytopePtr B = make_random_ball_hull(random, 9);
    Pair pair{A, Pose{random.rotation(), random_vector(random, 2)}, B, Pose{}};
    pair.X_WB.R = random.rotation();
    pair.X_WB.t = interior_in_world(*A, pair.X_WA) - pair.X_WB.R * B->interior_point();
    const Answer answer = ask(pair);
    EXPECT_LT(answer.value, -1e13);
    expect_exact(pair, answer);
  }
}

TEST(RatioRay, AWarmStartChangesNoValueAndSavesWork) {
  const auto metric = make_ratio_ray();
  Random random(kSeed, 4, 0);
  const PolytopePtr A = make_random_sphere_hull(random, 200);
  const PolytopePtr B = make_icosphere(3);
  const auto shape_A = metric->prepare(*A);
  const auto shape_B = metric->prepare(*B);
  const auto warm = metric->make_workspace();
  long warm_supports = 0;
  long cold_supports = 0;
  Pose X_WB{Mat3::Identity(), Vec3(1.6, 0.2, 0.1)};
  const Vec3 axis = random.unit_vector();
  for (int step = 0; step < 400; ++step) {
    X_WB.R = Eigen::AngleAxisd(0.01 * step, axis).toRotationMatrix();
    const auto cold = metric->make_workspace();
    const Answer first = metric->evaluate(*shape_A, Pose{}, *shape_B, X_WB, *cold);
    const Answer again = metric->evaluate(*shape_A, Pose{}, *shape_B, X_WB, *warm);
    expect_exact(Pair{A, Pose{}, B, X_WB}, again);
    EXPECT_NEAR(again.value, first.value, 3e-16 * std::abs(first.value));
    warm_supports += again.work.supports;
    cold_supports += first.work.supports;
  }
  EXPECT_LT(3 * warm_supports, cold_supports);
}

/// The workspace remembers shapes by their own numbers: one at the same address is another.
TEST(RatioRay, AWorkspaceServesAnyShapes) {
  const auto metric = make_ratio_ray();
  const auto workspace = metric->make_workspace();
  for (int i = 0; i < 60; ++i) {
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    const Pair pair = placed(make_random_sphere_hull(random, 40 - i / 2),
                             make_random_ball_hull(random, 10 + i), 3, i);
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    expect_exact(pair, metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace));
  }
}

/// Shallow, deep, separated, kissing and degenerate pairs, cold and warm.
TEST(RatioRay, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "this machine has narrow ones only";
  const auto narrow = make_ratio_ray(Registers::narrow);
  const auto wide = make_ratio_ray(Registers::wide);
  int exact = 0;
  for (int i = 0; i < 240; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 8, static_cast<std::uint64_t>(i));
    // Every eighth is of two bodies that are climbed, others of one or none.
    Pair pair = i % 4 == 0
                    ? boxes_apart(Vec3(static_cast<double>(i % 3), static_cast<double>(i % 5), 2))
                    : placed(make_random_sphere_hull(random, 8 + (i % 8 == 1 ? 200 : i % 150)),
                             make_random_ball_hull(random, i % 8 == 1 ? 1500 : 20), 3, i);
    const auto narrow_A = narrow->prepare(*pair.A);
    const auto narrow_B = narrow->prepare(*pair.B);
    const auto wide_A = wide->prepare(*pair.A);
    const auto wide_B = wide->prepare(*pair.B);
    const auto narrow_workspace = narrow->make_workspace();
    const auto wide_workspace = wide->make_workspace();
    for (int step = 0; step < 4; ++step) {
      const Answer one =
          narrow->evaluate(*narrow_A, pair.X_WA, *narrow_B, pair.X_WB, *narrow_workspace);
      const Answer other = wide->evaluate(*wide_A, pair.X_WA, *wide_B, pair.X_WB, *wide_workspace);
      ASSERT_EQ(one.status, AnswerStatus::answered) << one.note;
      ASSERT_EQ(other.status, AnswerStatus::answered) << other.note;
      EXPECT_EQ(one.value, other.value);
      EXPECT_EQ(*one.normal, *other.normal);
      EXPECT_EQ(one.witnesses->p_WA, other.witnesses->p_WA);
      EXPECT_EQ(one.witnesses->p_WB, other.witnesses->p_WB);
      EXPECT_EQ(one.ratio->r, other.ratio->r);
      EXPECT_EQ(one.ratio->x_W, other.ratio->x_W);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(one.ratio->portal[k].vertex_A, other.ratio->portal[k].vertex_A);
        EXPECT_EQ(one.ratio->portal[k].vertex_B, other.ratio->portal[k].vertex_B);
        EXPECT_EQ(one.ratio->portal[k].weight, other.ratio->portal[k].weight);
      }
      EXPECT_EQ(one.work.exact, other.work.exact);
      exact += one.work.exact;
      // Towards contact, to which the fourth is near to the last bits.
      const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
      pair.X_WB.t += one.value * d;
    }
  }
  EXPECT_GE(exact, 60);
  EXPECT_LE(exact, 900);
}

/// A ray that has left the last portal, by whichever edge, is searched for anew: a portal that it
/// does not pass through proves nothing, and integers would have to find the right one.
TEST(RatioRay, AWarmStartIsNoReasonForExactArithmetic) {
  const auto metric = make_ratio_ray();
  Random random(kSeed, 9, 0);
  const PolytopePtr A = make_random_sphere_hull(random, 100);
  const PolytopePtr B = make_random_ball_hull(random, 20);
  const auto shape_A = metric->prepare(*A);
  const auto shape_B = metric->prepare(*B);
  const auto workspace = metric->make_workspace();
  Pose X_WB{Mat3::Identity(), Vec3(1.6, 0.2, 0.1)};
  const Vec3 axis = random.unit_vector();
  for (int step = 0; step < 400; ++step) {
    X_WB.R = Eigen::AngleAxisd(0.05 * step, axis).toRotationMatrix();
    const Answer answer = metric->evaluate(*shape_A, Pose{}, *shape_B, X_WB, *workspace);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_EQ(answer.work.exact, 0) << step;
  }
}

}  // namespace
}  // namespace touchstone
