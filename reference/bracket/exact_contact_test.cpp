// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs that touch exactly, in closed form, and pairs that are an ulp apart or overlap by one.
#include "reference/bracket/exact_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

ConvexBody hull(const std::vector<Vec3>& points, double radius = 0) {
  return make_body(make_rounded(make_polytope({points, {}, {}}).value(), radius).value()).value();
}

template <class Shape>
ConvexBody body(const Shape& shape, double radius = 0) {
  return make_body(Core(shape), radius).value();
}

struct Touching {
  std::string name;
  ConvexPair pair;
  Vec3 away;  ///< a way of B along which the bodies leave each other
};

std::vector<Touching> touching_pairs() {
  const auto at = [](double x, double y, double z) { return Pose{Mat3::Identity(), {x, y, z}}; };
  Mat3 on_side;  // z goes to x
  on_side << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const ConvexBody cylinder = body(Cylinder{2, 1});
  const ConvexBody cone = body(Cone{3, 2});
  const ConvexBody ellipsoid = body(Ellipsoid{{3, 2, 1}});
  const ConvexBody box = body(make_box({1, 2, 3}));
  const ConvexBody ball = hull({{0, 0, 0}}, 3);
  const ConvexBody capsule = hull({{0, 0, -1}, {0, 0, 1}}, 3);
  std::vector<Touching> all;
  all.push_back({"sides", {cylinder, {}, body(Cylinder{3, 2}), at(3, 4, 1)}, {3, 4, 0}});
  all.push_back({"rims", {cylinder, {}, body(Cylinder{3, 2}), at(3, 4, 3)}, {3, 4, 5}});
  all.push_back({"caps", {cylinder, {}, body(Cylinder{3, 2}), at(1, 2, 3)}, {0, 0, 1}});
  all.push_back({"a cap on a side", {cylinder, {}, cylinder, {on_side, {1, 0, 3}}}, {0, 0, 1}});
  all.push_back({"a cap on a face", {cylinder, {}, box, at(2, 1, 4)}, {0, 0, 1}});
  all.push_back({"a face about a cap", {body(Cylinder{0.5, 1}), {}, box, at(0, 1, 4)}, {0, 0, 1}});
  all.push_back({"a side on a face", {cylinder, {}, box, at(3, 1, 1)}, {1, 0, 0}});
  all.push_back({"a ball on a rim", {cylinder, {}, hull({{0, 0, 0}}, 5), at(5, 0, 5)}, {3, 0, 4}});
  all.push_back({"a capsule on a side", {cylinder, {}, capsule, at(3, 4, 1.5)}, {3, 4, 0}});
  all.push_back({"a ball on a slant", {cone, {}, hull({{0, 0, 0}}, 5), at(5.5, 0, 3)}, {4, 0, 3}});
  all.push_back({"an apex on a base", {cone, {}, cone, at(1, 1, 4)}, {0, 0, 1}});
  all.push_back({"a rim on a slant", {cone, {}, body(Cone{1, 0.5}), at(3.25, 0, -0.5)}, {4, 0, 3}});
  all.push_back({"an apex on a side", {cone, {}, cylinder, {on_side, {0, 0, 4}}}, {0, 0, 1}});
  all.push_back({"a corner", {body(Ellipsoid{{3, 3, 3}}), {}, box, at(2, 4, 5)}, {1, 2, 2}});
  all.push_back({"ends", {ellipsoid, {}, ellipsoid, at(6, 0, 0)}, {1, 0, 0}});
  all.push_back({"with balls",
                 {body(Cone{1, 1}, 0.5), {}, body(Cylinder{1, 1}, 0.25), at(0, 0, 2.75)},
                 {0, 0, 1}});
  all.push_back(
      {"a ball and an ellipsoid", {ball, at(1, 1, 1), ellipsoid, at(1, 1, 5)}, {0, 0, 1}});
  return all;
}

TEST(ExactContact, IsProvenWhereBodiesTouch) {
  for (const Touching& one : touching_pairs()) {
    const Bracket bracket = find_bracket(one.pair);
    EXPECT_EQ(bracket.lower, 0) << one.name;
    EXPECT_EQ(bracket.upper, 0) << one.name;
    EXPECT_EQ(why_not_proven(one.pair, bracket), "") << one.name;
    const ConvexPair swapped{one.pair.B, one.pair.X_WB, one.pair.A, one.pair.X_WA};
    EXPECT_EQ(find_bracket(swapped).upper, 0) << one.name;
    EXPECT_EQ(find_bracket(swapped).lower, 0) << one.name;
  }
}

TEST(ExactContact, IsNotProvenAnUlpAway) {
  for (const Touching& one : touching_pairs()) {
    for (const double step : {0x1p-50, -0x1p-50, 0x1p-30, -0x1p-30}) {
      ConvexPair moved = one.pair;
      moved.X_WB.t += step * one.away;
      const Bracket bracket = find_bracket(moved);
      EXPECT_LT(bracket.lower, bracket.upper) << one.name << ' ' << step;
      if (std::abs(step) > 1e-12) {
        EXPECT_TRUE(step > 0 ? bracket.lower > 0 : bracket.upper < 0) << one.name << ' ' << step;
      }
      EXPECT_TRUE(find_contact_direction(moved, one.away).isZero(0)) << one.name << ' ' << step;
      EXPECT_FALSE(proves_contact(moved, {one.away, Vec3::Zero()})) << one.name << ' ' << step;
    }
  }
}

TEST(ExactContact, OfFacesInOnePlaneThatDoNotMeetIsNotProven) {
  const auto beside = [](const ConvexBody& B, const Vec3& t) {
    const ConvexPair pair{body(Cylinder{2, 1}), {}, B, {Mat3::Identity(), t}};
    EXPECT_LT(std::abs(proven_gap(pair, {0, 0, -1}).upper), 1e-20) << "in one plane";
    return proves_contact(pair, {Vec3(0, 0, -1), Vec3::Zero()});
  };
  const ConvexBody box = body(make_box({1, 2, 3}));
  EXPECT_TRUE(beside(box, {3, 1, 4}));
  EXPECT_FALSE(beside(box, {3.0000001, 1, 4}));
  EXPECT_FALSE(beside(box, {2.7, 3.5, 4})) << "the disc is off the corner";
  EXPECT_TRUE(beside(body(Cylinder{3, 1}), {3, 4, 2}));
  EXPECT_FALSE(beside(body(Cylinder{3, 1}), {3, 4.0000001, 2}));
  EXPECT_TRUE(beside(body(Ellipsoid{{1, 1, 1}}), {0, 2, 2}));
  EXPECT_FALSE(beside(body(Ellipsoid{{1, 1, 1}}), {0, 2 + 0x1p-51, 2}));
}

TEST(ExactContact, TakesNoDirectionThatIsNone) {
  const ConvexPair pair = touching_pairs().front().pair;
  EXPECT_FALSE(proves_contact(pair, {}));
  EXPECT_FALSE(proves_contact(pair, {Vec3(HUGE_VAL, 0, 0), Vec3::Zero()}));
  EXPECT_TRUE(find_contact_direction(pair, Vec3::Zero()).isZero(0));
  EXPECT_FALSE(proves_contact(pair, {Vec3(3, 4, 0), Vec3::Zero()})) << "from A to B";
  EXPECT_TRUE(proves_contact(pair, {Vec3(-3, -4, 0), Vec3::Zero()}));
}

/// A turned disc is no disc where its matrix is orthonormal only to 1e-6.
TEST(ExactContact, OfDiscsNeedsACircle) {
  ConvexPair pair{body(Cylinder{2, 1}), {}, body(Cylinder{3, 1}), {Mat3::Identity(), {3, 4, 2}}};
  const FineVec3 down{Vec3(0, 0, -1), Vec3::Zero()};
  EXPECT_TRUE(proves_contact(pair, down));
  pair.X_WB.R(0, 0) = 1 - 1e-7;
  EXPECT_FALSE(proves_contact(pair, down));
}

}  // namespace
}  // namespace touchstone
