// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "benchmarks/converge/converge_run.hpp"
#include "benchmarks/energy/step_series.hpp"
#include "contact/peg/peg_options.hpp"
#include "harness/statistics/statistics.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr int kPaperSteps = 16;
constexpr int kPaperStarts = 10;
constexpr double kMaxStep = 0.02;
constexpr double kMinStep = 0.001;
constexpr double kInterval = 0.1;  ///< length of a moment, at least a step [s]

std::vector<double> paper_steps() {
  std::vector<double> steps;
  for (int k = 0; k < kPaperSteps; ++k) {
    steps.push_back(kMaxStep * std::pow(kMinStep / kMaxStep, k / (kPaperSteps - 1.0)));
  }
  return steps;
}

/// The steps of a run before its first failure.
std::size_t steps_before_failure(const PegRun& run) {
  if (!run.first_unsolved_s) return run.overlap.size();
  return static_cast<std::size_t>(std::llround(*run.first_unsolved_s / run.dt)) - 1;
}

/// By step and start.
using StepsOfStd = std::map<std::pair<double, int>, std::size_t>;

StepsOfStd steps_of_std(const std::vector<PegRun>& runs) {
  StepsOfStd steps;
  for (const PegRun& run : runs) {
    if (run.model == ModelChoice{"std", 0}) steps[{run.dt, run.start}] = steps_before_failure(run);
  }
  return steps;
}

std::optional<double> mean_before(const std::vector<const PegRun*>& runs, const StepsOfStd& steps) {
  double sum = 0;
  std::size_t count = 0;
  for (const PegRun* run : runs) {
    const auto found = steps.find({run->dt, run->start});
    if (found == steps.end()) return std::nullopt;
    const std::size_t n = std::min(found->second, run->overlap.size());
    sum = std::accumulate(run->overlap.begin(),
                          run->overlap.begin() + static_cast<std::ptrdiff_t>(n), sum);
    count += n;
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

void add_counts(const PegRun& run, PegPoint& point) {
  ++point.runs;
  point.steps += run.overlap.size();
  point.contact_steps += run.contact_steps;
  point.potential += run.potential;
  point.traps += run.traps;
  point.trap_steps += run.trap_steps;
  point.islands += run.islands;
  point.fallback += run.fallback;
  point.unsolved += run.unsolved;
  point.unsolved_runs += run.unsolved > 0 ? 1 : 0;
  point.failed_runs += run.failed() ? 1 : 0;
  if (run.first_unsolved_s) {
    point.first_unsolved_s =
        std::min(*run.first_unsolved_s, point.first_unsolved_s.value_or(*run.first_unsolved_s));
  }
  point.left += static_cast<int>(run.left.size());
  point.never_entered += static_cast<int>(run.late.never.size());
  point.ended_early += run.fault.empty() ? 0 : 1;
  point.largest_gain_J = std::max(point.largest_gain_J, run.gains.largest_J);
  point.wrong_gains += run.gains.wrong_steps;
}

StepCost cost_of(const std::vector<const PegRun*>& runs) {
  const auto all = [&runs](double StepCost::*part) {
    std::vector<double> values;
    for (const PegRun* run : runs) values.push_back(run->cost.*part);
    return values;
  };
  return {.total_ms = mean_of(all(&StepCost::total_ms)),
          .median_ms = median(all(&StepCost::median_ms)),
          .contact_ms = mean_of(all(&StepCost::contact_ms)),
          .solve_ms = mean_of(all(&StepCost::solve_ms)),
          .corrections_ms = mean_of(all(&StepCost::corrections_ms))};
}

/// Models in the order in which they come, each from the largest step down.
std::vector<std::vector<const PegRun*>> grouped(const std::vector<PegRun>& runs) {
  std::vector<ModelChoice> models;
  for (const PegRun& run : runs) {
    if (std::find(models.begin(), models.end(), run.model) == models.end()) {
      models.push_back(run.model);
    }
  }
  std::vector<std::vector<const PegRun*>> groups;
  for (const ModelChoice& model : models) {
    std::map<double, std::vector<const PegRun*>, std::greater<>> by_dt;
    for (const PegRun& run : runs) {
      if (run.model == model) by_dt[run.dt].push_back(&run);
    }
    for (auto& [dt, of_dt] : by_dt) groups.push_back(std::move(of_dt));
  }
  return groups;
}

/// How many times as long a step takes as one of `model` at the same dt.
std::optional<double> times_of(const char* model, const PegPoint& point,
                               const std::vector<PegPoint>& points) {
  const auto other = std::find_if(points.begin(), points.end(), [&](const PegPoint& p) {
    return p.model == ModelChoice{model, 0} && p.dt == point.dt;
  });
  if (other == points.end() || !(other->cost.total_ms > 0)) return std::nullopt;
  return point.cost.total_ms / other->cost.total_ms;
}

}  // namespace

const std::vector<PegFigure>& peg_figures() {
  static const std::vector<PegFigure> kFigures = {
      {"peg-figure21", "Area of overlap of the polygons in a box", "polygon-box", false},
      {"peg-figure22", "Potential contacts and traps of the polygons in a box", "polygon-box",
       true},
      {"peg-figure24", "Volume of overlap of the polyhedra in a box", "polyhedron-box", false},
  };
  return kFigures;
}

PegRunOptions peg_figure_options(const PegFigure& figure, bool full) {
  PegRunOptions options;
  options.scene = figure.scene;
  options.dt = full ? paper_steps() : std::vector<double>{0.02, 0.01, 0.005, 0.0025};
  options.starts = full ? kPaperStarts : 2;
  if (figure.traps) {
    options.models = {{"peg", 0}};
    return options;
  }
  if (!full) {
    options.models = {{"std", 0}, {"near", 0}, {"plane", 0}, {"peg", 0}, {"peg", kMaxCorrections}};
    return options;
  }
  for (const ModelRow& row : model_registry()) {
    options.models.push_back({row.name, 0});
    if (row.peg) options.models.push_back({row.name, kMaxCorrections});
  }
  return options;
}

Result<ModelChoice> parse_model_choice(const std::string& typed) {
  std::string name = typed;
  const auto takes_off = [&name](std::string_view ending) {
    if (!name.ends_with(ending)) return false;
    name.resize(name.size() - ending.size());
    return true;
  };
  const bool several = takes_off("+several");
  const bool corrected = takes_off("+corr");
  const ModelRow* row = find_model(name);
  if (row == nullptr) return unknown_row("contact model", name, model_registry(), "list models");
  if (corrected && !row->peg) return Error{"'" + typed + "': " + name + " has no corrections"};
  if (several && name != "lnc" && name != "peg") {
    return Error{"'" + typed + "': " + name + " has no primary contacts"};
  }
  return ModelChoice{name, corrected ? kMaxCorrections : 0, several};
}

std::vector<PegPoint> peg_points(const std::vector<PegRun>& runs) {
  const StepsOfStd of_std = steps_of_std(runs);
  std::vector<PegPoint> points;
  for (const std::vector<const PegRun*>& group : grouped(runs)) {
    PegPoint point;
    point.model = group.front()->model;
    point.dt = group.front()->dt;
    std::vector<double> overlaps;
    std::vector<double> means;
    std::vector<double> truth_ms;
    for (const PegRun* run : group) {
      add_counts(*run, point);
      overlaps.insert(overlaps.end(), run->overlap.begin(), run->overlap.end());
      means.push_back(mean_of(run->overlap));
      truth_ms.push_back(run->truth_ms);
    }
    point.rounding_share =
        static_cast<double>(std::count_if(overlaps.begin(), overlaps.end(),
                                          [](double x) { return x <= kOverlapRounding; })) /
        std::max(1.0, static_cast<double>(overlaps.size()));
    point.overlap = overlap_statistics(std::move(overlaps));
    point.least_mean = *std::min_element(means.begin(), means.end());
    point.largest_mean = *std::max_element(means.begin(), means.end());
    point.mean_before_std_fails = mean_before(group, of_std);
    point.cost = cost_of(group);
    point.truth_ms = mean_of(truth_ms);
    points.push_back(std::move(point));
  }
  for (PegPoint& point : points) {
    point.of_plane = times_of("plane", point, points);
    point.of_std = times_of("std", point, points);
  }
  return points;
}

std::vector<PegMoment> peg_moments(const std::vector<PegRun>& runs) {
  std::vector<PegMoment> moments;
  const auto groups = grouped(runs);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const PegRun& first = *groups[k].front();
    if (k + 1 < groups.size() && groups[k + 1].front()->model == first.model) continue;
    const auto steps_of_one =
        static_cast<std::size_t>(std::lround(std::max(1.0, kInterval / first.dt)));
    for (std::size_t from = 0; from < first.planned; from += steps_of_one) {
      double steps = 0, potential = 0, traps = 0;
      for (const PegRun* run : groups[k]) {
        const std::size_t until = std::min(from + steps_of_one, run->potential_at.size());
        for (std::size_t i = from; i < until; ++i, ++steps) {
          potential += run->potential_at[i];
          traps += run->traps_at[i];
        }
      }
      if (steps == 0) break;
      const double middle =
          static_cast<double>(from) +
          0.5 * static_cast<double>(std::min<std::size_t>(steps_of_one, first.planned - from));
      PegMoment moment{first.model, first.dt, middle * first.dt, potential / steps, {}};
      if (first.model.may_trap()) moment.traps = traps / steps;
      moments.push_back(std::move(moment));
    }
  }
  return moments;
}

std::vector<PegSlope> peg_slopes(const std::vector<PegRun>& runs) {
  std::vector<PegSlope> slopes;
  const std::vector<PegPoint> points = peg_points(runs);
  for (std::size_t first = 0; first < points.size();) {
    const ModelChoice& model = points[first].model;
    std::vector<double> dt, mean;
    for (; first < points.size() && points[first].model == model; ++first) {
      dt.push_back(points[first].dt);
      mean.push_back(points[first].overlap.mean);
    }
    const auto of_mean = log_slope(dt, mean);
    if (!of_mean) continue;
    std::map<int, std::map<double, double>> of_start;
    for (const PegRun& run : runs) {
      if (run.model == model) of_start[run.start][run.dt] = mean_of(run.overlap);
    }
    std::vector<double> own;
    for (const auto& [start, means] : of_start) {
      std::vector<double> h, value;
      for (const auto& [step, overlap] : means) {
        h.push_back(step);
        value.push_back(overlap);
      }
      if (const auto slope = log_slope(h, value)) own.push_back(*slope);
    }
    PegSlope slope;
    slope.model = model;
    slope.of_mean = *of_mean;
    slope.starts = static_cast<int>(own.size());
    if (!own.empty()) slope.mean = mean_of(own);
    slope.half_width = mean_half_width(own);
    slopes.push_back(slope);
  }
  return slopes;
}

std::vector<PrimaryRatio> primary_ratios(const std::vector<PegRun>& runs) {
  std::vector<PrimaryRatio> ratios;
  for (const std::vector<const PegRun*>& of_one : grouped(runs)) {
    PrimaryRatio found;
    found.model = of_one.front()->model;
    found.dt = of_one.front()->dt;
    ModelChoice several = found.model;
    several.several_primaries = true;
    std::vector<double> logs;
    for (const PegRun& run : runs) {
      if (found.model == several || run.model != several || run.dt != found.dt) continue;
      for (const PegRun* one : of_one) {
        const double ratio = mean_of(run.overlap) / mean_of(one->overlap);
        if (one->start == run.start && ratio > 0 && std::isfinite(ratio)) {
          logs.push_back(std::log(ratio));
        }
      }
    }
    if (logs.empty()) continue;
    const double middle = mean_of(logs);
    found.starts = static_cast<int>(logs.size());
    found.ratio = std::exp(middle);
    if (const auto half_width = mean_half_width(logs)) {
      found.lower = std::exp(middle - *half_width);
      found.upper = std::exp(middle + *half_width);
    }
    ratios.push_back(found);
  }
  return ratios;
}

}  // namespace touchstone
