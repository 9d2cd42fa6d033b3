// SPDX-License-Identifier: GPL-3.0-or-later
// Right gradients of metrics, each made wrong in the ways of gradient_mutants.hpp, on every family of
// small bodies. TOUCHSTONE_AGREEMENT_CASES=200 takes so many of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include "harness/asking/engine.hpp"
#include "harness/asking/runner.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/gradient/near_pieces.hpp"
#include "harness/gradient/tests/gradient_mutants.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr int kSmall = 16;      ///< vertices by default, with more cases 64
constexpr int kRatioEvery = 4;  ///< one family of so many by default: rho is slower
/// How far from optimal the directions of older poses are, relative to size, and how many are tried.
constexpr double kWide = 0.02;
constexpr std::size_t kOld = 4;

Gradient rounded(const ExactGradient::Direction& direction, const ExactVec12& piece) {
  const auto part = [&](std::size_t first) {
    const auto entry = [&](std::size_t i) {
      return round_to_double(RootQuotient{piece.at(first + i), direction.square});
    };
    return Vec3(entry(0), entry(1), entry(2));
  };
  return {part(0), part(3), part(6), part(9)};
}

Gradient middle(const Gradient& a, const Gradient& b) {
  return {(a.v_A + b.v_A) / 2, (a.w_A + b.w_A) / 2, (a.v_B + b.v_B) / 2, (a.w_B + b.w_B) / 2};
}

class MutantExam {
 public:
  MutantExam(const Pair& pair, const TruthOnDemand& truth, Quantity quantity)
      : pair_(pair),
        truth_(truth),
        quantity_(quantity),
        judge_(pair, truth, quantity),
        twice_(pair, truth, quantity, {.numbers = 2e-6, .kink = 2e-8}) {}

  bool is_judged() const { return judge_.exact().has_value(); }

  void check(const Gradient& g, std::map<std::string, int>& seen) const {
    EXPECT_TRUE(is_right(judge_.judge(ClaimedGradient{g}).word));
    for (const GradientMutant& mutant : kGradientMutants) {
      // Turned by half a turn about an axis across n, B has its sign changed by its axes, too.
      if (mutant.word == GradientWord::wrong_gradient && is_half_turned(g)) continue;
      expect(mutant.make(pair_, g), mutant.word, mutant.name, seen);
    }
  }

  /// Where several directions are optimal, what is between them is right.
  void check_averages() const {
    const auto& directions = judge_.exact()->directions;
    if (directions.size() < 2) return;
    const Gradient a = rounded(directions[0], directions[0].pieces.front());
    const Gradient b = rounded(directions[1], directions[1].pieces.back());
    EXPECT_EQ(word_name(judge_.judge(ClaimedGradient{middle(a, b)}).word), "right_at_a_kink");
  }

  /// Directions that were optimal before the bodies moved on.
  void check_old_directions(std::map<std::string, int>& seen) const {
    const auto old = near_pieces(pair_, truth_, quantity_, kWide).directions;
    for (std::size_t k = 0; k < std::min(kOld, old.size()); ++k) {
      const Gradient g = rounded(old[k], old[k].pieces.front());
      // The opposite corner of a face is the true one with w reversed.
      if (is_right(judge_.judge(ClaimedGradient{{g.v_A, -g.w_A, g.v_B, -g.w_B}}).word)) continue;
      expect(g, GradientWord::wrong_gradient, "old direction", seen);
    }
  }

 private:
  bool is_half_turned(const Gradient& g) const {
    return (pair_.X_WB.R.transpose() * g.v_B + g.v_B).norm() < 1e-6 * g.v_B.norm();
  }

  /// Where a mutant differs from all right answers by more than twice the tolerance.
  void expect(const Gradient& g, GradientWord word, const char* name,
              std::map<std::string, int>& seen) const {
    if (is_right(twice_.judge(ClaimedGradient{g}).word)) return;
    const GradientVerdict verdict = judge_.judge(ClaimedGradient{g});
    EXPECT_EQ(word_name(verdict.word), word_name(word)) << name << ": " << verdict.convention;
    ++seen[name];
  }

  const Pair& pair_;
  const TruthOnDemand& truth_;
  Quantity quantity_;
  GradientJudge judge_, twice_;
};

class GradientMutants : public testing::TestWithParam<const char*> {};

TEST_P(GradientMutants, GetTheirWordOnEveryFamily) {
  const MetricRow& row = *find_metric(GetParam());
  Engine engine(row);
  Oracle oracle;
  std::map<std::string, int> seen;
  const auto cases = static_cast<std::uint64_t>(agreement_cases(1));
  int place = 0;
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > (cases > 1 ? 64 : kSmall)) continue;
    if (cases == 1 && row.traits.quantity == Quantity::ratio && ++place % kRatioEvery != 0)
      continue;
    for (std::uint64_t index = 0; index < cases; ++index) {
      if (family.finite_cases > 0 && index >= family.finite_cases) break;
      const Case c = make_case(family, 43, index);
      const Pair& pair = c.pair();
      if (!why_not_applicable(row.traits, pair).empty()) continue;
      SCOPED_TRACE(c.id);
      const auto g = gradient_of(engine.evaluate(pair), row.traits, pair);
      const TruthOnDemand truth(oracle.solve(pair));
      const MutantExam exam(pair, truth, row.traits.quantity);
      if (!g || !exam.is_judged()) continue;
      exam.check(*g, seen);
      exam.check_averages();
      if (index == 0) exam.check_old_directions(seen);
    }
  }
  for (const auto& [name, count] : seen) std::cout << name << ": " << count << std::endl;
  EXPECT_GE(seen.size(), std::size(kGradientMutants) + 1);
  for (const auto& [name, count] : seen) EXPECT_GT(count, 2) << name;
}

INSTANTIATE_TEST_SUITE_P(Metrics, GradientMutants, testing::Values("certified", "ratio_ray"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace touchstone
