// SPDX-License-Identifier: GPL-3.0-or-later
// URDF and SDF.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "import/import_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

class Urdf : public ImportTest {};
class Sdf : public ImportTest {};

std::string link(const std::string& name, const std::string& shape,
                 const std::string& origin = "") {
  return "<link name='" + name + "'><collision>" + origin + "<geometry>" + shape +
         "</geometry></collision></link>\n";
}

const std::string kJoint =
    "<joint name='j' type='revolute'><parent link='base'/><child link='arm'/>"
    "<origin xyz='0 0 2' rpy='0 0 0'/><axis xyz='0 0 1'/></joint>\n";
const std::string kArm = "<robot name='r'>\n" + link("base", "<box size='1 2 3'/>") +
                         link("arm", "<sphere radius='0.5'/>", "<origin xyz='1 0 0'/>") + kJoint;

TEST_F(Urdf, CollisionsStandWhereJointsPutThem) {
  Pair pair = this->pair(kArm + "</robot>");
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(0.5, 1, 1.5));
  EXPECT_EQ(pair.X_WB.t, Vec3(1, 0, 2));
  ImportOptions options = named("arm", "base");
  options.joints = {{"j", "90deg"}};
  pair = this->pair(kArm + "</robot>", options);
  EXPECT_EQ(pair.X_WA.t, Vec3(0, 1, 2));
  const ImportedCase imported = this->imported(kArm + "</robot>");
  EXPECT_THAT(imported.read_as, testing::Contains(HasSubstr("full lengths, halved")));
}

TEST_F(Urdf, MimicJointsFollow) {
  const std::string finger =
      link("finger", "<sphere radius='1'/>") +
      "<joint name='m' type='prismatic'><parent link='base'/><child link='finger'/>"
      "<axis xyz='0 2 0'/><mimic joint='j' multiplier='-2' offset='1'/></joint></robot>";
  ImportOptions options = named("finger", "base");
  options.joints = {{"j", "3"}};
  EXPECT_EQ(pair(kArm + finger, options).X_WA.t, Vec3(0, -5, 0));
}

TEST_F(Urdf, DegreesOfMimicsAndSlidesAreNoMetres) {
  const auto follower = [&](const std::string& type, const std::string& offset) {
    return kArm + link("finger", "<sphere radius='1'/>", "<origin xyz='1 0 0'/>") +
           "<joint name='m' type='" + type + "'><parent link='base'/><child link='finger'/>" +
           "<axis xyz='0 0 1'/><mimic joint='j' offset='" + offset + "'/></joint></robot>";
  };
  ImportOptions options = named("finger", "base");
  options.joints = {{"j", "30deg"}};
  const double angle = std::numbers::pi / 6;
  EXPECT_NEAR(pair(follower("revolute", "0.1"), options).X_WA.t.y(), std::sin(angle + 0.1), 1e-12);
  EXPECT_NEAR(pair(follower("prismatic", "0"), options).X_WA.t.z(), angle, 1e-12);
  std::string slide = kArm + "</robot>";
  slide.replace(slide.find("revolute"), 8, "prismatic");
  EXPECT_THAT(rejection(slide, options), HasSubstr("'30deg' is not a number"));
}

TEST_F(Urdf, ExtensionsAndLaterModelsOfAPostAreNoRoots) {
  const std::string post = "My robot:\n" + kArm + "<mujoco><compiler/></mujoco></robot>\n";
  EXPECT_EQ(pair(post).B->radius(), 0.5);
  EXPECT_EQ(pair(post + "<mujoco/>\n<robot></robot>\n").B->radius(), 0.5);
}

TEST_F(Urdf, PackagesAreFoundAboveTheFile) {
  const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  write("my_robot/meshes/a.obj", mesh);
  const std::string text = "<robot>" + link("a", "<sphere radius='1'/>") +
                           link("m",
                                "<mesh filename='package://my_robot/meshes/a.obj' "
                                "scale='2 2 2'/>") +
                           "</robot>";
  EXPECT_EQ(pair(text).B->vertices()[1], Vec3(2, 0, 0));
  write("elsewhere/a.obj", mesh);
  const std::string other = "<robot>" + link("a", "<sphere radius='1'/>") +
                            link("m", "<mesh filename='package://other/a.obj'/>") + "</robot>";
  EXPECT_THAT(rejection(other), HasSubstr("--package other=DIR"));
  ImportOptions options;
  options.packages = {{"other", (folder_ / "elsewhere").string()}};
  EXPECT_EQ(pair(other, options).B->vertices().size(), 4U);
}

TEST_F(Urdf, RadiansBeyondATurnAreDoubted) {
  const std::string text = "<robot>\n" + link("a", "<sphere radius='1'/>") +
                           link("b", "<sphere radius='1'/>", "<origin rpy='0 -45 0'/>") +
                           "</robot>";
  EXPECT_THAT(imported(text).read_as, testing::Contains(HasSubstr("line 3: angles are read in ")));
  EXPECT_THAT(imported(text).read_as, testing::Contains(HasSubstr("'a' and 'b' have no joint")));
  ImportOptions options;
  options.joints = {{"j", "90"}};
  EXPECT_THAT(imported(kArm + "</robot>", options).read_as,
              testing::Contains(HasSubstr("did you mean 90deg?")));
  options.joints = {{"j", "6.283"}};
  EXPECT_THAT(imported(kArm + "</robot>", options).read_as, testing::SizeIs(1));
}

TEST_F(Sdf, RadiansBeyondATurnAreDoubted) {
  const auto remarks = [&](const std::string& attribute) {
    const std::string shape =
        "<geometry><sphere><radius>1</radius></sphere></geometry></collision></link>";
    return imported("<sdf><model name='m'><link name='a'><collision><pose" + attribute +
                    ">0 0 0 0 0 90</pose>" + shape + "<link name='b'><collision>" + shape +
                    "</model></sdf>")
        .read_as;
  };
  EXPECT_THAT(remarks(""), testing::ElementsAre(HasSubstr("is it in degrees?")));
  EXPECT_THAT(remarks(" degrees='true'"), testing::IsEmpty());
}

TEST_F(Urdf, WhatIsMissingOrTwiceIsNamed) {
  const auto reason = [&](const std::string& shape) {
    return rejection("<robot>" + link("a", shape) + link("b", "<sphere radius='1'/>") + "</robot>");
  };
  EXPECT_THAT(reason("<cylinder radius='1'/>"), HasSubstr("<cylinder> has no attribute length"));
  EXPECT_THAT(reason("<sphere/>"), HasSubstr("<sphere> has no attribute radius"));
  EXPECT_THAT(reason("<box/>"), HasSubstr("<box> has no attribute size"));
  EXPECT_THAT(reason("<box size='${w} 1 1'/>"), HasSubstr("size: ${...} is xacro"));
  const std::string twice = link("b", "<sphere radius='2'/>");
  EXPECT_THAT(rejection("<robot>\n" + twice + twice + "</robot>"),
              HasSubstr("line 3: a second link is called 'b'"));
}

TEST_F(Urdf, BadInputIsRejected) {
  EXPECT_THAT(rejection("<robot>\n<xacro:macro/></robot>"), HasSubstr("input: line 2: is xacro"));
  const std::string loop =
      "<joint name='k' type='fixed'><parent link='arm'/><child link='base'/></joint>";
  EXPECT_THAT(rejection(kArm + loop + "</robot>"), HasSubstr("the joints make a loop"));
  EXPECT_THAT(rejection(kArm + link("x", "<torus/>") + "</robot>"),
              HasSubstr("input: line 5: there is no shape 'torus'"));
  EXPECT_THAT(rejection(kArm + "</robot>", named("arms", "base")), HasSubstr("did you mean arm?"));
}

TEST_F(Sdf, PosesOfModelsLinksAndCollisionsAreMultiplied) {
  const Pair pair = this->pair(
      "<sdf version='1.9'><world name='w'><model name='m'><pose degrees='true'>1 0 0 0 0 90</pose>"
      "<link name='a'><pose>1 0 0 0 0 0</pose><collision name='c'><pose>1 0 0 0 0 "
      "0</pose><geometry>"
      "<box><size>2 4 6</size></box></geometry></collision></link></model>"
      "<model name='n'><link name='b'><collision name='d'><geometry><plane><normal>0 0 1</normal>"
      "</plane></geometry></collision></link></model></world></sdf>");
  EXPECT_EQ(pair.X_WA.t, Vec3(1, 2, 0));
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(1, 2, 3));
  EXPECT_EQ(pair.B->vertices().back().z(), 0);
}

TEST_F(Sdf, NamesAreScopedAndEqualOnesAskedBack) {
  const auto model = [](const std::string& name, const std::string& x) {
    return "<model name='" + name + "'><pose>" + x + " 0 0 0 0 0</pose><link name='link'>" +
           "<collision name='collision'><geometry><sphere><radius>1</radius></sphere></geometry>" +
           "</collision></link></model>\n";
  };
  const std::string text = "<sdf>" + model("m", "0") + model("n", "3") + model("o", "9") + "</sdf>";
  EXPECT_THAT(rejection(text, named("collision", "m::link")),
              HasSubstr("say which, m::link:0, n::link:0, o::link:0"));
  EXPECT_EQ(pair(text, named("o::link", "n::link")).X_WA.t.x(), 9);
  ImportOptions within;
  within.within = 2;
  EXPECT_EQ(imported(text, within).c.pair.X_WB.t.x(), 3) << "bodies of two models";
}

TEST_F(Sdf, FramesThatMoveModelsAreRejected) {
  EXPECT_THAT(rejection("<sdf><model name='m' placement_frame='f'/></sdf>"),
              HasSubstr("placement_frame is not read"));
  EXPECT_THAT(rejection("<sdf><model name='m'><frame attached_to='l'/></model></sdf>"),
              HasSubstr("attached_to is not read"));
}

TEST_F(Sdf, RelativePosesAreRejectedWithTheirLine) {
  EXPECT_THAT(
      rejection("<sdf><model name='m'>\n<link><pose relative_to='x'>0 0 0 0 0 0</pose></link>"
                "</model></sdf>"),
      HasSubstr("input: line 2: poses relative to another frame are not read"));
}

}  // namespace
}  // namespace touchstone
