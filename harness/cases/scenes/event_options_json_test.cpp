// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/event_options_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "dynamics/scenes/scene_library.hpp"
#include "harness/cases/scenes/scene_file.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

Scene dominoes() { return make_scene(*find_scene("dominoes"), {}).value(); }

/// A scene file with this value of `events`, as it is read.
Result<Scene> read_with(const std::string& events) {
  Scene scene = dominoes();
  scene.contacts = "events";
  std::string text = scene_json(scene);
  text.insert(text.rfind('}'), ",\"events\": " + events);
  return parse_scene_text(text, "scene.json");
}

TEST(EventOptionsJson, AreReadBackAsTheyWereWritten) {
  Scene scene = dominoes();
  EXPECT_THAT(scene_json(scene), Not(HasSubstr("\"events\"")));
  scene.contacts = "events";
  scene.events.window = EventWindow::one;
  scene.events.rows = EventRows::literal;
  scene.events.bounds = EventBounds::pair;
  scene.events.eps_x = 0.1;
  scene.events.eps_t = 0.2;
  scene.events.eps_0 = 0.3;
  scene.events.eps_plane = 0.4;
  scene.events.thesis = true;
  scene.events.delta_max = 1e6;
  const auto read = parse_scene_text(scene_json(scene), "scene.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().events, scene.events);
}

TEST(EventOptionsJson, RefuseWhatHasNoMeaningInOneLine) {
  const auto reason = [](const std::string& events) {
    const auto read = read_with(events);
    return read.ok() ? std::string() : read.reason();
  };
  EXPECT_EQ(reason(R"({"window": "one", "bounds": "own"})"), "");
  EXPECT_THAT(reason(R"({"window": "three"})"), HasSubstr("must be one or two"));
  EXPECT_THAT(reason(R"({"bounds": "none"})"), HasSubstr("must be own, pair or clamped"));
  EXPECT_THAT(reason(R"({"rows": 1})"), HasSubstr("rows"));
  EXPECT_THAT(reason(R"({"eps_x": -1})"), HasSubstr("events: eps_x must not be negative"));
  EXPECT_THAT(reason(R"({"delta_max": 1e6})"), HasSubstr("goes with thesis"));
  EXPECT_THAT(reason(R"({"windows": "one"})"), HasSubstr("windows"));
  std::string other = scene_json(dominoes());
  other.insert(other.rfind('}'), ",\"events\": {}");
  EXPECT_THAT(parse_scene_text(other, "scene.json").reason(),
              HasSubstr(R"(events: goes with "contacts": "events")"));
  Scene chosen = dominoes();
  chosen.events.eps_x = 0.1;
  EXPECT_TRUE(parse_scene_text(scene_json(chosen), "scene.json").ok()) << "of another method";
}

}  // namespace
}  // namespace touchstone
