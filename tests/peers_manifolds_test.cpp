// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds and gradients of the plug-ins of peers/ whose libraries are installed here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/peers.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// A cube of side 2 on another one, 0.01 deep.
std::string stacked_cubes(const std::string& place, const std::string& turn) {
  return R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": )" + place + R"(, "q": )" +
         turn +
         R"(}, "b": {"box_half_extents": [1, 1, 1]},
    "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})";
}

/// The claims that the contact points of a peer violate in a file of one pair.
std::string violated(const std::string& peer, const std::string& file) {
  const Ran ran =
      run_touchstone({"contacts", "--metric", (folder_of_peers() / (peer + ".so")).string(),
                      "--file", file, "--json", "-"});
  const json record = json::parse(ran.out);
  const json& result = record.at("results").at(0);
  std::string words = result.at("unanswered") == 0 ? "" : "unanswered ";
  for (const json& claim : result.at("claims")) {
    const bool said = claim.at("violated").get<int>() > 0;
    if (said) words += claim.at("claim").get<std::string>() + " ";
  }
  return words;
}

/// A wrong frame, place, sign or side of the normal would have a word.
TEST_F(Peers, GiveTheCornersOfStackedCubes) {
  const std::string stacked =
      scratch_.write("stacked.json", stacked_cubes("[0.25, 0.5, 1.99]", "[1, 0, 0, 0]"));
  const std::string turned =
      scratch_.write("turned.json", stacked_cubes("[0.25, 0.5, 1.99]", "[0.96, 0, 0, 0.28]"));
  std::vector<std::string> right = {"ode_box", "ode_box_4", "fcl_box", "bullet_box",
                                    "box3d",   "jolt",      "coal"};
  if (peers_.contains("mujoco") && peers_.at("mujoco")[0] == '3') {
    right.insert(right.end(), {"mujoco", "mujoco_box"});
  }
  for (const std::string& peer : right) {
    if (!peers_.contains(peer)) continue;
    EXPECT_EQ(violated(peer, stacked), "") << peer;
    EXPECT_EQ(violated(peer, turned), "") << peer;
  }
}

/// A pyramid whose apex is above a block or in it, along the block's z, and the two exchanged.
std::vector<std::string> apex_over_face(const std::string& place) {
  const std::string pyramid =
      R"({"vertices": [[3, 0, 0], [1, 1, 1], [1, -1, 1], [1, -1, -1], [1, 1, -1]]}, )";
  const std::string block = R"({"vertices": [[1, -2, 2], [5, -2, 2], [1, 4, 2], [5, 4, 2],
    [1, -2, 3], [5, -2, 3], [1, 4, 3], [5, 4, 3]]}, )";
  const std::string X_pyramid = R"({"t": )" + place + R"(, "q": [0.5, 0.1, 0.7, 0.5]})";
  const std::string X_block = R"({"t": [1, 2, 3], "q": [0.96, 0, 0.28, 0]})";
  const auto pair = [](const std::string& a, const std::string& X_a, const std::string& b,
                       const std::string& X_b) {
    return R"({"a": )" + a + R"("pose_a": )" + X_a + R"(, "b": )" + b + R"("pose_b": )" + X_b + "}";
  };
  return {pair(pyramid, X_pyramid, block, X_block), pair(block, X_block, pyramid, X_pyramid)};
}

/// The bodies are turned, and not about their origins: a wrong frame, side, depth or normal has a
/// word. Several points in a plane these peers do not give rightly.
TEST_F(Peers, GiveTheApexOfAPyramidOverAFace) {
  const auto expect_all = [&](const std::string& peer, const std::vector<std::string>& pairs,
                              const std::string& words) {
    if (!peers_.contains(peer)) return;
    for (const std::string& pair : pairs) {
      EXPECT_EQ(violated(peer, scratch_.write("apex.json", pair)), words) << peer << pair;
    }
  };
  const std::vector<std::string> apart = apex_over_face("[6.166176, 0.58, 5.994032]");
  const std::vector<std::string> deep = apex_over_face("[6.155424, 0.58, 5.977168]");
  // Where bodies overlap, bullet_hull clips a face by one that is not along the normal.
  expect_all("bullet_hull", apart, "");
  expect_all("bullet_multi", apart, "");
  expect_all("bullet_multi", deep, "");
  // The point is in both bodies and has the right depth, but is 0.006 beside the apex.
  expect_all("mujoco_multi", deep, "incomplete ");
}

/// Nine points, all half as deep, and one of them 0.41 outside.
TEST_F(Peers, OfMujocoGiveAPointOutsideOfTurnedCubes) {
  if (!peers_.contains("mujoco_box") || peers_.at("mujoco_box") != "2.2.2") {
    GTEST_SKIP() << "MuJoCo 2.2.2 is not installed";
  }
  const std::string cubes = scratch_.write(
      "cubes.json",
      stacked_cubes("[0, 0, 1.99]", "[0.9238795325112867, 0, 0, 0.3826834323650898]"));
  EXPECT_EQ(violated("mujoco_box", cubes), "P2 outside wrong_depth ");
  const Ran points =
      run_program({TOUCHSTONE_PYTHON, "-B", "-c", R"(
import sys
sys.path.insert(0, sys.argv[1])
from fuzz_gates import Peer
c = 0.5 ** 0.5
case = {"a": {"box_half_extents": [1, 1, 1]}, "b": {"box_half_extents": [1, 1, 1]},
        "pose_a": {"R": [[c, -c, 0], [c, c, 0], [0, 0, 1]], "t": [0, 0, 1.99]},
        "pose_b": {"R": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "t": [0, 0, 0]}}
points = Peer(sys.argv[2]).points(case, 0)
beside = [max(abs(x), abs(y), abs(x + y) * c, abs(x - y) * c) - 1 for (x, y, z), gap, n in points]
print(len(points), *sorted({f"{gap:.4f}" for middle, gap, n in points}),
      *(f"{x:.2f}" for x in beside if x > 1e-6)))",
                   TOUCHSTONE_SOURCE_DIR "/peers", (folder_of_peers() / "mujoco_box.so").string()});
  EXPECT_EQ(points.out, "9 -0.0050 0.41\n") << points.err;
  if (!peers_.contains("ode_box")) return;
  EXPECT_EQ(violated("ode_box", cubes), "");
}

/// The script has the structs of touchstone/plugin.h once more.
TEST_F(Peers, PassTheGatesOfMujocosFuzzTestOrNot) {
  const auto row_of = [&](const std::string& peer) {
    const Ran ran =
        run_program({TOUCHSTONE_PYTHON, "-B", TOUCHSTONE_SOURCE_DIR "/peers/fuzz_gates.py",
                     TOUCHSTONE_PROGRAM, "60", (folder_of_peers() / (peer + ".so")).string()});
    const std::size_t row = ran.out.find("| " + peer + " |");
    return row == std::string::npos ? ran.out + ran.err : ran.out.substr(row);
  };
  if (peers_.contains("ode_box_4")) {
    std::string none = "| ode_box_4 |";
    for (int column = 0; column < 15; ++column) none += " . |";
    EXPECT_EQ(row_of("ode_box_4"), none + "\n");
  }
  // Gates: count, mixed, outside.
  if (!peers_.contains("mujoco_box") || peers_.at("mujoco_box") != "2.2.2") return;
  EXPECT_THAT(row_of("mujoco_box"), testing::ContainsRegex("^. mujoco_box . [.] . [.] . [0-9]+ "));
}

/// Bodies whose centers are not their origins, turned, apart and deep.
TEST_F(Peers, GiveTheGradientOfTheRatio) {
  if (!peers_.contains("dgd")) GTEST_SKIP() << "DGD is not installed";
  const Ran ran = run_touchstone(
      {"audit", "gradients", (folder_of_peers() / "dgd.so").string(), "--family",
       "random-boxes,random-hulls-16-shallow,random-hulls-16-separated", "--cases", "20"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

/// The pairs that docs/peers.md names.
TEST_F(Peers, ShowEachKindOfWrongManifold) {
  const auto said = [&](const std::string& peer, const std::string& id, const std::string& word) {
    const std::string measured = peer == "bullet_hull" ? "3.24" : "2.2.2";
    if (!peers_.contains(peer) || peers_.at(peer) != measured) return;
    const Ran ran =
        run_touchstone({"contacts", "--metric", (folder_of_peers() / (peer + ".so")).string(),
                        "--family", id.substr(0, id.find(':')), "--cases", "8"});
    const std::size_t list = ran.out.find(peer + " violates " + word);
    ASSERT_NE(list, std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("  " + id + ": ", list), std::string::npos) << ran.out;
  };
  said("mujoco", "scale-1e6:42:3", "phantom");
  said("bullet_hull", "random-hulls-16-separated:42:6", "phantom");
  said("mujoco", "far-1e4:42:1", "missed");
  said("mujoco_box", "roofs:42:2", "incomplete");
}

}  // namespace
}  // namespace touchstone
