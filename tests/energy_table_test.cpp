// SPDX-License-Identifier: GPL-3.0-or-later
// What `energy` shows: the table, whatever the number of bodies and the width of the terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Energy, TheTableNamesEveryRunAndSumsUp) {
  const Ran ran = run_touchstone({"energy", "spinning-box", "--directions", "8"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("cone(0.1, 8)"));
  EXPECT_THAT(ran.out, HasSubstr("stop_time_s"));
  EXPECT_THAT(ran.out, HasSubstr("1 right, 0 wrong"));
}

TEST(Energy, FiveHundredBodiesAreTenLines) {
  const Ran ran = run_touchstone({"simulate", "-", "--json", "-"}, R"({
    "schema": "touchstone.scene/1", "name": "five hundred", "dt": 0.005, "t_end": 0.02,
    "bodies": [
      {"name": "box", "box": [0.2, 0.2, 0.2], "inertia": [0.0267, 0.0267, 0.0267],
       "position": [0, 1, 0],
       "repeat": {"count": [10, 5, 10], "spacing": [1, 1, 1], "turn": "random", "seed": 3}},
      {"name": "floor", "box": [20, 0.5, 20], "fixed": true, "position": [0, -0.5, 0]}],
    "friction": {"mu": 0.2},
    "pair_friction": [{"bodies": ["box[*]", "floor"], "friction": {"mu": 0.5}}]})");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("results").at(0).at("bodies"), 500);
}

TEST(Energy, AWheelIsShownByItsSides) {
  const ScratchFolder folder;
  const Ran ran = run_touchstone({"simulate", "rimless-wheel", "--vertices", "40", "--dt", "1e-2",
                                  "--csv", folder.path("curves"), "--json", folder.path("r.json")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("rimless-wheel  40 sides"), Not(HasSubstr("80x8"))));
  const json result = json::parse(read_text(folder.path("r.json"))).at("results").at(0);
  EXPECT_EQ(result.at("sides"), 40);
  EXPECT_EQ(result.at("vertices"), json::parse("[80, 8]"));
  EXPECT_NE(read_text(folder.path("curves/1-rimless-wheel-40_sides-dt0.01.csv")), "");
}

/// COLUMNS as a terminal's user has it, as long as the object lives.
class Columns {
 public:
  explicit Columns(int columns) { ::setenv("COLUMNS", std::to_string(columns).c_str(), 1); }
  ~Columns() { ::unsetenv("COLUMNS"); }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
};

/// Length of the longest line without ": ", which no line of a table has.
std::size_t widest_table_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(": ") == std::string::npos) widest = std::max(widest, line.size());
  }
  return widest;
}

TEST(Energy, TablesFitTheTerminal) {
  const std::vector<std::string> command = {"simulate", "rimless-wheel", "--vertices",
                                            "16",       "--dt",          "1e-2,5e-3,2e-3"};
  EXPECT_GT(widest_table_line(run_touchstone(command).out), 120U);
  {
    const Columns columns(80);
    const Ran ran = run_touchstone(command);
    EXPECT_LE(widest_table_line(ran.out), 80U) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("not shown in 80 columns: "));
    EXPECT_THAT(ran.out, HasSubstr("energy_share_16"));
    EXPECT_THAT(ran.out, HasSubstr("solved"));
  }
  const Columns columns(30);
  const Ran ran = run_touchstone(command);
  EXPECT_LE(widest_table_line(ran.out), 40U) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("penetr. m"));
}

}  // namespace
}  // namespace touchstone
