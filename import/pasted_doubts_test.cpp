// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted texts that two readings would answer differently.
#include <gmock/gmock.h>

#include <cmath>

#include "import/frame.hpp"
#include "import/import_samples.hpp"
#include "import/rejection.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

class PastedDoubts : public ImportTest {
 protected:
  static Result<std::vector<ImportedCase>> typed(const ImportOptions& options) {
    return import_cases("", options, CurvedCases::taken);
  }
  static std::string reason(const ImportOptions& options) {
    const auto cases = typed(options);
    return cases.ok() ? "is taken" : cases.reason();
  }
  static ImportOptions sphere_at(const std::string& pose) {
    ImportOptions options = named("Sphere(1)", "Sphere(1)");
    options.pose_a = pose;
    return options;
  }
  static Mat3 rotation_of(const ImportOptions& options) {
    const auto cases = typed(options);
    EXPECT_TRUE(cases.ok()) << cases.reason();
    return cases.ok() ? cases.value()[0].c.pair().X_WA.R : Mat3(Mat3::Zero());
  }
};

TEST_F(PastedDoubts, ShapesOfOtherBodiesAreNotReadAsTheirRelatives) {
  for (const char* word : {"Hemisphere(1)", "HalfSphere(1)", "half_sphere(1)",
                           "TaperedCapsule(1, 2)", "HollowCylinder(1, 2)", "truncatedCone(1, 2)",
                           "RoundCuboid(1, 2, 3)", "jph::RoundedBox(1, 2, 3)"}) {
    ImportOptions options = named(word, "Sphere(1)");
    options.from = "parry";
    EXPECT_THAT(reason(options), HasSubstr("is not read")) << word;
  }
  for (const char* word : {"ground_box = Box(1, 2, 3)", "box_half_extents: [1, 2, 3]",
                           "boxHalfExtents(1, 2, 3)", "ellipsoid_semi_axes(1, 2, 3)"}) {
    ImportOptions options = named(word, "Sphere(1)");
    options.from = "parry";
    EXPECT_EQ(reason(options), "is taken") << word;
  }
}

TEST_F(PastedDoubts, CapsulesOfThePlaneHaveAnAxisInIt) {
  ImportOptions options = named("Capsule(1, 2)", "Circle(1)");
  options.planar = true;
  options.from = "mujoco";
  EXPECT_THAT(reason(options), HasSubstr("is its axis x (--axis x), or y (--axis y)?"));
  options.axis = "x";
  EXPECT_EQ(reason(options), "is taken");
}

TEST_F(PastedDoubts, QuaternionsAreFourNumbers) {
  ImportOptions options =
      sphere_at("btTransform(btQuaternion(btVector3(0, 1, 0), 0), btVector3(1, 2, 3))");
  EXPECT_THAT(reason(options), HasSubstr("a quaternion made of an axis and an angle"));
  options = sphere_at("btQuaternion(0.1, 0.2, 0.3)");
  EXPECT_THAT(reason(options), HasSubstr("a quaternion made of 3 numbers"));
  options = sphere_at("Quat(Vec4(0, 0, 0, 1)), Vec3(1, 2, 3)");
  options.from = "jolt";
  EXPECT_EQ(reason(options), "is taken");
  options = sphere_at("Eigen::Quaternion<double>(1, 0, 0, 0), Eigen::Vector3d(1, 2, 3)");
  options.from = "eigen";
  EXPECT_EQ(reason(options), "is taken");
}

TEST_F(PastedDoubts, NamesAreNoLengths) {
  ImportOptions options = named("Box(0.5, w, h)", "Sphere(1)");
  options.sizes = "half";
  EXPECT_THAT(reason(options), HasSubstr("'w' is no literal"));
  EXPECT_THAT(reason(sphere_at("0, 0, z, 1, 0, 0, 0")), HasSubstr("'z' is no literal"));
}

TEST_F(PastedDoubts, UnknownWordsAreNoPoints) {
  ImportOptions options = named("", "Box 2 2 2");
  options.from = "fcl";
  for (const char* word :
       {"Bx", "Boks", "Brick", "Capsul", "Ellipsiod", "Torus", "Plane", "Halfspace",
        "CollisionShape", "fcl::Torus", "InvertedPyramid", "DoublePyramid", "FloatingPlate"}) {
    for (const char* numbers : {" 1 2 3", "(1, 2, 3, 4, 5, 6)", "1.5 2 3", ": [[1, 2, 3]]"}) {
      options.a = std::string(word) + numbers;
      EXPECT_THAT(reason(options), HasSubstr("--a: unknown shape '")) << options.a;
    }
  }
  options.a = "Spere 0.5";
  EXPECT_EQ(reason(options), "--a: unknown shape 'Spere'; did you mean Sphere?");
  options.a.clear();
  for (int k = 0; k < 40; ++k) options.a += "verts";
  options.a += "q 1 2 3";  // may be cut into words in 2^40 ways
  EXPECT_THAT(reason(options), HasSubstr("--a: unknown shape '"));
  for (const char* points :
       {"1 2 3", "points 1 2 3", "np.array([[1., 2, 3]], dtype=np.float32)", "Vertices: 1 2 3",
        "std::vector<Vec3> verts = {{1.0f, 2e0f, 0x1p1f}}", "mesh 1 2 3", "corners = [(1, 2, 3)]",
        "Float64Array vertex_list = {1, 2, 3}",
        "std::array<Vector3d, 1> meshPoints2 = {{1, 2, 3}}"}) {
    options.a = points;
    EXPECT_EQ(reason(options), "is taken") << points;
  }
}

TEST_F(PastedDoubts, UnitsBehindInAreUnits) {
  for (const char* unit : {"um", "mm", "in", "\xC2\xB5m"}) {
    ImportOptions options = named(std::string("Box 1 2 3 in ") + unit, "Sphere(1)");
    options.from = "fcl";
    EXPECT_THAT(reason(options), HasSubstr("is a unit: leave it out and say --scale")) << unit;
    options.a = std::string("Box(1, 2, 3) in ") + unit;
    EXPECT_THAT(reason(options), HasSubstr("is a unit: leave it out and say --scale")) << unit;
  }
}

TEST_F(PastedDoubts, WordsBehindAColonAreNoMakersUnlessCalled) {
  ImportOptions options = named("Capsule: cylinder height 1, radius 0.5", "Sphere(1)");
  options.from = "fcl";
  const auto cases = typed(options);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].c.pair().A->radius(), 0.5) << "a capsule, no cylinder";
}

TEST_F(PastedDoubts, TypesAreNoNamesOfBodies) {
  ImportOptions options;
  options.from = "fcl";
  const std::string text = "s3 = Sphere(0.5)\nb4 = Box(1, 2, 3)\nVec3(0, 0, 1)";
  EXPECT_EQ(pair(text, options).X_WB.t, Vec3(0, 0, 1));
}

TEST_F(PastedDoubts, CubesAreBoxesOfEqualSides) {
  ImportOptions options = named("Cube 1 1 1", "MakeCube(3)");
  options.from = "fcl";
  const auto cases = typed(options);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(box_half_extents(*cases.value()[0].c.pair().A), Vec3(0.5, 0.5, 0.5));
  EXPECT_EQ(box_half_extents(*cases.value()[0].c.pair().B), Vec3(1.5, 1.5, 1.5));
  options.from.clear();
  EXPECT_THAT(reason(options), HasSubstr("--sizes full"));
  options.a = "Cube 1 1 2";
  options.from = "fcl";
  EXPECT_EQ(reason(options), "--a: a cube has equal sides: write Box");
  options.a = "cube: Sphere(0.5)";
  EXPECT_EQ(typed(options).value().at(0).c.pair().A->radius(), 0.5) << "the class goes first";
}

TEST_F(PastedDoubts, BoxesOfRustAreNoBodies) {
  ImportOptions options =
      named("Box::new(Ball::new(0.5))",
            "let s: Box<dyn Shape> = Box::new(Cuboid::new(Vec3::new(1., 2., 3.)))");
  options.from = "parry";
  const auto cases = typed(options);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].c.pair().A->radius(), 0.5);
  EXPECT_EQ(box_half_extents(*cases.value()[0].c.pair().B), Vec3(1, 2, 3));
  options.from.clear();
  EXPECT_EQ(box_half_extents(*typed(options).value().at(0).c.pair().B), Vec3(1, 2, 3));
  options = named("ball = Box(2, 4, 6)", "Box<double>(2, 4, 6)");
  EXPECT_EQ(box_half_extents(*typed(options).value().at(0).c.pair().A), Vec3(1, 2, 3));
}

TEST_F(PastedDoubts, DigitsOfNamesAreNoNumbers) {
  ImportOptions options = named("box1 = MakeSquare(0.5)", "box2 = MakeBox(1, 2)");
  options.sizes = "half";
  options.planar = true;
  const auto cases = typed(options);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].c.pair().A->vertices().front().head(2), Vec3(-0.5, -0.5, 0).head(2));
  options = named("box1 = Box(1, 2, 3)", "Box0.5 1 2");
  options.sizes = "half";
  EXPECT_EQ(box_half_extents(*typed(options).value().at(0).c.pair().A), Vec3(1, 2, 3));
  EXPECT_EQ(box_half_extents(*typed(options).value().at(0).c.pair().B), Vec3(0.5, 1, 2));
}

TEST_F(PastedDoubts, CommentsAreNoPoses) {
  EXPECT_THAT(reason(sphere_at("#2: 0 0 1")), HasSubstr("--pose-a: holds no number"));
  EXPECT_THAT(reason(sphere_at("// 0 0 1")), HasSubstr("--pose-a: holds no number"));
  EXPECT_THAT(reason(sphere_at("1 0 0 /* 0")), HasSubstr("a comment has no end"));
  EXPECT_THAT(reason(sphere_at("0, 0, 3//2")), HasSubstr("an expression"));
}

TEST_F(PastedDoubts, LowerCaseOfScipyIsAboutFixedAxes) {
  ImportOptions options = sphere_at("0 0 0 90 0 90");
  options.euler = "xyzdeg";
  const Mat3 turning = rotation_of(options);
  options.euler = "XYZdeg";
  const Mat3 fixed = rotation_of(options);
  EXPECT_NE(turning, fixed);
  options.from = "scipy";
  EXPECT_EQ(rotation_of(options), turning);
  options.euler = "xyzdeg";
  EXPECT_EQ(rotation_of(options), fixed);
  EXPECT_THAT(typed(options).value()[0].read_as,
              testing::Contains(HasSubstr("Euler angles xyz about fixed axes in degrees")));
  options.euler.clear();
  EXPECT_THAT(reason(options), HasSubstr("xyz about fixed axes in radians (--euler xyz) or"));
  options.from.clear();
  EXPECT_THAT(reason(options), HasSubstr("XYZ about fixed axes in radians (--euler XYZ) or"));
  options.pose_a = "0 0 0 1 0 0";
  options.from = "mujoco";
  EXPECT_THAT(reason(options), HasSubstr("xyz about turning axes in radians (--euler xyz) or"));
}

TEST_F(PastedDoubts, WordsAndOptionsThatDifferAreShown) {
  ImportOptions options = named("Cylinder(radius=0.5, length=1)", "Sphere(1)");
  options.axis = "z";
  options.sizes = "half";
  EXPECT_EQ(reason(options), "--a: its words say full, but --sizes half is given: leave one out");
  options.sizes = "full";
  EXPECT_EQ(reason(options), "is taken");
  options.a = "Box(half_extents=[1, 2, 3])";
  EXPECT_EQ(reason(options), "--a: its words say half, but --sizes full is given: leave one out");
  options.a = "half_open_box = Box(2, 4, 6)";
  EXPECT_EQ(box_half_extents(*typed(options).value().at(0).c.pair().A), Vec3(1, 2, 3));
  options = sphere_at("1 2 3 wxyz 1 0 0 0");
  options.quaternion = "xyzw";
  EXPECT_THAT(reason(options), HasSubstr("its words say wxyz, but --quaternion xyzw is given"));
  options.pose_a = "1 2 3 w: 1 x: 0 y: 0 z: 0";
  EXPECT_THAT(reason(options), HasSubstr("its words say wxyz, but --quaternion xyzw is given"));
  options = named("btCapsuleShapeZ(1, 2)", "Sphere(1)");
  options.axis = "y";
  EXPECT_THAT(reason(options), HasSubstr("its words say z, but --axis y is given"));
}

TEST_F(PastedDoubts, SevenNumbersThatAreUnitBothWaysAreAskedBack) {
  ImportOptions options = sphere_at("1 0 0 0 0 0 1");
  options.quaternion = "wxyz";
  EXPECT_EQ(reason(options),
            "--pose-a: is a position and a quaternion w x y z or a quaternion w x y z, then a "
            "position? Write pos or quat before them");
  options.pose_a = "quat 1 0 0 0 pos 0 0 1";
  EXPECT_EQ(rotation_of(options), Mat3::Identity());
  options.pose_a = "pos 1 0 0 quat 0 0 0 1";
  EXPECT_EQ(rotation_of(options).diagonal(), Vec3(-1, -1, 1));
  options = sphere_at("1 0 0 0 0 0 1");
  options.from = "bullet";
  EXPECT_EQ(rotation_of(options), Mat3::Identity()) << "a library has positions first";
}

TEST_F(PastedDoubts, AMatrixAgainstTheConventionIsNamed) {
  ImportOptions options = sphere_at("0 1 0 0  -1 0 0 0  0 0 1 0  7 8 9 1");
  options.matrix = "rows";
  EXPECT_EQ(reason(options),
            "--pose-a: is a 4 x 4 matrix column by column (--matrix columns), but rows are said");
}

TEST_F(PastedDoubts, QuaternionsOfFewDigitsSayTheirLength) {
  ImportOptions options = sphere_at("0 0 2 0.7 0.7 0 0");
  options.quaternion = "wxyz";
  EXPECT_EQ(reason(options),
            "--pose-a: its 7 numbers hold no rotation: the length of the quaternion is 0.99, not "
            "1: give more digits, or --nearest-rotation");
  options.nearest_rotation = true;
  const auto cases = typed(options);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_THAT(cases.value()[0].read_as, testing::Contains(HasSubstr("its length 0.99 made 1")));
  Mat3 quarter;
  quarter << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  EXPECT_EQ(rotation_of(options), quarter);
  options.pose_a = "0 0 2 0.5 0.5 0 0";
  EXPECT_THAT(reason(options), testing::EndsWith("the length of the quaternion is 0.707, not 1"));
}

TEST_F(PastedDoubts, FloatsBesideOtherNumbersAreRemarked) {
  ImportOptions options = named("Sphere(0.1f)", "Sphere(0.1)");
  const auto remark = testing::Contains(HasSubstr("--float32 reads all as floats"));
  EXPECT_THAT(typed(options).value().at(0).read_as, remark);
  options.b = "Sphere(0.5)";
  EXPECT_THAT(typed(options).value().at(0).read_as, Not(remark)) << "0.5 is a float";
}

TEST_F(PastedDoubts, TextsOfMoreBodiesAreListed) {
  EXPECT_EQ(rejection("Box(1, 2, 3) /*\n*/\nSphere(1)\nball = Sphere(2)"),
            "input: is no format that is known; and as pasted numbers it holds 3 bodies (a word "
            "such as Box, then its numbers, then its pose), not 2; line 1 Box, line 3 Sphere, line "
            "4 ball = Sphere: touchstone import --a TEXT --b TEXT takes two");
}

TEST_F(PastedDoubts, ZerosBesideThreeNumbersAreRejected) {
  EXPECT_THAT(reason(sphere_at("RVec3::sZero(), Vec3(0, 0, 1)")), HasSubstr("beside a zero"));
}

/// A model whose sphere has the radius that a program calls by name.
std::string program(const std::string& assignments) {
  return assignments +
         "\nxml = f\"\"\"<mujoco><worldbody><geom size='{radius}'/><body pos='5 0 0'>"
         "<geom size='1'/></body></worldbody></mujoco>\"\"\"\n";
}

TEST_F(PastedDoubts, NamesWithOtherValuesAreNotFilledIn) {
  EXPECT_EQ(pair(program("radius = 0.5  # m\nprint(radius)")).A->radius(), 0.5);
  for (const char* assignments :
       {"self.radius = 0.5", "f(\n  radius=0.5\n)", "radius = 0.5\nfor radius in radii:",
        "radius = 0.5\nradius, n = 1, 2", "radius = 0.5\nf(radius=0.2)", "radius: float = 0.5",
        "radius = 0.5\nradius **= 2", "radius = 0.5\ndef f(radius):", "radius = \"0.5\" + more",
        "radius = 0.5\nself.radius = 1", "radius = \"0.5\\\" \""}) {
    EXPECT_NE(rejection(program(assignments)), "is taken") << assignments;
  }
}

TEST_F(PastedDoubts, PositionsBeyondTheRangeOfDoublesAreRejected) {
  EXPECT_THROW(translation(Vec3(0, HUGE_VAL, 0)), Rejection);
  EXPECT_THROW(rotation(Mat3(Mat3::Constant(HUGE_VAL))), Rejection);
}

TEST_F(PastedDoubts, PosesBehindBothBodiesAreAskedBack) {
  const std::string bodies = "Box<double> b1(1, 1, 1);\nBox<double> b2(2, 2, 2);\n";
  const std::string first = "tf1.translation() = Vector3d(1, 2, 3);\n";
  const std::string second = "tf2.translation() = Vector3d(0, 4, 0);\n";
  ImportOptions ros;  // whose six numbers are a position and angles
  ros.from = "ros";
  EXPECT_THAT(rejection(bodies + first + second, ros),
              HasSubstr("'tf1' is named as body a is: each pose follows its body"));
  EXPECT_THAT(rejection(bodies + first, ros), HasSubstr("'tf1' is named as body a is"));
  EXPECT_THAT(rejection("Box 1 1 1\nBox 1 1 1\npos 1 2 3\npos 0 4 0\n", ros),
              HasSubstr("pose_b: holds two positions: each pose follows its body"));
  EXPECT_EQ(pair(bodies + second, ros).X_WB.t, Vec3(0, 4, 0));
  EXPECT_EQ(
      pair("Box2 b1(1, 1, 1);\ntf1 = Vec3(1, 2, 3);\nBox2 b2(1, 1, 1);\ntf2 = Vec3(0, 4, 0);\n",
           ros)
          .X_WB.t,
      Vec3(0, 4, 0));
}

TEST_F(PastedDoubts, InBeforeAUnitIsNoInch) {
  EXPECT_THAT(rejection("Box 1 1 1 in mm\nSphere 0.5 at (0, 0, 0)\n"), HasSubstr("--scale 0.001"));
}

}  // namespace
}  // namespace touchstone
