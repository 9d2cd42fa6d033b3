// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/finite_differences.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "geometry/vector.hpp"
#include "harness/gradient/gradient_check.hpp"
#include "harness/gradient/gradient_judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"
#include "reference/oracle.hpp"

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

/// A pose turned about an axis of the world by an angle [rad], or moved along it [m].
Pose stepped(Pose X, bool turns, int axis, double step) {
  if (turns) {
    X.R = Eigen::AngleAxisd(step, Vec3::Unit(axis)).toRotationMatrix() * X.R;
  } else {
    X.t[axis] += step;
  }
  return X;
}

/// The pairs of all 24 values, each + before its -.
std::vector<Pair> stepped_pairs(const Pair& pair, double length, double angle) {
  std::vector<Pair> pairs;
  for (Pose Pair::*X : {&Pair::X_WA, &Pair::X_WB}) {
    for (const bool turns : {false, true}) {
      for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
          pairs.push_back(pair);
          pairs.back().*X = stepped(pair.*X, turns, axis, sign * (turns ? angle : length));
        }
      }
    }
  }
  return pairs;
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
    ClaimFinding finding;
    finding.error = finding.rank = judge.distance_of(*found);
    finding.checked = true;
    finding.held = finding.error <= GradientTolerances().numbers;
    row.claim(judge.exact()->is_differentiable() ? "smooth" : "kink").add(finding, c.id);
  }
}

Check differences_check(const std::string& metric) {
  Check check;
  check.name = "gradient_differences";
  check.heading =
      "Central differences of " + metric + " against the exact gradient (docs/gradients.md)\n";
  check.subjects = "step";
  check.unanswered = "no\nvalue";
  check.shown = 0;
  const auto claim = [](std::string_view name, std::string_view meaning) {
    CheckClaim one{name, meaning, kMeasuredColumns | kShareColumn};
    one.judged = false;
    return one;
  };
  check.claims = {claim("smooth", "where there is one exact piece, they are that to 1e-6"),
                  claim("kink", "where there are several, they are in their hull to 1e-6")};
  check.counts = {kNotJudgedCount};
  check.legend =
      "step: part of the size, of turns [rad]; max error: speeds as parts of the largest, turns of "
      "that times the\nsize or the arm\n";
  return check;
}

}  // namespace

std::optional<Gradient> central_differences(Runner& runner, const Pair& pair, double step) {
  const double length = step * pair_size(pair);
  const std::vector<Pair> pairs = stepped_pairs(pair, length, step);
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
  return judge_cases(
      differences_check(metric.name), subjects, options, 1,
      [&] { return DifferenceBench{.oracle = {}, .runner = make_runner(metric, runner)}; },
      [&](DifferenceBench& bench, const CheckedCase& one, std::vector<CheckRow>& rows) {
        measure_case(metric, one.c, bench, rows);
      });
}

}  // namespace touchstone
