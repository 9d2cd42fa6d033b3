// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/pair_draft.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_file.hpp"

namespace touchstone {
namespace {

TEST(PairDraft, OfEveryFamilyMakesThePairAgainBitForBit) {
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > 64) continue;
    SCOPED_TRACE(family.name);
    for (std::uint64_t index = 0; index < 3; ++index) {
      const Pair pair = make_case(family, 42, index).pair();
      const auto made = make_pair(draft_of(pair));
      ASSERT_TRUE(made.ok()) << made.reason();
      EXPECT_EQ(made.value().A->content_hash(), pair.A->content_hash());
      EXPECT_EQ(made.value().B->content_hash(), pair.B->content_hash());
      EXPECT_EQ(made.value().A->radius(), pair.A->radius());
      EXPECT_EQ(made.value().B->radius(), pair.B->radius());
      EXPECT_EQ(made.value().X_WA.R, pair.X_WA.R);
      EXPECT_EQ(made.value().X_WB.R, pair.X_WB.R);
      EXPECT_EQ(made.value().X_WA.t, pair.X_WA.t);
      EXPECT_EQ(made.value().X_WB.t, pair.X_WB.t);
    }
  }
}

TEST(PairDraft, OfEveryCurvedFamilyMakesTheBodiesAgainBitForBit) {
  int seen = 0;
  for (const Family& family : family_registry(CurvedCases::taken)) {
    if (!is_curved(family)) continue;
    SCOPED_TRACE(family.name);
    for (std::uint64_t index = 0; index < 4; ++index) {
      Case c = make_case(family, 42, index);
      if (c.curved() == nullptr) continue;
      ++seen;
      const std::string text = write_case(c);
      const PairDraft draft = draft_of(*c.curved());
      EXPECT_FALSE(make_pair(draft).ok()) << "a core is curved";
      const auto made = make_bodies(draft);
      ASSERT_TRUE(made.ok()) << made.reason();
      c.bodies = made.value();
      EXPECT_EQ(write_case(c), text);
    }
  }
  EXPECT_GT(seen, 60);
}

TEST(PairDraft, TheLengthsOfACurvedCoreAreNumbers) {
  const ConvexPair pair{make_body(Ellipsoid{Vec3(1, 2, 0.123)}, 0.5).value(), Pose{},
                        make_body(Cone{3, 4}).value(), Pose{}};
  PairDraft draft = draft_of(pair);
  EXPECT_EQ(significant_digits(draft), 3);
  EXPECT_EQ(order_of(draft).vertices, 0);
  EXPECT_EQ(lengths_of(draft).size(), 12U) << "five, two positions and a radius";
  *lengths_of(draft)[2] = -1;
  EXPECT_FALSE(make_bodies(draft).ok());
}

TEST(PairDraft, ABoxThatNoCaseMayHaveIsRefused) {
  // What scaling a pair of very unequal boxes leads to.
  const Pair pair = make_case("random-boxes:42:0").value().pair();
  for (const double extent : {2e60, 1e-61, 0.9e-60, 0.0, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    PairDraft draft = draft_of(pair);
    draft.bodies[1].half_extents = Vec3::Constant(extent);
    EXPECT_FALSE(make_pair(draft).ok()) << extent;
    EXPECT_EQ(vertices_of(draft.bodies[1]).size(), 1U) << extent;
  }
  for (const double extent : {1e60, 1e-60}) {
    PairDraft draft = draft_of(pair);
    draft.bodies[1].half_extents = Vec3::Constant(extent);
    EXPECT_TRUE(make_pair(draft).ok()) << extent;
  }
}

TEST(PairDraft, ABoxThatIsAcceptedIsReadBack) {
  const Pair pair = make_case("random-boxes:42:0").value().pair();
  int accepted = 0;
  for (const double extent : {0.5e-60, 0.9e-60, 1e-60, 1.1e-60, 1e60}) {
    PairDraft draft = draft_of(pair);
    draft.bodies[1].half_extents = Vec3::Constant(extent);
    const auto made = make_pair(draft);
    if (!made.ok()) continue;
    ++accepted;
    const auto read = parse_case_text(write_case({"tiny", {}, {}, made.value()}), "tiny.json");
    ASSERT_TRUE(read.ok()) << extent << ": " << read.reason();
  }
  EXPECT_EQ(accepted, 3);
}

// Its vertices are far enough apart for a body, and its half extents too small for a box.
TEST(PairDraft, OfASmallBoxGivenByItsVerticesIsMadeAndReadBack) {
  Pair pair = make_case("random-boxes:42:0").value().pair();
  pair.A = make_box(Vec3::Constant(0.8e-60));
  const auto made = make_pair(draft_of(pair));
  ASSERT_TRUE(made.ok()) << made.reason();
  EXPECT_EQ(made.value().A->content_hash(), pair.A->content_hash());
  const auto read = parse_case_text(write_case({"tiny", {}, {}, pair}), "tiny.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().front().pair().A->content_hash(), pair.A->content_hash());
}

TEST(IntegerRotations, AreFoundAgainFromTheirMatrices) {
  Random random(20261122);
  for (int i = 0; i < 300; ++i) {
    Quaternion q{};
    for (double& entry : q) {
      entry = static_cast<double>(random.below(2 * kMaxQuaternionEntry + 1)) - kMaxQuaternionEntry;
    }
    if (q[0] == 0) q[0] = 1;
    q = reduced(q);
    const auto found = integer_quaternion_of(rotation_of(q));
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, q);
  }
  EXPECT_EQ(integer_quaternion_of(Mat3::Identity()), kIdentityRotation);
  EXPECT_FALSE(integer_quaternion_of(random.rotation()));
}

TEST(IntegerRotations, HaveTheRankOfTheirKind) {
  EXPECT_EQ(rank_of({1, 0, 0, 0}), RotationRank::identity);
  EXPECT_EQ(rank_of({1, 0, 0, 1}), RotationRank::quarter_turns);
  EXPECT_EQ(rank_of({0, 1, 0, 0}), RotationRank::quarter_turns);
  EXPECT_EQ(rank_of({1, -1, 1, 1}), RotationRank::quarter_turns);
  EXPECT_EQ(rank_of({2, 0, 1, 0}), RotationRank::one_axis);
  EXPECT_EQ(rank_of({1, 1, 1, 0}), RotationRank::small_integers);
  EXPECT_EQ(rank_of({0, 1, 2, 0}), RotationRank::small_integers);
  EXPECT_EQ(rank_of({1000, 1, 1, 0}), RotationRank::any);
  EXPECT_EQ(reduced({-2, 0, 4, -6}), (Quaternion{1, 0, -2, 3}));
}

TEST(IntegerRotations, NearAnyRotationThereIsOneWithinAThousandth) {
  Random random(20261123);
  for (int i = 0; i < 100; ++i) {
    const Mat3 R = random.rotation();
    double nearest = 10;
    for (const Quaternion& q : rotations_near(R)) {
      nearest = std::min(nearest, (rotation_of(q) - R).norm());
    }
    EXPECT_LE(nearest, 4e-3);
  }
}

TEST(DraftOrder, PrefersFewVerticesThenBoxesThenPlainRotationsThenFewDigits) {
  PairDraft boxes;
  boxes.bodies[0].half_extents = Vec3(1, 2, 3);
  boxes.bodies[1].half_extents = Vec3(1, 1, 1);
  PairDraft hull = boxes;
  hull.bodies[1] = as_hull(hull.bodies[1]);
  EXPECT_LT(order_of(boxes), order_of(hull));
  PairDraft fewer = hull;
  fewer.bodies[1].vertices.pop_back();
  EXPECT_LT(order_of(fewer), order_of(boxes));
  PairDraft turned = boxes;
  set_rotation(turned.poses[1], Quaternion{1, 0, 0, 2});
  EXPECT_LT(order_of(boxes), order_of(turned));
  PairDraft digits = boxes;
  digits.poses[1].t.x() = 0.125;
  EXPECT_LT(order_of(boxes), order_of(digits));
  EXPECT_LT(order_of(digits), order_of(turned));
  PairDraft negative = digits;
  negative.poses[1].t.x() = -0.125;
  EXPECT_LT(order_of(digits), order_of(negative));
}

TEST(DraftOrder, CountsSignificantDigits) {
  EXPECT_EQ(significant_digits(0.0), 0);
  EXPECT_EQ(significant_digits(1000.0), 1);
  EXPECT_EQ(significant_digits(-0.0625), 3);
  EXPECT_EQ(significant_digits(1.0 / 3), 16);
  EXPECT_LT(digit_cost(3), digit_cost(0.5));
  EXPECT_LT(digit_cost(0.5), digit_cost(0.1));
  EXPECT_LT(digit_cost(0.123), digit_cost(1234));
  EXPECT_EQ(digit_cost(1.0 / 3), digit_cost(0.1234567891));
}

}  // namespace
}  // namespace touchstone
