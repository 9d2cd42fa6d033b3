// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds and gradients of the plug-ins of peers/ whose libraries are installed here.
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

/// Nine points, all half as deep, and one of them 0.41 outside.
TEST_F(Peers, OfMujocoGiveAPointOutsideOfTurnedCubes) {
  if (!peers_.contains("mujoco_box") || peers_.at("mujoco_box") != "2.2.2") {
    GTEST_SKIP() << "MuJoCo 2.2.2 is not installed";
  }
  const std::string cubes = scratch_.write(
      "cubes.json",
      stacked_cubes("[0, 0, 1.99]", "[0.9238795325112867, 0, 0, 0.3826834323650898]"));
  EXPECT_EQ(violated("mujoco_box", cubes), "P2 outside wrong_depth ");
  if (!peers_.contains("ode_box")) return;
  EXPECT_EQ(violated("ode_box", cubes), "");
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
    if (!peers_.contains(peer) || peers_.at(peer) != "2.2.2") return;
    const Ran ran =
        run_touchstone({"contacts", "--metric", (folder_of_peers() / (peer + ".so")).string(),
                        "--family", id.substr(0, id.find(':')), "--cases", "8"});
    const std::size_t list = ran.out.find(peer + " violates " + word);
    ASSERT_NE(list, std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("  " + id + ": ", list), std::string::npos) << ran.out;
  };
  said("mujoco", "scale-1e6:42:3", "phantom");
  said("mujoco", "far-1e4:42:1", "missed");
  said("mujoco_box", "roofs:42:2", "incomplete");
}

}  // namespace
}  // namespace touchstone
