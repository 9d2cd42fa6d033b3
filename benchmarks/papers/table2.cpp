// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/table2.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "benchmarks/energy/step_series.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "geometry/shapes.hpp"
#include "geometry/support/support_map.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

struct Scenario {
  const char* name;
  const char* scene;
  int vertices_A;  ///< 0: the scene's own
  int vertices_B;
  std::optional<Table2Paper> paper;
};

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> kScenarios = {
      {"spinning box", "spinning-box", 0, 0, Table2Paper{1.3, 16.2, 47.7}},
      {"spinning sphere", "encoded-spin", 182, 0, Table2Paper{18, 75.2, 26.8}},
      {"rolling spheres", "rolling-encoded", 182, 182, Table2Paper{370, 94.8, 1.7}},
      {"rolling spheres", "rolling-encoded", 994, 994, std::nullopt},
  };
  return kScenarios;
}

/// A metric that adds up how long its queries take.
class ClockedMetric final : public Metric {
 public:
  ClockedMetric(std::unique_ptr<Metric> metric, double& spent_s)
      : metric_(std::move(metric)), spent_s_(spent_s) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return metric_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override { return metric_->make_workspace(); }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const auto begin = Clock::now();
    Answer answer = metric_->evaluate(A, X_WA, B, X_WB, workspace);
    spent_s_ += std::chrono::duration<double>(Clock::now() - begin).count();
    return answer;
  }

 private:
  std::unique_ptr<Metric> metric_;
  double& spent_s_;
};

/// How long a step took, and what within it.
struct StepParts {
  double total_s = 0, contact_s = 0, vclip_s = 0;
};

/// One method at one scenario.
struct TimedRun {
  TimedRun(const Scene& scene, const std::string& contacts, const MetricSource& metrics)
      : method(find_contact_row(contacts)->make([&](std::string_view name) {
          std::unique_ptr<Metric> metric = metrics(name);
          if (metric == nullptr || name != "vclip") return metric;
          asks_vclip = true;
          return std::unique_ptr<Metric>(
              std::make_unique<ClockedMetric>(std::move(metric), vclip_s));
        })),
        stepper(find_stepper(scene.stepper)->make()),
        simulation(scene, *method, *stepper) {}

  bool asks_vclip = false;
  double vclip_s = 0;  ///< in all steps so far
  std::unique_ptr<ContactMethod> method;
  std::unique_ptr<Stepper> stepper;
  Simulation simulation;
  StepSeries times;
  std::vector<StepParts> parts;  ///< one entry for each step
  double spent_s = 0;
  bool ended = false;

  void step() {
    const double before_s = vclip_s;
    const StepReport& report = simulation.step();
    ended = !report.taken;
    if (ended) return;
    times.add(report.times);
    parts.push_back({report.times.total, report.times.contact, vclip_s - before_s});
    spent_s += report.times.total;
  }
};

/// Shares of the steps but the slowest twentieth, in which the machine may have done other work.
void take_shares(std::vector<StepParts> steps, bool asks_vclip, Table2Row& row) {
  std::sort(steps.begin(), steps.end(),
            [](const StepParts& a, const StepParts& b) { return a.total_s < b.total_s; });
  std::vector<double> vclip_ms;
  for (const StepParts& step : steps) vclip_ms.push_back(1e3 * step.vclip_s);
  steps.resize(steps.size() - steps.size() / 20);
  StepParts sum;
  for (const StepParts& step : steps) {
    sum.total_s += step.total_s;
    sum.contact_s += step.contact_s;
    sum.vclip_s += step.vclip_s;
  }
  if (!(sum.total_s > 0)) return;
  row.contact_percent = 100 * (sum.contact_s - sum.vclip_s) / sum.total_s;
  if (!asks_vclip) return;
  row.vclip_ms = median(std::move(vclip_ms));
  row.vclip_percent = 100 * sum.vclip_s / sum.total_s;
}

SceneChoice choice_of(const Scenario& scenario) {
  SceneChoice choice;
  if (scenario.vertices_A > 0) choice.vertices_A = scenario.vertices_A;
  if (scenario.vertices_B > 0) choice.vertices_B = scenario.vertices_B;
  choice.t_end = 1e3;
  return choice;
}

}  // namespace

std::vector<Table2Row> run_table2(const Table2Options& options) {
  std::vector<Table2Row> rows;
  const auto all = static_cast<std::uint64_t>(scenarios().size());
  for (const Scenario& scenario : scenarios()) {
    const Scene scene = make_scene(*find_scene(scenario.scene), choice_of(scenario)).value();
    std::vector<std::unique_ptr<TimedRun>> runners;
    for (const std::string& contacts : options.contacts) {
      runners.push_back(std::make_unique<TimedRun>(scene, contacts, options.metric_source));
    }
    for (int i = 0; i < options.steps; ++i) {
      for (const auto& runner : runners) {
        if (!runner->ended && runner->spent_s < options.limit_s) runner->step();
      }
    }
    for (std::size_t k = 0; k < runners.size(); ++k) {
      const TimedRun& runner = *runners[k];
      Table2Row row;
      row.scenario = scenario.name;
      for (std::size_t body = 0; body < 2; ++body) {
        row.vertices[body] = static_cast<int>(scene.bodies[body].shape->vertices().size());
      }
      row.contacts = options.contacts[k];
      row.steps = static_cast<int>(runner.times.total_ms.size());
      row.median_ms = median(runner.times.total_ms);
      row.mean_ms =
          std::accumulate(runner.times.total_ms.begin(), runner.times.total_ms.end(), 0.0) /
          std::max<double>(1, row.steps);
      row.contact_ms = median(runner.times.contact_ms);
      take_shares(runner.parts, runner.asks_vclip, row);
      row.solve_ms = median(runner.times.solve_ms);
      row.rest_ms = median(runner.times.rest_ms);
      row.paper = scenario.paper;
      rows.push_back(row);
    }
    if (options.progress) {
      options.progress(static_cast<std::uint64_t>(&scenario - scenarios().data()) + 1, all);
    }
  }
  return rows;
}

double support_pair_ns() {
  constexpr int kQueries = 1000;
  constexpr int kRepetitions = 101;
  Random random(1, 8);
  const PolytopePtr A = make_random_sphere_hull(random, 8);
  const PolytopePtr B = make_random_sphere_hull(random, 8);
  const SupportMap map_A(*A, A->interior_point());
  const SupportMap map_B(*B, B->interior_point());
  std::vector<Vec3> directions;
  directions.reserve(kQueries);
  for (int i = 0; i < kQueries; ++i) directions.push_back(random.unit_vector());
  std::vector<double> times;
  volatile int sink = 0;
  for (int r = 0; r < kRepetitions; ++r) {
    const auto begin = Clock::now();
    int sum = 0;
    for (const Vec3& u : directions) sum += map_A.farthest(u) + map_B.farthest(-u);
    sink = sum;
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - begin).count() /
                    kQueries);
  }
  static_cast<void>(sink);
  return median(times);
}

}  // namespace touchstone
