// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies with a curved core in case files (docs/case-file.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "geometry/aligned_box.hpp"
#include "geometry/body.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/cases/files/case_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Result<std::vector<Case>> read(const std::string& text) {
  return parse_case_text(text, "x", nullptr, CurvedCases::taken);
}

/// The case of that body a and a box.
Case case_of(const std::string& a) {
  const auto cases = read(case_text(a, pose_text(R"("q": [1, 2, 3, 4])", "[5, 6, 7]")));
  EXPECT_TRUE(cases.ok()) << cases.reason();
  return cases.ok() ? cases.value()[0] : Case{};
}

std::string reason_of(const std::string& a) {
  const auto cases = read(case_text(a));
  return cases.ok() ? "accepted" : cases.reason();
}

TEST(CurvedBodyFile, ReadsACylinderAConeAndAnEllipsoid) {
  const Case cylinder = case_of(R"({"cylinder": {"half_length": 2, "radius": 0.5}})");
  ASSERT_NE(cylinder.curved(), nullptr);
  EXPECT_EQ(std::get<Cylinder>(cylinder.curved()->A.core()).radius, 0.5);
  EXPECT_EQ(std::get<Cylinder>(cylinder.curved()->A.core()).half_length, 2);
  EXPECT_EQ(cylinder.curved()->A.radius(), 0);
  EXPECT_EQ(cylinder.curved()->X_WA.t, Vec3(5, 6, 7));
  EXPECT_EQ(cylinder.curved()->X_WA.R,
            make_pose(std::array<double, 4>{1, 2, 3, 4}, Vec3::Zero()).value().R);
  EXPECT_EQ(std::get<PolytopePtr>(cylinder.curved()->B.core())->vertices().back(), Vec3(1, 2, 3));
  const Pair counted = counted_pair(cylinder.asked());
  EXPECT_EQ(as_aligned_box(*counted.A).value().most, Vec3(0.5, 0.5, 2));
  EXPECT_EQ(counted.B, std::get<PolytopePtr>(cylinder.curved()->B.core()));
  const Case cone = case_of(R"({"cone": {"half_length": 2, "radius": 0.5}})");
  EXPECT_EQ(std::get<Cone>(cone.curved()->A.core()).radius, 0.5);
  EXPECT_EQ(std::get<Cone>(cone.curved()->A.core()).half_length, 2);
  const Case ellipsoid = case_of(R"({"ellipsoid": {"semi_axes": [1, 2, 3]}})");
  EXPECT_EQ(std::get<Ellipsoid>(ellipsoid.curved()->A.core()).semi_axes, Vec3(1, 2, 3));
}

TEST(CurvedBodyFile, ReadsACurvedCoreWithARadius) {
  const Case c =
      case_of(R"({"core": {"cylinder": {"radius": 1, "half_length": 2}}, "radius": 0.25})");
  EXPECT_EQ(std::get<Cylinder>(c.curved()->A.core()).radius, 1);
  EXPECT_EQ(c.curved()->A.radius(), 0.25);
  const Case sharp = case_of(R"({"radius": 0, "core": {"ellipsoid": {"semi_axes": [1, 2, 3]}}})");
  EXPECT_EQ(sharp.curved()->A.radius(), 0);
}

TEST(CurvedBodyFile, OtherCasesHaveNoCurvedPair) {
  const Case c = case_of(R"({"sphere": {"radius": 1}})");
  EXPECT_EQ(c.curved(), nullptr);
  EXPECT_NE(c.pair().A, nullptr);
  const ConvexPair convex = convex_pair(c);
  EXPECT_EQ(std::get<PolytopePtr>(convex.A.core()), c.pair().A);
  EXPECT_EQ(convex.A.radius(), 1);
  EXPECT_EQ(convex.X_WA.t, c.pair().X_WA.t);
  const std::string cone = R"({"cone": {"radius": 1, "half_length": 2}})";
  const auto two = read("[" + case_text(cone) + "," + case_text(kSampleBox, kSamplePose, "") + "]");
  ASSERT_TRUE(two.ok()) << two.reason();
  EXPECT_NE(two.value()[0].curved(), nullptr);
  EXPECT_EQ(two.value()[1].curved(), nullptr);
}

TEST(CurvedBodyFile, HasNoPolytopes) {
  const Case c = case_of(R"({"cone": {"radius": 1, "half_length": 2}})");
  EXPECT_EQ(std::get<const ConvexPair*>(c.asked()), c.curved());
  try {
    c.pair();
    ADD_FAILURE() << "boxes for the bodies";
  } catch (const HarnessError& error) {
    EXPECT_EQ(error.what(), c.id + ": a body is curved" + kCurvedTakers);
  }
}

TEST(CurvedBodyFile, BothBodiesMayBeCurved) {
  const auto cases = read(
      std::string(R"({"a": {"cone": {"radius": 1, "half_length": 2}}, "pose_a": )") + kSamplePose +
      R"(, "b": {"ellipsoid": {"semi_axes": [1, 2, 3]}}, "pose_b": )" + kSamplePose + "}");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_TRUE(std::holds_alternative<Cone>(cases.value()[0].curved()->A.core()));
  EXPECT_TRUE(std::holds_alternative<Ellipsoid>(cases.value()[0].curved()->B.core()));
}

TEST(CurvedBodyFile, IsRefusedToWhoDoesNotTakeIt) {
  const auto cases = parse_case_text(
      case_text(R"({"core": {"cone": {"radius": 1, "half_length": 2}}, "radius": 1})"), "x");
  ASSERT_FALSE(cases.ok());
  EXPECT_EQ(cases.reason(),
            "x: case 1 (id \"x\"): a.core.cone: is curved: only touchstone ask, verify and "
            "validate take that");
}

TEST(CurvedBodyFile, RefusesWhatIsWrongWithTheRule) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {R"({"cylinder": {"radius": 1}})", "a.cylinder.half_length: is missing"},
      {R"({"cylinder": {"half_length": 1}})", "a.cylinder.radius: is missing"},
      {R"({"cylinder": {"radius": 0, "half_length": 1}})", "a.cylinder.radius: must not be 0"},
      {R"({"cone": {"radius": -1, "half_length": 1}})", "a.cone.radius: must not be negative"},
      {R"({"cone": {"radius": 1, "half_length": 1e61}})", "a.cone.half_length: is beyond 1e60 m"},
      {R"({"cone": {"radius": 1e-61, "half_length": 1}})", "a.cone: radius is below 1e-60"},
      {R"({"cone": {"radius": 1e999, "half_length": 1}})", "line 1"},
      {R"({"cone": {"radius": "1", "half_length": 1}})", "a.cone.radius: must be a number"},
      {R"({"cone": 1})", "a.cone: must be an object, not a number"},
      {R"({"cone": {"radius": 1, "height": 1}})", "a.cone: unknown key 'height'"},
      {R"({"ellipsoid": {}})", "a.ellipsoid.semi_axes: is missing"},
      {R"({"ellipsoid": {"semi_axes": 1}})", "a.ellipsoid.semi_axes: must be a list of 3 numbers"},
      {R"({"ellipsoid": {"semi_axes": [1, 0, 1]}})", "a.ellipsoid.semi_axes[1]: must be positive"},
      {R"({"ellipsoid": {"semi_axes": [1, 1, -1]}})", "a.ellipsoid.semi_axes[2]: must be positive"},
      {R"({"ellipsoid": {"semi_axes": [1, 1, 1e-61]}})",
       "a.ellipsoid: semi_axes[2] is below 1e-60"},
      {R"({"ellipsoid": {"semi_axes": [1, 1, 1]}, "radius": 1})",
       "a.radius: goes with core, not with ellipsoid"},
      {R"({"cone": {"radius": 1, "half_length": 1}, "facets": []})",
       "a.facets: does not go with cone"},
      {R"({"cone": {"radius": 1, "half_length": 1}, "sphere": {"radius": 1}})",
       "a: has both cone and sphere: give one"},
      {R"({"core": {"cone": {"radius": 1, "half_length": 1}}})", "a.radius: is missing"},
      {R"({"core": {"cone": {"radius": 1, "half_length": 1}}, "radius": -1})",
       "a.radius: must not be negative"},
      {R"({"core": {"cone": {"radius": 1, "half_length": 1}}, "radius": 1e-61})",
       "a.core: the radius is below 1e-60"},
      {R"({"core": {"cone": {"radius": 1, "half_length": 1}, "scale": 2}, "radius": 1})",
       "a.core.scale: does not go with cone"},
      {R"({"core": {"cone": {"radius": 1, "half_length": 0}}, "radius": 1})",
       "a.core.cone.half_length: must not be 0"},
      {R"({"core": {"cone": {"radius": 1, "height": 1}}, "radius": 1})",
       "a.core.cone: unknown key 'height'"},
      {R"({"core": {"ellipsoid": {"axes": [1, 1, 1]}}, "radius": 1})",
       "a.core.ellipsoid: unknown key 'axes'"},
      {R"({"core": {"capsule": {"radius": 1, "half_length": 1}}, "radius": 1})",
       "a.core: unknown key 'capsule'"}};
  for (const auto& [body, rule] : bad) EXPECT_THAT(reason_of(body), HasSubstr(rule)) << body;
}

TEST(CurvedBodyFile, DoesNotGoWithAPolygon) {
  const auto cases =
      read(std::string(R"({"a": {"polygon": [[0, 0]]}, "pose_a": )") + kSamplePose +
           R"(, "b": {"cone": {"radius": 1, "half_length": 2}}, "pose_b": )" + kSamplePose + "}");
  ASSERT_FALSE(cases.ok());
  EXPECT_THAT(cases.reason(), HasSubstr("b: must be a polygon as the other body is"));
}

TEST(CurvedBodyFile, WritingReadingAndWritingAgainGivesTheSameText) {
  for (const char* body :
       {R"({"cylinder": {"radius": 0.1, "half_length": 2e-3}})",
        R"({"cone": {"radius": 3, "half_length": 0.7}})",
        R"({"ellipsoid": {"semi_axes": [0.1, 2, 1e9]}})",
        R"({"core": {"ellipsoid": {"semi_axes": [0.1, 2, 1e9]}}, "radius": 0.3})"}) {
    const Case c = case_of(body);
    const std::string text = write_case(c);
    const auto again = read(text);
    ASSERT_TRUE(again.ok()) << again.reason();
    EXPECT_EQ(write_case(again.value()[0]), text);
    EXPECT_EQ(again.value()[0].curved()->A.bounding_radius(), c.curved()->A.bounding_radius());
    EXPECT_EQ(again.value()[0].curved()->A.radius(), c.curved()->A.radius());
  }
}

}  // namespace
}  // namespace touchstone
