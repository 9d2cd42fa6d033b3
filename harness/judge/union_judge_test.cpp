// SPDX-License-Identifier: GPL-3.0-or-later
// Claims of two cubes of side 1 at x = 0 and x = 10, and a third at x as the other body.
#include "harness/judge/union_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "geometry/shapes.hpp"
#include "harness/cases/files/case_file.hpp"

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

/// The size is that of the largest piece of the smaller union: no point, and nothing of the scene.
TEST(UnionJudge, ToleranceGoesByTheLargestPieceOfTheSmallerUnion) {
  PolytopeInput input;
  input.vertices = {Vec3::Zero()};
  const UnionPiece point = {"", make_body(make_polytope(input).value()).value(), {}};
  const UnionPiece small = {
      "", make_body(make_box(Vec3::Constant(0.01))).value(), {Mat3::Identity(), {1, 0, 0}}};
  const UnionPiece large = {
      "", make_body(make_box(Vec3::Constant(10))).value(), {Mat3::Identity(), {20, 0, 0}}};
  EXPECT_DOUBLE_EQ(union_size({{{point, small}}, {}, {{large}}, {}}), 0.01 * std::sqrt(3));
  EXPECT_DOUBLE_EQ(union_size({{{large}}, {}, {{small, point}}, {}}), 0.01 * std::sqrt(3));
  EXPECT_DOUBLE_EQ(union_size({{{point}}, {}, {{small}}, {}}), 0.01 * std::sqrt(3));
  EXPECT_EQ(union_size({{{point}}, {}, {{point}}, {}}), 1);
}

/// A tile beside another, and one more far away or not.
TEST(UnionJudge, AFarPolygonChangesNoVerdict) {
  const auto tile = [](double x) {
    return R"({"polygon": [[)" + std::to_string(x) + ", 0], [" + std::to_string(x + 1) + ", 0], [" +
           std::to_string(x + 1) + ", 1], [" + std::to_string(x) + ", 1]]}";
  };
  const auto word = [&](const std::string& a) {
    const std::string at_origin = R"({"t": [0, 0, 0], "q": [1, 0, 0, 0]})";
    const auto read =
        parse_case_text(R"({"a": )" + a + R"(, "pose_a": )" + at_origin + R"(, "b": )" + tile(2) +
                            R"(, "pose_b": )" + at_origin + "}",
                        "tiles", nullptr, {CurvedCases::with_unions});
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.reason());
    const UnionPair& pair = *read.value().at(0).unions();
    return word_name(judge_unions(pair, solve_unions(pair), {1.00001, {}, {}, ""}, 1e-8).word);
  };
  EXPECT_EQ(word(R"({"union": [)" + tile(0) + ", " + tile(-1) + "]}"), "inaccurate");
  EXPECT_EQ(word(R"({"union": [)" + tile(0) + ", " + tile(1000) + "]}"), "inaccurate");
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
  claim.normal = Vec3::Zero();
  claim.points = {Vec3::Zero(), Vec3::Zero()};
  EXPECT_EQ(word_of(0.75, claim), "right") << "no part is missing that has no verdict";
}

}  // namespace
}  // namespace touchstone
