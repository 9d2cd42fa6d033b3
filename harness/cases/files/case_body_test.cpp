// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies with a radius in case files (docs/case-file.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/cases/files/case_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

PolytopePtr body_of(const std::string& a) {
  const auto cases = parse_case_text(case_text(a), "x");
  EXPECT_TRUE(cases.ok()) << cases.reason();
  return cases.ok() ? cases.value()[0].pair.A : nullptr;
}

std::string reason_of(const std::string& a) {
  const auto cases = parse_case_text(case_text(a), "x");
  return cases.ok() ? "accepted" : cases.reason();
}

TEST(RoundedBodyFile, ReadsACoreWithARadiusASphereAndACapsule) {
  const PolytopePtr box = body_of(R"({"core": {"box_half_extents": [1, 2, 3]}, "radius": 0.5})");
  EXPECT_EQ(box->radius(), 0.5);
  EXPECT_EQ(box->vertices(), make_box({1, 2, 3})->vertices());
  const PolytopePtr hull = body_of(
      R"({"radius": 1e-3, "core": {"vertices": [[0, 0, 0], [1, 0, 0]], "interior_point": [0.5, 0, 0]}})");
  EXPECT_EQ(hull->radius(), 1e-3);
  EXPECT_TRUE(hull->interior_point_given());
  const PolytopePtr ball = body_of(R"({"sphere": {"radius": 2}})");
  EXPECT_EQ(ball->radius(), 2);
  EXPECT_EQ(ball->vertices(), std::vector<Vec3>{Vec3::Zero()});
  const PolytopePtr capsule = body_of(R"({"capsule": {"half_length": 1.5, "radius": 0.25}})");
  EXPECT_EQ(capsule->radius(), 0.25);
  EXPECT_EQ(capsule->vertices(), (std::vector<Vec3>{{0, 0, -1.5}, {0, 0, 1.5}}));
}

TEST(RoundedBodyFile, RadiusZeroIsTheCoreItself) {
  const PolytopePtr core = body_of(kSampleBox);
  const PolytopePtr body = body_of(std::string(R"({"core": )") + kSampleBox + R"(, "radius": 0})");
  EXPECT_EQ(body->radius(), 0);
  EXPECT_EQ(body->content_hash(), core->content_hash());
}

TEST(RoundedBodyFile, EqualBodiesAreOneBodyAndOtherRadiiAreNot) {
  const auto text = [](const std::string& id, const std::string& radius) {
    return case_text(R"({"sphere": {"radius": )" + radius + "}}", kSamplePose,
                     R"("id": ")" + id + "\"");
  };
  const auto cases = parse_case_text(
      "[" + text("1", "1") + "," + text("2", "1") + "," + text("3", "2") + "]", "x");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].pair.A, cases.value()[1].pair.A);
  EXPECT_NE(cases.value()[0].pair.A->content_hash(), cases.value()[2].pair.A->content_hash());
}

TEST(RoundedBodyFile, RefusesWhatIsWrongWithTheRule) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {R"({"vertices": [[0, 0, 0]], "radius": 1})", "a.radius: goes with core, not with vertices"},
      {R"({"box_half_extents": [1, 1, 1], "radius": 1})", "a.radius: goes with core, not with box"},
      {R"({"core": {"vertices": [[0, 0, 0]]}})", "a.radius: is missing"},
      {R"({"core": {"vertices": [[0, 0, 0]]}, "radius": -1})", "a.radius: must not be negative"},
      {R"({"core": {"vertices": [[0, 0, 0]]}, "radius": "1"})", "a.radius: must be a number"},
      {R"({"core": {"vertices": [[0, 0, 0]]}, "radius": 1e61})", "a.radius: is beyond 1e60 m"},
      {R"({"core": {"vertices": [[0, 0, 0]]}, "radius": 1e-61})", "a: radius: smaller than 1e-60"},
      {R"({"core": {"vertices": [[0, 0, 0]]}, "radius": 1e999})", "line 1"},
      {R"({"core": {"sphere": {"radius": 1}}, "radius": 1})", "a.core: unknown key 'sphere'"},
      {R"({"core": {"vertices": [[0, 0, 0]], "radius": 1}, "radius": 1})",
       "a radius stands beside core"},
      {R"({"core": [1, 2], "radius": 1})", "a.core: must be an object, not a list of 2"},
      {R"({"core": {}, "radius": 1})", "a.core: has neither box_half_extents nor vertices"},
      {R"({"core": {"vertices": [[0, 0]]}, "radius": 1})", "a.core.vertices[0]: must be a list"},
      {R"({"core": {"vertices": [[0, 0, 0]]}, "radius": 1, "facets": []})",
       "a.facets: goes into core"},
      {R"({"sphere": {"radius": 0}})", "a.sphere.radius: must not be 0"},
      {R"({"sphere": {}})", "a.sphere.radius: is missing"},
      {R"({"sphere": {"radius": 1, "center": [0, 0, 0]}})", "a.sphere: unknown key 'center'"},
      {R"({"sphere": {"radius": 1}, "radius": 1})", "a.radius: goes into sphere"},
      {R"({"sphere": {"radius": 1}, "vertices": [[0, 0, 0]]})", "has both vertices and sphere"},
      {R"({"capsule": {"radius": 1}})", "a.capsule.half_length: is missing"},
      {R"({"capsule": {"radius": 1, "half_length": 0}})", "a.capsule.half_length: must not be 0"},
      {R"({"capsule": {"radius": 1, "half_length": -1}})",
       "a.capsule.half_length: must not be negative"},
      {R"({"capsule": {"radius": 1, "length": 2}})", "a.capsule: unknown key 'length'"},
      {R"({"box_half_extents": [1, 1, 1], "scale": 2})", "give the lengths as they are"},
      {R"({"size": [1, 1, 1]})", "box_half_extents are halves of it"}};
  for (const auto& [body, rule] : bad) EXPECT_THAT(reason_of(body), HasSubstr(rule)) << body;
  const auto pose = [](const std::string& key) {
    const std::string text = R"({"t": [0, 0, 0], ")" + key + R"(": [0, 0, 0]})";
    return parse_case_text(case_text(kSampleBox, text), "x").reason();
  };
  EXPECT_THAT(pose("rpy"), HasSubstr("pose_a: unknown key 'rpy': must be t, R or q; give q or R"));
  EXPECT_THAT(pose("quat"), HasSubstr("q is w, x, y, z"));
}

TEST(RoundedBodyFile, WritingAndReadingKeepsEveryBit) {
  int rounded = 0;
  for (const Family& family : all_families()) {
    if (family.group != "rounded") continue;
    for (std::uint64_t index = 0; index < 20; ++index) {
      const Case c = make_case(family, 7, index);
      SCOPED_TRACE(c.id);
      const std::string text = write_case(c);
      const auto again = parse_case_text(text, "again.json");
      ASSERT_TRUE(again.ok()) << again.reason();
      const Pair& pair = again.value()[0].pair;
      EXPECT_EQ(pair.A->content_hash(), c.pair.A->content_hash());
      EXPECT_EQ(pair.B->content_hash(), c.pair.B->content_hash());
      EXPECT_EQ(pair.A->radius(), c.pair.A->radius());
      EXPECT_EQ(pair.B->radius(), c.pair.B->radius());
      EXPECT_EQ(write_case(again.value()[0]), text);
      rounded += is_rounded(pair) ? 1 : 0;
    }
  }
  EXPECT_GE(rounded, 280);
  const Case spheres = make_case("spheres:7:0").value();
  EXPECT_THAT(write_case(spheres), HasSubstr("\"sphere\": {\"radius\": "));
  EXPECT_THAT(write_case(make_case("capsules-crossing:7:0").value()),
              HasSubstr("\"half_length\": "));
  EXPECT_THAT(write_case(make_case("rounded-boxes:7:1").value()), HasSubstr("box_half_extents"));
}

}  // namespace
}  // namespace touchstone
