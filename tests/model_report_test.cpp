// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone energy` and `reproduce converge` say of runs with a contact model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Ran energy(const std::string& model, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"energy", "two-corners", "--model", model};
  words.insert(words.end(), more.begin(), more.end());
  return run_touchstone(words);
}

TEST(ModelReport, EnergyNamesTheModelAndWhatItsStepsCount) {
  const json result = json::parse(energy("peg", {"--json", "-"}).out).at("results").at(0);
  EXPECT_EQ(result.at("model"), "peg");
  const json& steps = result.at("model_steps");
  EXPECT_EQ(steps.size(), 6U);
  const std::uint64_t potential = steps.at("potential");
  EXPECT_GT(steps.at("traps"), 0);
  EXPECT_LT(steps.at("traps"), potential);
  EXPECT_EQ(steps.at("fallbacks"), 0);
  EXPECT_EQ(steps.at("corrections"), 0);
  const std::string text = energy("peg").out;
  EXPECT_THAT(text, HasSubstr(": model peg, "));
  EXPECT_THAT(text, HasSubstr(" % of " + std::to_string(potential) +
                              " potential contacts are traps, 0 fallbacks"));
  const Ran corrected = energy("peg", {"--corrections", "3", "--json", "-"});
  EXPECT_GT(json::parse(corrected.out).at("results").at(0).at("model_steps").at("corrections"), 0);
}

// A trap is where `std` would have held a body and `peg` did not.
TEST(ModelReport, TrapsAreSaidOfPegAlone) {
  const json result = json::parse(energy("std", {"--json", "-"}).out).at("results").at(0);
  EXPECT_EQ(result.at("model"), "std");
  EXPECT_GT(result.at("model_steps").at("potential"), 0);
  EXPECT_TRUE(result.at("model_steps").at("traps").is_null());
}

TEST(ModelReport, ManifoldIsSaidNothingOf) {
  const json result = json::parse(energy("manifold", {"--json", "-"}).out).at("results").at(0);
  EXPECT_FALSE(result.contains("model"));
  EXPECT_FALSE(result.contains("model_steps"));
  EXPECT_THAT(energy("manifold").out, Not(HasSubstr("model ")));
  const std::vector<std::string> converge = {"reproduce", "converge", "balance2", "--dt",
                                             ".02",       "--starts", "1"};
  std::vector<std::string> recorded = converge;
  recorded.insert(recorded.end(), {"--json", "-"});
  EXPECT_FALSE(json::parse(run_touchstone(recorded).out).at("runs").at(0).contains("model"));
  EXPECT_THAT(run_touchstone(converge).out, Not(HasSubstr("model ")));
}

TEST(ModelReport, ConvergeSumsItsRunsUp) {
  const std::vector<std::string> words = {
      "reproduce",      "converge", "balance2", "--model",  "plane",
      "--frictionless", "--dt",     ".02,.01",  "--starts", "1"};
  std::vector<std::string> recorded = words;
  recorded.insert(recorded.end(), {"--json", "-"});
  std::uint64_t potential = 0;
  const json record = json::parse(run_touchstone(recorded).out);
  for (const json& run : record.at("runs")) {
    EXPECT_EQ(run.at("model"), "plane");
    potential += run.at("model_steps").at("potential").get<std::uint64_t>();
  }
  EXPECT_GT(potential, 0U);
  const std::string text = run_touchstone(words).out;
  EXPECT_THAT(text, HasSubstr("model plane, " + std::to_string(potential) + " potential contacts"));
}

}  // namespace
}  // namespace touchstone
