// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/gradient_check.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/judge/question.hpp"
#include "harness/plugins/plugin_gradient.hpp"
#include "harness/runners/make_runner.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kGradientBlock = 16;  ///< cases that one thread takes at once

/// The gradient that follows from the answer to `pair`, where there is one.
FoundGradient derived_gradient(const MetricRow& row, const RunOutcome& outcome, const Pair& pair) {
  if (outcome.has_no_use() || outcome.status == RunStatus::skipped) return {false};
  FoundGradient found;
  if (outcome.status == RunStatus::completed && outcome.fault == RunFault::none) {
    if (const auto gradient = gradient_of(outcome.answer, row.traits, pair)) {
      found.gradient = ClaimedGradient{*gradient};
      return found;
    }
  }
  found.unanswered = outcome.detail.empty() ? "no normal with witness points" : outcome.detail;
  return found;
}

/// What one thread has to work with.
struct GradientBench {
  QuickOracle oracle;
  std::unique_ptr<PluginGradients>
      own;  ///< what gives gradients; nullptr: they follow from answers
  std::unique_ptr<Runner> runner;
  std::string problem;  ///< why a plug-in that gave gradients cannot be started again
};

/// Whether values come with what a gradient follows from, in some regime.
bool promises_points(const MetricTraits& traits) {
  const auto& [separated, touching, penetrating] = traits.gives;
  const auto gives_all = [](const Gives& gives) {
    return gives.value && gives.normal && gives.witnesses;
  };
  return gives_all(separated) || gives_all(touching) || gives_all(penetrating);
}

/// A runner for answers that gradients follow from. Some metrics give points with a proof alone.
std::unique_ptr<Runner> asking_for_points(const MetricRow& row, RunnerOptions options) {
  options.wants_proof = !promises_points(row.traits);
  return make_runner(row, options);
}

GradientBench bench_of(const MetricRow& row, const RunnerOptions& runner) {
  GradientBench bench;
  if (row.plugin.kind != PluginSource::Kind::none) {
    auto own = make_plugin_gradients(row, runner);
    if (!own) {
      bench.problem = own.reason();
      return bench;
    }
    bench.own = std::move(own).value();
  }
  if (!bench.own) bench.runner = asking_for_points(row, runner);
  return bench;
}

/// A tolerance that the metric claims counts where it is the looser one.
GradientTolerances tolerances_of(const MetricTraits& traits) {
  GradientTolerances tolerances;
  tolerances.numbers = std::max(tolerances.numbers, traits.own_tolerance);
  tolerances.kink = std::max(tolerances.kink, traits.own_tolerance);
  return tolerances;
}

/// `kink`: whether there are several exact pieces.
std::string why(const GradientVerdict& verdict, bool kink) {
  std::ostringstream text;
  text.precision(3);
  text << word_name(verdict.word);
  if (verdict.word == GradientWord::missing) {
    return text.str() + (verdict.not_finite ? ": not all numbers are finite" : ": none was given");
  }
  if (verdict.word == GradientWord::wrong_flag) {
    return text.str() + (kink ? ": yes, at a kink" : ": no, and no kink is near");
  }
  if (!verdict.convention.empty()) text << " (" << verdict.convention << ")";
  text << ", off by " << verdict.error;
  return text.str();
}

/// A case of a block, and the pair that the metric sees; nullptr where it sees none.
struct BlockCase {
  BlockCase(Case made, const MetricTraits& traits) : c(std::move(made)), question(c) {
    if (question.curved() != nullptr) return;
    const auto asked = question.pair_for(traits);
    if (asked) pair = asked.value();
  }
  BlockCase(const BlockCase&) = delete;
  BlockCase& operator=(const BlockCase&) = delete;

  Case c;
  Question question;
  const Pair* pair = nullptr;
};

/// The gradient of each case. A metric of this program is asked case by case, so that one which
/// crashes it is named.
std::vector<FoundGradient> find_gradients(const MetricRow& row, GradientBench& bench,
                                          std::span<BlockCase* const> cases) {
  if (!bench.problem.empty()) {
    return std::vector<FoundGradient>(cases.size(), FoundGradient{true, bench.problem, {}});
  }
  std::vector<const Pair*> pairs;
  for (const BlockCase* one : cases) pairs.push_back(one->pair);
  if (bench.own) return bench.own->find(pairs);
  std::vector<RunOutcome> outcomes;
  if (row.plugin.kind != PluginSource::Kind::none) {
    outcomes = bench.runner->run(std::vector<AskedPair>(pairs.begin(), pairs.end()));
  }
  std::vector<FoundGradient> found;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const CaseScope scope(cases[k]->c.id.c_str());
    if (outcomes.size() == k)
      outcomes.push_back(bench.runner->run(std::array{AskedPair(pairs[k])})[0]);
    found.push_back(derived_gradient(row, outcomes[k], *pairs[k]));
  }
  return found;
}

void judge_case(const MetricRow& row, BlockCase& one, const FoundGradient& gradient,
                GradientBench& bench, CheckRow& found) {
  if (!gradient.applicable) return;
  Question& question = one.question;
  const Case& c = one.c;
  const Pair& pair = *one.pair;
  ++found.cases;
  if (!gradient.unanswered.empty()) {
    if (found.unanswered++ == 0) found.first_unanswered = {c.id, gradient.unanswered};
    return;
  }
  const Quantity quantity = row.traits.quantity;
  const TruthOnDemand& truth =
      question.truth_for(row.traits, bench.oracle, quantity == Quantity::ratio);
  const GradientJudge judge(pair, truth, quantity, tolerances_of(row.traits));
  add_verdict(judge.judge(gradient.gradient), judge.exact() && !judge.exact()->is_differentiable(),
              c.id, found);
}

void judge_block(const MetricRow& row, const CheckBlock& block, std::uint64_t seed,
                 GradientBench& bench, CheckRow& found) {
  std::deque<BlockCase> cases;
  std::vector<BlockCase*> asked;
  for (std::uint64_t index = block.begin; index < block.end; ++index) {
    BlockCase& one = cases.emplace_back(block.source->make(seed, index), row.traits);
    if (one.pair != nullptr) asked.push_back(&one);
  }
  const std::vector<FoundGradient> gradients = find_gradients(row, bench, asked);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    const CaseScope scope(asked[k]->c.id.c_str());
    judge_case(row, *asked[k], gradients[k], bench, found);
  }
}

}  // namespace

Check gradients_check() {
  Check check;
  check.name = "gradients";
  check.heading = "Gradients of phi or rho (docs/gradients.md)\n";
  check.subjects = "metric";
  check.unanswered = "no\ngradient";
  check.must_be_seen = MustBeSeen::always;
  const auto claim = [](std::string_view name, std::string_view meaning) {
    CheckClaim one{name, meaning, kMeasuredColumns};
    one.counts = {{"near", "it is right near a kink only", "near\na kink"}};
    one.need_not_be_seen = true;
    return one;
  };
  check.claims = {claim("smooth", "where there is one exact piece, the gradient is that"),
                  claim("kink", "where there are several, the gradient is in their hull")};
  check.claims.back().counts.push_back(
      {"coarse", "it is off by more than 1e-9 and what the last places of its points cost",
       "off by\n> 1e-9"});
  check.counts = {
      kNotJudgedCount,
      {"flag_not_judged", "flags of a kink, of bodies too large to look for one near by",
       "flag not\njudged"}};
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
  if (verdict.flag_not_judged) row.count("flag_not_judged").add(1);
  const bool near = verdict.word == GradientWord::right_near_a_kink;
  ClaimFinding finding = ClaimFinding::of(is_right(verdict.word));
  finding.why = why(verdict, kink);
  // Numbers with a wrong flag are right, maybe near a kink only.
  finding.error = near || verdict.word == GradientWord::wrong_flag ? 0 : verdict.error;
  finding.rank = finding.error;
  finding.counted = (near ? 1U : 0U) | (verdict.coarse ? 2U : 0U);
  row.claim(kink ? "kink" : "smooth").add(finding, id);
}

std::string gives_no_gradient(const MetricRow& metric, const RunnerOptions& runner) {
  const MetricTraits& traits = metric.traits;
  if (metric.plugin.kind != PluginSource::Kind::none) {
    const auto own = make_plugin_gradients(metric, runner);
    if (!own) return own.reason();
    if (own.value()) return "";
  }
  if (traits.form != RatioForm::rho || traits.fixed != FixedBody::none) {
    return metric.name + " is a variant of the ratio metric";
  }
  if (promises_points(traits)) return "";
  const PolytopePtr cube = make_box(Vec3(1, 1, 1));
  const Pair overlapping{cube, Pose{}, cube, Pose{Mat3::Identity(), Vec3(1.5, 0.25, -0.125)}};
  const std::array<AskedPair, 1> asked = {&overlapping};
  const auto outcomes = asking_for_points(metric, runner)->run(asked);
  if (derived_gradient(metric, outcomes.front(), overlapping).gradient) return "";
  return metric.name + " gives no gradient, and no normal with witness points";
}

CheckReport audit_gradients(const MetricRow& metric, const RunnerOptions& runner,
                            const CheckOptions& options) {
  // What follows from answers may follow in some regimes alone.
  const bool has_interface = bench_of(metric, runner).own != nullptr;
  CheckReport report = empty_report(
      gradients_check(), {{.name = metric.name, .answers_all = has_interface, .takes_some = true}},
      options);
  if (!has_interface) {
    report.check.heading +=
        metric.name + ": the gradients are Touchstone's, made from its normals and witnesses\n";
  }
  judge_blocks(
      report, options, kGradientBlock, [&] { return bench_of(metric, runner); },
      [&](GradientBench& bench, const CheckBlock& block, std::vector<CheckRow>& rows) {
        judge_block(metric, block, options.seed, bench, rows[0]);
      });
  return report;
}

}  // namespace touchstone
