// SPDX-License-Identifier: GPL-3.0-or-later
// Claims of two cubes of side 1 at x = 0 and x = 10, and a third at x as the other body.
#include "harness/judge/union_judge.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

UnionPiece cube(double x) {
  return {"", make_body(make_box(Vec3::Constant(0.5))).value(), {Mat3::Identity(), {x, 0, 0}}};
}

std::string_view word_of(double x, const CaseClaim& claim, double tolerance = 1e-6) {
  const UnionPair pair{{{cube(0), cube(10)}}, {}, {{cube(x)}}, {}};
  return word_name(judge_unions(pair, solve_unions(pair), claim, tolerance).word);
}

CaseClaim with_normal(double phi, const Vec3& n) {
  CaseClaim claim;
  claim.phi = phi;
  claim.normal = n;
  return claim;
}

CaseClaim with_points(const Vec3& p_WA, const Vec3& p_WB) {
  CaseClaim claim;
  claim.phi = 1;
  claim.points = {p_WA, p_WB};
  return claim;
}

TEST(UnionJudge, PhiIsJudgedApartAndOverlapping) {
  EXPECT_EQ(word_of(2, {1, {}, {}, ""}), "right");
  EXPECT_EQ(word_of(2, {1.01, {}, {}, ""}), "inaccurate");
  EXPECT_EQ(word_of(2, {1.001, {}, {}, ""}, 0.01), "right");
  EXPECT_EQ(word_of(2, {-1, {}, {}, ""}), "wrong_sign");
  EXPECT_EQ(word_of(0.75, {-0.25, {}, {}, ""}), "right");
  EXPECT_EQ(word_of(0.75, {-0.75, {}, {}, ""}), "inaccurate");
}

TEST(UnionJudge, NormalsAreOfTheNearestPieces) {
  EXPECT_EQ(word_of(2, with_normal(1, -Vec3::UnitX())), "right");
  EXPECT_EQ(word_of(2, with_normal(1, Vec3::UnitX())), "invalid_normal")
      << "the gap to the other cube is wider, but that is not near";
  EXPECT_EQ(word_of(2, with_normal(1, {0.28, 0.96, 0})), "invalid_normal")
      << "the gap to the other cube is 8 c - (c + s) = 1 as well";
  EXPECT_EQ(word_of(2, with_normal(1, Vec3::UnitY())), "invalid_normal");
  EXPECT_EQ(word_of(2, with_normal(1, -2 * Vec3::UnitX())), "invalid_normal");
  for (const double toward : {-1.0, 1.0}) {
    EXPECT_EQ(word_of(5, with_normal(4, toward * Vec3::UnitX())), "right") << "both are as near";
  }
}

TEST(UnionJudge, PointsLieOnTheirBodiesAndAreNearest) {
  EXPECT_EQ(word_of(2, with_points({0.5, 0.25, 0}, {1.5, 0.25, 0})), "right");
  EXPECT_EQ(word_of(2, with_points({0.5, 0, 0}, {1.5, 0.5, 0})), "invalid_witness");
  EXPECT_EQ(word_of(2, with_points({0.5, 0.75, 0}, {1.5, 0.75, 0})), "invalid_witness");
}

TEST(UnionJudge, OverlappingNormalsAndPointsHaveNoVerdict) {
  CaseClaim claim = with_normal(-0.25, Vec3::UnitZ());
  claim.points = {Vec3(9, 9, 9), Vec3(9, 9, 9)};
  EXPECT_EQ(word_of(0.75, claim), "right");
}

}  // namespace
}  // namespace touchstone
