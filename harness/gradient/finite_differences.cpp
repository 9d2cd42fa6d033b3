// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/finite_differences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "geometry/vector.hpp"
#include "harness/gradient/gradient_check.hpp"
#include "harness/gradient/gradient_judge.hpp"
#include "harness/gradient/near_pieces.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"
#include "reference/oracle.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct Step {
  const char* name;
  double part;
};
constexpr std::array<Step, 10> kSteps = {{{"1e-3", 1e-3},
                                          {"1e-4", 1e-4},
                                          {"1e-5", 1e-5},
                                          {"1e-6", 1e-6},
                                          {"1e-7", 1e-7},
                                          {"1e-8", 1e-8},
                                          {"1e-9", 1e-9},
                                          {"1e-10", 1e-10},
                                          {"1e-11", 1e-11},
                                          {"1e-12", 1e-12}}};

/// A pair is clear of kinks, of curvature and of rounding: no second piece within kClearOfKinks, a
/// distance or depth of kClearOfTouching at least, of rho also between the interior points, and no
/// point beyond kClearOfRounding, of the world or of its body. Sizes [1].
/// There the error of a step h is below c h^2 + e / h with c some 1e4 at most; e is the error of the
/// value. Best is h^3 = e / 2c, and 3 c h^2 then the error.
constexpr double kClearOfKinks = 1e-3;
constexpr double kClearOfTouching = 0.01;
constexpr double kClearOfRounding = 100;

/// A pose turned about an axis of the world by an angle [rad], or moved along it [m].
Pose moved_along(Pose X, bool turns, int axis, double step) {
  if (turns) {
    X.R = Eigen::AngleAxisd(step, Vec3::Unit(axis)).toRotationMatrix() * X.R;
  } else {
    X.t[axis] += step;
  }
  return X;
}

/// The pairs of all 24 values, each + before its -.
std::vector<Pair> moved_pairs(const Pair& pair, double length, double angle) {
  std::vector<Pair> pairs;
  for (Pose Pair::*X : {&Pair::X_WA, &Pair::X_WB}) {
    for (const bool turns : {false, true}) {
      for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
          pairs.push_back(pair);
          pairs.back().*X = moved_along(pair.*X, turns, axis, sign * (turns ? angle : length));
        }
      }
    }
  }
  return pairs;
}

bool is_clear(const Pair& pair, const TruthOnDemand& truth, Quantity quantity) {
  const double size = pair_size(pair);
  if (!(std::abs(truth.core_phi().value) >= kClearOfTouching * size)) return false;
  // Where the interior points are one, the optimal directions of rho are all.
  const Vec3 d = (pair.X_WA.t - pair.X_WB.t) +
                 (pair.X_WA.R * pair.A->interior_point() - pair.X_WB.R * pair.B->interior_point());
  if (quantity == Quantity::ratio && !(d.norm() >= kClearOfTouching * size)) return false;
  for (const auto& [body, X] : {std::pair(pair.A, pair.X_WA), std::pair(pair.B, pair.X_WB)}) {
    for (const Vec3& v : body->vertices()) {
      const double farthest = std::max(v.norm(), (X.R * v + X.t).norm());
      if (!(farthest <= kClearOfRounding * size)) return false;
    }
  }
  if (!has_all_near_pieces(pair)) return false;
  const ExactGradient near = near_pieces(pair, truth, quantity, kClearOfKinks);
  return near.directions.size() == 1 && near.directions.front().pieces.size() == 1;
}

/// What the best step is held to, of the largest speed [1].
double best_tolerance(const MetricTraits& traits) {
  const double root = std::cbrt(traits.own_tolerance);
  return std::max(GradientTolerances().numbers, 10 * root * root);
}

ClaimFinding held_to(double error, double tolerance) {
  return {true, error <= tolerance, "off by " + short_text(error), error, error};
}

struct DifferenceBench {
  QuickOracle oracle;
  std::unique_ptr<Runner> runner;
};

void measure_case(const MetricRow& metric, const Case& c, DifferenceBench& bench,
                  std::vector<CheckRow>& rows) {
  Question question(c);
  if (question.curved() != nullptr) return;
  const auto asked = question.pair_for(metric.traits);
  if (!asked) return;
  const Pair& pair = *asked.value();
  if (!why_not_applicable(metric.traits, pair).empty()) return;
  const Quantity quantity = metric.traits.quantity;
  const TruthOnDemand& truth =
      question.truth_for(metric.traits, bench.oracle, quantity == Quantity::ratio);
  const GradientJudge judge(pair, truth, quantity);
  const bool is_smooth = judge.exact() && judge.exact()->is_differentiable();
  const char* kind = is_smooth ? "smooth" : "kink";
  CheckRow& best = rows[kSteps.size()];
  std::optional<double> least;
  ++best.cases;
  for (std::size_t k = 0; k < kSteps.size(); ++k) {
    CheckRow& row = rows[k];
    ++row.cases;
    if (!judge.exact()) {
      row.count("not_judged").add(1);
      continue;
    }
    const auto found = central_differences(*bench.runner, pair, kSteps.at(k).part);
    if (!found) {
      if (row.unanswered++ == 0) row.first_unanswered = {c.id, "a moved pair has no value"};
      continue;
    }
    const double error = judge.distance_of(*found);
    row.claim(kind).add(held_to(error, GradientTolerances().numbers), c.id);
    least = std::min(error, least.value_or(error));
  }
  if (!judge.exact()) return best.count("not_judged").add(1);
  if (!least) {
    if (best.unanswered++ == 0) best.first_unanswered = {c.id, "a moved pair has no value"};
    return;
  }
  best.claim(kind).add(held_to(*least, GradientTolerances().numbers), c.id);
  if (!is_smooth || !is_clear(pair, truth, quantity)) return;
  best.claim("clear").add(held_to(*least, best_tolerance(metric.traits)), c.id);
}

Check differences_check(const MetricRow& metric) {
  Check check;
  check.name = "gradient_differences";
  check.metric = metric.name;
  check.heading =
      "Central differences of " + metric.name + " against the exact gradient (docs/gradients.md)\n";
  check.subjects = "step";
  check.unanswered = "no\nvalue";
  check.shown = 0;
  const auto claim = [](std::string_view name, std::string_view meaning) {
    CheckClaim one{name, meaning, kMeasuredColumns | kShareColumn};
    one.judged = false;
    return one;
  };
  check.claims = {claim("smooth", "where there is one exact piece, they are that to 1e-6"),
                  claim("kink", "where there are several, they are in their hull to 1e-6"),
                  {"clear", "of the best step: where kinks, touching and rounding are far, right",
                   kMeasuredColumns}};
  check.counts = {kNotJudgedCount};
  check.legend =
      "step: part of the size, of turns [rad]; best: the one of the least error, judged to " +
      short_text(best_tolerance(metric.traits)) +
      ";\nmax error: speeds as parts of the largest, turns of that times the size or "
      "the arm\n";
  return check;
}

}  // namespace

std::optional<Gradient> central_differences(Runner& runner, const Pair& pair, double step) {
  const double length = step * pair_size(pair);
  const std::vector<Pair> pairs = moved_pairs(pair, length, step);
  std::vector<AskedPair> batch;
  for (const Pair& one : pairs) batch.emplace_back(&one);
  const std::vector<RunOutcome> outcomes = runner.run(batch);
  std::array<double, 12> rates{};
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const RunOutcome& outcome = outcomes[k];
    if (!outcome.is_of_use() || outcome.answer.status != AnswerStatus::answered) return {};
    const bool turns = k / 6 % 2 == 1;
    rates.at(k / 2) += (k % 2 == 0 ? 1 : -1) * outcome.answer.value / (2 * (turns ? step : length));
  }
  for (const double rate : rates) {
    if (!std::isfinite(rate)) return {};
  }
  const auto part = [&](std::size_t i) {
    return Vec3(rates.at(i), rates.at(i + 1), rates.at(i + 2));
  };
  return Gradient{part(0), part(3), part(6), part(9)};
}

CheckReport audit_differences(const MetricRow& metric, const RunnerOptions& runner,
                              const CheckOptions& options) {
  std::vector<CheckSubject> subjects;
  for (const Step& step : kSteps) subjects.push_back({.name = step.name, .judged = false});
  subjects.push_back({.name = "best"});
  return judge_cases(
      differences_check(metric), subjects, options, 1,
      [&] { return DifferenceBench{.oracle = {}, .runner = make_runner(metric, runner)}; },
      [&](DifferenceBench& bench, const CheckedCase& one, std::vector<CheckRow>& rows) {
        measure_case(metric, one.c, bench, rows);
      });
}

}  // namespace touchstone
