// SPDX-License-Identifier: GPL-3.0-or-later
// Every row of the registry and every variant of a ratio metric: each bounded loop that a sample of
// pairs enters is made endless, one after the other. The runner gives `timed_out` with the loop's
// name then, and the next answer of the same runner is the one that a fresh one gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "geometry/loop_bound.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/test_name.hpp"
#include "harness/runners/every_row.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

/// Rows whose queries have no bounded loop of ours, whatever pairs they are asked, and why.
const std::map<std::string, std::string>& rows_without_bounded_loops() {
  static const std::map<std::string, std::string> rows = {
      {"gjk_epa", "libccd's own, which a watch over its support queries ends (libccd_test.cpp)"},
      {"gjk_epa_1e-8", "as gjk_epa"},
      {"mpr", "as gjk_epa"},
      {"mpr_1e-8", "as gjk_epa"},
      {"sat_float32", "all facets, all pairs of edges"},
      {"box15", "fifteen axes"},
      {"minkowski", "facets of a hull of CGAL's, each looked at once"},
      {"minkowski_float", "as minkowski"},
  };
  return rows;
}

/// Loops that the sample must enter, those of last resort with them: where one drops out, the test
/// no longer tests it.
std::set<std::string> required_loops(const MetricRow& row) {
  const std::string climb = "climb to the farthest vertex: step to a neighbour";
  const std::string facets = "rounding of facets: climb to the highest vertex";
  static const std::map<std::string, std::set<std::string>> loops = {
      {"certified",
       {climb, "exact distance: GJK", "exact distance: the expanding polytope",
        "expanding polytope: what a point sees", "expanding polytope: waves of triangles"}},
      {"gjk", {climb, "gjk: a minor cycle"}},
      {"vclip", {climb, "vclip: a minor cycle", "exact distance: GJK"}},
      {"ratio_ray", {climb}},
      {"sat_gauss", {climb, "sat_gauss: bends of an arc"}},
      {"ratio_seidel", {facets, "ratio_seidel: exchange of rows"}},
      {"ratio_facets", {facets, "ratio_facets: exchange of rows in integers"}},
      {"ratio_lp", {facets}},
      {"ratio_lp_rows", {facets}},
  };
  const std::string plain = row.plain.empty() ? row.name : row.plain;
  const auto found = loops.find(plain);
  std::set<std::string> required = found == loops.end() ? std::set<std::string>() : found->second;
  if (plain == "ratio_ray") {
    const bool is_fixed = row.name.find("-fixed-") != std::string::npos;
    required.insert(is_fixed ? "ratio_ray: exchange of vertices of a fixed body in integers"
                             : "ratio_ray: exchange of vertex pairs in integers");
  }
  return required;
}

Pair placed(PolytopePtr A, PolytopePtr B, const Vec3& p_AB, const Mat3& R_AB = Mat3::Identity()) {
  return {std::move(A), Pose{}, std::move(B), Pose{R_AB, p_AB}};
}

/// Apart, near, kissing, shallow, deep, the same place and one next to it, of bodies whose vertices
/// are scanned and of such on which climbs are made; in general position and not.
std::vector<Pair> sample(bool boxes_only) {
  std::vector<Pair> pairs;
  Random random(kSeed, 1);
  const auto add = [&](const PolytopePtr& A, const PolytopePtr& B, double touching) {
    const Mat3 R = random.rotation();
    for (const double part : {4.0, 1.001, 1.0, 0.999, 0.3, 1e-3, 1e-300, 5e-324, 0.0}) {
      pairs.push_back(placed(A, B, Vec3(part * touching, 0, 0)));
      pairs.push_back(placed(A, B, part * touching * Vec3(0.6, 0.48, 0.64), R));
    }
    pairs.push_back(placed(A, B, Vec3::Constant(touching)));
    pairs.push_back(placed(A, B, Vec3(1e16 * touching, 0, 0)));
  };
  add(make_box(Vec3(0.5, 0.5, 0.5)), make_box(Vec3(0.5, 0.5, 0.5)), 1);
  add(make_box(Vec3(1, 2, 3)), make_box(Vec3(1e6, 0.5, 1)), 1);
  if (boxes_only) return pairs;
  add(make_random_sphere_hull(random, 12), make_lattice_hull(random, 12, 3), 2);
  add(make_prism(40, 1, 1), make_cone(50, 1, 1), 2);
  add(make_icosphere(2), make_icosphere(2), 2);
  add(make_icosphere(3), make_grid_box({10, 10, 10}, Vec3(1, 1, 1)), 2);
  // The depth is nearly one in every direction: so many triangles wait that they come in waves.
  const PolytopePtr ball = make_icosphere(3);
  pairs.push_back(placed(ball, ball, 1e-4 * Vec3(0.6, 0.48, 0.64), random.rotation()));
  return pairs;
}

std::set<std::string>& entered() {
  static std::set<std::string> loops;
  return loops;
}
std::string& planted() {
  static std::string loop;
  return loop;
}

/// While this lives, bounded loops are noted or made endless.
class Plant {
 public:
  explicit Plant(LoopPlant plant) { loop_plant = plant; }
  Plant(const Plant&) = delete;
  Plant& operator=(const Plant&) = delete;
  ~Plant() { loop_plant = nullptr; }
};

bool note(const char* loop) {
  entered().insert(loop);
  return false;
}
bool is_planted(const char* loop) { return loop == planted(); }

/// In this process.
std::unique_ptr<Runner> runner_of(MetricRow row) {
  row.traits.isolated = false;
  return make_runner(row, {});
}

/// Cold and, where the metric remembers what it was asked, warm.
std::vector<RunOutcome> ask_twice(Runner& runner, const Pair& pair) {
  const std::vector<AskedPair> batch = {&pair, &pair};
  return runner.run(batch);
}

void expect_same(const RunOutcome& one, const RunOutcome& other) {
  EXPECT_EQ(one.status, other.status);
  EXPECT_EQ(one.answer.status, other.answer.status);
  EXPECT_EQ(one.answer.value, other.answer.value);
  EXPECT_EQ(one.answer.sign, other.answer.sign);
  EXPECT_EQ(one.answer.normal, other.answer.normal);
  EXPECT_EQ(one.detail, other.detail);
}

/// A loop, and the first pair of the sample by which the row enters it.
std::map<std::string, Pair> loops_of(const MetricRow& row) {
  std::map<std::string, Pair> entered_by;
  const auto most = static_cast<std::size_t>(row.traits.largest_default_vertices);
  for (const Pair& pair : sample(row.traits.boxes_only)) {
    if (std::max(pair.A->vertices().size(), pair.B->vertices().size()) > most) continue;
    entered().clear();
    {
      const Plant plant(note);
      ask_twice(*runner_of(row), pair);
    }
    for (const std::string& loop : entered()) entered_by.emplace(loop, pair);
  }
  return entered_by;
}

class PlantedLoops : public testing::TestWithParam<std::string> {};

TEST_P(PlantedLoops, AreVerdictsAndTheNextAnswerIsAsEver) {
  const MetricRow& row = row_named(GetParam());
  const std::map<std::string, Pair> entered_by = loops_of(row);
  for (const auto& [loop, pair] : entered_by) {
    SCOPED_TRACE(loop);
    const auto runner = runner_of(row);
    planted() = loop;
    bool timed_out = false;
    {
      const Plant plant(is_planted);
      for (const RunOutcome& outcome : ask_twice(*runner, pair)) {
        if (outcome.status != RunStatus::timed_out) continue;
        timed_out = true;
        EXPECT_THAT(outcome.detail, testing::HasSubstr(loop));
      }
    }
    EXPECT_TRUE(timed_out);
    expect_same(ask_twice(*runner, pair).front(), ask_twice(*runner_of(row), pair).front());
  }
  EXPECT_EQ(entered_by.empty(), rows_without_bounded_loops().count(row.name) == 1);
  for (const std::string& loop : required_loops(row)) {
    EXPECT_EQ(entered_by.count(loop), 1U) << loop << " is not tested";
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRow, PlantedLoops, testing::ValuesIn(names_of_every_row()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
