// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted numbers.
#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "import/import_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

class Pasted : public ImportTest {
 protected:
  static Result<std::vector<ImportedCase>> typed(const ImportOptions& options) {
    return import_cases("", options, CurvedCases::taken);
  }
};

/// A sphere at 0 and a box of sides 2, 4, 6 with that pose.
ImportOptions box_at(const std::string& pose) {
  ImportOptions options = named("Box(2, 4, 6)", "Sphere(1)");
  options.sizes = "full";
  options.pose_a = pose;
  return options;
}

TEST_F(Pasted, PosesOfSevenLengthsAreRead) {
  const auto pose = [&](const std::string& text, const std::string& order = "") {
    ImportOptions options = box_at(text);
    (order.find("xyz") != std::string::npos ? options.quaternion : options.matrix) = order;
    const auto cases = typed(options);
    EXPECT_TRUE(cases.ok()) << cases.reason();
    return cases.value().at(0).c.pair().X_WA;
  };
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const Vec3 t(7, 8, 9);
  for (const Pose& X :
       {pose("7 8 9 .7071 0 0 .7071", "wxyz"), pose("7 8 9 0 0 .7071 .7071", "xyzw"),
        pose(".7071 0 0 .7071 7 8 9", "wxyz"), pose("0 -1 0 7  1 0 0 8  0 0 1 9", "rows"),
        pose("0 1 0 -1 0 0 0 0 1 7 8 9", "columns"), pose("7 8 9  0 -1 0 1 0 0 0 0 1", "rows"),
        pose("[[0, -1, 0, 7], [1, 0, 0, 8], [0, 0, 1, 9], [0, 0, 0, 1]]"),
        pose("0 1 0 0  -1 0 0 0  0 0 1 0  7 8 9 1")}) {
    EXPECT_EQ(X.R, quarter);
    EXPECT_EQ(X.t, t);
  }
  EXPECT_EQ(pose("7 8 9").t, t);
  EXPECT_EQ(pose("0 -1 0 1 0 0 0 0 1", "rows").R, quarter);
  EXPECT_EQ(pose("1 0 0 0 1 0 0 0 1").R, Mat3::Identity()) << "makes no difference";
  EXPECT_EQ(pose("7 8 9 0.5 0.5 0.5 0.5").t, t) << "makes no difference";
  ImportOptions euler = box_at("7 8 9 0 0 90");
  euler.euler = "xyzdeg";
  EXPECT_EQ(typed(euler).value()[0].c.pair().X_WA.R, quarter);
  euler.euler.clear();
  euler.pose_a = "7 8 9 0 0 0";
  EXPECT_TRUE(typed(euler).ok()) << "makes no difference";
}

TEST_F(Pasted, WhatTwoReadingsAnswerDifferentlyIsAskedBack) {
  EXPECT_EQ(
      typed(box_at("0 0 0 .6 0 0 .8")).reason(),
      "--pose-a: is a position and a quaternion w x y z (--quaternion wxyz) or a position and a "
      "quaternion x y z w (--quaternion xyzw)?");
  EXPECT_THAT(typed(box_at("0 -1 0 1 0 0 0 0 1")).reason(), HasSubstr("--matrix columns"));
  EXPECT_THAT(typed(box_at("0 0 0 0 0 1")).reason(), HasSubstr("--euler"));
  EXPECT_THAT(typed(box_at("1 2")).reason(), HasSubstr("has 2 numbers"));
  EXPECT_THAT(typed(box_at("0 0 0 1 1 1 1 1 1")).reason(), HasSubstr("hold no rotation"));
  EXPECT_THAT(typed(named("Box(1, 2, 3)", "Sphere(1)")).reason(),
              HasSubstr("in full (--sizes full) or halves (--sizes half)?"));
  EXPECT_THAT(typed(named("Sphere(1)", "Capsule(1, 2)")).reason(),
              HasSubstr("--from LIBRARY says this"));
}

TEST_F(Pasted, OrdersAndLayoutsThatNothingSaysAreAskedBack) {
  ImportOptions options = named("Sphere(1)", "Capsule(1, 2)");
  options.sizes = "full";
  options.axis = "z";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--from LIBRARY says so"));
  options.b = "Capsule(2, 2)";
  EXPECT_TRUE(typed(options).ok()) << "makes no difference";
  options.b = "Ellipsoid(1, 2, 3)";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--sizes full: an ellipsoid has semi-axes"));
  EXPECT_THAT(typed(box_at("7 8 9 1 0 0 1")).reason(), HasSubstr("hold no rotation"));
  EXPECT_THAT(typed(box_at("-1 0 0 0 1 0 0 0 1")).reason(), HasSubstr("hold no rotation"));
  options = box_at("1 0 0 0 1 0 0 0 1  1 0 0");
  options.matrix = "rows";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--matrix rows-last"));
  options.matrix = "rows-first";
  EXPECT_EQ(typed(options).value()[0].c.pair().X_WA.R, Mat3::Identity());
  options.matrix = "rows-last";
  EXPECT_EQ(typed(options).value()[0].c.pair().X_WA.R.row(0), Vec3(0, 1, 0).transpose());
}

TEST_F(Pasted, MujocoSaysTheSequenceOfEulerAnglesAlone) {
  ImportOptions options = box_at("0 0 0 0 0 90");
  options.from = "mujoco";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--euler xyz) or"));
  EXPECT_THAT(typed(options).reason(), HasSubstr("--euler xyzdeg"));
  options.euler = "xyzdeg";
  EXPECT_EQ(typed(options).value()[0].c.pair().X_WA.R.col(0), Vec3::UnitY());
  options.euler.clear();
  options.from = "ros";
  EXPECT_TRUE(typed(options).ok()) << "radians";
}

TEST_F(Pasted, ClassesSayTheirAxis) {
  const auto of = [&](const std::string& body, const std::string& from) {
    ImportOptions options = named("Sphere(1)", body);
    options.from = from;
    const auto cases = typed(options);
    EXPECT_TRUE(cases.ok()) << body << ": " << cases.reason();
    return cases.ok() ? cases.value().at(0).c : Case();
  };
  EXPECT_EQ(of("btCapsuleShapeZ(1, 2)", "").pair().X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(of("new btCapsuleShapeX(1, 2)", "").pair().X_WB.R.col(2), Vec3::UnitX());
  const std::string declared = "btCapsuleShape* capsule_x = new btCapsuleShapeZ(1, 2)";
  EXPECT_EQ(of(declared, "").pair().X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(of("btCapsuleShape capsuleX(1, 2)", "").pair().X_WB.R.col(2), Vec3::UnitY());
  EXPECT_EQ(of("Capsule::new_z(2, 1)", "parry").pair().X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(of("Capsule::new_x(2, 1)", "parry").pair().X_WB.R.col(2), Vec3::UnitX());
  EXPECT_EQ(of("Capsule::new_y(2, 1)", "parry").pair().X_WB.R.col(2), Vec3::UnitY());
  const Case z = of("btCylinderShapeZ(btVector3(1, 1, 2))", "");
  EXPECT_EQ(z.curved()->X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(std::get<Cylinder>(z.curved()->B.core()).half_length, 2);
  EXPECT_EQ(convex_pair(of("btCylinderShapeX(btVector3(2, 1, 1))", "")).X_WB.R.col(2),
            Vec3::UnitX());
  EXPECT_EQ(convex_pair(of("btCylinderShape(btVector3(1, 2, 1))", "")).X_WB.R.col(2),
            Vec3::UnitY());
  ImportOptions options = named("Sphere(1)", "btCylinderShapeZ(btVector3(1, 2, 1))");
  EXPECT_THAT(typed(options).reason(), HasSubstr("a radius and a length"));
}

TEST_F(Pasted, HullsOfObjectsKeepAllTheirPoints) {
  const std::string hull =
      "hull([new Vec3({x: 0, y: 0, z: 0}), new Vec3({x: 1, y: 0, z: 0}),"
      " new Vec3({x: 0, y: 1, z: 0}), new Vec3({x: 0, y: 0, z: 1})])";
  EXPECT_EQ(typed(named("Sphere(1)", hull)).value()[0].c.pair().B->vertices().size(), 4U);
}

TEST_F(Pasted, ProseNamesNoLibrary) {
  ImportOptions options = named("A Cuboid (1, 2, 3)", "Sphere(1)");
  EXPECT_THAT(typed(options).reason(), HasSubstr("--sizes half"));
  options.a = "With python-fcl. a Box(1, 2, 3)";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--sizes half"));
  options.a = "fcl.Box(1, 2, 3)";
  EXPECT_TRUE(typed(options).ok());
}

TEST_F(Pasted, PosesFollowTheirBodies) {
  EXPECT_THAT(rejection("X1 = [1, 0, 0]; A = Sphere(1); X2 = [0, 0, 3]; B = Sphere(2)"),
              HasSubstr("each pose follows its body"));
  const ImportedCase read = imported("A1 = Sphere(1)\nB1 = Sphere(2)\n0 0 3\n");
  EXPECT_THAT(read.read_as, testing::Contains(HasSubstr("pose_a: no pose: at the origin")));
}

TEST_F(Pasted, NearestRotationLeavesPosesThatNeedNoneAlone) {
  ImportOptions options = box_at("0.1 -0.3 0.7 0.9 -0.1 0.3 0.2");
  options.pose_a = "0.1 -0.3 0.7 0.92 -0.1 0.3 0.2";
  options.quaternion = "wxyz";
  const Pose plain = typed(options).value()[0].c.pair().X_WA;
  options.nearest_rotation = true;
  const Pose nearest = typed(options).value()[0].c.pair().X_WA;
  EXPECT_EQ(plain.R, nearest.R);
  EXPECT_EQ(plain.t, nearest.t);
}

TEST_F(Pasted, DumpedConstantsWithoutValuesAreRejected) {
  EXPECT_THAT(rejection("double kRotationA; double kTranslationB;"),
              HasSubstr("kRotationA has no '='"));
  EXPECT_THAT(rejection("int kRotationA; int kTranslationB;"),
              HasSubstr("the C++ has no 'double kRotationA'"));
  std::string text;
  for (const std::string letter : {"A", "B"}) {
    text += "double kRotation" + letter + "[] = {1,0,0, 0,1,0, 0,0,1}; double kTranslation" +
            letter + "[] = {0,0,0}; double kVertices" + letter + "[] = {0,0,0}; double kRadius" +
            letter + " = ;";
  }
  EXPECT_THAT(rejection(text), HasSubstr("kRadiusA has not one number"));
}

TEST_F(Pasted, LibrariesSayWhatNumbersMean) {
  ImportOptions options = named("btBoxShape(btVector3(1, 2, 3))", "btCapsuleShape(0.5, 2)");
  options.pose_a = "1 0 0 0 0 0 1";
  const auto bullet = typed(options);
  ASSERT_TRUE(bullet.ok()) << bullet.reason();
  EXPECT_EQ(box_half_extents(*bullet.value()[0].c.pair().A), Vec3(1, 2, 3));
  EXPECT_EQ(bullet.value()[0].c.pair().B->vertices().back(), Vec3(0, 0, 1));
  EXPECT_EQ(bullet.value()[0].c.pair().X_WB.R.col(2), Vec3::UnitY());
  EXPECT_THAT(bullet.value()[0].read_as, testing::Contains(HasSubstr("bullet")));
  options = named("Capsule 2 0.5", "(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)");
  options.from = "jolt";
  EXPECT_EQ(typed(options).value()[0].c.pair().A->radius(), 0.5);
  options.from = "unity";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--from"));
}

TEST_F(Pasted, RotationsOfFewDigitsAreRejectedOrMoved) {
  ImportOptions options = box_at("0.70711 -0.70711 0 0.70711 0.70711 0 0 0 1");
  options.matrix = "rows";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--nearest-rotation"));
  options.nearest_rotation = true;
  const auto moved = typed(options);
  ASSERT_TRUE(moved.ok()) << moved.reason();
  EXPECT_THAT(moved.value()[0].read_as,
              testing::Contains(HasSubstr("R was moved by up to 3.22e-06")));
}

TEST_F(Pasted, LabelsOfComponentsAreBelieved) {
  const auto R = [&](const std::string& pose, const std::string& from) {
    ImportOptions options = box_at(pose);
    options.from = from;
    const auto cases = typed(options);
    EXPECT_TRUE(cases.ok()) << cases.reason();
    return cases.ok() ? cases.value()[0].c.pair().X_WA.R : Mat3(Mat3::Zero());
  };
  EXPECT_EQ(R("1 2 3 w: 1 x: 0 y: 0 z: 0", "ros"), Mat3::Identity());
  EXPECT_EQ(R("qw=1 qx=0 qy=0 qz=0 1 2 3", "ros"), Mat3::Identity());
  EXPECT_EQ(R("1 2 3 x: 1 y: 0 z: 0 w: 0", "mujoco").diagonal(), Vec3(1, -1, -1));
  for (const char* pose : {"z: 1 y: 2 x: 3", "1 2 3 z: 0 y: 0 x: 0 w: 1"}) {
    EXPECT_THAT(typed(box_at(pose)).reason(), HasSubstr("order")) << pose;
  }
  EXPECT_THAT(typed(named("Box(y: 1, x: 2, z: 3)", "Sphere(1)")).reason(), HasSubstr("order xyz"));
}

TEST_F(Pasted, WordsOfPartsAreBelieved) {
  const auto pose = [&](const std::string& text) {
    ImportOptions options = box_at(text);
    options.from = "ros";
    options.euler = "xyz";
    const auto cases = typed(options);
    EXPECT_TRUE(cases.ok()) << cases.reason();
    return cases.ok() ? cases.value()[0].c.pair().X_WA : Pose();
  };
  EXPECT_EQ(pose("quat 1 0 0 0 pos 1 0 0").t, Vec3(1, 0, 0));
  EXPECT_EQ(pose("pos 1 0 0 quat 0 1 0 0").t, Vec3(1, 0, 0));
  EXPECT_EQ(pose("1 2 3 wxyz 1 0 0 0").R, Mat3::Identity());
  EXPECT_EQ(pose("rpy 0 0 0 xyz 1 2 3").t, Vec3(1, 2, 3));
  ImportOptions options =
      named("Box(half_extents=[1, 2, 3])", "Cylinder(half_height=2, radius=0.5)");
  options.from = "fcl";
  const ImportedCase read = typed(options).value()[0];
  EXPECT_EQ(box_half_extents(*std::get<PolytopePtr>(read.c.curved()->A.core())), Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Cylinder>(read.c.curved()->B.core()).radius, 0.5);
  EXPECT_EQ(std::get<Cylinder>(read.c.curved()->B.core()).half_length, 2);
  EXPECT_THAT(typed(named("Sphere(diameter=1)", "Sphere(1)")).reason(), HasSubstr("'diameter'"));
}

TEST_F(Pasted, PosesInWordsAloneAreNotTheOrigin) {
  EXPECT_THAT(typed(box_at("Vec3::UP")).reason(), HasSubstr("--pose-a: holds no number"));
  EXPECT_TRUE(typed(box_at("RVec3::sZero(), Quat::sIdentity()")).ok());
}

TEST_F(Pasted, DegreesAreThoseOfEulerAngles) {
  ImportOptions options = box_at("7 8 9 0 0 90");
  options.euler = "xyz";
  options.degrees = true;
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_EQ(typed(options).value()[0].c.pair().X_WA.R, quarter);
  options.from = "mujoco";
  options.euler.clear();
  EXPECT_EQ(typed(options).value()[0].c.pair().X_WA.R, quarter);
  options = box_at("0 0 0 0.3 0.4 0");
  options.from = "parry";
  const double sine = std::sin(0.25);
  const std::array q{std::cos(0.25), 0.6 * sine, 0.8 * sine, 0.0};
  EXPECT_TRUE(typed(options).value()[0].c.pair().X_WA.R.isApprox(
      make_pose(q, Vec3::Zero()).value().R, 1e-15));
}

TEST_F(Pasted, ScalesAndFloatsAreOfEveryNumber) {
  ImportOptions options = named("Box(200, 400, 600)", "Sphere(0.1)");
  options.sizes = "full";
  options.pose_a = "0.1 0 1  0 0 0 1";
  options.quaternion = "xyzw";
  options.scale = 0.25;
  const auto scaled = typed(options);
  EXPECT_EQ(box_half_extents(*scaled.value()[0].c.pair().A), Vec3(25, 50, 75));
  EXPECT_EQ(scaled.value()[0].c.pair().X_WA.t, Vec3(0.025, 0, 0.25));
  EXPECT_EQ(scaled.value()[0].c.pair().X_WA.R, Mat3::Identity());
  options.float32 = true;
  const double tenth = 0.1F;
  EXPECT_EQ(typed(options).value()[0].c.pair().X_WA.t.x(), tenth / 4);
  EXPECT_EQ(typed(options).value()[0].c.pair().B->radius(), tenth / 4);
  options.pose_a = "1e39 0 0";
  EXPECT_THAT(typed(options).reason(), HasSubstr("beyond floats"));
}

TEST_F(Pasted, BodiesOfThePlaneArePrisms) {
  ImportOptions options = named("b2MakeBox(1, 2)", "capsule((0, -0.25), (0, 0.25), 0.5)");
  options.sizes = "half";
  options.planar = true;
  options.pose_a = "3 4 90";
  options.degrees = true;
  const Pair pair = typed(options).value()[0].c.pair();
  EXPECT_EQ(pair.X_WA.t, Vec3(3, 4, 0));
  EXPECT_EQ(pair.X_WA.R.col(0), Vec3::UnitY());
  EXPECT_EQ(pair.A->vertices().size(), 8U);
  EXPECT_EQ(pair.A->vertices().back().head(2), Vec3(-1, 2, 0).head(2));
  EXPECT_EQ(pair.B->radius(), 0.5);
  options.a = "Circle(2)";
  options.b = "[(0, 0), (1, 0), (0, 1)]";
  EXPECT_EQ(typed(options).value()[0].c.pair().B->vertices().size(), 6U);
  options.a = "Box(1, 2, 3)";
  EXPECT_THAT(typed(options).reason(), HasSubstr("of the plane is none of 3 numbers"));
  options.a = "Circle(2)";
  options.pose_a = "1 2 3 4";
  EXPECT_THAT(typed(options).reason(), HasSubstr("a pose of the plane has 2"));
}

TEST_F(Pasted, CapsulesOfTwoEndsNeedNoAxis) {
  const Pair pair =
      typed(named("Capsule([0, -0.5, 0], [0, 0.5, 1], 0.25)", "Sphere(1)")).value()[0].c.pair();
  EXPECT_EQ(pair.A->radius(), 0.25);
  EXPECT_EQ(pair.A->vertices(), (std::vector<Vec3>{{0, -0.5, 0}, {0, 0.5, 1}}));
}

/// What the manual of each library says of its numbers, anew.
struct Library {
  const char* name;
  double box, capsule;     ///< half lengths of 8; 0: there is none
  int axis;                ///< that capsules have
  bool length_first;       ///< in capsules
  const char* quaternion;  ///< that of half a turn about x
  bool columns;            ///< come first in matrices
};

TEST_F(Pasted, EachLibraryMeansWhatItsManualSays) {
  constexpr std::array<Library, 10> kLibraries = {{
      {"bullet", 8, 4, 1, false, "1 0 0 0", false},
      {"coal", 4, 4, 2, false, "0 1 0 0", false},
      {"eigen", 0, 0, 0, false, "0 1 0 0", false},
      {"fcl", 4, 4, 2, false, "0 1 0 0", false},
      {"jolt", 8, 8, 1, true, "1 0 0 0", true},
      {"mujoco", 8, 8, 2, false, "0 1 0 0", false},
      {"ode", 4, 4, 2, false, "0 1 0 0", false},
      {"parry", 8, 8, 1, true, "0 1 0 0", false},
      {"ros", 4, 4, 2, false, "1 0 0 0", false},
      {"scipy", 0, 0, 0, false, "1 0 0 0", false},
  }};
  for (const Library& library : kLibraries) {
    SCOPED_TRACE(library.name);
    ImportOptions options = named("Sphere(1)", "Sphere(1)");
    options.from = library.name;
    options.pose_a = std::string("0 0 0 ") + library.quaternion;
    EXPECT_EQ(typed(options).value().at(0).c.pair().X_WA.R.diagonal(), Vec3(1, -1, -1));
    options.pose_a = "0 -1 0 1 0 0 0 0 1";
    EXPECT_EQ(typed(options).value().at(0).c.pair().X_WA.R(0, 1), library.columns ? 1 : -1);
    if (library.box == 0) continue;
    options = named("Box(8, 8, 8)", library.length_first ? "Capsule(8, 2)" : "Capsule(2, 8)");
    options.from = library.name;
    const Pair pair = typed(options).value().at(0).c.pair();
    EXPECT_EQ(box_half_extents(*pair.A).value().x(), library.box);
    EXPECT_EQ(pair.B->radius(), 2);
    EXPECT_EQ((pair.X_WB.R * pair.B->vertices().back()).cwiseAbs(),
              Vec3(library.capsule * Vec3::Unit(library.axis)));
  }
}

TEST_F(Pasted, TextsWithTwoBodiesAreRead) {
  const Pair pair =
      this->pair("let a = Cuboid::new(Vec3::new(1.0, 2.0, 3.0));\n0 0 5\nBall::new(0.5);\n");
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(1, 2, 3));
  EXPECT_EQ(pair.X_WA.t, Vec3(0, 0, 5));
  EXPECT_EQ(pair.B->radius(), 0.5);
}

}  // namespace
}  // namespace touchstone
