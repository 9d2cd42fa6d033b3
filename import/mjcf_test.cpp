// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "import/import_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Mjcf : public ImportTest {};

std::string model(const std::string& world, const std::string& rest = "") {
  return "<mujoco>\n" + rest + "<worldbody>\n" + world + "</worldbody>\n</mujoco>\n";
}

constexpr const char* kBox = "<geom name='b' type='box' size='1 2 3' pos='0 0 5'/>\n";

TEST_F(Mjcf, BoxesWithQuaternionsAreTheCaseMadeByHand) {
  const Pair pair =
      this->pair(model(std::string(kBox) + "<body pos='1 0 0' quat='0.9 -0.1 0.3 0.2'>"
                                           "<geom type='sphere' size='0.5'/></body>"));
  EXPECT_EQ(pair.X_WB.R, make_pose(std::array{0.9, -0.1, 0.3, 0.2}, Vec3::Zero()).value().R);
  EXPECT_EQ(pair.X_WB.t, Vec3(1, 0, 0));
  EXPECT_EQ(pair.X_WA.t, Vec3(0, 0, 5));
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(1, 2, 3));
  EXPECT_EQ(pair.B->radius(), 0.5);
}

TEST_F(Mjcf, ClassesFramesAndNestedBodiesAreFollowed) {
  const Pair pair = this->pair(
      model("<body name='p' pos='1 0 0' euler='0 0 90' childclass='c'><frame pos='1 0 0'>"
            "<geom name='a' pos='1 0 0'/></frame><body pos='0 0 1'><geom name='z' class='main'/>"
            "</body></body>",
            "<compiler eulerseq='XYZ'/><default><geom type='box' size='1 1 1'/>"
            "<default class='c'><geom type='capsule' size='0.25 2'/></default></default>"),
      named("a", "z"));
  EXPECT_EQ(pair.X_WA.t, Vec3(1, 2, 0));
  EXPECT_EQ(pair.A->radius(), 0.25);
  EXPECT_EQ(pair.A->vertices().back(), Vec3(0, 0, 2));
  EXPECT_EQ(pair.X_WB.t, Vec3(1, 0, 1));
  EXPECT_EQ(box_half_extents(*pair.B), Vec3(1, 1, 1));
}

TEST_F(Mjcf, FromtoIsAnAxisFromEndToEnd) {
  const Pair pair = this->pair(
      model(std::string(kBox) + "<geom type='capsule' size='0.1' fromto='1 0 0 5 0 3'/>"));
  EXPECT_EQ(pair.B->vertices().back(), Vec3(0, 0, 2.5));
  EXPECT_EQ(pair.X_WB.t, Vec3(3, 0, 1.5));
  EXPECT_TRUE((pair.X_WB.R.col(2)).isApprox(Vec3(-0.8, 0, -0.6), 1e-15));
}

TEST_F(Mjcf, PlaneIsABoxWhoseSidesNeverDecide) {
  const Pair pair =
      this->pair(model("<geom name='floor' type='plane' size='1 1 1' pos='0 0 -1'/>"
                       "<geom name='far' pos='300 0 0' size='2'/>"));
  EXPECT_EQ(pair.X_WA.t, Vec3(0, 0, -1));
  double top = -1, reach = 0;
  for (const Vec3& v : pair.A->vertices()) {
    top = std::max(top, v.z());
    reach = std::max(reach, v.x());
  }
  EXPECT_EQ(top, 0);
  EXPECT_GT(reach, 3 * 302);
}

TEST_F(Mjcf, KeyframesAndJointsMoveBodies) {
  const std::string text =
      model(std::string(kBox) +
                "<body pos='1 0 0'><joint name='h' axis='0 0 1' pos='1 0 0'/>"
                "<geom name='a'  size='1'/></body>",
            "<keyframe><key name='half' qpos='3.141592653589793'/><key name='empty'/></keyframe>");
  ImportOptions options = named("a", "b");
  options.joints = {{"h", "90deg"}};
  EXPECT_EQ(pair(text, options).X_WA.t, Vec3(2, -1, 0));
  options.joints.clear();
  options.keyframe = "half";
  EXPECT_TRUE(pair(text, options).X_WA.t.isApprox(Vec3(3, 0, 0), 1e-15));
  options.keyframe = "empty";
  EXPECT_EQ(pair(text, options).X_WA.t, Vec3(1, 0, 0)) << "a keyframe without positions";
  options.keyframe = "whole";
  EXPECT_THAT(rejection(text, options),
              HasSubstr("there is no keyframe 'whole' (the model has 2: "));
  options.keyframe.clear();
  options.joints = {{"hh", "1"}};
  EXPECT_THAT(rejection(text, options), HasSubstr("--joint: unknown"));
}

TEST_F(Mjcf, FreeJointsAndUnknownOnesSayWhatMoves) {
  const std::string text = model(
      "<body name='ball'><freejoint name='loose'/><geom name='g' size='1'/></body>"
      "<body><joint name='h'/><joint name='s' type='slide'/><geom name='k' size='1'/></body>");
  ImportOptions options = named("g", "k");
  for (const char* name : {"ball", "loose"}) {
    options.joints = {{name, "-0.0075"}};
    EXPECT_THAT(rejection(text, options),
                HasSubstr("--joint: '" + std::string(name) + "' moves freely"));
    EXPECT_THAT(rejection(text, options), HasSubstr("--keyframe NAME"));
  }
  options.joints = {{"wheel", "1"}};
  EXPECT_THAT(rejection(text, options), HasSubstr("'wheel' (there are h, s)"));
  options.joints = {{"h", "90"}, {"s", "90"}};
  EXPECT_THAT(imported(text, options).read_as,
              testing::ElementsAre("--joint h: 90 is read in radians; did you mean 90deg?"));
}

TEST_F(Mjcf, DegreesAreRemarked) {
  const std::string body = "<body euler='0 0 90'><geom size='1'/></body><geom size='2'/>";
  EXPECT_THAT(imported(model(body)).read_as,
              testing::ElementsAre("euler and axisangle are read in degrees (compiler angle)"));
  EXPECT_THAT(
      imported("<mujoco><compiler angle='radian'/><worldbody>" + body + "</worldbody></mujoco>")
          .read_as,
      testing::IsEmpty());
}

TEST_F(Mjcf, TwoGeomsOfOneNameAreRejected) {
  EXPECT_THAT(rejection(model("<geom name='g' size='1'/>\n<geom name='g' size='2'/>")),
              HasSubstr(": two geoms are called 'g'"));
}

TEST_F(Mjcf, PositionsThatAProgramSetsAreRemarked) {
  const std::string text = model(
      "<geom size='1'/><body><freejoint/><geom size='2'/></body>"
      "<body><geom size='1' contype='0' conaffinity='0'/></body>");
  const auto remarks = [&](const std::string& line) {
    return imported("xml = \"\"\"" + text + "\"\"\"\n  " + line + "\n").read_as;
  };
  EXPECT_THAT(remarks("data.qpos[2] = z  # up"),
              testing::ElementsAre(HasSubstr("'data.qpos[2] = z' of the program is not read")));
  EXPECT_THAT(remarks("if data.qpos[2] == z:"), testing::IsEmpty());
  EXPECT_THAT(remarks("print(data.qpos)"), testing::IsEmpty());
}

TEST_F(Mjcf, MeshesOfFilesAndVerticesAreHulls) {
  write("m/tet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n");
  const Pair pair = this->pair(
      model("<geom type='mesh' mesh='tet'/><geom type='mesh' mesh='v'/>",
            "<compiler meshdir='m'/><asset><mesh file='tet.obj' scale='2 1 1'/><mesh name='v' "
            "vertex='0 0 0 1 0 0 0 1 0 0 0 1' refpos='1 0 0'/></asset>"));
  EXPECT_EQ(pair.A->vertices()[1], Vec3(2, 0, 0));
  EXPECT_EQ(pair.B->vertices()[1], Vec3(0, 0, 0));
  EXPECT_EQ(pair.B->vertices()[0], Vec3(-1, 0, 0));
}

TEST_F(Mjcf, IncludedFilesAreReadAndCyclesRejected) {
  write("sub.xml", "<mujocoinclude><geom name='s' size='1'/></mujocoinclude>");
  EXPECT_EQ(pair(model(std::string(kBox) + "<include file='sub.xml'/>")).B->radius(), 1);
  write("loop.xml", "<mujocoinclude>\n<include file='loop.xml'/></mujocoinclude>");
  EXPECT_THAT(rejection(model("<include file='loop.xml'/>")),
              HasSubstr("loop.xml: line 2: loop.xml includes itself"));
  EXPECT_THAT(rejection(model("<include file='none.xml'/>")), StartsWith("input: line 3: "));
}

TEST_F(Mjcf, IndicesCountTheWorldsGeomsOfAllFilesFirst) {
  write("robot.xml",
        "<mujocoinclude><worldbody><geom name='w' size='1'/><body><geom name='c' size='1'/>"
        "</body></worldbody></mujocoinclude>");
  const std::string text = "<mujoco><include file='robot.xml'/><worldbody>" + std::string(kBox) +
                           "</worldbody></mujoco>";
  EXPECT_EQ(imported(text, named("0", "1")).c.id, "file:input:w-b");
  EXPECT_EQ(imported(text, named("1", "2")).c.id, "file:input:b-c");
  EXPECT_THAT(
      rejection(model(std::string(kBox) + "<geom size='1'/>", "<compiler discardvisual='true'/>"),
                named("0", "1")),
      HasSubstr("cannot be told by index"));
}

TEST_F(Mjcf, NearPairsAreOfTwoBodiesThatCanBeMade) {
  const std::string unnamed =
      "<body><geom name='a' size='1'/><geom name='b' size='1'/></body>"
      "<body pos='3 0 0'><geom name='c' size='1'/></body>"
      "<body><geom name='d' type='mesh' mesh='none'/></body>";
  ImportOptions within;
  within.within = 2;
  std::vector<std::string> warnings;
  const auto cases =
      import_cases(write("input", model(unnamed)), within, CurvedCases::taken, &warnings);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  ASSERT_EQ(cases.value().size(), 2U) << "a-c and b-c";
  EXPECT_EQ(cases.value()[0].c.id, "file:input:1-a-c");
  within.within = 0.99;
  EXPECT_FALSE(import_cases(write("input", model(unnamed)), within, CurvedCases::taken).ok())
      << "they are 1 apart";
  EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("left out: ")));
}

TEST_F(Mjcf, PlaneUnderAPointIsABoxWithSides) {
  const Pair pair =
      this->pair(model("<geom type='plane' size='1 1 1'/><geom type='mesh' mesh='v'/>",
                       "<asset><mesh name='v' vertex='0 0 0'/></asset>"));
  EXPECT_GT(pair.A->vertices().back().x(), 0);
}

TEST_F(Mjcf, DepthIsBounded) {
  const auto nest = [](int levels, const std::string& inner) {
    std::string begin, end;
    for (int k = 0; k < levels; ++k) begin += "<body>", end += "</body>";
    return begin + inner + end;
  };
  for (const int levels : {1, 90}) {
    for (int k = 0; k < 40; ++k) {
      const std::string inner =
          k == 0 ? kBox : "<include file='f" + std::to_string(k - 1) + ".xml'/>";
      write("f" + std::to_string(k) + ".xml",
            "<mujocoinclude>\n" + nest(levels, inner) + "</mujocoinclude>");
    }
    EXPECT_THAT(rejection(model("<include file='f39.xml'/>")),
                HasSubstr(levels == 1 ? "f8.xml: line 2: stands in more than 32 files"
                                      : "f34.xml: line 2: stands in more than 500 elements"));
  }
}

TEST_F(Mjcf, PosesOfMocapBodiesInAKeyframeAreRemarked) {
  ImportOptions options;
  options.keyframe = "0";
  const ImportedCase read =
      imported(model(std::string(kBox) + "<body mocap='true'><geom size='1'/></body>",
                     "<keyframe><key mpos='1 2 3'/></keyframe>"),
               options);
  EXPECT_THAT(read.read_as, testing::Contains(HasSubstr("mpos")));
}

TEST_F(Mjcf, WhatIsNotReadIsNamedInALine) {
  const std::string composite =
      model(std::string(kBox) + "<geom name='s' size='1'/>\n<composite/>");
  EXPECT_THAT(rejection(composite), HasSubstr("input: line 5: composite"));
  EXPECT_EQ(imported(composite, named("b", "s")).c.id, "file:input:b-s");
  EXPECT_EQ(imported(composite, named("0", "1")).c.id, "file:input:b-s") << "stand before it";
  const std::string shifted =
      model("<replicate/><flexcomp/>" + std::string(kBox) + "<geom size='1'/>");
  EXPECT_THAT(rejection(shifted, named("0", "1")), HasSubstr("cannot be told by index"));
  const std::string cloth = model("<flexcomp/>" + std::string(kBox) + "<geom name='s' size='1'/>");
  EXPECT_EQ(imported(cloth, named("0", "1")).c.id, "file:input:b-s") << "flexcomp has no geoms";
  EXPECT_THAT(rejection(model(std::string(kBox) + "<geom type='hfield' hfield='h'/>")),
              HasSubstr("input: line 4: world: hfield geoms are not read"));
}

TEST_F(Mjcf, ModelInAProgramIsReadInItsLines) {
  const std::string post = "Run this:\n```py\nxml = \"\"\"\n" +
                           model(std::string(kBox) + "<geom name='s' size='1'/>\n") +
                           "\"\"\"\nmodel = load(xml)\n";
  EXPECT_EQ(pair(post).B->radius(), 1);
  EXPECT_THAT(rejection(post, named("b", "t")), HasSubstr("unknown body 't'"));
}

TEST_F(Mjcf, BadInputIsRejectedWithItsLine) {
  const auto refused = [&](const std::string& world, const std::string& says) {
    EXPECT_THAT(rejection(model(std::string(kBox) + world), named("b", "s")), HasSubstr(says))
        << world;
  };
  refused("<geom name='t' size='1'/>", "unknown body 's'");
  EXPECT_THAT(rejection(model(""), named("0", "1")), HasSubstr("no body collides"));
  refused("<geom name='s' size='x'/>", "input: line 4: size: 'x' is not a number");
  refused("<geom name='s' size='1' pos='1 2'/>", "input: line 4: pos: has 2 numbers, not 3");
  refused("<geom name='s' size='1' quat='0 0 0 0'/>", "input: line 4: a quaternion has length 0");
  refused("<geom name='s' size='0'/>", "input: line 4: s: a radius must be above 0");
  refused("<geom name='s' size='1' class='c'/>", "input: line 4: there is no class 'c'");
  refused("<geom name='s' size='1' quat='1 0 0 0' zaxis='0 0 1'/>", "has both quat and zaxis");
  refused("<geom name='s' size='1'>", "input: line 4: is no XML");
  EXPECT_THAT(rejection("<!DOCTYPE x [<!ENTITY a 'b'>]>\n<mujoco/>"),
              HasSubstr("input: line 1: DOCTYPE and entities are not read"));
  EXPECT_THAT(rejection("<html/>"), HasSubstr("<html> is neither MJCF"));
}

}  // namespace
}  // namespace touchstone
