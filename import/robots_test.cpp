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
  EXPECT_EQ(imported(text, within).c.pair().X_WB.t.x(), 3) << "bodies of two models";
}

std::string ball(const std::string& link, const std::string& pose) {
  return "<link name='" + link + "'><pose>" + pose +
         "</pose><collision><geometry><sphere><radius>1</radius></sphere></geometry></collision>" +
         "</link>\n";
}

std::string joint(const std::string& name_and_type, const std::string& ends,
                  const std::string& inside) {
  const std::size_t bar = ends.find('|');
  return "<joint " + name_and_type + "><parent>" + ends.substr(0, bar) + "</parent><child> " +
         ends.substr(bar + 1) + " </child>" + inside + "</joint>\n";
}

const std::string kSdfArm =
    "<sdf version='1.9'><model name='m'>\n" + ball("base", "0 0 0 0 0 0") +
    ball("arm", "1 0 2 0 0 0") + ball("hand", "3 0 2 0 0 0") +
    joint("name='j' type='revolute'", "base|arm", "<pose>-1 0 0 0 0 0</pose><axis/>") +
    joint("name='k' type='prismatic'", "arm|hand", "<axis><xyz>2 0 0</xyz></axis>");

ImportOptions with_joints(std::vector<std::pair<std::string, std::string>> joints,
                          const std::string& a) {
  ImportOptions options = named(a, "base");
  options.joints = std::move(joints);
  return options;
}

TEST_F(Sdf, JointsMoveTheirChildAndWhatHangsOnIt) {
  const std::string text = kSdfArm + "</model></sdf>";
  const auto position = [&](const std::string& link, const ImportOptions& options) {
    ImportOptions of_link = options;
    of_link.a = "m::" + link;
    of_link.b = "m::base";
    return pair(text, of_link).X_WA.t;
  };
  const ImportOptions none, turned = with_joints({{"j", "90deg"}}, "");
  EXPECT_EQ(position("arm", none), Vec3(1, 0, 2));
  EXPECT_EQ(position("arm", turned), Vec3(0, 1, 2));
  EXPECT_EQ(position("hand", turned), Vec3(0, 3, 2));
  const ImportOptions both = with_joints({{"j", "90deg"}, {"m::k", "0.5"}}, "");
  EXPECT_EQ(position("hand", both), Vec3(0, 3.5, 2));
  EXPECT_EQ(position("arm", both), Vec3(0, 1, 2));
}

TEST_F(Sdf, AxesOfJointsAreInTheFrameThatTheVersionOrTheFileSays) {
  const auto slid = [&](const std::string& version, const std::string& axis) {
    const std::string text =
        "<sdf version='" + version + "'><model name='m'><pose>0 0 0 0 0 0</pose>" +
        ball("base", "0 0 0 0 0 0") +
        "<link name='arm'><pose degrees='true'>0 0 5 0 0 90</pose><collision><geometry><sphere>"
        "<radius>1</radius></sphere></geometry></collision></link>" +
        joint("name='j' type='prismatic'", "base|arm", "<axis>" + axis + "</axis>") +
        "</model></sdf>";
    ImportOptions options = named("m::arm", "m::base");
    options.joints = {{"j", "2"}};
    return pair(text, options).X_WA.t;
  };
  EXPECT_EQ(slid("1.9", "<xyz>1 0 0</xyz>"), Vec3(0, 2, 5)) << "the child's x is the world's y";
  EXPECT_EQ(slid("1.9", "<xyz expressed_in='__model__'>1 0 0</xyz>"), Vec3(2, 0, 5));
  EXPECT_EQ(slid("1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame>"),
            Vec3(2, 0, 5));
  EXPECT_EQ(slid("1.4", "<xyz>1 0 0</xyz>"), Vec3(2, 0, 5));
}

/// A frame without a link hangs on its model's canonical link: a link of its own before any nested
/// one, and of nested models what they say.
TEST_F(Sdf, CanonicalLinksAreDirectOnesBeforeNestedOnes) {
  const std::string turned = "<frame name='F'/>" + joint("name='j' type='prismatic'", "world|F",
                                                         "<axis><xyz>1 0 0</xyz></axis>");
  const auto position = [&](const std::string& models, const std::string& a, const std::string& b) {
    ImportOptions options = named(a, b);
    options.joints = {{"j", "4"}};
    return pair("<sdf version='1.9'>" + models + "</sdf>", options).X_WA.t.x();
  };
  const std::string own = "<model name='M'><model name='N'>" + ball("n", "0 0 0 0 0 0") +
                          "</model>" + ball("own", "9 0 0 0 0 0") + turned + "</model>";
  EXPECT_EQ(position(own, "M::own", "M::N::n"), 13);
  EXPECT_EQ(position(own, "M::N::n", "M::own"), 0);
  const std::string nested = "<model name='M'><model name='N' canonical_link='second'>" +
                             ball("first", "0 0 0 0 0 0") + ball("second", "9 0 0 0 0 0") +
                             "</model>" + turned + "</model>";
  EXPECT_EQ(position(nested, "M::N::second", "M::N::first"), 13);
}

TEST_F(Sdf, DegreesAreABooleanOfSdf) {
  for (const char* yes : {"true", "1", "True"}) {
    const std::string text =
        std::string("<sdf version='1.9'><model name='m'><link name='l'>") + "<pose degrees='" +
        yes + "'>0 0 0 0 0 90</pose><collision name='c'>" +
        "<geometry><sphere><radius>1</radius></sphere></geometry></collision>" + "</link>" +
        ball("base", "5 0 0 0 0 0") + "</model></sdf>";
    EXPECT_EQ(pair(text, named("m::l", "m::base")).X_WA.R.col(0), Vec3::UnitY()) << yes;
  }
}

TEST_F(Sdf, OnlyPlacesOfCollisionsAreDoubted) {
  const std::string free = "<plugin name='p'><pose>front</pose></plugin>";
  const std::string text = "<sdf version='1.9'><model name='m'>" + free +
                           ball("base", "0 0 0 0 0 0") +
                           "<link name='l'><visual name='v'><pose>0, 0 0 0 0 90</pose></visual>" +
                           "<collision name='c'><geometry><sphere><radius>1</radius></sphere>" +
                           "</geometry></collision></link></model></sdf>";
  EXPECT_TRUE(imported(text, named("m::l", "m::base")).read_as.empty());
}

TEST_F(Sdf, PosesMayBeRelativeToFramesLinksAndJoints) {
  const std::string text =
      "<sdf version='1.9'><model name='m'>" + ball("base", "1 0 0 0 0 0") +
      "<frame name='f' attached_to='base'><pose>0 2 0 0 0 0</pose></frame>\n"
      "<link name='tip'><pose relative_to='f'>0 0 4 0 0 0</pose><collision>"
      "<pose relative_to='base'>0 0 8 0 0 0</pose><geometry><sphere><radius>1</radius></sphere>"
      "</geometry></collision></link>\n"
      "<link name='end'><pose relative_to='tip'>0 0 8 0 0 0</pose><collision><geometry><sphere>"
      "<radius>1</radius></sphere></geometry></collision></link></model></sdf>";
  EXPECT_EQ(pair(text, named("m::end", "m::tip")).X_WA.t, Vec3(1, 2, 12));
  EXPECT_EQ(pair(text, named("m::end", "m::tip")).X_WB.t, Vec3(1, 0, 8));
}

TEST_F(Sdf, JointsThatCannotBePlacedAreOneLine) {
  const std::string ball_joint = kSdfArm + ball("tip", "0 0 9 0 0 0") +
                                 joint("name='b' type='ball'", "hand|tip", "") + "</model></sdf>";
  const std::string text = kSdfArm + "</model></sdf>";
  EXPECT_THAT(rejection(text, with_joints({{"jj", "1"}}, "arm")), HasSubstr("did you mean j?"));
  EXPECT_THAT(rejection(text, with_joints({{"k", "3deg"}}, "arm")), HasSubstr("is not a number"));
  EXPECT_THAT(rejection(ball_joint, with_joints({{"b", "1"}}, "arm")),
              HasSubstr("--joint moves no joint of the type 'ball'"));
  const std::string two = kSdfArm + joint("name='l' type='fixed'", "base|arm", "");
  EXPECT_THAT(rejection(two + "</model></sdf>", with_joints({{"j", "1"}}, "arm")),
              HasSubstr("line 7: the link 'm::arm' is the child of two joints"));
  const std::string round = kSdfArm + joint("name='l' type='fixed'", "hand|base", "");
  EXPECT_THAT(rejection(round + "</model></sdf>", with_joints({{"j", "1"}}, "arm")),
              HasSubstr("or a loop"));
  EXPECT_THAT(rejection("<sdf><model name='m'>\n<link name='a'><pose relative_to='x'/><collision/>"
                        "</link></model></sdf>"),
              HasSubstr("input: line 2: there is no frame 'x'"));
  EXPECT_THAT(rejection("<sdf><model name='m'>\n<link name='a'><pose relative_to='a'/><collision/>"
                        "</link></model></sdf>"),
              HasSubstr("input: line 2: more than 500 frames in a row, or a loop"));
}

TEST_F(Sdf, PlacementFramesAreRejected) {
  EXPECT_THAT(rejection("<sdf><model name='m' placement_frame='f'/></sdf>"),
              HasSubstr("placement_frame is not read"));
}

}  // namespace
}  // namespace touchstone
