// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted numbers and FCL's errors.
#include <gmock/gmock.h>

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
class FclError : public ImportTest {};

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
    return cases.value().at(0).c.pair.X_WA;
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
  EXPECT_EQ(typed(euler).value()[0].c.pair.X_WA.R, quarter);
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
  EXPECT_THAT(typed(named("Sphere(1)", "Capsule(1, 2)")).reason(), HasSubstr("--sizes"));
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
  EXPECT_EQ(typed(options).value()[0].c.pair.X_WA.R, Mat3::Identity());
  options.matrix = "rows-last";
  EXPECT_EQ(typed(options).value()[0].c.pair.X_WA.R.row(0), Vec3(0, 1, 0).transpose());
}

TEST_F(Pasted, MujocoSaysTheSequenceOfEulerAnglesAlone) {
  ImportOptions options = box_at("0 0 0 0 0 90");
  options.from = "mujoco";
  EXPECT_THAT(typed(options).reason(), HasSubstr("--euler xyz) or"));
  EXPECT_THAT(typed(options).reason(), HasSubstr("--euler xyzdeg"));
  options.euler = "xyzdeg";
  EXPECT_EQ(typed(options).value()[0].c.pair.X_WA.R.col(0), Vec3::UnitY());
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
  EXPECT_EQ(of("btCapsuleShapeZ(1, 2)", "").pair.X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(of("new btCapsuleShapeX(1, 2)", "").pair.X_WB.R.col(2), Vec3::UnitX());
  const std::string declared = "btCapsuleShape* capsule_x = new btCapsuleShapeZ(1, 2)";
  EXPECT_EQ(of(declared, "").pair.X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(of("btCapsuleShape capsuleX(1, 2)", "").pair.X_WB.R.col(2), Vec3::UnitY());
  EXPECT_EQ(of("Capsule::new_z(2, 1)", "parry").pair.X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(of("Capsule::new_x(2, 1)", "parry").pair.X_WB.R.col(2), Vec3::UnitX());
  EXPECT_EQ(of("Capsule::new_y(2, 1)", "parry").pair.X_WB.R.col(2), Vec3::UnitY());
  const Case z = of("btCylinderShapeZ(btVector3(1, 1, 2))", "");
  EXPECT_EQ(z.pair.X_WB.R.col(2), Vec3::UnitZ());
  EXPECT_EQ(std::get<Cylinder>(z.curved->B.core()).half_length, 2);
  EXPECT_EQ(of("btCylinderShapeX(btVector3(2, 1, 1))", "").pair.X_WB.R.col(2), Vec3::UnitX());
  EXPECT_EQ(of("btCylinderShape(btVector3(1, 2, 1))", "").pair.X_WB.R.col(2), Vec3::UnitY());
  ImportOptions options = named("Sphere(1)", "btCylinderShapeZ(btVector3(1, 2, 1))");
  EXPECT_THAT(typed(options).reason(), HasSubstr("a radius and a length"));
}

TEST_F(Pasted, HullsOfObjectsKeepAllTheirPoints) {
  const std::string hull =
      "hull([new Vec3({x: 0, y: 0, z: 0}), new Vec3({x: 1, y: 0, z: 0}),"
      " new Vec3({x: 0, y: 1, z: 0}), new Vec3({x: 0, y: 0, z: 1})])";
  EXPECT_EQ(typed(named("Sphere(1)", hull)).value()[0].c.pair.B->vertices().size(), 4U);
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
  const Pose plain = typed(options).value()[0].c.pair.X_WA;
  options.nearest_rotation = true;
  const Pose nearest = typed(options).value()[0].c.pair.X_WA;
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
  EXPECT_EQ(box_half_extents(*bullet.value()[0].c.pair.A), Vec3(1, 2, 3));
  EXPECT_EQ(bullet.value()[0].c.pair.B->vertices().back(), Vec3(0, 0, 1));
  EXPECT_EQ(bullet.value()[0].c.pair.X_WB.R.col(2), Vec3::UnitY());
  EXPECT_THAT(bullet.value()[0].read_as, testing::Contains(HasSubstr("bullet")));
  options = named("Capsule 2 0.5", "(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)");
  options.from = "jolt";
  EXPECT_EQ(typed(options).value()[0].c.pair.A->radius(), 0.5);
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

TEST_F(Pasted, TextsWithTwoBodiesAreRead) {
  const Pair pair =
      this->pair("let a = Cuboid::new(Vec3::new(1.0, 2.0, 3.0));\n0 0 5\nBall::new(0.5);\n");
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(1, 2, 3));
  EXPECT_EQ(pair.X_WA.t, Vec3(0, 0, 5));
  EXPECT_EQ(pair.B->radius(), 0.5);
}

const std::string kSides =
    "0.020000000000000000416  0.33000000000000001554 0.020000000000000000416";

std::string fcl_error(const std::string& first, const std::string& separator = " ") {
  const auto row = [&](const char* a, const char* b, const char* c, const char* d) {
    return "  " + std::string(a) + separator + b + separator + c + separator + d + "\n";
  };
  const std::string rows = row("1", "0", "0", "0.053999999999999936939") +
                           row("0", "1", "0", "-0.7720") +
                           row("0", "0", "1", "0.40500000000000002665") + row("0", "0", "0", "1");
  return "Error with configuration\n  Original error message: gjk.h:(1198): it is degenerate.\n"
         "  Shape 1: " +
         first + "\n  X_FS1\n" + rows + "  Shape 2: Box0.45 0.27 0.42\n  X_FS2\n" + rows +
         "  Solver: GjkSolver_libccd\n    collision_tolerance: 2.0e-14\n";
}

void expect_first_box(const Pair& pair) {
  EXPECT_EQ(box_half_extents(*pair.A), Vec3(0.02 / 2, 0.33 / 2, 0.02 / 2));
  EXPECT_EQ(pair.X_WA.t, Vec3(0.053999999999999936939, -0.772, 0.40500000000000002665));
  EXPECT_EQ(box_half_extents(*pair.B), Vec3(0.45 / 2, 0.27 / 2, 0.42 / 2));
}

TEST_F(FclError, PlainAndQuotedMessagesAreOneCase) {
  const std::string plain = fcl_error("Box" + kSides);
  expect_first_box(pair(plain));
  std::string quoted = "> ", named = "[test] ";
  for (const char c : plain) {
    quoted += c;
    named += c;
    if (c == '\n') quoted += "> ";
    if (c == '\n') named += "[test] ";
  }
  expect_first_box(pair(quoted));
  expect_first_box(pair(named));
}

TEST_F(FclError, LinesThatATerminalWrappedAreJoined) {
  const auto wrapped = [&](const std::string& prefix) {
    const std::string plain = fcl_error("Box" + kSides, std::string(20, ' '));
    constexpr std::size_t kWidth = 66;
    std::string text;
    for (std::size_t begin = 0; begin < plain.size();) {
      std::string line = prefix + plain.substr(begin, plain.find('\n', begin) - begin);
      begin = plain.find('\n', begin) + 1;
      for (; line.size() > kWidth; line.erase(0, kWidth)) text += line.substr(0, kWidth) + "\n";
      text += line + "\n";
    }
    return text;
  };
  expect_first_box(pair(wrapped("")));
  expect_first_box(pair(wrapped("[...] ")));
}

TEST_F(FclError, ShapesOfBothGenerationsAreRead) {
  EXPECT_EQ(pair(fcl_error("Sphere<double>(1.5);", ", ")).A->radius(), 1.5);
  const Pair capsule = pair(fcl_error("Capsule(r: 0.5, lz: 3)"));
  EXPECT_EQ(capsule.A->vertices().back(), Vec3(0, 0, 1.5));
  EXPECT_NE(imported(fcl_error("Cylinder(r: 0.05, lz: 0.06)")).c.curved, nullptr);
  const std::string convex =
      "\nConvex<double>(\n  std::make_shared<std::vector<Vector3<double>>>(\n"
      "    std::initializer_list<Vector3<double>>{\n      Vector3<double>(0, 0, 0),\n"
      "      Vector3<double>(1, 0, 0),\n      Vector3<double>(0, 1, 0),\n      Vector3<double>(0, "
      "0, 1)}),\n"
      "  4,\n  std::make_shared<std::vector<int>>(std::initializer_list<int>{\n    3, 0, 1, 2}),\n "
      " false);";
  EXPECT_EQ(pair(fcl_error(convex, ", ")).A->vertices().size(), 4U);
  EXPECT_THAT(rejection(fcl_error("Convex(v count: 8, f count: 6)")),
              HasSubstr("leave out the vertices"));
  EXPECT_THAT(rejection("X_FS1\nX_FS2\n"), HasSubstr("input: FCL's message has no 'Shape 1:'"));
}

}  // namespace
}  // namespace touchstone
