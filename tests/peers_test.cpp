// SPDX-License-Identifier: GPL-3.0-or-later
// The plug-ins of peers/ whose libraries are installed here: they build on their own, and their
// conventions are converted: sizes, directions and signs of two boxes that are apart, and that
// penetrate, and of curved cores.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "harness/plugins/sanitized.hpp"
#include "tests/peers.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Boxes whose extents all differ, A turned about z by the angle whose cosine is 0.8: full sides
/// taken for half extents, or a transposed rotation, would give another distance. Along y the
/// distance is `y` less the heights of both.
std::string two_boxes(double y) {
  const json boxes = {
      {"a", {{"box_half_extents", {1, 2, 3}}}},
      {"pose_a", {{"t", {0, 0, 0}}, {"R", {{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}}}}},
      {"b", {{"box_half_extents", {3, 0.5, 1}}}},
      {"pose_b", {{"t", {0.25, y, 0.5}}, {"q", {1, 0, 0, 0}}}}};
  return boxes.dump();
}

/// What `verify --metric peers` says of the file: by the peer's name.
std::map<std::string, json> judge_peers(const std::string& file) {
  const Ran ran = run_touchstone(
      {"verify", "--metric", "certified,peers", "--no-shrink", "--file", file, "--json", "-"});
  std::map<std::string, json> rows;
  const json results = json::parse(ran.out).at("results");
  for (const json& row : results) rows[row.at("metric")] = row;
  return rows;
}

TEST_F(Peers, TellBoxesThatAreApartAndHowFar) {
  const auto rows = judge_peers(scratch_.write("apart.json", two_boxes(3.5)));
  for (const auto& [name, version] : peers_) {
    ASSERT_TRUE(rows.contains(name)) << name;
    const json& row = rows.at(name);
    EXPECT_EQ(row.at("right_at_own_tolerance"), 1) << name << ": " << row;
    EXPECT_EQ(row.at("answered").get<int>() + row.at("sign_only").get<int>(), 1) << name;
    // A normal that is given is a part of what is right.
    EXPECT_EQ(row.at("normal").at("absent"), row.at("sign_only")) << name << ": " << row;
  }
}

TEST_F(Peers, GiveTheDepthOfBoxesThatPenetrateAndTheNormalFromBToA) {
  const auto rows = judge_peers(scratch_.write("deep.json", two_boxes(2.375)));
  for (const auto& [name, version] : peers_) {
    ASSERT_TRUE(rows.contains(name)) << name;
    const json& row = rows.at(name);
    if (name.rfind("opengjk", 0) == 0) {  // a sign where bodies penetrate
      EXPECT_EQ(row.at("right_at_own_tolerance"), 1) << row;
      continue;
    }
    EXPECT_EQ(row.at("normal").at("absent"), 0) << name << ": " << row;
    if ((name == "mujoco_box" || name == "mujoco_margin") && version == "2.2.2") {
      // Half of the depth where a vertex meets a face (docs/findings.md).
      EXPECT_EQ(row.at("normal").at("valid"), 1);
      EXPECT_EQ(row.at("value").at("inaccurate"), 1);
      EXPECT_NEAR(row.at("error_abs").at("max"), 0.325 / 2, 1e-12);
    } else if (name == "bullet_hull" && version == "3.24") {
      // Depths along the normal of A's face, and not along the one that is given.
      EXPECT_EQ(row.at("normal").at("valid"), 1);
      EXPECT_NEAR(row.at("error_abs").at("max"), 0.064, 1e-3);
    } else {
      EXPECT_EQ(row.at("right_at_own_tolerance"), 1) << name << ": " << row;
    }
  }
}

/// A capsule beside a box, in no axis of its own or of the world: half lengths taken for full ones,
/// or another axis, would give another distance.
TEST_F(Peers, TakeACapsuleInAnyDirection) {
  const std::string apart = R"({"a": {"core": {"vertices": [[-1, -2, 0.5], [2, 1, 1]]},
    "radius": 0.25}, "pose_a": {"t": [0.25, 2.125, 0.5], "R": [[0.8, -0.6, 0], [0.6, 0.8, 0],
    [0, 0, 1]]}, "b": {"box_half_extents": [3, 0.5, 1]}, "pose_b": {"t": [0, 0, 0],
    "q": [1, 0, 0, 0]}})";
  const auto rows = judge_peers(scratch_.write("capsule.json", apart));
  for (const char* name : {"fcl", "bullet_float64", "bullet", "mujoco_box"}) {
    if (!peers_.contains(name)) continue;
    EXPECT_EQ(rows.at(name).at("right_at_own_tolerance"), 1) << name << ": " << rows.at(name);
  }
  for (const char* name : {"bullet_epa", "bullet_epa_float64", "bullet_margin"}) {
    if (!peers_.contains(name)) continue;
    EXPECT_EQ(rows.at(name).at("not_applicable"), 1) << name;
  }
}

/// What `ask` says of the answer of each peer that takes `core`, there and so turned, beside a box
/// at 0 of these half extents.
std::map<std::string, json> ask_peers(const std::map<std::string, std::string>& peers,
                                      const std::string& core, const std::string& place,
                                      const std::string& turn, const std::string& box) {
  const std::string pair = R"({"a": )" + core + R"(, "pose_a": {"t": )" + place + R"(, "R": )" +
                           turn + R"(}, "b": {"box_half_extents": )" + box +
                           R"(}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})";
  std::vector<std::string> words = {"ask", "-", "--json", "-"};
  for (const auto& [name, version] : peers) {
    words.insert(words.end(), {"--metric", (folder_of_peers() / (name + ".so")).string()});
  }
  std::map<std::string, json> replies;
  const json record = json::parse(run_touchstone(words, pair).out);
  for (const json& reply : record.at("curved").at(0).at("metrics")) {
    if (reply.at("verdict") != "not_applicable") replies[reply.at("metric")] = reply;
  }
  return replies;
}

constexpr const char* kCores[] = {R"({"cylinder": {"radius": 1, "half_length": 2}})",
                                  R"({"cone": {"radius": 1.5, "half_length": 2}})",
                                  R"({"ellipsoid": {"semi_axes": [3, 1.5, 2]}})"};

/// Another axis, half lengths taken for full ones, or a cone upside down would be much farther off.
TEST_F(Peers, TakeCurvedCoresByTheirOwnTypes) {
  int values = 0;
  for (const char* core : kCores) {
    for (const auto& [name, reply] :
         ask_peers(peers_, core, "[0.5, 2.5, 2.25]", "[[1, 0, 0], [0, 0.8, -0.6], [0, 0.6, 0.8]]",
                   "[0.25, 0.5, 0.125]")) {
      if (reply.at("value").is_null()) {
        EXPECT_EQ(reply.at("verdict"), "right") << name << core << reply;
      } else {
        ++values;
        EXPECT_LT(reply.at("error_most"), 1e-3) << name << core << reply;
      }
    }
  }
  EXPECT_GE(values + (peers_.contains("fcl") ? 0 : 3), 3);
}

TEST_F(Peers, GiveDepthsOfCurvedCoresThatStandOnABox) {
  for (const char* core : kCores) {
    for (const auto& [name, reply] : ask_peers(
             peers_, core, "[0, 0, 2.375]", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "[4, 5, 0.5]")) {
      if (name == "fcl_indep") continue;  // ends the process by an assertion
      EXPECT_NEAR(reply.at("value"), -0.125, 1e-6) << name << core << reply;
      EXPECT_NEAR(reply.at("normal").at(2), 1, 1e-6) << name << core << reply;
    }
  }
}

/// google-deepmind/mujoco#2206.
TEST_F(Peers, OfMujocoTakeNoSphereForDeeperThanItsRadius) {
  if (!peers_.contains("mujoco_box") || peers_.at("mujoco_box") != "2.2.2") {
    GTEST_SKIP() << "MuJoCo 2.2.2 is not installed";
  }
  const std::string deep = R"({"a": {"sphere": {"radius": 0.005}}, "pose_a": {"t": [0, 0, -0.02],
    "q": [1, 0, 0, 0]}, "b": {"box_half_extents": [0.5, 0.5, 0.25]},
    "pose_b": {"t": [0, 0, -0.255], "q": [1, 0, 0, 0]}})";
  const auto rows = judge_peers(scratch_.write("deep_sphere.json", deep));
  EXPECT_EQ(rows.at("mujoco_box").at("value").at("inaccurate"), 1);
  EXPECT_NEAR(rows.at("mujoco_box").at("error_abs").at("max"), 0.015, 1e-12);
}

TEST_F(Peers, FailAsTheTableOfBugsSays) {
  const Ran ran = run_program({TOUCHSTONE_PYTHON, "-B",
                               std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/vectors/bugs.py",
                               TOUCHSTONE_PROGRAM, folder_of_peers().string()});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST_F(Peers, AreOnlyJudgedWhereTheyAreAskedFor) {
  const Ran plain = run_touchstone({"verify", "--family", "random-boxes", "--cases", "1"});
  for (const auto& [name, version] : peers_)
    EXPECT_EQ(plain.out.find("\n" + name + " "), std::string::npos);
}

/// The programs of peers/motion/, which run a scene in an engine.
class MotionPeers : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "they are not sanitized";
    programs_ = build_peers(folder_of_peers(), "found_motion.txt");
    if (programs_.empty()) GTEST_SKIP() << "NO ENGINE IS TESTED: none is installed";
  }

  /// What `simulate --judge` says of the scene in each engine, ours under "touchstone".
  std::map<std::string, json> judged(const std::string& scene) {
    const std::string ours = scratch_.path("ours.json");
    EXPECT_EQ(run_touchstone({"simulate", scene, "--trajectory", ours}).exit_code, 0);
    std::vector<std::string> judge = {"simulate", scene, "--json", "-", "--judge", ours};
    for (const auto& [name, version] : programs_) {
      const std::string run = scratch_.path(name + ".run.json");
      const Ran ran = run_program({(folder_of_peers() / name).string(), scene, run});
      EXPECT_EQ(ran.exit_code, 0) << name << ": " << ran.err;
      last_[name] = json::parse(read_text(run)).at("states").back().at(0);
      judge.insert(judge.end(), {"--judge", run});
    }
    last_["ours"] = json::parse(read_text(ours)).at("states").back().at(0);
    const Ran ran = run_touchstone(judge);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    std::map<std::string, json> results;
    const json record = json::parse(ran.out);
    for (const json& row : record.at("results")) results[row.at("engine")] = row;
    EXPECT_EQ(results.size(), programs_.size() + 1);
    return results;
  }

  std::map<std::string, std::string> programs_;
  std::map<std::string, json> last_;  ///< state of the first body at the end
  ScratchFolder scratch_;
};

/// Nothing acts on it, its moments differ, and it is turned: an engine that is told a spin in
/// another frame, or gives one, turns it elsewhere.
TEST_F(MotionPeers, MoveAFreeBodyAsWeDo) {
  const std::string scene = scratch_.write("free.json", R"({"schema": "touchstone.scene/1",
    "name": "free", "gravity": [0, 0, 0], "dt": 0.001, "t_end": 0.3, "bodies": [{"name": "box",
    "vertices": [[0.1, 0.2, 0.4], [0.1, 0.2, -0.4], [0.1, -0.2, 0.4], [0.1, -0.2, -0.4],
    [-0.1, 0.2, 0.4], [-0.1, 0.2, -0.4], [-0.1, -0.2, 0.4], [-0.1, -0.2, -0.4]],
    "inertia": [0.0667, 0.0567, 0.0167], "position": [1, 2, 3], "quaternion": [0.5, 0.5, -0.5, 0.5],
    "velocity": [1, -2, 3], "spin": [3, 1, -2]}]})");
  for (const auto& [engine, row] : judged(scene)) {
    SCOPED_TRACE(engine);
    EXPECT_LT(row.at("momentum_drift"), 1e-5);
    EXPECT_LT(row.at("angular_momentum_drift"), 2e-3);
    EXPECT_LT(std::abs(row.at("energy_drift_J").get<double>()), 5e-3);
  }
  for (const auto& [engine, state] : last_) {
    for (std::size_t k = 0; k < 13; ++k) {
      const bool turn = k >= 3 && k < 7;
      // q and -q are one turn.
      const double sign =
          turn && state[3].get<double>() * last_["ours"][3].get<double>() < 0 ? -1 : 1;
      EXPECT_NEAR(sign * state[k].get<double>(), last_["ours"][k].get<double>(), 0.01)
          << engine << " " << k;
    }
  }
}

TEST_F(MotionPeers, LetABoxSlideToRest) {
  const std::string scene = scratch_.write("slide.json", R"({"schema": "touchstone.scene/1",
    "name": "slide", "friction": {"mu": 0.5}, "dt": 0.005, "t_end": 1, "bodies": [
    {"name": "box", "box": [0.5, 0.5, 0.5], "inertia": [0.1667, 0.1667, 0.1667],
     "position": [0, 0.5, 0], "velocity": [1, 0, 0]},
    {"name": "floor", "box": [5, 0.5, 5], "fixed": true, "position": [0, -0.5, 0]}]})");
  for (const auto& [engine, row] : judged(scene)) {
    SCOPED_TRACE(engine);
    // v^2/(2 mu g), and the half step that the scheme is late or early.
    EXPECT_NEAR(row.at("moved_m"), 0.102, 0.02);
    EXPECT_LT(row.at("kinetic_end_J"), 1e-4);
    EXPECT_LT(row.at("max_overlap_m"), 0.01);
  }
}

TEST_F(MotionPeers, PoseSpheresAndCapsules) {
  for (const char* shape : {R"("sphere": 1)", R"("capsule": {"radius": 1, "half_length": 2})"}) {
    const std::string scene = scratch_.write(
        "round.json", R"({"schema": "touchstone.scene/1", "name": "x", "dt": 0.01, "t_end": 0.1,
      "bodies": [{"name": "a", "inertia": [1, 1, 1], )" +
                          std::string(shape) + "}]}");
    for (const auto& [name, version] : programs_) {
      const Ran ran = run_program({(folder_of_peers() / name).string(), scene, scratch_.path("o")});
      EXPECT_EQ(ran.exit_code, 0) << name << ran.err;
    }
  }
}

TEST_F(MotionPeers, SayInOneLineWhatTheyCannotPose) {
  const auto refused = [this](const std::string& scene, const std::string& said) {
    for (const auto& [name, version] : programs_) {
      const std::string file = scratch_.write("refused.json", scene);
      const Ran ran = run_program({(folder_of_peers() / name).string(), file, scratch_.path("o")});
      EXPECT_EQ(ran.exit_code, 2) << name;
      EXPECT_EQ(ran.out, "");
      EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(said)) << name;
    }
  };
  const auto scene = [](const std::string& shape, const std::string& more) {
    return R"({"schema": "touchstone.scene/1", "name": "x", "dt": 0.01, "t_end": 1, "bodies":
      [{"name": "a", "inertia": [1, 1, 1], )" +
           shape + "}]" + more + "}";
  };
  refused(scene(R"("box": [1, 1, 1])", R"(, "friction": "no-slip")"), "without slip");
  refused(scene(R"("box": [1, 1, 1])", R"(, "joints": [{}])"), "has joints");
  refused("{}", "is not a touchstone.scene/1");
  refused("{", "parse error");
}

TEST(PeersOption, SaysWhatToDoWhereThereIsNone) {
  const ScratchFolder empty;
  setenv("TOUCHSTONE_PEERS", empty.path(".").c_str(), 1);
  const Ran ran = run_touchstone({"verify", "--metric", "peers"});
  unsetenv("TOUCHSTONE_PEERS");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("./touchstone peers"));
}

TEST(PeersOption, LeavesOutALibraryThatCannotBeLoadedAndSaysWhy) {
  const ScratchFolder folder;
  folder.write("broken.so", "not a library");
  setenv("TOUCHSTONE_PEERS", folder.path(".").c_str(), 1);
  const Ran ran = run_touchstone({"verify", "--metric", "peers"});
  unsetenv("TOUCHSTONE_PEERS");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("left out: "));
  EXPECT_THAT(ran.err, HasSubstr("broken.so"));
}

TEST(PeersLauncher, RejectsANameThatIsNoLibrary) {
  const std::string launcher = std::string(TOUCHSTONE_SOURCE_DIR) + "/touchstone";
  const Ran ran = run_program({launcher, "peers", "no-such-library"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("fcl"));
}

}  // namespace
}  // namespace touchstone
