// SPDX-License-Identifier: GPL-3.0-or-later
// Public reports, each read by one command: to the last bit the case that was made by hand of its
// numbers. Only numbers stand here, in the form in which they were posted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// The bodies and poses that a case file holds.
json bodies(const std::string& text) {
  const json whole = json::parse(text);
  json kept;
  for (const char* key : {"a", "pose_a", "b", "pose_b"}) kept[key] = whole.at(key);
  return kept;
}

/// `words` go behind "import", `posted` to its standard input.
void expect_by_hand(const std::vector<std::string>& words, const std::string& posted,
                    const std::string& by_hand) {
  std::vector<std::string> command = {"import"};
  command.insert(command.end(), words.begin(), words.end());
  const Ran read = run_touchstone(command, posted);
  ASSERT_EQ(read.exit_code, 0) << read.err;
  const Ran expected = run_touchstone({"import", "-"}, by_hand);
  ASSERT_EQ(expected.exit_code, 0) << expected.err;
  EXPECT_EQ(bodies(read.out), bodies(expected.out));
}

const std::string kAtOrigin = R"({"t": [0, 0, 0], "q": [1, 0, 0, 0]})";

std::string by_hand(const std::string& a, const std::string& pose_a, const std::string& b,
                    const std::string& pose_b) {
  return R"({"a": {)" + a + R"(}, "pose_a": )" + pose_a + R"(, "b": {)" + b + R"(}, "pose_b": )" +
         pose_b + "}";
}

TEST(ImportedPost, Fcl399) {
  expect_by_hand(
      {"-"}, R"(RuntimeError: Error with configuration
  Shape 1: Box0.23768037557601928711 0.15702305734157562256                   0.25
  X_FS1
-0.099432387353076273628   0.99504432079443971837                        0   0.29526406526565551758
 -0.99504432079443971837 -0.099432387353076273628                        0 -0.013230856508016586304
                       0                        0                        1                        0
                       0                        0                        0                        1
  Shape 2: Box0.010000000000000000208  0.78165709972381591797                    0.25
  X_FS2
  0.99506598442099225554  0.099215354901756730444                        0   0.22759585694545214629
-0.099215354901756730444   0.99506598442099225554                        0   0.14974093549228112421
                       0                        0                        1                        0
                       0                        0                        0                        1
  Solver: GjkSolver_libccd
)",
      by_hand(R"("box_half_extents": [0.118840187788009644, 0.078511528670787811, 0.125])",
              R"({"t": [0.29526406526565552, -0.013230856508016586, 0],
                  "R": [[-0.099432387353076274, 0.99504432079443972, 0],
                        [-0.99504432079443972, -0.099432387353076274, 0], [0, 0, 1]]})",
              R"("box_half_extents": [0.005, 0.39082854986190796, 0.125])",
              R"({"t": [0.22759585694545215, 0.14974093549228112, 0],
                  "R": [[0.99506598442099226, 0.09921535490175673, 0],
                        [-0.09921535490175673, 0.99506598442099226, 0], [0, 0, 1]]})"));
}

TEST(ImportedPost, Fcl415) {
  expect_by_hand(
      {"-"},
      R"(  Shape 1: Box 0.48999999999999999112 0.050000000000000002776  0.20999999999999999223
  X_FS1
4.8966386501092529215e-12 -1 0 -0.43999999999999994671
1 4.8966386501092529215e-12 0 -0.61499999999858001587
0 0 1 0.35499999999999998224
0 0 0 1
  Shape 2: Box0.035000000000000003331  0.11999999999999999556 0.029999999999999998890
  X_FS2
0.83512153565236335595 -0.55006546945762568868 -9.4542360608233572896e-16 -0.40653441507331000704
0.55006546945762568868 0.83512153565236313391 1.1787444236552387666e-15 -0.69166166923735727945
1.2902271444330665572e-16 -1.4878153530113264589e-15 1 0.43057093858718892276
0 0 0 1
)",
      by_hand(R"("box_half_extents": [0.245, 0.025, 0.105])",
              R"({"t": [-0.43999999999999995, -0.61499999999858, 0.355],
                  "R": [[4.896638650109253e-12, -1, 0], [1, 4.896638650109253e-12, 0],
                        [0, 0, 1]]})",
              R"("box_half_extents": [0.0175, 0.06, 0.015])",
              R"({"t": [-0.40653441507331, -0.6916616692373573, 0.4305709385871889],
                  "R": [[0.8351215356523634, -0.5500654694576257, -9.454236060823357e-16],
                        [0.5500654694576257, 0.8351215356523631, 1.1787444236552388e-15],
                        [1.2902271444330666e-16, -1.4878153530113265e-15, 1]]})"));
}

TEST(ImportedPost, Fcl493) {
  const std::string R = R"("R": [[0.96193976625564348, 0.15401279915737359, 0.2257253725032892],
      [-0.19134171618254486, 0.96936494951283914, 0.15401279915737359],
      [-0.19509032201612822, -0.19134171618254486, 0.96193976625564348]]})";
  const std::string cube = R"("box_half_extents": [0.25, 0.25, 0.25])";
  expect_by_hand(
      {"-"}, R"(  Shape 1: Box0.5 0.5 0.5
  X_FS1
 0.96193976625564348026  0.15401279915737359216  0.22572537250328919556   2.0770063995786869349
-0.19134171618254486313  0.96936494951283913579  0.15401279915737359216  0.48468247475641951239
-0.19509032201612822033 -0.19134171618254486313  0.96193976625564348026   1.1543291419087275962
                      0                       0                       0                       1
  Shape 2: Box0.5 0.5 0.5
  X_FS2
 0.96193976625564348026  0.15401279915737359216  0.22572537250328919556                       2
-0.19134171618254486313  0.96936494951283913579  0.15401279915737359216                       0
-0.19509032201612822033 -0.19134171618254486313  0.96193976625564348026                    1.25
                      0                       0                       0                       1
  Solver: GjkSolver_libccd
    collision_tolerance:      2.0097183471152322134e-14
)",
      by_hand(cube, R"({"t": [2.0770063995786869, 0.48468247475641951, 1.1543291419087276], )" + R,
              cube, R"({"t": [2, 0, 1.25], )" + R));
}

TEST(ImportedPost, Mujoco2206) {
  expect_by_hand({"-", "--a", "sphere", "--b", "box"}, R"(xml = """
<mujoco>
  <worldbody>
    <geom name="plane" pos="0 0 -.005" type="plane" size="0.5 0.5 0.01"/>-->
    <geom name="box"   type="box" pos = "0 0 -0.255" size="0.5 0.5 .25"  />
    <body>
      <freejoint/>
      <geom name="sphere" type="sphere" mass="1" size="0.005"/>
    </body>
  </worldbody>
</mujoco>
"""
depth = np.linspace(-.01, -1e-6, 200)
)",
                 by_hand(R"("sphere": {"radius": 0.005})", kAtOrigin,
                         R"("box_half_extents": [0.5, 0.5, 0.25])",
                         R"({"t": [0, 0, -0.255], "q": [1, 0, 0, 0]})"));
}

TEST(ImportedPost, Mujoco2541) {
  expect_by_hand(
      {"-", "--a", "box_0_collision_3", "--b", "box_0_collision_4"}, R"(<mujoco><worldbody>
<geom name="box_0_collision_3" size="0.00606908 0.0209196 0.0439516" pos="0.192431 0.0439278 0.0252423"
 quat="0.707107 -0.707107 0 0" type="box" friction="0.95 0.3 0.1" rgba="0 0.5 1 0.5"/>
<geom name="box_0_collision_4" size="0.164831 0.0107367 0.0116024" pos="0.000794008 0.131961 0.0548136"
 quat="7.54979e-08 1 -0.00063799 -4.81669e-11" type="box" solref="0.001" density="100"/>
</worldbody></mujoco>
)",
      by_hand(R"("box_half_extents": [0.00606908, 0.0209196, 0.0439516])",
              R"({"t": [0.192431, 0.0439278, 0.0252423], "q": [0.707107, -0.707107, 0, 0]})",
              R"("box_half_extents": [0.164831, 0.0107367, 0.0116024])",
              R"({"t": [0.000794008, 0.131961, 0.0548136],
                  "q": [7.54979e-08, 1, -0.00063799, -4.81669e-11]})"));
}

TEST(ImportedPost, MujocoWarp1527) {
  const std::string mesh = R"("vertices": [[-0.0611590669, -0.13801524, -0.158372656],
      [0.0620514415, 0.135089189, -0.159879193], [-0.105518319, -0.100999095, -0.188289702],
      [-0.107238553, -0.102976903, 0.1569262], [-0.0851279497, -0.122304708, 0.156887323],
      [-0.0590926372, -0.104567274, -0.242715642]])";
  const std::string q = R"("q": [0.5425650813, 0.0029009761, 0.0001424328, 0.8400087479]})";
  expect_by_hand({"-"}, R"(VERTICES = """
-0.0611590669 -0.13801524  -0.158372656
 0.0620514415  0.135089189 -0.159879193
-0.105518319  -0.100999095 -0.188289702
-0.107238553  -0.102976903  0.1569262
-0.0851279497 -0.122304708  0.156887323
-0.0590926372 -0.104567274 -0.242715642
"""
QUAT = "0.5425650813 0.0029009761 0.0001424328 0.8400087479"
XML = f"""
<mujoco>
  <asset>
    <mesh name="mesh" vertex="{VERTICES}"/>
  </asset>
  <worldbody>
    <body pos="-0.141666584 0 0" quat="{QUAT}">
      <freejoint/>
      <geom type="mesh" mesh="mesh" margin="0" gap=".01"/>
    </body>
    <body pos="0.141666584 0 0" quat="{QUAT}">
      <freejoint/>
      <geom type="mesh" mesh="mesh" margin="0" gap=".01"/>
    </body>
  </worldbody>
</mujoco>
"""
)",
                 by_hand(mesh, R"({"t": [-0.141666584, 0, 0], )" + q, mesh,
                         R"({"t": [0.141666584, 0, 0], )" + q));
}

TEST(ImportedPost, Jolt2103) {
  const std::string y = R"("R": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]})";
  expect_by_hand(
      {"--from", "jolt", "--float32", "--a",
       "CapsuleShapeSettings capsule_shape_settings(2.03114343f, 7.19732189f)", "--pose-a",
       "RVec3::sZero(), Quat::sIdentity()", "--b", "new CylinderShape(0.3f, 0.4975f)", "--pose-b",
       "RMat44::sTranslation(RVec3(-0.951660156f, -2.09155273f, -7.63574218))"},
      "",
      by_hand(R"("capsule": {"radius": 7.197321891784668, "half_length": 2.0311434268951416})",
              R"({"t": [0, 0, 0], )" + y,
              R"("cylinder": {"radius": 0.4975000023841858, "half_length": 0.30000001192092896})",
              R"({"t": [-0.95166015625, -2.091552734375, -7.6357421875], )" + y));
}

TEST(ImportedPost, Bullet596) {
  expect_by_hand(
      {"--from", "bullet", "--a", "btSphereShape RADIUS 0.450000", "--pose-a",
       "FROM -27.449842,-2.994380,109.886520", "--b",
       "btBoxShape HALFEXTENTS 19.919998,0.920000,49.919998", "--pose-b",
       "HITOBJPOS 0.000000,0.000000,120.000000\nHITOBJROT -0.057141,0.572179,0.040011,0.817157"},
      "",
      by_hand(R"("sphere": {"radius": 0.45})",
              R"({"t": [-27.449842, -2.99438, 109.88652], "q": [1, 0, 0, 0]})",
              R"("box_half_extents": [19.919998, 0.92, 49.919998])",
              R"({"t": [0, 0, 120], "q": [0.817157, -0.057141, 0.572179, 0.040011]})"));
}

TEST(ImportedPost, PythonFcl28) {
  const std::string boxes[] = {R"("box_half_extents": [10, 2.5, 500])",
                               R"("box_half_extents": [2.5, 2.5, 500])"};
  expect_by_hand({"--from", "fcl", "--a", "fcl.Box(20., 5., 1000)", "--pose-a",
                  "(-2.0,0.0, 0) 0.8660254037844387 0 0 0.49999999999999994", "--b",
                  "fcl.Box(5,5, 1000)", "--pose-b", "(-5., 10., 0)"},
                 "",
                 by_hand(boxes[0],
                         R"({"t": [-2, 0, 0],
                             "q": [0.8660254037844387, 0, 0, 0.49999999999999994]})",
                         boxes[1], R"({"t": [-5, 10, 0], "q": [1, 0, 0, 0]})"));
  const std::string R = "[[0.5, -0.8660254037844386, 0], [0.8660254037844386, 0.5, 0], [0, 0, 1]]";
  expect_by_hand(
      {"--from", "fcl", "--a", "fcl.Box(20., 5., 1000)", "--pose-a", "-2 0 0  0 0 60", "--euler",
       "xyz", "--degrees", "--b", "fcl.Box(5,5, 1000)", "--pose-b", "(-5., 10., 0)"},
      "",
      by_hand(boxes[0], R"({"t": [-2, 0, 0], "R": )" + R + "}", boxes[1],
              R"({"t": [-5, 10, 0], "q": [1, 0, 0, 0]})"));
}

TEST(ImportedPost, EnhancedGjk30) {
  expect_by_hand(
      {"--float32", "--a", "Vec{3, Float32}([-1.4459023, 0.8858041, 0.9851251])", "--b",
       "FlexibleConvexHull{Vec{3,Float32}}(Vec{3,Float32}[[-0.32686943, -0.23770937, 0.204528], "
       "[-0.32686943, -0.23770937, -0.0762], [-0.32686943, 0.23770937, -0.0762], [0.32682246, "
       "-0.23770937, 0.204528], [0.32682246, -0.23770937, -0.0762], [-1.4459023, 0.8858041, "
       "0.9851251], [0.32682246, 0.23770937, -0.0762], [0.32682246, 0.23770937, 0.204528]])"},
      "",
      by_hand(R"("vertices": [[-1.4459023475646973, 0.8858041167259216, 0.9851251244544983]])",
              kAtOrigin,
              R"("vertices": [
          [-0.3268694281578064, -0.23770937323570251, 0.20452800393104553],
          [-0.3268694281578064, -0.23770937323570251, -0.07620000094175339],
          [-0.3268694281578064, 0.23770937323570251, -0.07620000094175339],
          [0.3268224596977234, -0.23770937323570251, 0.20452800393104553],
          [0.3268224596977234, -0.23770937323570251, -0.07620000094175339],
          [-1.4459023475646973, 0.8858041167259216, 0.9851251244544983],
          [0.3268224596977234, 0.23770937323570251, -0.07620000094175339],
          [0.3268224596977234, 0.23770937323570251, 0.20452800393104553]])",
              kAtOrigin));
}

TEST(ImportedPost, Parry378) {
  expect_by_hand({"--planar", "--from", "parry", "--a",
                  "SharedShape::capsule(Point::new(0., -0.25), Point::new(0., 0.25), 0.5)", "--b",
                  "SharedShape::cuboid(4., 0.5)", "--pose-b", "-2.0373735 -1.2391"},
                 "",
                 by_hand(R"("core": {"polygon": [[0, -0.25], [0, 0.25]]}, "radius": 0.5)",
                         kAtOrigin, R"("polygon": [[-4, -0.5], [4, -0.5], [4, 0.5], [-4, 0.5]])",
                         R"({"t": [-2.0373735, -1.2391, 0], "q": [1, 0, 0, 0]})"));
}

TEST(ImportedPost, Parry205) {
  expect_by_hand({"--planar", "--from", "parry", "--a", "Capsule::new_y(5.0, 10.0)", "--pose-a",
                  "Isometry::new(Vector2::new(381.592, 348.491), 0.0)", "--b",
                  "ConvexPolygon::from_convex_polyline(vec![Point::new(64.0, 507.0), "
                  "Point::new(440.0, 326.0), Point::new(1072.0, 507.0)])"},
                 "",
                 by_hand(R"("core": {"polygon": [[0, -5], [0, 5]]}, "radius": 10)",
                         R"({"t": [381.592, 348.491, 0], "q": [1, 0, 0, 0]})",
                         R"("polygon": [[64, 507], [440, 326], [1072, 507]])", kAtOrigin));
}

TEST(ImportedPost, Box2d868) {
  const std::string square = R"("polygon": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])";
  expect_by_hand({"--planar", "--sizes", "half", "--a", "b2MakeBox( 0.5f, 0.5f )", "--pose-a",
                  "{ 0.0f, 1.01 }", "--b", "b2MakeSquare( 0.5f )", "--pose-b", "{ 0.0f, 0.0f }"},
                 "",
                 by_hand(square, R"({"t": [0, 1.01, 0], "q": [1, 0, 0, 0]})", square, kAtOrigin));
}

TEST(ImportedPost, Mujoco1857) {
  expect_by_hand({"-"}, R"(<mujoco>
  <worldbody>
    <body name="0" pos="0 0 0">
      <joint name="up" type="slide" pos="0 0 0" axis="0 0 1" />
      <geom type="capsule" size=".01" fromto="-.1 0 -0.05 -.1 0 0.05" rgba="1 1 0 1"/>
    </body>
    <body name="disk_muj" pos="0 0 0.1">
      <geom type="cylinder" size=".2" fromto="0 0 -0.005 0 0 0.005" margin="0.3" gap="0.3"/>
    </body>
  </worldbody>
</mujoco>)",
                 by_hand(R"("capsule": {"radius": 0.01, "half_length": 0.05})",
                         R"({"t": [-0.1, 0, 0], "q": [0, 1, 0, 0]})",
                         R"("cylinder": {"radius": 0.2, "half_length": 0.005})",
                         R"({"t": [0, 0, 0.1], "q": [0, 1, 0, 0]})"));
}

TEST(ImportedPost, Coal351) {  // millimetres, as they were posted
  expect_by_hand({"--from", "coal", "--matrix", "rows-last", "--a", "Sphere : 55", "--pose-a",
                  "(140.834, -45.449, 905.432)", "--b", "Cylinder : radius : 136, height : 100",
                  "--pose-b", "( 0, 0, 776.5), (0, 1, 0,\n 0, 0, -1,\n -1, 0, 0)"},
                 "",
                 by_hand(R"("sphere": {"radius": 55})",
                         R"({"t": [140.834, -45.449, 905.432], "q": [1, 0, 0, 0]})",
                         R"("cylinder": {"radius": 136, "half_length": 50})",
                         R"({"t": [0, 0, 776.5], "R": [[0, 1, 0], [0, 0, -1], [-1, 0, 0]]})"));
}

TEST(ImportedPost, Parry396) {
  expect_by_hand({"-", "--from", "parry"}, R"(
    let iso = Isometry3::identity();
    let big = Cylinder::new(50.0, 100.0);
    let small = Cylinder::new(1.5, 1.0);
)",
                 by_hand(R"("cylinder": {"radius": 100, "half_length": 50})",
                         R"({"t": [0, 0, 0], "R": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]})",
                         R"("cylinder": {"radius": 1, "half_length": 1.5})",
                         R"({"t": [0, 0, 0], "R": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]})"));
}

}  // namespace
}  // namespace touchstone
