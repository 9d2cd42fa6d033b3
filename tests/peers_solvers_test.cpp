// SPDX-License-Identifier: GPL-3.0-or-later
// The contact solvers of peers/ whose libraries are installed here: rows, signs and cones of a box
// on the ground that rests, sticks and slides.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/peers.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

class SolverPeers : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "a worker has too little address space for a sanitizer";
    for (const auto& [name, version] : build_peers(folder_of_peers(), "found_solvers.txt")) {
      if (!libraries_.empty()) libraries_ += ",";
      libraries_ += (folder_of_peers() / (name + ".so")).string();
    }
    if (libraries_.empty()) GTEST_SKIP() << "NO SOLVER IS TESTED: none is installed";
  }

  /// The answers to a box on two contacts, which comes down with 1 m/s and has this velocity along
  /// both tangents. Rows of W differ, so that another order of them is another problem.
  json answers(const std::string& cone, double u, double v) {
    const json step = {{"schema", "touchstone.step/1"},
                       {"cone", cone},
                       {"mu", {0.5, 0.5}},
                       {"local",
                        {{"W",
                          {{0, 0, {2, 0.25, 0, 0.25, 1, 0, 0, 0, 1.5}},
                           {0, 1, {0.5, 0, 0.125, 0, 0.25, 0, 0, 0, 0.25}},
                           {1, 0, {0.5, 0, 0, 0, 0.25, 0, 0.125, 0, 0.25}},
                           {1, 1, {3, 0, 0, 0, 1, 0, 0, 0, 2}}}},
                         {"q", {-1, u, v, -1, u, v}}}}};
    const Ran ran = run_touchstone(
        {"solve", scratch_.write("box.json", step.dump()), "--solver", libraries_, "--json", "-"});
    EXPECT_TRUE(ran.exit_code == 0 || ran.exit_code == 1) << ran.err;
    return json::parse(ran.out).at("answers");
  }

  static bool is(const json& answer, const std::string& name) {
    return answer.at("solver").get<std::string>().starts_with(name);
  }

  std::string libraries_;
  ScratchFolder scratch_;
};

TEST_F(SolverPeers, OfSiconosSolveTheRoundConeAndTakeNoBox) {
  for (const double u : {0.0, 0.1, 3.0}) {
    for (const json& answer : answers("round", u, u / 4)) {
      if (!is(answer, "siconos")) continue;
      EXPECT_EQ(answer.at("word"), "solved") << answer;
      EXPECT_TRUE(answer.at("claims_solved")) << answer;
      // It prints the error that we say it prints.
      EXPECT_NEAR(answer.at("claimed_residual").get<double>(),
                  answer.at("residuals").at("siconos").get<double>(), 1e-12)
          << answer;
    }
  }
  for (const json& answer : answers("box", 0, 0)) {
    EXPECT_EQ(answer.at("word") == "skipped", is(answer, "siconos")) << answer;
  }
}

TEST_F(SolverPeers, OfBulletSolveTheBox) {
  for (const double u : {0.0, 0.1, 3.0}) {
    for (const json& answer : answers("box", u, u / 4)) {
      // Gauss-Seidel, in double precision; in single what that resolves.
      if (answer.at("solver") == "bullet_pgs_float64") {
        EXPECT_EQ(answer.at("word"), "solved") << answer;
      } else if (answer.at("solver") == "bullet_pgs") {
        EXPECT_LT(answer.at("r"), 1e-5) << answer;
      }
      EXPECT_FALSE(is(answer, "bullet_pgs") && answer.at("false_claim").get<bool>()) << answer;
    }
  }
}

}  // namespace
}  // namespace touchstone
