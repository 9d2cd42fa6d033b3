// SPDX-License-Identifier: GPL-3.0-or-later
// `import`, and `ask` and `verify` on what it reads: a case that was dumped comes back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kModel =
    "<mujoco>\n<worldbody><geom name='floor' type='plane' size='1 1 1'/>\n"
    "<body pos='0 0 0.5'><freejoint/><geom name='foot' type='box' size='1 1 1'/></body>\n"
    "</worldbody></mujoco>\n";

/// The bodies and poses that a case file holds, without names and claims.
json bodies(const std::string& text) {
  const json whole = json::parse(text);
  json kept;
  for (const char* key : {"a", "pose_a", "b", "pose_b"}) kept[key] = whole.at(key);
  return kept;
}

TEST(Import, WritesACaseThatAskReads) {
  const ScratchFolder folder;
  const std::string model = folder.write("scene.xml", kModel);
  const std::string file = folder.path("case.json");
  const Ran ran = run_touchstone({"import", model, "-o", file});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("note: " + model + ": line 2: floor: the plane is a box"));
  EXPECT_THAT(ran.out, HasSubstr("wrote " + file));
  const json written = json::parse(read_text(file));
  EXPECT_EQ(written["id"], "floor-foot");
  EXPECT_EQ(written["read_as"].size(), 1U);
  EXPECT_THAT(run_touchstone({"ask", file}).out, HasSubstr("-0.5"));
  EXPECT_THAT(run_touchstone({"ask", model}).out, HasSubstr("-0.5"));
  const Ran piped = run_touchstone({"import", "-", "--a", "foot", "--b", "floor"}, kModel);
  EXPECT_EQ(json::parse(piped.out)["id"], "foot-floor");
  const Ran judged = run_touchstone({"verify", "--file", model, "--metric", "certified"});
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
}

TEST(Import, CommandsThatCannotAnswerNameIt) {
  const Ran asked = run_touchstone({"ask", "-"}, "Box 1 2 3\n0 0 0\nSphere 0.5\n0 0 2\n");
  EXPECT_EQ(asked.exit_code, 2);
  EXPECT_THAT(asked.err, HasSubstr("--from LIBRARY says this and all else (touchstone import FILE "
                                   "has these options, and -o CASE)"));
  const Ran simulated = run_touchstone({"simulate", "-"}, kModel);
  EXPECT_THAT(simulated.err, HasSubstr("is XML, not a scene: touchstone import"));
}

TEST(Import, DumpedCasesComeBackBitForBit) {
  const ScratchFolder folder;
  const auto dumped = [&](const std::string& id, const std::string& form) {
    const std::string file = folder.path("dump." + form);
    const Ran ran = run_touchstone({"ask", id, "--dump", file, "--as", form});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return file;
  };
  for (const std::string id : {"field:fcl-399-a", "random-hulls-16-shallow:42:3", "spheres:42:1"}) {
    SCOPED_TRACE(id);
    const json expected = bodies(read_text(dumped(id, "json")));
    for (const std::string form : {"json", "python", "fcl", "coal", "bullet", "libccd"}) {
      SCOPED_TRACE(form);
      const Ran ran = run_touchstone({"import", dumped(id, form)});
      ASSERT_EQ(ran.exit_code, 0) << ran.err;
      EXPECT_EQ(bodies(ran.out), expected);
    }
    const Ran ran = run_touchstone({"import", dumped(id, "mjcf")});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const json mjcf = bodies(ran.out);
    EXPECT_EQ(mjcf["a"], expected["a"]);
    for (const char* pose : {"pose_a", "pose_b"}) {
      EXPECT_EQ(mjcf[pose]["t"], expected[pose]["t"]);
      for (std::size_t k = 0; k < 9; ++k) {
        EXPECT_NEAR(mjcf[pose]["R"][k / 3][k % 3].get<double>(),
                    expected[pose]["R"][k / 3][k % 3].get<double>(), 4 * 0x1p-53);
      }
    }
  }
}

TEST(Import, DumpedCasesOfManyFamiliesComeBack) {
  const Ran ran =
      run_program({TOUCHSTONE_PYTHON, "-B", TOUCHSTONE_SOURCE_DIR "/tests/import_round_trip.py",
                   TOUCHSTONE_PROGRAM, "1", "8"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("16 cases came back, 0 readings did not"));
}

TEST(Import, OptionsMakeACaseWithoutAFile) {
  const Ran ran = run_touchstone({"import", "--a", "Box(1, 2, 3)", "--pose-a", "0 0 2", "--b",
                                  "Sphere(1)", "--sizes", "full"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["a"], json::parse(R"({"box_half_extents": [0.5, 1, 1.5]})"));
  const std::string pose = "1 0 0 0 1 0 0 0 1 1 0 0";
  std::vector<std::string> words = {"import", "--a", "Sphere(1)", "--b", "Sphere(1)"};
  words.insert(words.end(), {"--pose-a", pose, "--matrix", "rows"});
  expect_one_line_refusal(run_touchstone(words), "--matrix rows-last");
  words.back() = "rows-last";
  EXPECT_EQ(run_touchstone(words).exit_code, 0);
  expect_one_line_refusal(run_touchstone({"import", "--a", "Box(1, 2, 3)", "--b", "Sphere(1)"}),
                          "--sizes full");
  expect_one_line_refusal(run_touchstone({"import"}), "give a FILE, or --a TEXT and --b TEXT");
}

TEST(Import, AllPairsWithinADistanceAreAFile) {
  const std::string spheres =
      "<mujoco><worldbody><body name='a'><geom size='1'/></body><body name='b' pos='3 0 0'>"
      "<geom size='1'/></body><body name='c' pos='9 0 0'><geom "
      "size='1'/></body></worldbody></mujoco>";
  EXPECT_EQ(json::parse(run_touchstone({"import", "-", "--within", "5"}, spheres).out).size(), 2U);
  expect_one_line_refusal(run_touchstone({"import", "-", "--within", "0.5"}, spheres),
                          "no two bodies are that near");
  // Boxes whose bounding spheres overlap, exactly 0.25 apart.
  const std::string boxes =
      "<mujoco><worldbody><geom type='box' size='1 1 1'/><body pos='2.25 0 0'>"
      "<geom type='box' size='1 1 1'/></body></worldbody></mujoco>";
  EXPECT_EQ(run_touchstone({"import", "-", "--within", "0.25"}, boxes).exit_code, 0);
  expect_one_line_refusal(run_touchstone({"import", "-", "--within", "0.2499999999999999"}, boxes),
                          "no two bodies are that near");
  const std::string curved =
      "<mujoco><worldbody><geom type='cylinder' size='1 1'/><body pos='2.25 0 0'>"
      "<geom size='1'/></body></worldbody></mujoco>";
  EXPECT_EQ(run_touchstone({"import", "-", "--within", "0.26"}, curved).exit_code, 0);
  expect_one_line_refusal(run_touchstone({"import", "-", "--within", "0.24"}, curved),
                          "no two bodies are that near");
}

TEST(Import, AllPiecesOfAUnionAreLookedAtForWhatIsNear) {
  // Two cubes of side 1 in a file, at 0 and at 10; a sphere 0.25 beside the second.
  std::string mesh;
  for (const int x : {0, 10}) {
    mesh += "o at" + std::to_string(x) + "\n";
    for (int k = 0; k < 8; ++k) {
      mesh += "v " + std::to_string(x + k % 2) + " " + std::to_string(k / 2 % 2) + " " +
              std::to_string(k / 4) + "\n";
    }
    mesh +=
        "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 "
        "-3\n";
  }
  std::ofstream(testing::TempDir() + "two_cubes.obj") << mesh;
  const std::string robot =
      "<robot name='r'><link name='base'><collision><geometry><mesh filename='two_cubes.obj'/>"
      "</geometry></collision></link><link name='tip'><collision><geometry><sphere radius='1'/>"
      "</geometry></collision></link><joint name='j' type='fixed'><parent link='base'/>"
      "<child link='tip'/><origin xyz='12.25 0.5 0.5'/></joint></robot>";
  const std::string file = testing::TempDir() + "two_cubes.urdf";
  std::ofstream(file) << robot;
  const Ran near = run_touchstone({"import", file, "--within", "0.25"});
  EXPECT_EQ(near.exit_code, 0) << near.err;
  expect_one_line_refusal(run_touchstone({"import", file, "--within", "0.2499999999999999"}),
                          "no two bodies are that near");
}

TEST(Import, VerifyTakesCurvedBodiesOfAModel) {
  const std::string file = testing::TempDir() + "curved_model.xml";
  std::ofstream(file) << "<mujoco><worldbody><geom type='cylinder' size='1 2'/><body pos='3 0 0'>"
                         "<geom size='1'/></body></worldbody></mujoco>";
  const Ran ran = run_touchstone({"verify", "--file", file, "--metric", "certified"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("certified is not applicable to any case"));
}

TEST(Import, WhatIsTypedInVainIsSaid) {
  expect_one_line_refusal(run_touchstone({"import", "-", "--from", "fcl"}, kModel), "--from");
  expect_one_line_refusal(run_touchstone({"import", "-", "--pose-a", "1 2 3"}, kModel), "--pose-a");
  expect_one_line_refusal(run_touchstone({"import", "-", "--from", "unity"}, kModel), "--from");
  expect_one_line_refusal(run_touchstone({"import", "-", "--joint", "x"}, kModel), "NAME=VALUE");
  expect_one_line_refusal(run_touchstone({"ask", "-"}, "<mujoco><worldbody/></mujoco>"),
                          "holds 0 bodies that collide");
}

}  // namespace
}  // namespace touchstone
