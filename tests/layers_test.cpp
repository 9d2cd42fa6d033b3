// SPDX-License-Identifier: GPL-3.0-or-later
// The folder table of the architecture, held by reading the includes of every source.
#include "tests/layers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A small tree that keeps the table.
SourceTree sound_tree() {
  return {{"geometry/a.hpp", "#include <vector>\n#include <Eigen/Core>\n"},
          {"geometry/a.cpp", "#include \"geometry/a.hpp\"\n#include <CGAL/hull.h>\n"},
          {"metrics/metric.hpp", "#include \"geometry/pose.hpp\"\n"},
          {"metrics/registry.hpp", "#include \"metrics/metric.hpp\"\n"},
          {"metrics/sat/sat.hpp", "#include \"metrics/metric.hpp\"\n"},
          {"metrics/sat/sat_test.cpp",
           "#include \"metrics/sat/sat.hpp\"\n#include \"reference/oracle.hpp\"\n#include "
           "<gtest/gtest.h>\n"},
          {"metrics/registry.cpp", "#include \"metrics/sat/sat.hpp\"\n"},
          {"metrics/sat/axes.hpp", "#include \"metrics/arithmetic/lanes.hpp\"\n"},
          {"metrics/sat/sat.cpp", "#include \"metrics/sat/axes.hpp\"\n"},
          {"metrics/gjk/gjk.hpp", "#include \"metrics/common/shape_id.hpp\"\n"},
          {"metrics/gjk/gjk.cpp", "#include \"metrics/sat/sat.hpp\"\n"},
          {"metrics/arithmetic/lanes.hpp", ""},
          {"metrics/common/shape_id.hpp", "#include \"metrics/arithmetic/lanes.hpp\"\n"},
          {"metrics/tests/checks.hpp", "#include \"metrics/gjk/gjk.hpp\"\n"},
          {"metrics/gjk/gjk_test.cpp", "#include \"metrics/tests/checks.hpp\"\n"},
          {"geometry/vector.hpp", "#include <Eigen/Core>\n"},
          {"geometry/arithmetic/rational.hpp", "#include <gmpxx.h>\n"},
          {"geometry/pose.hpp", "#include \"geometry/vector.hpp\"\n"},
          {"geometry/hull/hull.hpp", "#include \"geometry/a.hpp\"\n"},
          {"geometry/arithmetic/double_double.hpp", ""},
          {"geometry/random.hpp", ""},
          {"metrics/checks.hpp", "#include \"metrics/samples.hpp\"\n#include <gtest/gtest.h>\n"},
          {"metrics/samples.hpp", "#include \"reference/oracle.hpp\"\n"},
          {"metrics/mpr_test.cpp", "#include \"metrics/checks.hpp\"\n"},
          {"reference/oracle.hpp",
           "#include \"metrics/metric.hpp\"\n#include \"geometry/arithmetic/rational.hpp\"\n"},
          {"reference/oracle/candidates.hpp", "#include \"geometry/vector.hpp\"\n"},
          {"reference/oracle/oracle.cpp", "#include \"reference/oracle/candidates.hpp\"\n"},
          {"reference/oracle/oracle_test.cpp",
           "#include \"geometry/random.hpp\"\n#include \"reference/oracle/candidates.hpp\"\n"},
          {"reference/tests/samples.hpp", "#include \"geometry/random.hpp\"\n"},
          {"metrics/near_test.cpp", "#include \"reference/tests/samples.hpp\"\n"},
          {"harness/judge/judge.hpp",
           "#include \"metrics/registry.hpp\"\n#include \"reference/oracle.hpp\"\n"},
          {"cli/options/command_line.cpp", "#include <CLI/CLI.hpp>\n"},
          {"cli/main.cpp", "#include \"harness/judge/judge.hpp\"\n"}};
}

TEST(Layers, NoIncludeOfOursBreaksTheTable) {
  const SourceTree tree = read_source_tree(TOUCHSTONE_SOURCE_DIR);
  ASSERT_GT(tree.size(), 50U);
  ASSERT_EQ(tree.count("geometry/polytope.hpp"), 1U);
  EXPECT_THAT(broken_includes(tree), IsEmpty());
}

TEST(Layers, TheTablePermitsNothingThatDoesNotExist) {
  EXPECT_THAT(stale_permissions(read_source_tree(TOUCHSTONE_SOURCE_DIR)), IsEmpty());
}

TEST(Layers, APermissionOutlivesNoFile) {
  SourceTree tree = read_source_tree(TOUCHSTONE_SOURCE_DIR);
  tree.erase("geometry/aligned_box.hpp");
  tree["metrics/minkowski/minkowski.cpp"] = "";
  EXPECT_THAT(stale_permissions(tree),
              ElementsAre("geometry/aligned_box.hpp does not exist",
                          "metrics/minkowski/minkowski.cpp does not use CGAL/"));
}

TEST(Layers, NoCycleBetweenOurFiles) {
  EXPECT_THAT(include_cycles(read_source_tree(TOUCHSTONE_SOURCE_DIR)), IsEmpty());
}

TEST(Layers, NoCycleBetweenOurRooms) {
  EXPECT_THAT(room_cycles(read_source_tree(TOUCHSTONE_SOURCE_DIR)), IsEmpty());
}

TEST(Layers, ASoundTreePasses) {
  EXPECT_THAT(broken_includes(sound_tree()), IsEmpty());
  EXPECT_THAT(include_cycles(sound_tree()), IsEmpty());
  EXPECT_THAT(room_cycles(sound_tree()), IsEmpty());
}

struct Planted {
  const char* path;
  const char* line;
};

class PlantedInclude : public testing::TestWithParam<Planted> {};

TEST_P(PlantedInclude, IsFound) {
  SourceTree tree = sound_tree();
  tree[GetParam().path] += std::string(GetParam().line) + "\n";
  const auto broken = broken_includes(tree);
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_THAT(broken.front(), HasSubstr(GetParam().path));
}

/// "GeometryACppIncludeMetricsMetricHpp"
std::string planted_name(const testing::TestParamInfo<Planted>& row) {
  std::string name;
  bool first = true;  // whether the letter begins a word
  for (const char c : std::string(row.param.path) + " " + row.param.line) {
    const auto letter = static_cast<unsigned char>(c);
    const bool part = std::isalnum(letter) != 0;
    if (part) name += static_cast<char>(first ? std::toupper(letter) : letter);
    first = !part;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Layers, PlantedInclude,
    testing::Values(
        Planted{"geometry/a.cpp", "#include \"metrics/metric.hpp\""},
        Planted{"metrics/sat/sat.hpp", "#include \"reference/oracle.hpp\""},
        Planted{"metrics/sat/sat.hpp", "  #  include \"harness/judge/judge.hpp\""},
        // Oracle and player share no code: of metrics only the interface, of geometry
        // what the list names, which includes nothing else.
        Planted{"reference/oracle.hpp", "#include \"geometry/arithmetic/double_double.hpp\""},
        Planted{"reference/oracle/oracle.cpp", "#include \"geometry/hull/hull.hpp\""},
        Planted{"reference/oracle/oracle.cpp", "#include \"geometry/random.hpp\""},
        Planted{"reference/oracle/oracle_test.cpp", "#include \"geometry/hull/hull.hpp\""},
        Planted{"geometry/pose.hpp", "#include \"geometry/arithmetic/double_double.hpp\""},
        Planted{"metrics/metric.hpp", "#include \"geometry/hull/hull.hpp\""},
        // Rooms of reference/ are its own.
        Planted{"harness/judge/judge.hpp", "#include \"reference/oracle/candidates.hpp\""},
        Planted{"metrics/sat/sat_test.cpp", "#include \"reference/oracle/candidates.hpp\""},
        Planted{"harness/judge/judge.hpp", "#include \"reference/tests/samples.hpp\""},
        Planted{"reference/oracle.hpp", "#include \"metrics/sat/sat.hpp\""},
        Planted{"reference/oracle.hpp", "#include \"metrics/registry.hpp\""},
        Planted{"reference/oracle/oracle_test.cpp", "#include \"metrics/sat/sat.hpp\""},
        Planted{"harness/judge/judge.hpp", "#include \"metrics/sat/sat.hpp\""},
        Planted{"harness/judge/judge.hpp", "#include \"cli/main.cpp\""},
        Planted{"tests/whole_test.cpp", "#include \"geometry/a.hpp\""},
        Planted{"geometry/a_test.cpp", "#include \"reference/oracle.hpp\""},
        // Rooted at the repository, and there.
        Planted{"geometry/a.cpp", "#include \"a.hpp\""},
        Planted{"geometry/a.cpp", "#include \"geometry/gone.hpp\""},
        // Third parties.
        Planted{"harness/judge/judge.hpp", "#include <CGAL/hull.h>"},
        Planted{"metrics/sat/sat.hpp", "#include <CGAL/hull.h>"},
        Planted{"reference/oracle.hpp", "#include <glpk.h>"},
        Planted{"harness/judge/judge.hpp", "#include <CLI/CLI.hpp>"},
        Planted{"cli/main.cpp", "#include <CLI/CLI.hpp>"},
        Planted{"geometry/a.hpp", "#include <nlohmann/json.hpp>"},
        Planted{"metrics/sat/sat.hpp", "#include <Eigen/Core>"},
        Planted{"geometry/a.hpp", "#include <gtest/gtest.h>"}),
    planted_name);

TEST(Layers, AHeaderServesTestsOnlyWhileNothingElseIncludesIt) {
  SourceTree tree = sound_tree();
  tree["metrics/sat/sat.hpp"] += "#include \"metrics/checks.hpp\"\n";
  EXPECT_THAT(broken_includes(tree),
              ElementsAre(HasSubstr("metrics/checks.hpp:2: gtest/gtest.h"),
                          HasSubstr("metrics/samples.hpp:1: reference/oracle.hpp")));
}

TEST(Layers, APlantedCycleIsFound) {
  SourceTree tree = sound_tree();
  tree["geometry/a.hpp"] += "#include \"geometry/b.hpp\"\n";
  tree["geometry/b.hpp"] = "#include \"geometry/c.hpp\"\n";
  tree["geometry/c.hpp"] = "#include \"geometry/a.hpp\"\n";
  EXPECT_THAT(include_cycles(tree),
              ElementsAre("geometry/a.hpp -> geometry/b.hpp -> geometry/c.hpp -> geometry/a.hpp"));
}

TEST(Layers, APlantedCycleOfRoomsIsFound) {
  SourceTree tree = sound_tree();
  tree["metrics/sat/sat.cpp"] += "#include \"metrics/gjk/gjk.hpp\"\n";
  EXPECT_THAT(room_cycles(tree), ElementsAre("metrics/sat -> metrics/gjk -> metrics/sat"));
}

TEST(Layers, ARegistryIsAboveItsRoomsAndOtherHeadersAreBelow) {
  SourceTree tree = sound_tree();
  tree["metrics/sat/sat.hpp"] += "#include \"metrics/registry.hpp\"\n";
  EXPECT_THAT(room_cycles(tree), ElementsAre("metrics (registry and sources) -> metrics/sat -> "
                                             "metrics (registry and sources)"));
  tree = sound_tree();
  tree["metrics/metric.hpp"] += "#include \"metrics/sat/sat.hpp\"\n";
  EXPECT_THAT(room_cycles(tree), ElementsAre("metrics -> metrics/sat -> metrics"));
}

TEST(Layers, ATestMakesNoCycleOfRooms) {
  SourceTree tree = sound_tree();
  tree["metrics/sat/sat_test.cpp"] += "#include \"metrics/gjk/gjk.hpp\"\n";
  EXPECT_THAT(room_cycles(tree), IsEmpty());
}

}  // namespace
}  // namespace touchstone
