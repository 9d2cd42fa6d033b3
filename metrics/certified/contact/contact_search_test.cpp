// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/contact/contact_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "geometry/arithmetic/rational.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/common/exact_distance.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261206;

/// About the axis z: half of them with zeros and ones that are exact.
Mat3 turn_about_z(Random& random) {
  if (random.uniform(0, 1) < 0.2) return Mat3::Identity();
  Mat3 R = Mat3::Identity();
  const double angle = random.uniform(-3, 3);
  R.topLeftCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  if (random.uniform(0, 1) < 0.5) return R;
  for (double& entry : R.reshaped()) entry += random.uniform(-3e-17, 3e-17);
  return R;
}

/// The pair moved by its own distance: the distance is what rounding leaves.
void bring_to_contact(Pair& pair) {
  const Answer answer = ask(*make_certified(), pair);
  pair.X_WA.t -= answer.value * *answer.normal;
}

/// A on B's upper side, which is that of a box of half-height 0.5, as near as doubles let it be.
Pair on_top(Random& random, PolytopePtr A, double half_height, double reach) {
  Pair pair{std::move(A), Pose{}, make_box(Vec3(reach, reach, 0.5)), Pose{}};
  pair.X_WA.R = turn_about_z(random);
  pair.X_WA.t = random_vector(random, 0.8 * reach);
  pair.X_WA.t.z() =
      0.5 + half_height + (random.uniform(0, 1) < 0.5 ? 0 : random.uniform(-3e-16, 3e-16));
  if (random.uniform(0, 1) < 0.6) return pair;
  const Mat3 R = random.rotation();
  const Vec3 t = random_vector(random, 1);
  pair.X_WB = Pose{R, t};
  pair.X_WA = Pose{R * pair.X_WA.R, R * pair.X_WA.t + t};
  if (random.uniform(0, 1) < 0.5) bring_to_contact(pair);
  return pair;
}

struct Family {
  const char* name;
  std::function<Pair(Random&)> make;
};

const std::vector<Family>& families() {
  static const PolytopePtr kSphere = make_uv_sphere(20, 10, 1);
  static const PolytopePtr kPrism = make_prism(100, 1, 0.25);
  static const std::vector<Family> kFamilies = {
      {"box on a floor",
       [](Random& r) { return on_top(r, make_box(Vec3(0.5, 0.4, 0.3)), 0.3, 5); }},
      {"box on its like",
       [](Random& r) { return on_top(r, make_box(Vec3(0.5, 0.5, 0.5)), 0.5, 0.5); }},
      {"sphere on a vertex", [](Random& r) { return on_top(r, kSphere, 1, 5); }},
      {"sphere on a sphere",
       [](Random& r) {
         Pair pair{kSphere, Pose{turn_about_z(r), Vec3(0, 0, 2)}, kSphere, Pose{}};
         if (r.uniform(0, 1) < 0.5) pair.X_WA.t += random_vector(r, 1e-16);
         return pair;
       }},
      // Facets of more corners than there is room for.
      {"prism on a floor", [](Random& r) { return on_top(r, kPrism, 0.25, 5); }},
      {"prism on its like",
       [](Random& r) {
         Pair pair = on_top(r, kPrism, 0.25, 0.5);
         pair.B = make_prism(100, 0.5, 0.5);
         return pair;
       }},
      {"hull on a prism",
       [](Random& r) {
         Pair pair = placed_apart(r, make_random_sphere_hull(r, 12), kPrism, 1.3, 3);
         bring_to_contact(pair);
         return pair;
       }},
      {"hulls moved to contact",
       [](Random& r) {
         Pair pair =
             placed_apart(r, make_random_sphere_hull(r, 12), make_random_ball_hull(r, 20), 1.2, 3);
         bring_to_contact(pair);
         return pair;
       }},
      {"boxes moved to contact",
       [](Random& r) {
         Pair pair = placed_apart(r, make_box(Vec3(1, 0.5, 0.25)), make_box(Vec3(0.3, 1, 1)), 1, 3);
         bring_to_contact(pair);
         return pair;
       }},
      {"lattice hulls",
       [](Random& r) {
         Pair pair{make_lattice_hull(r, 10, 3), Pose{}, make_lattice_hull(r, 10, 3), Pose{}};
         for (double& entry : pair.X_WB.t) entry = std::floor(r.uniform(-3, 4));
         bring_to_contact(pair);
         return pair;
       }},
  };
  return kFamilies;
}

/// The metric, which begins where it can with what it knows, against integers that know nothing.
TEST(ContactSearch, AContactHasTheValueOfTheExactDistance) {
  const auto metric = make_certified();
  ContactScratch scratch;
  for (const Family& family : families()) {
    int known = 0;
    int small = 0;
    constexpr int kCount = 400;
    for (int i = 0; i < kCount; ++i) {
      SCOPED_TRACE(testing::Message() << family.name << " seed " << kSeed << " index " << i);
      Random random(kSeed, 1, static_cast<std::uint64_t>(i));
      const Pair pair = family.make(random);
      const DifferenceBodyWith<> A(*pair.A);
      const DifferenceBodyWith<> B(*pair.B);
      const ExactDistance exact =
          find_exact_distance(A.exactly(), pair.X_WA, B.exactly(), pair.X_WB);
      const auto shape_A = metric->prepare(*pair.A);
      const auto shape_B = metric->prepare(*pair.B);
      const auto workspace = metric->make_workspace();
      for (const bool warm : {false, true}) {
        const Answer answer =
            metric->evaluate(*shape_A, pair.X_WA, *shape_B, pair.X_WB, *workspace);
        ASSERT_EQ(answer.status, AnswerStatus::answered);
        EXPECT_EQ(answer.value, exact.phi) << (warm ? "warm" : "cold");
        // Any optimal direction, up to rounding.
        const double gap = round_to_double(exact_gap(pair, *answer.normal));
        EXPECT_NEAR(gap, exact.phi, 4e-15) << (warm ? "warm" : "cold");
        EXPECT_LE((answer.witnesses->p_WA - answer.witnesses->p_WB - answer.value * *answer.normal)
                      .norm(),
                  2e-14);
      }
      small += std::abs(exact.phi) < 1e-14 ? 1 : 0;
      const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
      const auto found = find_contact(
          set, std::span(exact.nearest).first(static_cast<std::size_t>(exact.nearest_count)),
          scratch);
      if (!found) continue;
      ++known;
      EXPECT_EQ(found->phi.high, exact.phi);
    }
    EXPECT_GE(known, 0.98 * kCount) << family.name;
    EXPECT_GE(small, 0.98 * kCount) << family.name;
  }
}

}  // namespace
}  // namespace touchstone
