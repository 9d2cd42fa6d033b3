// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of pieces in case files (docs/case-file.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "geometry/body_union.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/cases/files/case_samples.hpp"

namespace touchstone {
namespace {

constexpr const char* kTwo =
    R"({"union": [{"box_half_extents": [1, 2, 3]},
        {"name": "arm", "sphere": {"radius": 0.5}, "pose": {"t": [4, 5, 6], "q": [0, 0, 0, 1]}}]})";

constexpr const char* kFront = "x: case 1 (id \"x\"): ";

Result<std::vector<Case>> read(const std::string& text,
                               CurvedCases curved = CurvedCases::with_unions) {
  return parse_case_text(text, "x", nullptr, curved);
}

std::string reason_of(const std::string& a) {
  const auto cases = read(case_text(a));
  if (cases.ok()) return "accepted";
  EXPECT_TRUE(cases.reason().starts_with(kFront)) << cases.reason();
  return cases.reason().substr(std::string_view(kFront).size());
}

void expect_two_pieces(const Case& c) {
  ASSERT_NE(c.unions(), nullptr);
  const auto& pieces = c.unions()->A.pieces;
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].name, "");
  EXPECT_EQ(pieces[0].X_UP.R, Mat3::Identity());
  EXPECT_EQ(std::get<PolytopePtr>(pieces[0].body.core())->vertices().back(), Vec3(1, 2, 3));
  EXPECT_EQ(pieces[1].name, "arm");
  EXPECT_EQ(pieces[1].body.radius(), 0.5);
  EXPECT_EQ(pieces[1].X_UP.t, Vec3(4, 5, 6));
  EXPECT_EQ(pieces[1].X_UP.R(0, 0), -1);
  EXPECT_EQ(c.unions()->B.pieces.size(), 1U);
  EXPECT_THROW(c.pair(), HarnessError);
  EXPECT_THROW(c.asked(), HarnessError);
  EXPECT_THROW(convex_pair(c), HarnessError);
}

TEST(UnionBodyFile, ReadsPiecesWithNamesAndPoses) {
  const auto cases = read(case_text(kTwo));
  ASSERT_TRUE(cases.ok()) << cases.reason();
  expect_two_pieces(cases.value()[0]);
}

TEST(UnionBodyFile, IsWrittenAsItWasRead) {
  const auto cases = read(case_text(kTwo));
  ASSERT_TRUE(cases.ok());
  const std::string text = write_case(cases.value()[0]);
  const auto again = read(text);
  ASSERT_TRUE(again.ok()) << again.reason();
  expect_two_pieces(again.value()[0]);
  EXPECT_EQ(write_case(again.value()[0]), text);
}

TEST(UnionBodyFile, RefusesInOneLineWithThePlace) {
  EXPECT_EQ(reason_of(R"({"union": []})"), "a.union: holds no piece");
  EXPECT_EQ(reason_of(R"({"union": {}})"), "a.union: must be a list of pieces, not an object");
  EXPECT_EQ(reason_of(R"({"union": [3]})"), "a.union[0]: must be an object, not a number");
  EXPECT_EQ(reason_of(R"({"union": [{"sphere": {"radius": 1}}, {"union": []}]})"),
            "a.union[1].union: is in a union already: give all pieces in one list");
  EXPECT_EQ(reason_of(R"({"union": [{"sphere": {"radius": 1}}], "scale": 2})"),
            "a: has both union and scale: a piece has a body of its own");
  EXPECT_EQ(reason_of(R"({"union": [{"polygon": [[0, 0], [1, 0], [0, 1]]}]})"),
            "a.union[0]: is a polygon, and no piece can be one: give a prism");
  EXPECT_EQ(reason_of(R"({"union": [{"sphere": {"radius": 1}}, {"sphere": {"radius": -1}}]})"),
            "a.union[1].sphere.radius: must not be negative");
  EXPECT_EQ(reason_of(R"({"union": [{"cylinder": {"radius": 1e60, "half_length": 1}}]})"),
            "a.union[0]: is round and reaches beyond 1e59 m");
}

TEST(UnionBodyFile, RefusesUnknownKeysOfPieces) {
  EXPECT_THAT(reason_of(R"({"union": [{"sphere": {"radius": 1}}, {"sphare": {}}]})"),
              testing::StartsWith("a.union[1]: unknown key 'sphare'"));
  EXPECT_THAT(reason_of(R"({"union": [{"sphere": {"radius": 1, "r": 2}}]})"),
              testing::StartsWith("a.union[0].sphere: unknown key 'r'"));
  EXPECT_THAT(reason_of(R"({"union": [{"sphere": {"radius": 1}, "pose": {"quat": 2}}]})"),
              testing::AllOf(testing::StartsWith("a.union[0].pose: unknown key 'quat'"),
                             testing::HasSubstr("q is w, x, y, z")));
  EXPECT_THAT(reason_of(R"({"union": [{"core": {"cone": {"radius": 1, "x": 2}}, "radius": 0}]})"),
              testing::StartsWith("a.union[0].core.cone: unknown key 'x'"));
}

TEST(UnionBodyFile, IsRefusedWhereItIsNotTaken) {
  for (const CurvedCases curved : {CurvedCases::refused, CurvedCases::taken}) {
    const auto cases = read(case_text(kTwo), curved);
    ASSERT_FALSE(cases.ok());
    EXPECT_EQ(cases.reason(), std::string(kFront) +
                                  "a.union: is a union of pieces: only touchstone ask takes that");
  }
}

}  // namespace
}  // namespace touchstone
