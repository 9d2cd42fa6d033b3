// SPDX-License-Identifier: GPL-3.0-or-later
// `ask` puts pairs with a curved core to libraries that take them, and judges what they answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/plugin_fixture.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// `a` straight above `b`, their origins 5 m apart.
std::string stacked(const std::string& a, const std::string& b) {
  return R"({"a": )" + a + R"(, "pose_a": {"t": [0, 0, 5], "q": [1, 0, 0, 0]}, "b": )" + b +
         R"(, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})";
}

constexpr const char* kCylinder = R"({"cylinder": {"radius": 1, "half_length": 2}})";
constexpr const char* kBox = R"({"box_half_extents": [1, 2, 0.5]})";

class AskCurvedLibrary : public PluginCommands {
 protected:
  void SetUp() override { library_ = compiled("stack", "/harness/plugins/tests/stack_plugin.c"); }

  Ran ask(const std::string& cases, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"ask", "-", "--metric", library_};
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words, cases);
  }
};

TEST_F(AskCurvedLibrary, EachCoreArrivesAndIsJudgedByTheBracket) {
  const std::vector<std::pair<std::string, std::string>> bodies = {
      {kCylinder, "core 1 of 1 2 0, radius 0, dimension 3, no shape"},
      {R"({"cone": {"radius": 1.5, "half_length": 2}})",
       "core 2 of 1.5 2 0, radius 0, dimension 3, no shape"},
      {R"({"ellipsoid": {"semi_axes": [3, 1.5, 2]}})",
       "core 3 of 3 1.5 2, radius 0, dimension 3, no shape"},
      {R"({"core": {"cone": {"radius": 1, "half_length": 1.75}}, "radius": 0.25})",
       "core 2 of 1 1.75 0, radius 0.25, dimension 3, no shape"}};
  for (const auto& [body, note] : bodies) {
    const Ran ran = ask(stacked(body, kBox));
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("stack: right\n  detail     " + note + "\n  phi        2.5, "));
    EXPECT_THAT(ran.out, HasSubstr("normal     (0, 0, 1) valid\n"));
  }
}

TEST_F(AskCurvedLibrary, PolytopesBesideThemArriveToo) {
  const Ran box = ask(stacked(kBox, kCylinder));
  EXPECT_THAT(box.out, HasSubstr("core 0 of 0 0 0, radius 0, dimension 3, a shape\n"));
  EXPECT_THAT(box.out, HasSubstr("stack: right\n"));
  const Ran sphere = ask(stacked(R"({"sphere": {"radius": 0.5}})", kCylinder));
  EXPECT_THAT(sphere.out, HasSubstr("core 0 of 0 0 0, radius 0.5, dimension 0, a shape\n"));
  EXPECT_THAT(sphere.out, HasSubstr("stack: right\n"));
}

TEST_F(AskCurvedLibrary, WhatGoesWrongIsTold) {
  for (const auto& [fault, word] : {std::pair("half", "inaccurate"), {"dies", "crashed"}}) {
    const Variable environment("STACK_FAULT", fault);
    const Ran ran = ask(stacked(kCylinder, kBox));
    EXPECT_EQ(ran.exit_code, 1) << fault;
    EXPECT_THAT(ran.out, HasSubstr("stack: " + std::string(word) + "\n"));
  }
}

TEST_F(AskCurvedLibrary, InThisProcessIsAskedAboutPolytopesAlone) {
  const Ran ran = ask(stacked(kCylinder, kBox), {"--in-process"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("stack: not_applicable\n  detail     a core is curved, and "
                                 "--in-process asks about polytopes alone\n"));
}

TEST_F(AskCurvedLibrary, IsAskedAboutNoCoreThatItDoesNotTake) {
  const std::string not_taken =
      "stack: not_applicable\n  detail     body A has a curved core that is not taken\n";
  {
    const Variable first("STACK_FIRST", "1");
    EXPECT_THAT(ask(stacked(kCylinder, kBox)).out, HasSubstr(not_taken));
  }
  for (const char* taken : {"64", "31"}) {
    const Variable takes("STACK_TAKES", taken);
    const Ran ran = ask(stacked(kCylinder, kBox));
    EXPECT_EQ(ran.exit_code, 0) << taken << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(not_taken)) << taken;
  }
  const Variable sharp("STACK_TAKES", "32");
  EXPECT_THAT(ask(stacked(kCylinder, kBox)).out, HasSubstr("stack: right\n"));
  const std::string round = R"({"core": )" + std::string(kCylinder) + R"(, "radius": 0.5})";
  EXPECT_THAT(ask(stacked(round, kBox)).out,
              HasSubstr("body A has a radius around a core that is not taken with one"));
}

}  // namespace
}  // namespace touchstone
