// SPDX-License-Identifier: GPL-3.0-or-later
// `simulate --html`: the page of a scene in motion, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The data of a page.
json page_data(const std::string& page) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const std::string print =
      "import json, sys; sys.path.insert(0, sys.argv[1] + '/tests'); "
      "from report_data import data_of; "
      "print(json.dumps(data_of(open(sys.argv[2]).read())))";
  const Ran ran = run_program({TOUCHSTONE_PYTHON, "-c", print, root, page});
  return ran.exit_code == 0 ? json::parse(ran.out) : json();
}

/// The poses of a body, frame by frame, as the page unpacks them.
std::vector<std::vector<double>> poses_of(const json& page, const json& run, std::size_t body) {
  const json& changes = run.at("poses").at(body);
  const double unit_m = page.at("unit_m");
  std::vector<long long> now(7, 0);
  std::vector<std::vector<double>> poses;
  for (std::size_t k = 0; k < run.at("time_s").size(); ++k) {
    std::vector<double> pose;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const std::size_t at = 7 * k + i;
      if (at < changes.size()) now[i] += changes[at].get<long long>();
      pose.push_back(static_cast<double>(now[i]) * (i < 3 ? unit_m : 1e-4));
    }
    poses.push_back(pose);
  }
  return poses;
}

void expect_refused(const std::vector<std::string>& words, const std::string& says) {
  expect_one_line_refusal(run_touchstone(words), says);
}

TEST(MoviePage, ShowsThePosesOfTheRunToAPartOfASize) {
  const ScratchFolder folder;
  const std::string html = folder.path("run.html");
  const std::string motion = folder.path("motion.json");
  const std::vector<std::string> scene = {"simulate", "pile", "--bodies", "4", "--t-end", "0.8"};
  auto words = scene;
  words.insert(words.end(), {"--html", html});
  const Ran ran = run_touchstone(words);
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("wrote " + html + ": "));
  words = scene;
  words.insert(words.end(), {"--trajectory", motion});
  ASSERT_EQ(run_touchstone(words).exit_code, 0);
  const json page = page_data(html);
  EXPECT_EQ(page.at("schema"), "touchstone.movie/1");
  const json& run = page.at("runs").at(0);
  const json states = json::parse(read_text(motion)).at("states");
  const std::size_t every = run.at("steps_per_frame");
  ASSERT_EQ(run.at("time_s").size(), (states.size() - 1 + every - 1) / every + 1);
  for (std::size_t body = 0; body < page.at("bodies").size(); ++body) {
    const auto poses = poses_of(page, run, body);
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const json& state = states.at(std::min(k * every, states.size() - 1)).at(body);
      for (std::size_t i = 0; i < 7; ++i) {
        const double resolution = i < 3 ? page.at("unit_m").get<double>() : 1e-4;
        const double shown = poses[k][i];
        EXPECT_LE(std::abs(shown - state.at(i).get<double>()), 0.51 * resolution)
            << body << " " << k << " " << i;
      }
    }
  }
}

TEST(MoviePage, RunsStandSideBySide) {
  const ScratchFolder folder;
  const std::string html = folder.path("models.html");
  const Ran ran = run_touchstone(
      {"simulate", "polygon-box", "--model", "std,peg", "--t-end", "0.2", "--html", html});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json page = page_data(html);
  ASSERT_EQ(page.at("runs").size(), 2U);
  EXPECT_EQ(page.at("runs").at(0).at("name"), "std");
  EXPECT_EQ(page.at("runs").at(1).at("name"), "peg");
  EXPECT_EQ(page.at("planar"), 2);
}

TEST(MoviePage, OfOtherEnginesHasPosesAndSaysSo) {
  const ScratchFolder folder;
  const std::string motion = folder.path("motion.json");
  const std::string scene = folder.path("scene.json");
  const std::string html = folder.path("judged.html");
  ASSERT_EQ(run_touchstone(
                {"simulate", "stack", "--bodies", "2", "--t-end", "0.2", "--trajectory", motion})
                .exit_code,
            0);
  ASSERT_EQ(run_touchstone(
                {"simulate", "stack", "--bodies", "2", "--t-end", "0.2", "--write-scene", scene})
                .exit_code,
            0);
  const Ran ran =
      run_touchstone({"simulate", scene, "--judge", motion, "--judge", motion, "--html", html});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json page = page_data(html);
  ASSERT_EQ(page.at("runs").size(), 2U);
  EXPECT_EQ(page.at("runs").at(0).at("has_contacts"), false);
  EXPECT_EQ(page.at("runs").at(0).at("name"), motion);
  EXPECT_EQ(page.at("runs").at(0).at("contacts").at(0).size(), 0U);
}

TEST(MoviePage, ShowsARecordedRunWhileItIsHeldAgainstItsRecording) {
  const ScratchFolder folder;
  const std::string recording = folder.path("run.json");
  const std::string html = folder.path("replayed.html");
  ASSERT_EQ(run_touchstone({"simulate", "stack", "--bodies", "2", "--t-end", "0.2", "--record",
                            recording, "--every", "3"})
                .exit_code,
            0);
  const Ran ran = run_touchstone({"simulate", "--replay", recording, "--html", html});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("the same bits in all 7 states"));
  EXPECT_EQ(page_data(html).at("runs").at(0).at("time_s").size(), 21U);
}

TEST(MoviePage, OfAFigureOfTheThesisHasBothMethods) {
  const ScratchFolder folder;
  const std::string html = folder.path("dice.html");
  const Ran ran = run_touchstone({"reproduce", "thesis-figure23", "--html", html});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json page = page_data(html);
  EXPECT_EQ(page.at("scene"), "dice3");
  ASSERT_EQ(page.at("runs").size(), 2U);
  EXPECT_EQ(page.at("runs").at(0).at("name"), "touchstone");
  EXPECT_EQ(page.at("runs").at(1).at("name"), "thesis");
  expect_refused({"reproduce", "movies", "--html", html}, "cannot be made");
}

// Fifty bodies in 600 frames: 2 MB.
TEST(MoviePage, IsSmall) {
  const ScratchFolder folder;
  const std::string html = folder.path("pile.html");
  const Ran ran = run_touchstone(
      {"simulate", "pile", "--bodies", "50", "--dt", "0.002", "--t-end", "1.198", "--html", html});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(": 600 frames, one for each step"));
  EXPECT_LT(std::filesystem::file_size(html), 2'000'000U);
}

TEST(MoviePage, RefusesWhatNoPageShows) {
  const ScratchFolder folder;
  const std::string html = folder.path("none.html");
  expect_refused({"simulate", "stack", "--bodies", "2,3", "--html", html},
                 "--html: the runs have different bodies: a page shows one scene");
  expect_refused({"simulate", "stack", "--html", html, "--record", folder.path("r.json")},
                 "--html: has no effect here");
  expect_refused({"simulate", "polygon-box", "--model", "std,pge", "--html", html},
                 "unknown contact model 'pge'");
  const std::string capsule = folder.write("capsule.json", R"({"schema": "touchstone.scene/1",
      "name": "one", "dt": 0.01, "t_end": 0.1,
      "bodies": [{"name": "rod", "capsule": {"radius": 0.1, "half_length": 1}}]})");
  const std::string fault = "--html: 'rod' has a radius, which a page shows of spheres only";
  expect_refused({"simulate", capsule, "--html", html}, fault);
  const std::string recording = folder.path("r.json");
  ASSERT_EQ(run_touchstone({"simulate", capsule, "--record", recording}).exit_code, 0);
  expect_refused({"simulate", "--replay", recording, "--html", html}, fault);
  EXPECT_FALSE(std::filesystem::exists(html));
}

}  // namespace
}  // namespace touchstone
