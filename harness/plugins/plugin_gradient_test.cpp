// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of a library and of a program: what is wrong with one question is that question's.
#include "harness/plugins/plugin_gradient.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/tests/aligned_pairs.hpp"
#include "harness/plugins/tests/hostile_run.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// The gradients of a right, a faulty and a right question, in this order, from one instance.
std::vector<FoundGradient> find_gradients(const MetricRow& row) {
  const auto gradients = make_plugin_gradients(row, program_options());
  if (!gradients) throw std::runtime_error(gradients.reason());
  if (!gradients.value()) throw std::runtime_error("has no gradient");
  const Pair right = aligned_pair();
  const Pair faulty = faulty_pair();
  return gradients.value()->find(std::array{&right, &faulty, &right});
}

MetricRow row_of_program(const std::string& fault) {
  const auto row = process_plugin_row(
      TOUCHSTONE_PYTHON " '" TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/aligned_process.py' " +
          fault,
      program_options());
  if (!row) throw std::runtime_error(row.reason());
  return row.value();
}

/// The boxes are 1 apart along z, and all of A is below B: p = (0, 0, 1).
void expect_right(const FoundGradient& found) {
  ASSERT_TRUE(found.applicable && found.unanswered.empty()) << found.unanswered;
  ASSERT_TRUE(found.gradient.has_value());
  EXPECT_EQ(found.gradient->rates.v_A, Vec3(0, 0, -1));
  EXPECT_EQ(found.gradient->rates.v_B, Vec3(0, 0, 1));
  EXPECT_EQ(found.gradient->rates.w_A, Vec3(0, 0, 0));
  EXPECT_EQ(found.gradient->rates.w_B, Vec3(-0.5, 0.25, 0));
  EXPECT_EQ(found.gradient->differentiable, false);
}

TEST(PluginGradient, IsThatOfALibrary) {
  for (const FoundGradient& found : find_gradients(plugin_row_of("aligned_boxes"))) {
    expect_right(found);
  }
}

TEST(PluginGradient, IsThatOfAProgram) {
  for (const FoundGradient& found : find_gradients(row_of_program(""))) expect_right(found);
}

TEST(PluginGradient, MayBeMissingOrNoNumberOrWithoutAWordOnKinks) {
  for (const bool program : {false, true}) {
    const auto found = [&](const std::string& fault) {
      const Environment environment("ALIGNED", fault);
      return find_gradients(program ? row_of_program(fault) : plugin_row_of("aligned_boxes"))[1];
    };
    EXPECT_FALSE(found("no_gradient").gradient.has_value());
    EXPECT_EQ(found("no_gradient").unanswered, "");
    EXPECT_FALSE(found("nan_rate").gradient.value().rates.w_B.allFinite());
    EXPECT_FALSE(found("not_said").gradient.value().differentiable.has_value());
  }
}

TEST(PluginGradient, FaultsOfALibraryLeaveTheirOwnQuestionUnanswered) {
  for (const auto& [fault, why] : std::map<std::string, std::string>{
           {"crash", "it crashed: SIGSEGV"},
           {"unknown_flag", "its word on differentiable is 3, which means nothing"},
           {"reserved_rate", "reserved of its gradient is not 0"},
           {"past_the_gradient", "wrote outside the buffer"},
           {"nan_value", "its value is not finite"},
           {"zero_normal", "its normal is 0"},
           {"no_answer", "no answer"}}) {
    const Environment environment("ALIGNED", fault);
    const std::vector<FoundGradient> found = find_gradients(plugin_row_of("aligned_boxes"));
    EXPECT_THAT(found[1].unanswered, HasSubstr(why)) << fault;
    expect_right(found[0]);
    expect_right(found[2]);
  }
}

TEST(PluginGradient, FaultsOfAProgramLeaveTheirOwnQuestionUnanswered) {
  for (const auto& [fault, why] : std::map<std::string, std::string>{
           {"crash", "exited with code 3"},
           {"short_rate", "gradient.w_B: must be a list of 3 numbers"},
           {"unknown_flag", "gradient.differentiable: must be true or false"},
           {"no_w", "gradient: the key \"w_A\" is missing"}}) {
    const std::vector<FoundGradient> found = find_gradients(row_of_program(fault));
    EXPECT_THAT(found[1].unanswered, HasSubstr(why)) << fault;
    expect_right(found[0]);
    expect_right(found[2]);
  }
}

TEST(PluginGradient, IsOptionalAndHasAFunction) {
  {
    const Environment environment("GRADIENT", "none");
    const auto none = make_plugin_gradients(plugin_row_of("aligned_boxes"), worker_options());
    ASSERT_TRUE(none.ok()) << none.reason();
    EXPECT_EQ(none.value(), nullptr);
  }
  const Environment environment("GRADIENT", "null");
  const auto row = plugin_row(plugin("aligned_boxes"), worker_options());
  ASSERT_FALSE(row.ok());
  EXPECT_THAT(row.reason(), HasSubstr("touchstone.gradient/1 has a function that is NULL"));
}

/// A body that it does not take is no fault.
TEST(PluginGradient, LeavesOutBodiesThatAreNotTaken) {
  const auto gradients = make_plugin_gradients(plugin_row_of("aligned_boxes"), worker_options());
  ASSERT_TRUE(gradients.ok()) << gradients.reason();
  Pair pair = aligned_pair();
  pair.B = make_simplex();
  EXPECT_FALSE(gradients.value()->find(std::array<const Pair*, 1>{&pair}).front().applicable);
}

}  // namespace
}  // namespace touchstone
