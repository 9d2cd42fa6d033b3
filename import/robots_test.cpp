// SPDX-License-Identifier: GPL-3.0-or-later
// URDF and SDF.
#include <gmock/gmock.h>

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

TEST_F(Sdf, RelativePosesAreRejectedWithTheirLine) {
  EXPECT_THAT(
      rejection("<sdf><model name='m'>\n<link><pose relative_to='x'>0 0 0 0 0 0</pose></link>"
                "</model></sdf>"),
      HasSubstr("input: line 2: poses relative to another frame are not read"));
}

}  // namespace
}  // namespace touchstone
