// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: a scene file, and what becomes of it where a piece of its text is another.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "harness/cases/scenes/scene_file.hpp"

namespace touchstone {

inline constexpr const char* kSceneText = R"({
  "schema": "touchstone.scene/1", "name": "mine",
  "bodies": [
    {"name": "ball", "sphere": 0.5, "mass": 2, "inertia": [0.2, 0.2, 0.2],
     "position": [0, 1, 0], "velocity": [1, 0, 0], "spin": [0, 0, -2]},
    {"name": "rod", "box": [0.5, 0.1, 0.1], "inertia": [0.01, 0.1, 0.1],
     "quaternion": [1, 0, 0, 0], "position": [0, 3, 0]},
    {"name": "floor", "fixed": true, "position": [0, -1, 0],
     "vertices": [[-5,-1,-5],[5,-1,-5],[-5,1,-5],[5,1,-5],[-5,-1,5],[5,-1,5],[-5,1,5],[5,1,5]]}
  ],
  "joints": [{"kind": "hinge", "bodies": ["ball", "rod"], "anchor": [0, 2, 0], "axis": [0, 0, 1]}],
  "friction": {"mu": 0.3}, "pair_friction": [{"bodies": ["rod", "floor"], "friction": "no-slip"}],
  "dt": 0.001, "t_end": 2, "directions": 8, "gamma": 0.5
})";

/// The scene with one piece of text replaced.
inline std::string changed_scene(const std::string& from, const std::string& to) {
  std::string text = kSceneText;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

inline Scene read_changed(const std::string& from, const std::string& to) {
  auto read = parse_scene_text(changed_scene(from, to), "mine.json");
  EXPECT_TRUE(read.ok()) << read.reason();
  return std::move(read).value();
}

/// It reads back the same when it is written.
inline void expect_round_trip(const Scene& scene) {
  const std::string text = scene_json(scene);
  const auto again = parse_scene_text(text, "written");
  ASSERT_TRUE(again.ok()) << again.reason();
  EXPECT_EQ(scene_json(again.value()), text);
}

}  // namespace touchstone
