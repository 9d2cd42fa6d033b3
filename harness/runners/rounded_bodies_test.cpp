// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/rounded_bodies.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/judge/judge.hpp"
#include "harness/runners/make_runner.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

PolytopePtr point() {
  PolytopeInput input;
  input.vertices = {Vec3::Zero()};
  return make_polytope(input).value();
}

Pair spheres_apart(double distance, double r_A, double r_B) {
  return {make_rounded(point(), r_A).value(),
          {Mat3::Identity(), Vec3(distance, 0, 0)},
          make_rounded(point(), r_B).value(),
          {}};
}

RunOutcome of_bodies(const Pair& pair, const MetricTraits& traits, RunOutcome cores) {
  move_to_bodies(pair, traits, cores);
  return cores;
}

RunOutcome answered(double value, const Vec3& n, const WitnessPoints& points) {
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = value;
  answer.normal = n;
  answer.witnesses = points;
  return {RunStatus::completed, answer, ""};
}

TEST(RoundedBodies, ValueAndPointsMoveAndTheNormalStays) {
  const Pair pair = spheres_apart(7, 2, 1);
  const RunOutcome cores = answered(7, Vec3::UnitX(), {Vec3(7, 0, 0), Vec3::Zero()});
  const Answer answer = of_bodies(pair, {}, cores).answer;
  EXPECT_EQ(answer.value, 4);
  EXPECT_EQ(*answer.normal, Vec3::UnitX());
  EXPECT_EQ(answer.witnesses->p_WA, Vec3(5, 0, 0));
  EXPECT_EQ(answer.witnesses->p_WB, Vec3(1, 0, 0));
}

TEST(RoundedBodies, PointsWithoutANormalAreMovedAlongTheirLine) {
  RunOutcome cores = answered(-4, Vec3::UnitX(), {Vec3(0, 0, 1), Vec3(0, 0, 5)});
  cores.answer.normal.reset();
  const Pair pair = spheres_apart(1, 2, 1);
  const Answer answer = of_bodies(pair, {}, cores).answer;
  EXPECT_EQ(answer.value, -7);
  EXPECT_EQ(answer.witnesses->p_WA, Vec3(0, 0, -1));
  EXPECT_EQ(answer.witnesses->p_WB, Vec3(0, 0, 6));
  cores.answer.value = 0;  // no line
  EXPECT_FALSE(of_bodies(pair, {}, cores).answer.witnesses.has_value());
}

TEST(RoundedBodies, ThatTheCoresAreApartSaysNothing) {
  const Pair pair = spheres_apart(7, 2, 1);
  RunOutcome cores;
  cores.answer.status = AnswerStatus::sign_only;
  cores.answer.sign = 1;
  EXPECT_FALSE(of_bodies(pair, {}, cores).is_of_use());
  for (const int sign : {0, -1}) {
    cores.answer.sign = sign;
    const RunOutcome bodies = of_bodies(pair, {}, cores);
    EXPECT_TRUE(bodies.is_of_use());
    EXPECT_EQ(bodies.answer.sign, -1);
  }
}

TEST(RoundedBodies, ADoubleOfADistanceThatIsTooCoarseIsNotApplicable) {
  MetricTraits traits;
  traits.own_tolerance = 1e-9;
  const RunOutcome cores = answered(1e9, Vec3::UnitX(), {Vec3(1e9, 0, 0), Vec3::Zero()});
  EXPECT_FALSE(of_bodies(spheres_apart(1e9, 1e9, 1e-3), traits, cores).is_of_use());
  EXPECT_TRUE(of_bodies(spheres_apart(1e9, 1e9, 1e3), traits, cores).is_of_use());
}

TEST(RoundedBodies, ACoarseValueIsExcusedToItsUlpAlone) {
  const Pair pair = spheres_apart(1e9, 1e-12, 1e-12);
  const auto word = [&](double phi_core) {
    const RunOutcome cores = answered(phi_core, Vec3::UnitX(), {Vec3(1e9, 0, 0), Vec3::Zero()});
    return judge(pair, Oracle().solve(pair), {}, of_bodies(pair, {}, cores)).word;
  };
  EXPECT_EQ(word(1e9), Word::right);
  EXPECT_EQ(word(1e9 - 0x1p-22), Word::not_applicable);
  EXPECT_EQ(word(0), Word::wrong_sign);
  EXPECT_EQ(word(1e9 - 1), Word::inaccurate);
}

// Rounding turns a direction by some 1e-15. On a polytope a million times the sphere that costs more
// than the claim allows.
TEST(RoundedBodies, ADirectionIsExcusedToItsRoundingAlone) {
  PolytopeInput input;
  input.vertices = {{1, -5, 8}, {6, 1, 0}, {-6, 0, 0}, {0, 0, 8}};
  const Pair pair{make_polytope(input).value(), {}, make_rounded(point(), 1e-6).value(), {}};
  const MetricTraits& traits = find_metric("gjk")->traits;
  const auto truth = Oracle().solve(pair);
  RunOutcome right =
      make_runner(*find_metric("certified"), {})->run(std::array<AskedPair, 1>{&pair}).front();
  right.answer.tail.reset();
  const Vec3 n = *right.answer.normal;
  const auto word = [&](double turned, double off = 0) {
    RunOutcome outcome = right;
    outcome.answer.normal = (n + turned * n.unitOrthogonal()).normalized();
    outcome.answer.value += off;
    return judge(pair, truth, traits, outcome).own_word;
  };
  EXPECT_EQ(word(0), Word::right);
  EXPECT_EQ(word(3e-15), Word::not_applicable);
  EXPECT_EQ(word(3e-14), Word::invalid_normal);
  // A value is held to its own digits all the same.
  EXPECT_EQ(word(0, 2e-14), Word::inaccurate);
}

TEST(RoundedBodies, DigitsBeyondADoubleAreNotLost) {
  RunOutcome cores = answered(1e9, Vec3::UnitX(), {Vec3(1e9, 0, 0), Vec3::Zero()});
  cores.answer.tail = 3e-12;
  MetricTraits traits;
  traits.own_tolerance = 1e-15;
  const RunOutcome bodies = of_bodies(spheres_apart(1e9, 1e9, 1e-12), traits, cores);
  EXPECT_EQ(bodies.status, RunStatus::completed);
  EXPECT_EQ(bodies.answer.value, 3e-12 - 1e-12);
  EXPECT_TRUE(bodies.answer.tail.has_value());
}

/// What a metric without a value says of bodies, by what it said of the cores.
Word word_on_cores(double distance, int said, const MetricTraits& traits) {
  const PolytopePtr core = make_rounded(make_box({1, 1, 1}), 1).value();
  const Pair pair{core, {Mat3::Identity(), Vec3(distance, 0, 0)}, core, {}};
  RunOutcome cores;
  cores.answer.status = AnswerStatus::sign_only;
  cores.answer.sign = said;
  return judge(pair, Oracle().solve(pair), traits, of_bodies(pair, traits, cores)).word;
}

TEST(RoundedBodies, TheTruthOfTheCoresDecidesWhatIsNotApplicable) {
  MetricTraits signs;
  signs.gives = in_every_regime({false, false, false, false});
  EXPECT_EQ(word_on_cores(1, 1, signs), Word::wrong_sign) << "the cores overlap";
  EXPECT_EQ(word_on_cores(1, -1, signs), Word::right);
  EXPECT_EQ(word_on_cores(3, 1, signs), Word::not_applicable);
  for (const int said : {-1, 0}) {
    EXPECT_EQ(word_on_cores(3, said, signs), Word::right) << "the bodies overlap";
    EXPECT_EQ(word_on_cores(10, said, signs), Word::wrong_sign) << "the bodies are apart";
  }
  for (const int said : {-1, 0, 1}) {
    EXPECT_EQ(word_on_cores(2, said, signs), Word::right) << "cores that touch";
  }
  EXPECT_EQ(word_on_cores(3, 1, {}), Word::no_answer) << "a value is promised";
}

TEST(RoundedBodies, AWrongValueIsNotExcusedByItsOwnUlp) {
  const Pair pair = spheres_apart(7, 2, 1);
  const RunOutcome cores = answered(1e30, Vec3::UnitX(), {Vec3(7, 0, 0), Vec3::Zero()});
  EXPECT_EQ(judge(pair, Oracle().solve(pair), {}, of_bodies(pair, {}, cores)).word,
            Word::inaccurate);
}

TEST(RoundedBodies, WithoutARadiusNothingChanges) {
  const Pair pair = spheres_apart(7, 0, 0);
  const RunOutcome cores = answered(7, Vec3::UnitX(), {Vec3(7, 0, 0), Vec3::Zero()});
  const RunOutcome same = of_bodies(pair, {}, cores);
  EXPECT_EQ(same.answer.value, 7);
  EXPECT_EQ(same.answer.witnesses->p_WA, Vec3(7, 0, 0));
}

TEST(RoundedBodies, APlugInIsAskedAboutPolytopesAlone) {
  MetricRow row = *find_metric("certified");
  row.plugin.kind = PluginSource::Kind::library;
  class Asked : public Runner {
   public:
    std::vector<RunOutcome> run(std::span<const AskedPair> batch) override {
      return std::vector<RunOutcome>(batch.size());
    }
  };
  RoundedBodiesRunner runner(row, std::make_unique<Asked>());
  const Pair sharp = spheres_apart(7, 0, 0);
  const Pair round = spheres_apart(7, 1, 0);
  const std::array<AskedPair, 3> batch = {&sharp, &round, &sharp};
  const auto outcomes = runner.run(batch);
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(outcomes[0].status, RunStatus::completed);
  EXPECT_EQ(outcomes[1].status, RunStatus::not_applicable);
  EXPECT_EQ(outcomes[1].detail, "a body has a radius");
  EXPECT_EQ(outcomes[2].status, RunStatus::completed);
}

/// A metric that is right of the cores is right of the bodies, or says that it cannot tell.
TEST(RoundedBodies, OfEveryFamilyAreJudgedRightByMetricsThatAreRightOfCores) {
  QuickOracle oracle;
  std::map<std::string, int> right;
  for (const char* name : {"certified", "gjk", "vclip", "minkowski", "sat", "sat_gauss", "box15"}) {
    const MetricRow& metric = *find_metric(name);
    const auto runner = make_runner(metric, {});
    for (const Family& family : family_registry()) {
      if (family.group != "rounded") continue;
      for (std::uint64_t index = 0; index < 30; ++index) {
        const Case c = make_case(family, 42, index);
        const std::array<AskedPair, 1> batch = {&c.pair()};
        const RunOutcome outcome = runner->run(batch).front();
        const Verdict verdict = judge(c.pair(), oracle.solve(c.pair(), false), metric.traits,
                                      outcome, kDefaultTolerance);
        const bool fine = verdict.word == Word::right || verdict.word == Word::not_applicable;
        EXPECT_TRUE(fine) << name << " " << c.id << " " << word_name(verdict.word);
        EXPECT_TRUE(verdict.own_word == verdict.word) << name << " " << c.id << " to its own";
        right[name] += verdict.word == Word::right ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(right["certified"], 420);
  EXPECT_GT(right["gjk"], 350);
  EXPECT_GT(right["minkowski"], 140);
  EXPECT_GT(right["vclip"], 140);
  EXPECT_GT(right["sat"], 15);
  EXPECT_GT(right["sat_gauss"], 15);
  EXPECT_GT(right["box15"], 5);
  EXPECT_EQ(
      judge(spheres_apart(3, 1, 1), Oracle().solve(spheres_apart(3, 1, 1)),
            find_metric("certified")->traits, answered(3, Vec3::UnitX(), {}), kDefaultTolerance)
          .word,
      Word::inaccurate)
      << "the cores' distance is not the bodies'";
}

// The sphere's point has the digits of the sphere, not those of the polytope's coordinates.
TEST(RoundedBodies, ASmallOneBesideALargePolytopeKeepsItsDigits) {
  PolytopeInput input;
  input.vertices = {{4, 0, 0}, {8, 0, 0}, {0, 5, 0}, {0, -3, 4}};
  const PolytopePtr large = make_polytope(input).value();
  const MetricRow& metric = *find_metric("certified");
  const auto runner = make_runner(metric, {});
  for (const double r : {1e-2, 1e-6, 1e-9, 1e-12, 1e-15}) {
    const Pair pair{large, {}, make_rounded(point(), r).value(), {}};
    for (const Pair& asked : {pair, swapped(pair)}) {
      const std::array<AskedPair, 1> batch = {&asked};
      const Verdict verdict = judge(asked, Oracle().solve(asked, false), metric.traits,
                                    runner->run(batch).front(), kDefaultTolerance);
      EXPECT_EQ(verdict.word, Word::right) << r;
      EXPECT_EQ(verdict.own_word, Word::right) << r;
    }
  }
}

TEST(RoundedBodies, RatioMetricsDoNotTakeThem) {
  Pair pair{make_rounded(make_box({1, 1, 1}), 0.5).value(),
            {Mat3::Identity(), Vec3(9, 0, 0)},
            make_box({1, 1, 1}),
            {}};
  for (const char* name : {"ratio_ray", "ratio_lp", "ratio_seidel"}) {
    const std::array<AskedPair, 1> batch = {&pair};
    const RunOutcome outcome = make_runner(*find_metric(name), {})->run(batch).front();
    EXPECT_EQ(outcome.status, RunStatus::not_applicable) << name;
    EXPECT_EQ(outcome.detail, "a body has a radius");
  }
}

}  // namespace
}  // namespace touchstone
