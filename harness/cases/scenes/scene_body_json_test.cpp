// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_body_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/cases/scenes/scene_file.hpp"
#include "harness/cases/scenes/scene_samples.hpp"

namespace touchstone {
namespace {

TEST(SceneBodies, AQuaternionMayHaveAnyLength) {
  for (const char* q : {"[0.5, 0, 0, 0.5]", "[1e200, 0, 0, 1e200]", "[1e-300, 0, 0, 1e-300]"}) {
    const Scene scene = read_changed("[1, 0, 0, 0]", q);
    EXPECT_NEAR(scene.start[1].q_WB.w(), std::sqrt(0.5), 1e-15) << q;
    EXPECT_NEAR(scene.start[1].q_WB.norm(), 1, 1e-15) << q;
    expect_round_trip(scene);
  }
  // One that is unit to 1e-9 keeps its bits, as it was written.
  EXPECT_EQ(read_changed("[1, 0, 0, 0]", "[1.0000000001, 0, 0, 0]").start[1].q_WB.w(),
            1.0000000001);
}

TEST(SceneBodies, MassAndInertiaFollowFromTheShapeWhereTheyAreNotGiven) {
  const Scene of_ball = read_changed(R"(, "inertia": [0.2, 0.2, 0.2])", "");
  EXPECT_NEAR((of_ball.bodies[0].inertia - Vec3::Constant(0.4 * 2 * 0.25)).norm(), 0, 1e-15);
  const Scene of_rod = read_changed(R"("inertia": [0.01, 0.1, 0.1])", R"("density": 50)");
  const double mass = 50 * 8 * 0.5 * 0.1 * 0.1;
  EXPECT_NEAR(of_rod.bodies[1].mass, mass, 1e-14);
  EXPECT_NEAR((of_rod.bodies[1].inertia - mass / 3 * Vec3(0.02, 0.26, 0.26)).norm(), 0, 1e-15);
  EXPECT_FALSE(of_rod.bodies[1].tensor.has_value());
  expect_round_trip(of_rod);
}

TEST(SceneBodies, ACapsuleIsASegmentWithARadius) {
  const Scene scene = read_changed(R"("box": [0.5, 0.1, 0.1], "inertia": [0.01, 0.1, 0.1])",
                                   R"("capsule": {"radius": 0.1, "half_length": 0.4})");
  const Polytope& capsule = *scene.bodies[1].shape;
  EXPECT_EQ(capsule.radius(), 0.1);
  EXPECT_EQ(capsule.vertices(), (std::vector<Vec3>{{0, 0, -0.4}, {0, 0, 0.4}}));
  EXPECT_EQ(scene.bodies[1].reach(), 0.5);
  // A cylinder between the halves of a ball.
  const double cylinder = 0.8 / (0.8 + 4 * 0.1 / 3);
  EXPECT_NEAR(scene.bodies[1].inertia.z(), cylinder * 0.005 + (1 - cylinder) * 0.004, 1e-15);
  expect_round_trip(scene);
}

TEST(SceneBodies, ACapsuleThatIsNoneIsRefused) {
  for (const auto& [capsule, rule] :
       {std::pair{R"({"radius": 0, "half_length": 1})", "capsule.radius: must not be 0"},
        {R"({"radius": 1, "half_length": 0})", "half_length: must not be 0"},
        {R"({"radius": 1, "half_length": 1e61})", "half_length: is beyond 1e60 m"},
        {R"({"radius": 1})", "half_length"},
        {R"({"radius": 1, "length": 2, "half_length": 1})", "length"},
        {R"([1, 2])", "capsule"}}) {
    const auto read = parse_scene_text(
        changed_scene(R"("box": [0.5, 0.1, 0.1])", "\"capsule\": " + std::string(capsule)), "s");
    ASSERT_FALSE(read.ok()) << capsule;
    EXPECT_NE(read.reason().find(rule), std::string::npos) << read.reason();
  }
}

TEST(SceneBodies, ACoreMayHaveARadius) {
  const std::string rod = R"("box": [0.5, 0.1, 0.1])";
  const Scene scene =
      read_changed(rod, R"("core": {"box": [0.5, 0.1, 0.1]}, "radius": 0.25, "mass": 3)");
  const Body& body = scene.bodies[1];
  EXPECT_EQ(body.shape->radius(), 0.25);
  EXPECT_EQ(body.shape->vertices(), make_box({0.5, 0.1, 0.1})->vertices());
  EXPECT_EQ(body.mass, 3);
  expect_round_trip(scene);
  EXPECT_NE(scene_json(scene).find("\"core\": {"), std::string::npos);
  // A core that is a point or a segment along z is written, and weighed, as what it is.
  const Scene ball = read_changed(R"("sphere": 0.5, "mass": 2, "inertia": [0.2, 0.2, 0.2])",
                                  R"("core": {"vertices": [[0, 0, 0]]}, "radius": 0.5, "mass": 2)");
  EXPECT_NEAR((ball.bodies[0].inertia - Vec3::Constant(0.4 * 2 * 0.25)).norm(), 0, 1e-15);
  EXPECT_NE(scene_json(ball).find("\"sphere\": 0.5"), std::string::npos);
}

TEST(SceneBodies, ARadiusThatCannotBeIsRefusedByPlaceAndRule) {
  const std::string rod = R"("box": [0.5, 0.1, 0.1], "inertia": [0.01, 0.1, 0.1])";
  const std::string core = R"("core": {"box": [0.5, 0.1, 0.1]})";
  for (const auto& [body, said] : std::vector<std::pair<std::string, std::string>>{
           {core + R"(, "radius": 0.1)",
            "bodies[1]: needs \"inertia\": with a radius only spheres and capsules go without"},
           {core + R"(, "radius": 0.1, "density": 2)", "bodies[1].density: goes with a solid hull"},
           {core, "bodies[1].radius: is missing"},
           {core + R"(, "radius": -1)", "bodies[1].radius: must not be negative"},
           {core + R"(, "radius": 1, "interior_point": [0, 0, 0])", "goes into core"},
           {R"("core": {"box": [0.5, 0.1]}, "radius": 1)", "bodies[1].core.box: must be a list"},
           {R"("core": {"sphere": 1}, "radius": 1)", "bodies[1].core: unknown key 'sphere'"},
           {R"("box": [0.5, 0.1, 0.1], "radius": 1)", "radius: goes with core, not with box"},
           {R"("sphere": -1)", "bodies[1].sphere: must be above 0"},
           {R"("sphere": 1e61)", "bodies[1].sphere: is beyond 1e60 m"},
           {R"("sphere": 1, "box": [0.5, 0.1, 0.1])", "bodies[1]: has both box and sphere"},
           {R"("sphere": 1, "radius": 1)", "bodies[1].radius: goes with core, not with sphere"},
           {R"("core": {"vertices": [[1, 0, 0], [3, 0, 0]]}, "radius": 0.9, "inertia": [1, 1, 1])",
            "body 'rod': its origin, which is its centre of mass, is outside its hull"},
           {R"("core": {"vertices": [[1, -1, 1], [1, 1, 1], [1, 0, -2]]}, "radius": 0.9,
               "inertia": [1, 1, 1])",
            "body 'rod': its origin, which is its centre of mass, is outside its hull"},
           {R"("polygon": [[1, 0], [0, 1], [-1, -1]])", "goes with \"planar\": \"z\""}}) {
    const auto read = parse_scene_text(changed_scene(rod, body), "s");
    ASSERT_FALSE(read.ok()) << body;
    EXPECT_NE(read.reason().find(said), std::string::npos) << read.reason();
  }
}

TEST(SceneBodies, ARadiusIsRefusedByModelsOfPolytopes) {
  const auto refusal = [](const std::string& more) {
    return parse_scene_text(changed_scene(R"("friction": {"mu": 0.3}, )", more), "s.json").reason();
  };
  EXPECT_EQ(refusal(R"("contacts": "events", )"),
            "s.json: contacts events are of polytopes, and body 'ball' has a radius");
  EXPECT_EQ(refusal(R"("contacts": "triangle_normals", )"),
            "s.json: contacts triangle_normals are of bodies with a volume, and the core of body "
            "'ball' has none");
  EXPECT_EQ(refusal(R"("model": "peg", )"),
            "s.json: model peg is of polytopes, and body 'ball' has a radius");
}

TEST(SceneBodies, AMeshIsTheHullOfItsPointsBesideTheFile) {
  const std::filesystem::path folder = testing::TempDir() + "mesh_in_scene_file";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "wedge.obj") << "v -1 -1 -1\nv 3 -1 -1\nv -1 3 -1\nv -1 -1 3\n";
  const std::string path = (folder / "scene.json").string();
  std::vector<std::string> remarks;
  const auto read = [&](const std::string& mesh) {
    std::ofstream(path) << changed_scene(R"("box": [0.5, 0.1, 0.1])", mesh);
    return read_scene_file(path, &remarks);
  };
  const auto scene = read(R"("mesh": "wedge.obj", "scale": 0.5)");
  ASSERT_TRUE(scene.ok()) << scene.reason();
  EXPECT_EQ(scene.value().bodies[1].shape->vertices()[1], Vec3(1.5, -0.5, -0.5));
  expect_round_trip(scene.value());
  EXPECT_TRUE(remarks.empty());
  std::ofstream(folder / "open.obj") << "v -1 -1 -1\nv 3 -1 -1\nv -1 3 -1\nv -1 -1 3\n"
                                        "f 1 3 2\nf 1 2 4\nf 1 4 3\n";
  EXPECT_TRUE(read(R"("mesh": "open.obj")").ok());
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_NE(remarks[0].find("open.obj: "), std::string::npos);
  EXPECT_EQ(read(R"("mesh": "absent.obj")").reason().find(path + ": bodies[1].mesh: "), 0U);
  std::filesystem::remove_all(folder);
}

TEST(SceneBodies, APolygonIsAPrismOfAPlanarScene) {
  const auto read = [](const std::string& axis) {
    return parse_scene_text(R"({"schema": "touchstone.scene/1", "name": "plane", "planar": ")" +
                                axis + R"(", "dt": 0.01, "t_end": 1, "gravity": [0, -9.81, 0],
      "bodies": [{"name": "square", "polygon": [[1, 0], [0, 1], [-1, 0], [0, -1]], "density": 3}]})",
                            "s");
  };
  const auto scene = read("z");
  ASSERT_TRUE(scene.ok()) << scene.reason();
  EXPECT_EQ(scene.value().bodies[0].mass, 6);
  expect_round_trip(scene.value());
  EXPECT_NE(read("x").reason().find("goes with \"planar\": \"z\""), std::string::npos);
}

TEST(SceneBodies, AHullMayHaveOtherAxesThanItsPrincipalOnes) {
  const Scene given = read_changed("[0.2, 0.2, 0.2]", "[[3, 0.1, 0], [0.1, 2, 0], [0, 0, 4]]");
  ASSERT_TRUE(given.bodies[0].tensor.has_value());
  EXPECT_EQ((*given.bodies[0].tensor)(1, 0), 0.1);
  expect_round_trip(given);
  // A slab along a diagonal, whose moments come from its shape.
  const Scene skew = read_changed(R"("box": [0.5, 0.1, 0.1], "inertia": [0.01, 0.1, 0.1])",
                                  R"("vertices": [[1,0.8,0.1],[1,0.8,-0.1],[0.8,1,0.1],[0.8,1,-0.1],
                       [-1,-0.8,0.1],[-1,-0.8,-0.1],[-0.8,-1,0.1],[-0.8,-1,-0.1]])");
  ASSERT_TRUE(skew.bodies[1].tensor.has_value());
  EXPECT_LT((*skew.bodies[1].tensor)(0, 1), -0.1);
  expect_round_trip(skew);
}

TEST(SceneBodies, FrictionMayBeANumber) {
  const Scene scene = read_changed("{\"mu\": 0.3}", "0.3");
  EXPECT_EQ(scene.friction, (ContactFriction{FrictionKind::cone, 0.3}));
  EXPECT_EQ(scene_json(scene), scene_json(parse_scene_text(kSceneText, "mine.json").value()));
}

TEST(SceneBodies, PathsLoadsAndExpectationsReadBackTheSame) {
  const Scene even = read_changed(
      "\"fixed\": true",
      R"("fixed": true, "path": {"velocity": [1, 0, 0], "acceleration": [0, 2, 0], "spin": [0, 0, 3]})");
  ASSERT_TRUE(even.bodies[2].path.has_value());
  EXPECT_EQ(even.bodies[2].path->acceleration_W, Vec3(0, 2, 0));
  EXPECT_EQ(even.start[2].p_W, Vec3(0, -1, 0));
  expect_round_trip(even);
  const Scene points = read_changed(R"("fixed": true, "position": [0, -1, 0])",
                                    R"("fixed": true, "quaternion": [0, 2, 0, 0],
      "path": {"points": [{"time": 0.5, "position": [0, -1, 0]},
                          {"time": 1, "position": [0, -1, 3], "quaternion": [3, 0, 0, 4]}]})");
  const BodyPath& path = *points.bodies[2].path;
  ASSERT_EQ(path.points.size(), 2U);
  EXPECT_EQ(points.start[2].p_W, Vec3(0, -1, 0));
  EXPECT_EQ(points.start[2].q_WB.x(), 1) << "the body's own, where a point has none";
  EXPECT_NEAR(path.points[1].q_WB.z(), 0.8, 1e-15);
  expect_round_trip(points);
  const Scene loaded = read_changed("\"gamma\": 0.5", R"("gamma": 0.5,
    "loads": [{"body": "rod", "force": [1, 2, 3]}, {"body": "rod", "torque": [0, 0, 1]},
              {"body": "rod", "force": [1, 0, 0]}],
    "expect": [{"body": "ball", "position": [1, 0.5, 0], "within": 0.25}])");
  EXPECT_EQ(loaded.bodies[1].force_W, Vec3(2, 2, 3)) << "loads add up";
  EXPECT_EQ(loaded.bodies[1].torque_W, Vec3(0, 0, 1));
  ASSERT_EQ(loaded.expect.size(), 1U);
  EXPECT_EQ(loaded.expect[0].position_W, Vec3(1, 0.5, 0));
  expect_round_trip(loaded);
}

TEST(SceneBodies, ALoadMayBeOfAWholeGroup) {
  std::string text = changed_scene(
      "\"gamma\": 0.5", R"("gamma": 0.5, "loads": [{"body": "ball[*]", "force": [1, 0, 0]}])");
  const std::string joints = text.substr(text.find("\"joints\""));
  text.replace(text.find("\"joints\""), joints.find("}],") + 3, "");
  text.replace(text.find("\"sphere\": 0.5,"), 14,
               R"("sphere": 0.5, "repeat": {"count": [2, 1, 1], "spacing": [2, 0, 0]},)");
  const auto read = parse_scene_text(text, "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().bodies[0].force_W, Vec3(1, 0, 0));
  EXPECT_EQ(read.value().bodies[1].force_W, Vec3(1, 0, 0));
  EXPECT_EQ(read.value().bodies[2].force_W, Vec3::Zero());
}

}  // namespace
}  // namespace touchstone
