// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/gradient_check.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "harness/asking/runner.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// What one thread has to work with.
struct GradientBench {
  QuickOracle oracle;
  std::unique_ptr<Workspace> workspace;
};

/// A tolerance that the metric claims counts where it is the looser one.
GradientTolerances tolerances_of(const MetricTraits& traits) {
  GradientTolerances tolerances;
  tolerances.numbers = std::max(tolerances.numbers, traits.own_tolerance);
  tolerances.kink = std::max(tolerances.kink, traits.own_tolerance);
  return tolerances;
}

std::string why(const GradientVerdict& verdict) {
  std::ostringstream text;
  text.precision(3);
  text << word_name(verdict.word);
  if (!verdict.convention.empty()) text << " (" << verdict.convention << ")";
  text << ", off by " << verdict.error;
  return text.str();
}

void judge_case(const MetricRow& row, const Metric& metric, const Case& c, GradientBench& bench,
                CheckRow& found) {
  Question question(c);
  if (question.curved() != nullptr) return;
  const auto asked = question.pair_for(row.traits);
  if (!asked) return;
  const Pair& pair = *asked.value();
  if (!why_not_applicable(row.traits, pair).empty()) return;
  ++found.cases;
  const auto A = metric.prepare(*pair.A);
  const auto B = metric.prepare(*pair.B);
  const Answer answer = metric.evaluate(*A, pair.X_WA, *B, pair.X_WB, *bench.workspace);
  const std::optional<Gradient> gradient = gradient_of(answer, row.traits, pair);
  if (!gradient) {
    if (found.unanswered++ == 0) found.first_unanswered = {c.id, answer.note};
    return;
  }
  const Quantity quantity = row.traits.quantity;
  const TruthOnDemand& truth =
      question.truth_for(row.traits, bench.oracle, quantity == Quantity::ratio);
  const GradientJudge judge(pair, truth, quantity, tolerances_of(row.traits));
  add_verdict(judge.judge(ClaimedGradient{*gradient}),
              judge.exact() && !judge.exact()->is_differentiable(), c.id, found);
}

}  // namespace

Check gradients_check() {
  Check check;
  check.name = "gradients";
  check.heading = "Gradients that follow from normals and witness points (docs/gradients.md)\n";
  check.subjects = "metric";
  check.unanswered = "no\ngradient";
  const auto claim = [](std::string_view name, std::string_view meaning) {
    CheckClaim one{name, meaning, kMeasuredColumns};
    one.counts = {{"near", "it is right near a kink only", "near\na kink"}};
    return one;
  };
  check.claims = {claim("smooth", "where there is one exact piece, the gradient is that"),
                  claim("kink", "where there are several, the gradient is in their hull")};
  check.counts = {
      {"not_judged", "optimal directions form a cone, or rho is undefined", "not\njudged"}};
  check.legend =
      "Near a kink: it is a gradient of bodies that differ by less than 1e-8 of the size, or than "
      "the metric's own\ntolerance.\nmax error: distance from the exact gradient, not near a kink; "
      "speeds as parts of the largest, turns of that times the\nsize or the arm\n";
  return check;
}

void add_verdict(const GradientVerdict& verdict, bool kink, const std::string& id, CheckRow& row) {
  if (verdict.word == GradientWord::not_judged) {
    row.count("not_judged").add(1);
    return;
  }
  const bool near = verdict.word == GradientWord::right_near_a_kink;
  ClaimFinding finding = ClaimFinding::of(is_right(verdict.word));
  finding.why = why(verdict);
  finding.error = near ? 0 : verdict.error;
  finding.rank = verdict.error;
  finding.counted = near ? 1 : 0;
  row.claim(kink ? "kink" : "smooth").add(finding, id);
}

std::string gives_no_gradient(const MetricRow& metric) {
  const MetricTraits& traits = metric.traits;
  if (traits.isolated) return metric.name + " may crash or loop, and is not asked here";
  if (traits.form != RatioForm::rho || traits.fixed != FixedBody::none) {
    return metric.name + " is a variant of the ratio metric";
  }
  for (const Gives* gives :
       {&traits.gives.separated, &traits.gives.touching, &traits.gives.penetrating}) {
    if (gives->value && gives->normal && gives->witnesses) return "";
  }
  return metric.name + " gives no normal with witness points";
}

CheckReport audit_gradients(const MetricRow& metric, const CheckOptions& options) {
  const auto asked = make_named_metric(metric.name, metric.make());
  return judge_cases(
      gradients_check(), {{.name = metric.name, .takes_some = true}}, options, 4,
      [&] { return GradientBench{.oracle = {}, .workspace = asked->make_workspace()}; },
      [&](GradientBench& bench, const CheckedCase& one, std::vector<CheckRow>& rows) {
        judge_case(metric, *asked, one.c, bench, rows[0]);
      });
}

}  // namespace touchstone
