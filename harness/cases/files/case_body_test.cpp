// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies with a radius in case files (docs/case-file.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "geometry/body_union.hpp"
#include "geometry/mesh/mesh_file.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/cases/files/case_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

PolytopePtr body_of(const std::string& a) {
  const auto cases = parse_case_text(case_text(a), "x");
  EXPECT_TRUE(cases.ok()) << cases.reason();
  return cases.ok() ? cases.value()[0].pair().A : nullptr;
}

PolytopePtr body_of_polygon(const std::string& points) {
  const std::string body = R"({"polygon": )" + points + "}";
  const auto cases =
      parse_case_text("{\"a\": " + body + ", \"b\": " + body + ", \"pose_a\": " + kSamplePose +
                          ", \"pose_b\": " + kSamplePose + "}",
                      "x");
  EXPECT_TRUE(cases.ok()) << cases.reason();
  return cases.ok() ? cases.value()[0].pair().A : nullptr;
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
  EXPECT_EQ(cases.value()[0].pair().A, cases.value()[1].pair().A);
  EXPECT_NE(cases.value()[0].pair().A->content_hash(), cases.value()[2].pair().A->content_hash());
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

/// The reason for which a pair of these bodies is rejected, each with the pose `pose`.
std::string reason_of_pair(const std::string& a, const std::string& b, const std::string& pose) {
  const auto cases = parse_case_text(
      "{\"a\": " + a + ", \"b\": " + b + ", \"pose_a\": " + pose + ", \"pose_b\": " + pose + "}",
      "x");
  return cases.ok() ? "accepted" : cases.reason();
}

TEST(PolygonFile, IsAPrismTallerThanThePolygonIsWide) {
  const std::string square = R"({"polygon": [[0, 0], [3, 0], [3, 1], [0, 1]]})";
  const std::string disc = R"({"core": {"polygon": [[5, 6]]}, "radius": 2})";
  const auto cases =
      parse_case_text("{\"a\": " + square + ", \"b\": " + disc + ", \"pose_a\": " + kSamplePose +
                          ", \"pose_b\": " + kSamplePose + "}",
                      "x");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  const Pair& pair = cases.value()[0].pair();
  EXPECT_EQ(pair.A->vertices().size(), 8U);
  EXPECT_EQ(pair.A->vertices()[1], Vec3(0, 0, 8));
  EXPECT_EQ(pair.A->interior_point(), Vec3(1.5, 0.5, 0));
  EXPECT_EQ(pair.B->vertices(), (std::vector<Vec3>{{5, 6, -4}, {5, 6, 4}}));
  EXPECT_EQ(pair.B->radius(), 2);
  EXPECT_EQ(body_of_polygon("[[1, 2]]")->vertices(), (std::vector<Vec3>{{1, 2, 0}}));
}

TEST(PolygonFile, RefusesWhatLeavesThePlane) {
  const std::string polygon = R"({"polygon": [[0, 0], [1, 0]]})";
  const std::string disc = R"({"core": {"polygon": [[0, 0]]}, "radius": 2})";
  const std::vector<std::array<std::string, 4>> bad{
      {polygon, kSampleBox, kSamplePose, "b: must be a polygon as the other body is"},
      {kSampleBox, disc, kSamplePose, "a: must be a polygon as the other body is"},
      {polygon, polygon, pose_text(R"("q": [1, 0, 0, 0])", "[0, 0, 1e-9]"),
       "pose_a.t: z must be 0"},
      {disc, disc, pose_text(R"("q": [1, 0, 1e-9, 0])"), "pose_a: must turn a polygon about z"},
      {R"({"polygon": []})", polygon, kSamplePose, "a.polygon: holds no point"},
      {R"({"polygon": [[0, 0, 0]]})", polygon, kSamplePose, "a.polygon[0]: must be a list of 2"},
      {R"({"polygon": {"points": 1}})", polygon, kSamplePose,
       "a.polygon: must be a list of points"},
      {R"({"polygon": [[0, 1e61]]})", polygon, kSamplePose, "a.polygon[0][1]: is beyond 1e60"},
      {R"({"polygon": [[0, 0], [9e59, 0]]})", polygon, kSamplePose, "a.polygon: is too wide"},
      {R"({"polygon": [[0, 0], [1, 0]], "radius": 1})", polygon, kSamplePose,
       "a.radius: goes with core, not with polygon"},
      {R"({"polygon": [[0, 0]], "facets": []})", polygon, kSamplePose,
       "a.facets: go with vertices"},
      {R"({"polygon": [[0, 0]], "interior_point": [0, 0, 0]})", polygon, kSamplePose,
       "a.interior_point: goes with a body in space"},
      {R"({"polygon": [[0, 0]], "scale": 2})", polygon, kSamplePose, "a.scale: goes with mesh"},
      {R"({"core": {"polygon": [[0, 0]], "size": 2}, "radius": 1})", polygon, kSamplePose,
       "a.core: unknown key 'size'"}};
  for (const auto& [a, b, pose, rule] : bad) {
    EXPECT_THAT(reason_of_pair(a, b, pose), HasSubstr(rule)) << a << b;
  }
  const std::string turned = pose_text(R"("q": [0.8, 0, 0, 0.7])", "[1, 2, 0]");
  EXPECT_EQ(reason_of_pair(polygon, disc, turned), "accepted");
}

class MeshInCaseFile : public testing::Test {
 protected:
  /// Whether a file of one case with this body is accepted, or why not; `body_` is then the body.
  std::string read(const std::string& body) {
    const std::string path = folder_ + "/pairs.json";
    std::ofstream(path) << case_text(body);
    const auto cases = read_case_file(path);
    if (!cases.ok()) return cases.reason();
    body_ = cases.value()[0].pair().A;
    return "accepted";
  }
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/wedge.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv .1 .1 .1\n";
    std::ofstream(folder_ + "/none.obj") << "# no points\n";
    std::ofstream(folder_ + "/bad.obj") << "v 0 0 0\nv 1 0\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::string folder_ = testing::TempDir() + "mesh_in_case_file-" + std::to_string(getpid());
  PolytopePtr body_;
};

TEST_F(MeshInCaseFile, IsTheHullOfItsPointsAtAScale) {
  ASSERT_EQ(read(R"({"mesh": "wedge.obj"})"), "accepted");
  EXPECT_EQ(body_->content_hash(), read_mesh(folder_ + "/wedge.obj").value()->content_hash());
  ASSERT_EQ(read(R"({"mesh": "wedge.obj", "scale": 0.5})"), "accepted");
  EXPECT_THAT(body_->vertices(), testing::Contains(Vec3(0.5, 0, 0)));
  ASSERT_EQ(read(R"({"core": {"mesh": "wedge.obj", "scale": [1, 2, -3]}, "radius": 0.1})"),
            "accepted");
  EXPECT_THAT(body_->vertices(), testing::IsSupersetOf({Vec3(0, 2, 0), Vec3(0, 0, -3)}));
  EXPECT_EQ(body_->radius(), 0.1);
}

TEST_F(MeshInCaseFile, OfSeveralObjectsIsAUnionOrItsHull) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string faces = "f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -4 -1 -2\n";
  std::ofstream(folder_ + "/two.obj") << "o left\n"
                                      << corners << faces << "o right\n"
                                      << "v 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\n"
                                      << faces;
  const std::string body = R"({"mesh": "two.obj", "scale": 2})";
  EXPECT_THAT(read(body), HasSubstr("a.mesh: holds 2 objects and is a union of pieces: only "
                                    "touchstone ask takes that; --hull takes their one hull"));
  EXPECT_THAT(read(R"({"core": {"mesh": "two.obj"}, "radius": 1})"), HasSubstr("--hull"));
  const std::string path = folder_ + "/pairs.json";
  const auto pieces = [&](const std::string& text, MeshObjects objects) {
    std::ofstream(path) << case_text(text);
    std::vector<std::string> warnings;
    const auto cases = read_case_file(path, &warnings, {CurvedCases::with_unions, objects});
    EXPECT_TRUE(cases.ok()) << cases.reason();
    std::string names;
    if (!cases.value()[0].unions()) return warnings.empty() ? std::string("convex") : warnings[0];
    for (const UnionPiece& piece : cases.value()[0].unions()->A.pieces) names += piece.name + "|";
    const auto& last = cases.value()[0].unions()->A.pieces.back();
    EXPECT_EQ(std::get<PolytopePtr>(last.body.core())->vertices()[1], Vec3(8, 0, 0));
    return names;
  };
  EXPECT_EQ(pieces(body, MeshObjects::apart), "left|right|");
  EXPECT_EQ(
      pieces(R"({"union": [{"mesh": "two.obj", "scale": 2, "name": "hand"}]})", MeshObjects::apart),
      "hand/left|hand/right|");
  EXPECT_THAT(pieces(body, MeshObjects::one),
              StartsWith(path + ": " + folder_ + "/two.obj: one hull of its 2 objects is taken"));
  EXPECT_THAT(read(R"({"mesh": "two.obj", "interior_point": [0, 0, 0]})"), HasSubstr("--hull"));
}

TEST_F(MeshInCaseFile, OneThatIsNotItsHullIsRemarkedOnce) {
  std::ofstream(folder_ + "/open.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n";
  const std::string path = folder_ + "/pairs.json";
  const std::string body = R"({"mesh": "open.obj"})";
  std::ofstream(path) << "[" << case_text(body) << ", "
                      << case_text(body, kSamplePose, R"("id": "y")") << "]";
  std::vector<std::string> warnings;
  const auto cases = read_case_file(path, &warnings);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_THAT(warnings, testing::ElementsAre(
                            path + ": " + folder_ +
                            "/open.obj: its hull is taken: 3 open edges; "
                            "hull volume about 1 times the mesh's, deepest vertex 0 m below the "
                            "hull"));
}

TEST_F(MeshInCaseFile, RefusesWithFileAndPlace) {
  const std::string in = folder_ + "/pairs.json: case 1 (id \"x\"): ";
  const std::string absent = folder_ + "/absent.obj";
  EXPECT_THAT(read(R"({"mesh": "absent.obj"})"), StartsWith(in + "a.mesh: " + absent + ": "));
  EXPECT_EQ(read(R"({"mesh": "none.obj"})"),
            in + "a.mesh: " + folder_ + "/none.obj: holds no points");
  EXPECT_THAT(read(R"({"core": {"mesh": "bad.obj"}, "radius": 1})"),
              StartsWith(in + "a.core.mesh: " + folder_ + "/bad.obj: line 2: "));
  const auto with = [this](const std::string& rest) {
    return read(R"({"mesh": "wedge.obj", )" + rest + "}");
  };
  EXPECT_EQ(with(R"("scale": 0)"), in + "a.scale: must not be 0");
  EXPECT_EQ(with(R"("scale": [1, 0, 1])"), in + "a.scale: must not be 0");
  EXPECT_THAT(with(R"("scale": 1e999)"), HasSubstr("pairs.json: line 1"));
  EXPECT_THAT(with(R"("scale": [1, 2])"), HasSubstr("a.scale: must be a list of 3 numbers"));
  EXPECT_THAT(with(R"("scale": "2")"), HasSubstr("a.scale: must be a number"));
  EXPECT_THAT(with(R"("scale": 1e61)"), HasSubstr("larger than 1e60 m"));
  EXPECT_THAT(with(R"("radius": 1)"), HasSubstr("a.radius: goes with core, not with mesh"));
  EXPECT_THAT(with(R"("facets": [])"), HasSubstr("a.facets: go with vertices, not with mesh"));
  EXPECT_THAT(with(R"("size": 1)"), HasSubstr("a: unknown key 'size'"));
  EXPECT_THAT(read(R"({"mesh": 3})"), HasSubstr("a.mesh: must be a path, not a number"));
}

TEST(RoundedBodyFile, WritesRoundBodiesByTheirNames) {
  EXPECT_THAT(write_case(make_case("spheres:7:0").value()), HasSubstr("\"sphere\": {\"radius\": "));
  EXPECT_THAT(write_case(make_case("capsules-crossing:7:0").value()),
              HasSubstr("\"half_length\": "));
  EXPECT_THAT(write_case(make_case("rounded-boxes:7:1").value()), HasSubstr("box_half_extents"));
}

}  // namespace
}  // namespace touchstone
