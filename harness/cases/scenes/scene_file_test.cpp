// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "dynamics/scenes/scene_library.hpp"
#include "harness/cases/scenes/scene_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

TEST(SceneFile, ReadsEveryKey) {
  const auto read = parse_scene_text(kSceneText, "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  const Scene& scene = read.value();
  ASSERT_EQ(scene.bodies.size(), 3U);
  EXPECT_EQ(scene.bodies[0].shape->radius(), 0.5);
  EXPECT_EQ(scene.bodies[0].mass, 2);
  EXPECT_EQ(scene.start[0].w_W, Vec3(0, 0, -2));
  EXPECT_EQ(scene.bodies[1].shape->vertices().size(), 8U);
  EXPECT_TRUE(scene.bodies[2].fixed);
  ASSERT_EQ(scene.joints.size(), 1U);
  EXPECT_EQ(scene.joints[0].kind, Joint::Kind::hinge);
  EXPECT_EQ(scene.friction.mu, 0.3);
  EXPECT_EQ(scene.pairs[0].friction.kind, FrictionKind::no_slip);
  EXPECT_EQ(scene.directions, 8);
  EXPECT_EQ(scene.gamma, 0.5);
  EXPECT_EQ(scene.gravity_W, Vec3(0, -9.81, 0));
}

TEST(SceneFile, WhatIsWrittenReadsBackTheSame) {
  for (const SceneRow& row : scene_library()) {
    const auto made = make_scene(row, {});
    ASSERT_TRUE(made.ok());
    const std::string text = scene_json(made.value());
    const auto read = parse_scene_text(text, "written");
    ASSERT_TRUE(read.ok()) << row.name << ": " << read.reason();
    EXPECT_EQ(scene_json(read.value()), text) << row.name;
    for (std::size_t i = 0; i < made.value().bodies.size(); ++i) {
      const PolytopePtr& a = made.value().bodies[i].shape;
      const PolytopePtr& b = read.value().bodies[i].shape;
      ASSERT_EQ(a == nullptr, b == nullptr);
      EXPECT_TRUE(a == nullptr || a->content_hash() == b->content_hash()) << row.name;
    }
  }
}

TEST(SceneFile, ConesMayBeRound) {
  const auto read = parse_scene_text(
      changed_scene("\"directions\": 8", "\"directions\": \"round\""), "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().directions, kRoundCone);
  const auto again = parse_scene_text(scene_json(read.value()), "written");
  ASSERT_TRUE(again.ok()) << again.reason();
  EXPECT_EQ(again.value().directions, kRoundCone);
}

TEST(SceneFile, ABodyEntersWhenItsKeySays) {
  const std::string from = R"("name": "rod",)";
  std::string text = changed_scene(from, from + R"( "enters": 0.75,)");
  const std::string joints = text.substr(text.find("\"joints\""));
  text.replace(text.find("\"joints\""), joints.find("}],") + 3, "");
  const auto read = parse_scene_text(text, "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().bodies[1].enters, 0.75);
  EXPECT_EQ(read.value().bodies[0].enters, 0);
  const auto again = parse_scene_text(scene_json(read.value()), "written");
  EXPECT_EQ(again.value().bodies[1].enters, 0.75);
  text.replace(text.find("0.75"), 4, "-0.1");
  EXPECT_EQ(parse_scene_text(text, "mine.json").reason(),
            "mine.json: body 'rod': enters must be finite and not negative");
}

/// The scene with the ball repeated as `repeat` says, and no joint.
Result<Scene> repeated(const std::string& repeat) {
  std::string text = changed_scene(
      "\"joints\": [{\"kind\": \"hinge\", \"bodies\": [\"ball\", \"rod\"], "
      "\"anchor\": [0, 2, 0], \"axis\": [0, 0, 1]}],",
      "");
  const std::string from = "\"sphere\": 0.5,";
  text.replace(text.find(from), from.size(), from + " \"repeat\": " + repeat + ",");
  return parse_scene_text(text, "mine.json");
}

TEST(SceneFile, ARepeatedBodyStandsOnAGridUnderNumberedNames) {
  const auto read =
      repeated(R"({"count": [2, 3, 4], "spacing": [2, 3, -4], "turn": "random", "seed": 7})");
  ASSERT_TRUE(read.ok()) << read.reason();
  const Scene& scene = read.value();
  ASSERT_EQ(scene.bodies.size(), 26U);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(scene.bodies[i].name, "ball[" + std::to_string(i) + "]");
    EXPECT_EQ(scene.bodies[i].mass, 2);
    EXPECT_EQ(scene.start[i].v_W, Vec3(1, 0, 0));
    const Vec3 place(2.0 * (i % 2), 1 + 3.0 * (i / 2 % 3), -4.0 * (i / 6));
    EXPECT_EQ(scene.start[i].p_W, place) << i;
    EXPECT_NE(scene.start[i].q_WB.coeffs(), scene.start[(i + 1) % 24].q_WB.coeffs());
  }
  const auto again =
      repeated(R"({"count": [2, 3, 4], "spacing": [2, 3, -4], "turn": "random", "seed": 7})");
  EXPECT_EQ(scene_json(again.value()), scene_json(scene));
  const auto plain = repeated(R"({"count": [1, 1, 2], "spacing": [0, 0, 5]})");
  ASSERT_TRUE(plain.ok()) << plain.reason();
  EXPECT_EQ(plain.value().start[1].q_WB.coeffs(), plain.value().start[0].q_WB.coeffs());
}

TEST(SceneFile, FrictionMayBeOfAWholeGroup) {
  std::string text =
      changed_scene("\"sphere\": 0.5,",
                    R"("sphere": 0.5, "repeat": {"count": [2, 1, 1], "spacing": [2, 0, 0]},)");
  text.replace(text.find("[\"ball\", \"rod\"]"), 15, "[\"ball[1]\", \"rod\"]");
  text.replace(text.find("[\"rod\", \"floor\"]"), 16, "[\"ball[*]\", \"floor\"]");
  const auto read = parse_scene_text(text, "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().pairs[0].body, "ball[*]");
  EXPECT_EQ(read.value().joints[0].body, "ball[1]");
}

TEST(SceneFile, ABodyMayBeNamedIntoAGroupByHand) {
  std::string text = changed_scene("\"name\": \"rod\"", "\"name\": \"rod[3]\"");
  text.replace(text.find("[\"ball\", \"rod\"]"), 15, "[\"ball\", \"rod[3]\"]");
  text.replace(text.find("[\"rod\", \"floor\"]"), 16, "[\"rod[*]\", \"rod[*]\"]");
  const auto read = parse_scene_text(text, "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(group_of(read.value().bodies[1].name), read.value().pairs[0].body);
}

TEST(SceneFile, WhatCannotBeRepeatedIsRefusedInOneLine) {
  for (const auto& [repeat, said] : std::vector<std::pair<std::string, std::string>>{
           {R"({"count": [0, 1, 1], "spacing": [1, 1, 1]})", "count[0]: must be 1 to 100000"},
           {R"({"count": [1e9, 1, 1], "spacing": [1, 1, 1]})", "count[0]"},
           {R"({"count": [1000000000, 1, 1], "spacing": [1, 1, 1]})", "must be 1 to 100000"},
           {R"({"count": [-1, 1, 1], "spacing": [1, 1, 1]})", "count[0]"},
           {R"({"count": [1000, 1000, 1], "spacing": [1, 1, 1]})", "makes 1000000 bodies"},
           {R"({"count": [100000, 100000, 100000], "spacing": [1, 1, 1]})", "at most 100000"},
           {R"({"count": [2, 1], "spacing": [1, 1, 1]})", "list of 3 whole numbers"},
           {R"({"count": [2, 1, 1], "spacing": [0, 1, 1]})", "spacing[0]: must not be 0"},
           {R"({"count": [2, 1, 1]})", "\"spacing\" is missing"},
           {R"({"count": [2, 1, 1], "spacing": [1, 1, 1], "turn": "left"})", "turn: must be"},
           {R"({"count": [2, 1, 1], "spacing": [1, 1, 1], "seed": 3})", "seed: goes with"},
           {R"({"count": [2, 1, 1], "spacing": [1, 1, 1], "colour": 3})",
            "unknown key 'colour'"}}) {
    const auto read = repeated(repeat);
    ASSERT_FALSE(read.ok()) << repeat;
    EXPECT_THAT(read.reason(), HasSubstr(said)) << repeat;
    EXPECT_EQ(read.reason().find('\n'), std::string::npos);
  }
  // A name that is there already.
  std::string text =
      changed_scene("\"sphere\": 0.5,",
                    R"("sphere": 0.5, "repeat": {"count": [2, 1, 1], "spacing": [2, 0, 0]},)");
  text.replace(text.find("\"name\": \"rod\""), 13, "\"name\": \"ball[1]\"");
  EXPECT_THAT(parse_scene_text(text, "mine.json").reason(),
              HasSubstr("two bodies are called 'ball[1]'"));
}

constexpr const char* kPlanarScene = R"({
  "schema": "touchstone.scene/1", "name": "mine", "planar": "z",
  "bodies": [
    {"name": "block", "box": [0.5, 0.1, 2], "density": 3, "position": [0, 1, 0]},
    {"name": "floor", "fixed": true, "position": [0, -1, 0], "box": [5, 1, 0.5]}
  ],
  "shake": {"acceleration": [0, 4, 0], "frequency": 2, "start": 0.5, "shakes": 40},
  "dt": [0.001, 0.002], "t_end": 2, "gamma": 2
})";

TEST(SceneFile, APlanarSceneHasDensitiesAndReadsBackTheSame) {
  const auto read = parse_scene_text(kPlanarScene, "mine.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  const Scene& scene = read.value();
  EXPECT_EQ(scene.planar, Axis::z);
  EXPECT_NEAR(scene.bodies[0].mass, 3 * 0.2, 1e-15);
  EXPECT_NEAR(scene.bodies[0].inertia.z(), 0.6 * (1 + 0.04) / 12, 1e-15);
  EXPECT_EQ(scene.steps, (std::vector<double>{0.001, 0.002}));
  EXPECT_EQ(scene.gamma, 2);
  ASSERT_TRUE(scene.shake.has_value());
  EXPECT_EQ(scene.shake->acceleration_W, Vec3(0, 4, 0));
  EXPECT_EQ(scene.shake->shakes, 40U);
  const auto again = parse_scene_text(scene_json(scene), "written");
  ASSERT_TRUE(again.ok()) << again.reason();
  EXPECT_EQ(scene_json(again.value()), scene_json(scene));
  EXPECT_EQ(again.value().bodies[0].mass, scene.bodies[0].mass);
}

TEST(SceneFile, WhatIsNotPlanarOrHasNoStepsIsRefusedInOneLine) {
  const std::string text = kPlanarScene;
  for (const auto& [from, to, said] : std::vector<std::array<std::string, 3>>{
           {R"("planar": "z")", R"("planar": "w")", "planar: must be"},
           {R"("planar": "z")", R"("planar": 2)", "planar: must be"},
           {R"("density": 3)", R"("mass": 3)", "goes with scenes in space"},
           {R"("density": 3)", R"("inertia": [1, 1, 1])", "goes with scenes in space"},
           {R"("density": 3)", R"("density": 0)", "density must be above 0"},
           {R"("box": [0.5, 0.1, 2])", R"("sphere": 1)", "must be a prism along z"},
           {"[0.001, 0.002]", "[]", "dt: must have a length"},
           {"[0.001, 0.002]", "[0.001, 0]", "dt[1]: must be above 0"},
           {"[0.001, 0.002]", "\"fast\"", "dt: must be a number"},
           {"\"gamma\": 2", "\"gamma\": 3", "gamma must be in 0..2"},
           {R"("frequency": 2)", R"("frequency": -2)", "frequency must be above 0"},
           {R"("frequency": 2)", R"("often": 2)", "unknown key 'often'"},
           {"[0, 4, 0]", "[0, 4]", "acceleration: must be a list of 3"},
           {R"("shakes": 40)", R"("shakes": -1)", "shakes"},
           {R"("dt": [)", R"("loads": [{"body": "block", "force": [0, 0, 1]}], "dt": [)",
            "its path and loads must be in the plane"},
           {R"("fixed": true)", R"("fixed": true, "path": {"spin": [1, 0, 0]})",
            "its path and loads must be in the plane"}}) {
    std::string changed_text = text;
    ASSERT_NE(text.find(from), std::string::npos) << from;
    changed_text.replace(text.find(from), from.size(), to);
    const auto read = parse_scene_text(changed_text, "mine.json");
    ASSERT_FALSE(read.ok()) << to;
    EXPECT_THAT(read.reason(), HasSubstr(said)) << to;
    EXPECT_EQ(read.reason().find('\n'), std::string::npos);
  }
}

struct Wrong {
  const char* from;
  const char* to;
  const char* said;
};

class WrongSceneFile : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSceneFile, IsRejectedByPlaceAndRule) {
  const auto read = parse_scene_text(changed_scene(GetParam().from, GetParam().to), "mine.json");
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.reason(), HasSubstr("mine.json: "));
  EXPECT_THAT(read.reason(), HasSubstr(GetParam().said));
  EXPECT_EQ(read.reason().find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    EachRule, WrongSceneFile,
    testing::Values(
        Wrong{"touchstone.scene/1", "touchstone.scene/9", "schema: must be"},
        Wrong{"\"sphere\": 0.5", "\"sphere\": 0.5, \"colour\": 1",
              "unknown key 'colour': must be "},
        Wrong{"\"dt\": 0.001", "\"dtt\": 0.001", "unknown key 'dtt'; did you mean dt?"},
        Wrong{"\"anchor\"", "\"ancor\"", "joints[0]: unknown key 'ancor'; did you mean anchor?"},
        Wrong{"\"sphere\": 0.5,", "", "bodies[0]: has neither box nor vertices nor"},
        Wrong{"\"sphere\": 0.5", "\"sphere\": -1", "bodies[0].sphere: must be above 0"},
        Wrong{"\"sphere\": 0.5", "\"sphere\": \"big\"", "must be a number"},
        Wrong{"[0, 1, 0], \"vel", "[0, 1], \"vel", "position: must be a list of 3"},
        Wrong{"\"box\": [0.5, 0.1, 0.1]", "\"box\": [0.5, 0, 0.1]",
              "bodies[1].box[1]: must be positive"},
        Wrong{"\"box\": [0.5, 0.1, 0.1]", "\"box\": [1e-70, 1e-70, 1e-70]", "below 1e-60 m"},
        Wrong{"[1, 0, 0, 0]", "[1, 0, 0]", "list of 4"},
        Wrong{"[1, 0, 0, 0]", "[0, 0, 0, 0]", "quaternion: must not be 0"},
        Wrong{"\"sphere\": 0.5", "\"sphere\": 0.5, \"Position\": [0, 0, 0]",
              "bodies[0]: unknown key 'Position'; did you mean position?"},
        Wrong{"\"joints\"", "\"jonts\"", "unknown key 'jonts'; did you mean joints?"},
        Wrong{"\"mass\": 2", "\"mass\": 2, \"density\": 1", "density: goes without \"mass\""},
        Wrong{"\"mass\": 2", "\"density\": 0", "density: must be above 0"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"mass\": 2",
              "mass: goes with a body that moves"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"density\": \"x\"",
              "density: goes with a body"},
        Wrong{"[0.2, 0.2, 0.2]", "[[1, 0, 0], [0, 1, 0.1], [0, 0, 1]]", "inertia: must be a symm"},
        Wrong{"[0.2, 0.2, 0.2]", "[[1, 0, 0], [0, 1, 0]]", "inertia: must be a list of 3 rows"},
        Wrong{"\"mass\": 2", "\"path\": {}", "path: goes with \"fixed\": true"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"path\": {\"points\": []}", "points: is empty"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"path\": {\"speed\": [1, 0, 0]}",
              "path: unknown key 'speed'"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"path\": {\"points\": [], \"spin\": [0, 0, 1]}",
              "path.spin: goes without \"points\""},
        Wrong{"\"fixed\": true",
              "\"fixed\": true, \"path\": {\"points\": [{\"time\": 0, \"position\": [0, 0, 0]}]}",
              "position: goes without a path of points"},
        Wrong{"\"gamma\": 0.5", "\"loads\": [{\"body\": \"ball\"}]", "needs a \"force\" or"},
        Wrong{"\"gamma\": 0.5", "\"loads\": [{\"body\": \"bowl\", \"force\": [1, 0, 0]}]",
              "loads[0].body: names 'bowl', which is not a body nor a group"},
        Wrong{"\"gamma\": 0.5", "\"loads\": [{\"body\": \"floor\", \"force\": [1, 0, 0]}]",
              "body 'floor': is fixed and has a load"},
        Wrong{"\"gamma\": 0.5",
              "\"expect\": [{\"body\": \"bowl\", \"position\": [0, 0, 0], \"within\": 1}]",
              "expect[0].body: unknown body 'bowl'; did you mean ball?"},
        Wrong{"\"sphere\": 0.5", "\"sphere\": 0.5, \"box\": [1, 1, 1]",
              "has both box and sphere: give one"},
        Wrong{"\"name\": \"rod\"", "\"name\": \"\"", "bodies[1].name: is empty"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"path\": {}", "path: needs \"points\", or a"},
        Wrong{"\"dt\": 0.001", "\"dt\": NaN", "(JSON has no NaN and no Infinity)"},
        Wrong{"\"fixed\": true", "\"fixed\": 1", "true or false"},
        Wrong{"\"hinge\"", "\"glue\"",
              "joints[0].kind: unknown joint 'glue': must be ball, hinge, fixed, gliding or "
              "distance"},
        Wrong{"\"hinge\"", "\"glidin\"", "unknown joint 'glidin': must be ball, hinge, "},
        Wrong{"\"hinge\"", "\"distance\"", "\"other_anchor\" is missing"},
        Wrong{"\"hinge\"", "\"distance\", \"other_anchor\": [0, 2, 0]",
              "its anchors must be apart and within 1e60 m"},
        Wrong{"[\"ball\", \"rod\"]", "[\"ball\"]", "list of 2 names"},
        Wrong{"{\"mu\": 0.3}", "\"sticky\"", "friction: must be"},
        Wrong{"{\"mu\": 0.3}", "{\"mu\": -0.3}", "not negative"},
        Wrong{"[\"rod\", \"floor\"]", "[\"rod\", \"roof\"]", "'roof', which is not a body"},
        Wrong{"\"name\": \"rod\"", "\"name\": \"rod[*]\"", "'rod[*]', which names a group"},
        Wrong{"[\"rod\", \"floor\"]", "[\"rod[*]\"]", "not a body nor a group"},
        Wrong{"[\"rod\", \"floor\"]", "[\"rod\", \"rod\"]", "names 'rod' twice"},
        Wrong{"\"fixed\": true", "\"fixed\": true, \"fixed\": true", "has the key 'fixed' twice"},
        Wrong{"{\"mu\": 0.3}", "{\"mu\": 0.3, \"mu\": 1}", "has the key 'mu' twice"},
        Wrong{"\"name\": \"mine\"", "\"name\": \"mi\\nne\"",
              "name: a name has a control character"},
        Wrong{"\"name\": \"rod\"", "\"name\": \"r\\u001bod\"", "body 2: a name has a control"},
        Wrong{"\"name\": \"rod\"",
              "\"name\": \"0123456789012345678901234567890123456789012345678901234567890123x\"",
              "body 2: a name has more than 64 characters"},
        Wrong{"\"dt\": 0.001", "\"dt\": [0.005, 1e-300]", "one dt is below 1e-6 of another"},
        Wrong{"\"dt\": 0.001, ", "", "\"dt\" is missing"},
        Wrong{"\"dt\": 0.001", "\"dt\": 0", "dt must be above 0"},
        Wrong{"\"directions\": 8", "\"directions\": 7", "directions must be even"},
        Wrong{"\"directions\": 8", "\"directions\": 0", "directions must be even"},
        Wrong{"\"directions\": 8", "\"directions\": \"box\"",
              "directions: must be an even number, or round"},
        Wrong{"[5,1,5]]", "[5,1,5]", "mine.json"}));

}  // namespace
}  // namespace touchstone
