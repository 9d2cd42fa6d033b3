// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/literal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "import/rejection.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<double> numbers(const std::string& text) { return literal_numbers(text, "here"); }

std::string rejection(const std::string& text) {
  try {
    numbers(text);
  } catch (const Rejection& rejected) {
    return rejected.reason;
  }
  return "";
}

TEST(Literal, NumbersOfSixLanguagesAreRead) {
  const double single = 0.1F;
  EXPECT_THAT(numbers("btVector3(0.1f, -.5, 2.)"), ElementsAre(single, -0.5, 2));
  EXPECT_THAT(numbers("Vec3::new(0.1_f32, 1_000.0, 2f64)"), ElementsAre(single, 1000, 2));
  EXPECT_THAT(numbers("np.array([[1, 2e-3],\n [3, -4]])  # 9 of them"),
              ElementsAre(1, 2e-3, 3, -4));
  EXPECT_THAT(numbers("[1f0 2.5f-1 -3]"), ElementsAre(1, 0.25, -3));
  EXPECT_THAT(numbers("{x: 1, y: +2} /* 3 */ // 4"), ElementsAre(1, 2));
  EXPECT_THAT(numbers("R << 1, 0,\n 0, -1;"), ElementsAre(1, 0, 0, -1));
  EXPECT_THAT(numbers("double k[2][3] = {1'000, 2L};"), ElementsAre(1000, 2));
  EXPECT_THAT(numbers("2 * 0.5, 1.0 / 4, 6 / 2"), ElementsAre(1, 0.25, 3));
  EXPECT_THAT(numbers("\xE2\x88\x92"
                      "1, gr\xC3\xB6\xC3\x9F"
                      "e 2,\xC2\xA0"
                      "3"),
              ElementsAre(-1, 2, 3));
  EXPECT_THAT(numbers("0.5 -1 1e-3"), ElementsAre(0.5, -1, 1e-3));
}

TEST(Literal, WhatIsNoLiteralIsRejected) {
  for (const char* text : {"M_PI / 2", "sqrt(2)", "1 - 2", "1-2", "1+2", "-(1, 2)", "nan", "1e999",
                           "2 * (3)", "1 / 0", "5x", "3 * side", "-Vec3(1, 2, 3)"}) {
    EXPECT_THAT(rejection(text), testing::StartsWith("here: ")) << text;
  }
  for (const char* text : {"\xCF\x80/2", "90\xC2\xB0", "2\xCF\x80", "2 \xC3\x97 3", "-\xCF\x80"}) {
    EXPECT_THAT(rejection(text), HasSubstr("is no literal")) << text;
  }
  EXPECT_THAT(rejection("pi"), HasSubstr("'pi' is no literal"));
}

TEST(Literal, HexadecimalsAndEndsOfSentencesAreRead) {
  const double single = 1e-3F, product = 0.1F * 3;
  EXPECT_THAT(numbers("0x1.8p+3, -0x1p-2f"), ElementsAre(12, -0.25));
  EXPECT_THAT(numbers("1.e-3f"), ElementsAre(single));
  EXPECT_THAT(numbers("radius 0.5. At 1. 2"), ElementsAre(0.5, 1, 2));
  EXPECT_THAT(numbers("0.1f * 3"), ElementsAre(product));
}

TEST(Literal, NumbersOfTypesAndIndicesAreNone) {
  EXPECT_THAT(numbers("std::array<double, 3>{1, 2, 3}"), ElementsAre(1, 2, 3));
  EXPECT_THAT(numbers("Hull{Vec{3,Float32}}(Vec{3, Float32}[[1, 2]])"), ElementsAre(1, 2));
  EXPECT_THAT(numbers("Vec3{1, 2} Vec3 {x: 3, y: 4}"), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(numbers("[0] = 1.5\n[1] -2.5"), ElementsAre(1.5, -2.5));
  EXPECT_THAT(numbers("[[0]\n [1]]"), ElementsAre(0, 1)) << "a column";
  EXPECT_THAT(numbers("Box* box = new Box(1), a -2\n-----\n3"), ElementsAre(1, -2, 3));
}

TEST(Literal, WhatCalculatesIsRejected) {
  for (const char* text : {"1 / 3",
                           "2^3",
                           "10^-3",
                           "50% 1",
                           "1, 2 -- 3",
                           "--5",
                           "- 0.1\n- 0.2",
                           "(1, 2) + (4, 5)",
                           "[1, 2] * 3",
                           "(1, 2) / 2",
                           "h * (1, 2)",
                           "h * Vec3(1, 2)",
                           "side * 2",
                           "side - 0.1",
                           "side-0.1",
                           "side/2",
                           "Vec3(1, 1, 0).normalized()",
                           "q.inverse() 1",
                           "Vec3::splat(1)",
                           "from_euler(1)",
                           "0xc28e8d90",
                           "1.2.3",
                           "0x1.8"}) {
    EXPECT_THAT(rejection(text), testing::StartsWith("here: ")) << text;
  }
  EXPECT_THAT(rejection("25 mm"), HasSubstr("'mm' is a unit: leave it out and say --scale 0.001"));
  EXPECT_THAT(rejection("90 degrees"), HasSubstr("--degrees"));
}

TEST(Literal, ASignBeforeAVectorIsRejected) {
  for (const char* text : {"-[0, 0, 1]", "-{0, 0, 1}", "-Eigen::Vector3d(0, 0, 1)",
                           "-np.array([0, 0, 1])", "-Vec3{0, 0, 1}", "- Vec3(0, 0, 1)",
                           "- [0, 0, 1]", "- np.array([0, 0, 1])", "\xE2\x88\x92[0, 0, 1]"}) {
    EXPECT_THAT(rejection(text), HasSubstr("a sign before")) << text;
  }
  EXPECT_THAT(numbers("- size: [1, 2]\n- pos: -3"), ElementsAre(1, 2, -3)) << "lists of YAML";
}

TEST(Literal, NamesInThePlaceOfNumbersAreRejected) {
  for (const char* text : {"(0.5, w, h)", "(0.5, M_PI_2, M_PI_2)", "0, 0, z, 1, 0, 0, 0",
                           "[a, b, c]", "[0 z 1]", "[0 1 z]", "1, 0, 0, z", "1, 2, z;",
                           "{ 0.0f, h }", "(x=1, y=w)", "0 0 0 M_PI_2 0 0", "1 Math.SQRT1_2 2"}) {
    EXPECT_THAT(rejection(text), HasSubstr("is no literal: give its value")) << text;
  }
  EXPECT_THAT(numbers("np.array([1, 2], dtype=np.float64)"), ElementsAre(1, 2));
  EXPECT_THAT(numbers("((float)1, (btScalar)2, \"name\", 3 m, 4 rad)"), ElementsAre(1, 2, 3, 4));
}

TEST(Literal, UnitsBehindBracketsAreRejected) {
  EXPECT_THAT(rejection("(100, 200, 300) mm"), HasSubstr("--scale 0.001"));
  EXPECT_THAT(rejection("[10, 20, 30] cm"), HasSubstr("--scale 0.01"));
  EXPECT_THAT(rejection("(0, 0, 90) deg"), HasSubstr("--degrees"));
  EXPECT_THAT(rejection("(1, 2, 3) in"), HasSubstr("--scale 0.0254"));
  EXPECT_THAT(rejection("pos (mm): 1 2 3"), HasSubstr("--scale 0.001"));
  for (const char* text : {"5 km", "5 um", "5 nm", "5 \xC2\xB5m", "5 \xCE\xBCm"}) {
    EXPECT_THAT(rejection(text), HasSubstr("is a unit")) << text;
  }
  EXPECT_THAT(numbers("(1, 2, 3) in frame W"), ElementsAre(1, 2, 3));
}

TEST(Literal, DivisionsAndOpenCommentsAreNoComments) {
  EXPECT_THAT(rejection("0, 0, 3//2"), HasSubstr("an expression"));
  EXPECT_THAT(rejection("0, 0, 3 // 2"), HasSubstr("an expression"));
  EXPECT_THAT(rejection("1 /* 2 3"), HasSubstr("a comment has no end"));
  EXPECT_THAT(numbers("0.5, // radius\n1 // length of 3"), ElementsAre(0.5, 1));
}

TEST(Literal, MethodsAndTranspositionsAreRejected) {
  for (const char* text : {"Quaternion(0.7, 0.7, 0, 0).conj()", "(1, 2).negate()", "(1, 2).neg()",
                           "R(1, 2)\n  .adjoint()", "[1 2; 3 4]'", "(1, 2).cross(v)", "5'"}) {
    EXPECT_THAT(rejection(text), HasSubstr("is no literal")) << text;
  }
  EXPECT_THAT(numbers("{'pos': '[1, 2]'} body's (3).copy()"), ElementsAre(1, 2, 3));
}

TEST(Literal, DecimalCommasAndTwoLanguagesAreRejected) {
  for (const char* text : {"0,5; 0,0; 0,0", "0,5 -1,5 2", "x=0,5; y=1,0"}) {
    EXPECT_THAT(rejection(text), HasSubstr("may have a decimal comma")) << text;
  }
  EXPECT_THAT(numbers("1,2,3 [4,5] 6, 7,8"), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(rejection("1f32"), HasSubstr("Rust's 1 or Julia's 1e32"));
  EXPECT_THAT(numbers("Vec3::new(1f32, 2_f32, 3f64)"), ElementsAre(1, 2, 3));
}

TEST(Literal, ComponentsAreTold) {
  NumberLabels labels;
  literal_numbers("pos {x: 1, \"y\": -2, _w = 3, lz: 4, 5}, quat 6 height 7 radius=8", "here",
                  &labels);
  EXPECT_EQ(labels.components, "xywh  hr");
  EXPECT_EQ(labels.groups, "p    a  ");
}

}  // namespace
}  // namespace touchstone
