// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/make_runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <cfenv>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/shapes.hpp"
#include "harness/asking/engine.hpp"
#include "harness/plugins/sanitized.hpp"
#include "harness/plugins/tests/answer_text.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr double kTestLimitS = 0.2;

RunnerOptions worker_options() {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = kTestLimitS;
  return options;
}

const MetricRow& faulty_metric(std::string_view name) {
  const MetricRow* row = find_metric(name, faulty_registry());
  EXPECT_NE(row, nullptr) << name;
  return *row;
}

/// Twelve pairs, of which those at the given positions are marked.
std::vector<Pair> some_pairs(const std::vector<std::size_t>& marked) {
  std::vector<Pair> pairs;
  pairs.reserve(12);
  for (int k = 0; k < 12; ++k) pairs.push_back(cube_pair({0.25 * k, 0.125, 0.0625}));
  for (const std::size_t k : marked) pairs[k].X_WB.t.z() = kMarkedHeight;
  return pairs;
}

std::vector<RunOutcome> run(Runner& runner, const std::vector<Pair>& pairs) {
  std::vector<AskedPair> batch;
  batch.reserve(pairs.size());
  for (const Pair& pair : pairs) batch.push_back(&pair);
  return runner.run(batch);
}

/// Rounds upwards from each of its calls on, as a plug-in within this process may.
class RoundingMetric : public Metric {
 public:
  RoundingMetric() { std::fesetround(FE_UPWARD); }
  ~RoundingMetric() override { std::fesetround(FE_UPWARD); }
  RoundingMetric(const RoundingMetric&) = delete;
  RoundingMetric& operator=(const RoundingMetric&) = delete;

  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    std::fesetround(FE_UPWARD);
    return std::make_unique<Workspace>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    std::fesetround(FE_UPWARD);
    throw std::runtime_error("rounds upwards");
  }
};

TEST(Engine, AMetricDoesNotChangeHowItsThreadRounds) {
  {
    Engine engine(std::make_unique<RoundingMetric>(), "rounding");
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    engine.begin_batch();
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    EXPECT_EQ(engine.evaluate(cube_pair({0.25, 0, 0})).note, "rounds upwards");
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

/// Counts the bodies that it prepares.
class CountingMetric : public Metric {
 public:
  explicit CountingMetric(int& prepared) : prepared_(prepared) {}

  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    ++prepared_;
    return std::make_unique<Shape>();
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<Workspace>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    return {};
  }

 private:
  int& prepared_;
};

TEST(Engine, KeepsOnlyBodiesThatBatchesAskForAgain) {
  constexpr int kBodies = 100;
  std::vector<Pair> pairs;
  for (int k = 0; k < 2 * kBodies; ++k) {
    const PolytopePtr box = make_box({1.0 + k, 1, 1});
    pairs.push_back({box, {}, box, {}});
  }
  const auto prepared_by = [&](bool second_asks_again) {
    int prepared = 0;
    Engine engine(std::make_unique<CountingMetric>(prepared), "counting");
    const auto ask = [&](int first, int count) {
      engine.begin_batch();
      for (int k = first; k < first + count; ++k) engine.evaluate(pairs[at(k)]);
    };
    ask(0, kBodies);
    ask(kBodies, kBodies);
    EXPECT_EQ(prepared, 2 * kBodies);
    if (second_asks_again) engine.evaluate(pairs[0]);
    ask(0, kBodies);
    return prepared - 2 * kBodies;
  };
  EXPECT_EQ(prepared_by(false), kBodies);
  EXPECT_EQ(prepared_by(true), 0);
}

TEST(Engine, KeepsFewLargeBodiesThatReturnEveryThirdBatch) {
  int prepared = 0;
  Engine engine(std::make_unique<CountingMetric>(prepared), "counting");
  std::vector<Pair> pairs;
  for (int k = 0; k < 3; ++k) {
    const PolytopePtr large = make_prism(300, 1.0 + k, 1);
    pairs.push_back({large, {}, large, {}});
  }
  for (int k = 0; k < 9; ++k) {
    engine.begin_batch();
    engine.evaluate(pairs[at(k % 3)]);
  }
  EXPECT_EQ(prepared, 3);
}

std::vector<RunOutcome> run(std::string_view name, const std::vector<Pair>& pairs,
                            const RunnerOptions& options = worker_options()) {
  return run(*make_runner(faulty_metric(name), options), pairs);
}

/// All other pairs have their answers, whatever became of the marked ones.
void expect_sound(const std::vector<Pair>& pairs, const std::vector<RunOutcome>& outcomes) {
  const auto expected = run("sound", pairs, RunnerOptions{});
  ASSERT_EQ(outcomes.size(), pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (pairs[k].X_WB.t.z() == kMarkedHeight) continue;
    EXPECT_EQ(outcomes[k].status, RunStatus::completed) << k;
    EXPECT_EQ(outcomes[k].answer.status, AnswerStatus::answered) << k;
    EXPECT_EQ(outcomes[k].answer.value, expected[k].answer.value) << k;
  }
}

struct Expectation {
  const char* metric;
  RunStatus status;
  AnswerStatus answer;
  const char* detail;
};

class FaultyMetrics : public testing::TestWithParam<Expectation> {};

TEST_P(FaultyMetrics, CostTheirOwnQueriesAndNoOther) {
  const Expectation& expected = GetParam();
  const std::vector<std::size_t> marked = {0, 4, 5, 11};
  const std::vector<Pair> pairs = some_pairs(marked);
  RunnerOptions options = worker_options();
  options.wall_limit_s = 3;
  const auto outcomes = run(expected.metric, pairs, options);
  expect_sound(pairs, outcomes);
  for (const std::size_t k : marked) {
    EXPECT_EQ(outcomes[k].status, expected.status) << k;
    EXPECT_EQ(outcomes[k].answer.status, expected.answer) << k;
    EXPECT_THAT(outcomes[k].detail, HasSubstr(expected.detail)) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Runner, FaultyMetrics,
    testing::Values(
        Expectation{"sound", RunStatus::completed, AnswerStatus::answered, "boxes"},
        Expectation{"segfault", RunStatus::crashed, AnswerStatus::no_answer, "SIGSEGV"},
        Expectation{"abort", RunStatus::crashed, AnswerStatus::no_answer, "SIGABRT"},
        Expectation{"exit_quietly", RunStatus::crashed, AnswerStatus::no_answer,
                    "exited with code 0"},
        Expectation{"loop", RunStatus::timed_out, AnswerStatus::no_answer, "CPU time"},
        Expectation{"endless", RunStatus::timed_out, AnswerStatus::no_answer,
                    "walk: steps exceeds its bound of 7 steps"},
        Expectation{"throw_error", RunStatus::completed, AnswerStatus::no_answer,
                    "singular matrix"},
        Expectation{"throw_number", RunStatus::completed, AnswerStatus::no_answer,
                    "not a std::exception"},
        Expectation{"answer_nan", RunStatus::completed, AnswerStatus::answered, "boxes"},
        Expectation{"print", RunStatus::completed, AnswerStatus::answered, "boxes"},
        Expectation{"scribble", RunStatus::completed, AnswerStatus::answered, "boxes; printed "},
        Expectation{"overwrite_answers", RunStatus::crashed, AnswerStatus::no_answer,
                    "overwrote the memory of its answer"},
        Expectation{"close_everything", RunStatus::crashed, AnswerStatus::no_answer,
                    "closed descriptors that it had not opened"}),
    [](const auto& tested) { return std::string(tested.param.metric); });

TEST(Runner, KillsAWorkerThatSleepsOrBlocksItsSignals) {
  RunnerOptions options = worker_options();
  options.wall_limit_s = 1;
  const std::vector<Pair> pairs = some_pairs({3});
  for (const auto& [metric, limit] :
       {std::pair{"sleep", "wall-clock"}, std::pair{"loop_without_signals", "CPU time"}}) {
    const auto outcomes = run(metric, pairs, options);
    expect_sound(pairs, outcomes);
    EXPECT_EQ(outcomes[3].status, RunStatus::timed_out) << metric;
    EXPECT_THAT(outcomes[3].detail, HasSubstr(limit)) << metric;
  }
}

TEST(Runner, EndsALoopSoonAfterItsLimit) {
  const auto before = std::chrono::steady_clock::now();
  const auto outcomes = run("loop", some_pairs({1, 2, 3}));
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - before;
  EXPECT_EQ(outcomes[3].status, RunStatus::timed_out);
  EXPECT_GE(elapsed.count(), 3 * kTestLimitS);
  // CPU time is what is limited, so that a busy machine takes longer; the backstop would take 32 s
  // for each.
  EXPECT_LT(elapsed.count(), 30);
}

TEST(Runner, MemoryWithoutEndIsNoAnswer) {
  if (kSanitized) GTEST_SKIP() << "no address-space limit under sanitizers";
  RunnerOptions options = worker_options();
  options.memory_limit_bytes = std::uint64_t{1} << 30U;
  const std::vector<Pair> pairs = some_pairs({6});
  const auto outcomes = run("leak", pairs, options);
  expect_sound(pairs, outcomes);
  EXPECT_EQ(outcomes[6].status, RunStatus::completed);
  EXPECT_EQ(outcomes[6].answer.status, AnswerStatus::no_answer);
  EXPECT_THAT(outcomes[6].detail, HasSubstr("bad_alloc"));
}

TEST(Runner, ADamagedHeapCostsTheQuestionThatDamagedIt) {
  if (kSanitized) GTEST_SKIP() << "sanitizers have their own heap";
  for (const std::size_t marked : {0U, 5U, 11U}) {
    const std::vector<Pair> pairs = some_pairs({marked});
    const auto outcomes = run("damage_heap", pairs);
    expect_sound(pairs, outcomes);
    EXPECT_EQ(outcomes[marked].status, RunStatus::crashed) << marked;
    EXPECT_EQ(outcomes[marked].detail, "SIGABRT") << marked;
  }
}

TEST(Runner, ADamagedHeapCostsAQuestionThatIsAskedAlone) {
  if (kSanitized) GTEST_SKIP() << "sanitizers have their own heap";
  const auto outcomes = run("damage_heap", {cube_pair({0, 0, kMarkedHeight})});
  ASSERT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(outcomes[0].status, RunStatus::crashed);
  EXPECT_EQ(outcomes[0].detail, "SIGABRT");
}

TEST(Runner, ADeathBetweenBatchesIsNobodysVerdict) {
  const auto runner = make_runner(faulty_metric("die_later"), worker_options());
  const std::vector<Pair> first = some_pairs({11});
  const auto outcomes = run(*runner, first);
  EXPECT_EQ(outcomes[11].status, RunStatus::completed);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const std::vector<Pair> second = some_pairs({});
  expect_sound(second, run(*runner, second));
}

TEST(Runner, AShapeThatCannotBePreparedCostsTheQueriesThatUseIt) {
  std::vector<Pair> pairs = some_pairs({});
  for (const std::size_t k : {2U, 3U, 8U}) pairs[k].B = make_box({2, 1, 1});
  const auto outcomes = run("crash_in_prepare", pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const bool bad = k == 2 || k == 3 || k == 8;
    EXPECT_EQ(outcomes[k].status, bad ? RunStatus::crashed : RunStatus::completed) << k;
  }
}

TEST(Runner, AnswersAreTheSameInProcessAndIsolated) {
  Random random(7);
  std::vector<Pair> pairs;
  for (int k = 0; k < 40; ++k) {
    Pair pair = cube_pair({random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)});
    pair.B = k % 4 == 0 ? make_random_sphere_hull(random, 30) : pair.B;
    if (k % 5 == 0) {
      PolytopeInput input{pair.A->vertices(), {}, Vec3(0.5, 0.25, -0.125)};
      pair.A = make_polytope(input).value();
    }
    pairs.push_back(pair);
  }
  const auto runner = make_runner(faulty_metric("sound"), worker_options());
  for (int round = 0; round < 3; ++round) {
    const auto here = run("sound", pairs, RunnerOptions{});
    const auto there = run(*runner, pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      EXPECT_EQ(answer_text(here[k].answer), answer_text(there[k].answer)) << k;
    }
  }
}

TEST(Runner, ForgetsPolytopesInTimeAndStillAnswers) {
  Random random(3);
  const auto runner = make_runner(faulty_metric("sound"), worker_options());
  // 80 x 2000 vertices pass the number that is remembered more than once.
  for (int round = 0; round < 80; ++round) {
    Pair pair = cube_pair({4, 0, 0});
    pair.B = make_random_sphere_hull(random, 2000);
    const std::vector<Pair> pairs = {pair, cube_pair({3, 0, 0})};
    const auto outcomes = run(*runner, pairs);
    EXPECT_EQ(outcomes[0].status, RunStatus::completed);
    EXPECT_EQ(outcomes[1].answer.value, 1);
  }
}

TEST(Runner, DoesNotPutQuestionsThatMakeNoSense) {
  std::vector<Pair> pairs = some_pairs({});
  pairs[2].A = make_polytope({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}, {}}).value();
  pairs[3].B = make_polytope({{{0, 0, 0}}, {}, {}}).value();
  for (const RunnerOptions& options : {worker_options(), RunnerOptions{}}) {
    const auto outcomes = run("sound", pairs, options);
    EXPECT_EQ(outcomes[2].status, RunStatus::not_applicable);
    EXPECT_EQ(outcomes[2].detail, "body A is flat");
    EXPECT_EQ(outcomes[3].status, RunStatus::not_applicable);
    EXPECT_EQ(outcomes[3].detail, "body B is flat");
    EXPECT_EQ(outcomes[4].status, RunStatus::completed);
  }
}

TEST(Runner, ReportsAWorkerThatCannotWorkAsAFailureOfTheHarness) {
  const std::vector<Pair> pairs = some_pairs({});
  const auto reason = [&](const char* metric, const char* command) -> std::string {
    RunnerOptions options = worker_options();
    options.worker_command = {command};
    try {
      run(metric, pairs, options);
    } catch (const HarnessError& error) {
      return error.what();
    }
    return "no HarnessError";
  };
  EXPECT_THAT(reason("sound", "/nonexistent/worker"), HasSubstr("cannot start the worker"));
  EXPECT_THAT(reason("sound", "/bin/false"), HasSubstr("starts no worker: exited with code 1"));
  EXPECT_THAT(reason("sound", "/bin/echo"), HasSubstr("worker"));
  EXPECT_THAT(reason("cannot_be_made", TOUCHSTONE_TEST_WORKER), HasSubstr("no licence"));
  MetricRow stranger = faulty_metric("sound");
  stranger.name = "stranger";
  EXPECT_THROW(run(*make_runner(stranger, worker_options()), pairs), HarnessError);
}

TEST(Runner, WorksFromManyThreadsAndLeavesNothingBehind) {
  const auto descriptors = [] {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return std::distance(begin(all), end(all));
  };
  const auto before = descriptors();
  {
    std::vector<std::jthread> threads;
    for (const char* metric : {"sound", "segfault", "abort", "exit_quietly", "print", "scribble"}) {
      threads.emplace_back([metric] {
        const std::vector<Pair> pairs = some_pairs({1, 7});
        const auto runner = make_runner(faulty_metric(metric), worker_options());
        for (int round = 0; round < 3; ++round) expect_sound(pairs, run(*runner, pairs));
      });
    }
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

MetricTraits ratio_traits() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  return traits;
}

TEST(WhyNotApplicable, NamesWhatTheRatioMetricLacks) {
  EXPECT_EQ(why_not_applicable(ratio_traits(), cube_pair({1, 0, 0})), "");
  EXPECT_EQ(why_not_applicable(ratio_traits(), cube_pair({0, 0, 0})),
            "the interior points coincide");
  EXPECT_EQ(why_not_applicable(MetricTraits{}, cube_pair({0, 0, 0})), "");

  Pair pair = cube_pair({1, 0, 0});
  pair.A = make_polytope({pair.B->vertices(), {}, Vec3(1, 0, 0)}).value();
  EXPECT_EQ(why_not_applicable(ratio_traits(), pair),
            "the interior point of A is not strictly inside");
  EXPECT_EQ(why_not_applicable(MetricTraits{}, pair), "");
}

TEST(WhyNotApplicable, ComparesInteriorPointsExactly) {
  // R p + t = (0.1 * 0.1 + t) must be compared without rounding: the nearest double t to -0.1 * 0.1
  // does not cancel it.
  Pair pair = cube_pair({0, 0, 0});
  pair.A = make_polytope({pair.B->vertices(), {}, Vec3(0.1, 0, 0)}).value();
  pair.X_WA.R.row(0) << 0.1, 0, 0;  // not a rotation, but the question is one of arithmetic
  pair.X_WA.t.x() = -(0.1 * 0.1);
  EXPECT_EQ(why_not_applicable(ratio_traits(), pair), "");
  pair.X_WA.R.row(0) << 0.5, 0, 0;
  pair.X_WA.t.x() = -(0.5 * 0.1);
  EXPECT_EQ(why_not_applicable(ratio_traits(), pair), "the interior points coincide");
}

TEST(WhyNotApplicable, SizesMustBeInTheRangeThatTheTraitsState) {
  MetricTraits traits;
  const Pair pair = cube_pair({1, 0, 0});
  const double radius = pair.A->bounding_radius();
  EXPECT_EQ(why_not_applicable(traits, pair), "");
  traits.sizes = {.min = radius, .max = radius, .max_ratio = 1};
  EXPECT_EQ(why_not_applicable(traits, pair), "");
  traits.sizes = {.min = 1.001 * radius};
  EXPECT_EQ(why_not_applicable(traits, pair), "a body is too small");
  traits.sizes = {.max = 0.999 * radius};
  EXPECT_EQ(why_not_applicable(traits, pair), "a body is too large");
  traits.sizes = {.max_ratio = 2};
  Pair unequal = pair;
  unequal.B = make_box(Vec3(2, 2, 2));
  EXPECT_EQ(why_not_applicable(traits, unequal), "");
  unequal.B = make_box(Vec3(2.001, 2.001, 2.001));
  EXPECT_EQ(why_not_applicable(traits, unequal), "the bodies' sizes are too far apart");
}

TEST(WhyNotApplicable, FlatBodiesAreForMetricsThatTakeThem) {
  Pair pair = cube_pair({3, 0, 0});
  pair.B = make_polytope({{{0, 0, 0}, {1, 0, 0}}, {}, {}}).value();
  MetricTraits flat;
  flat.flat = true;
  EXPECT_EQ(why_not_applicable(flat, pair), "");
  EXPECT_EQ(why_not_applicable(MetricTraits{}, pair), "body B is flat");
  flat.quantity = Quantity::ratio;
  EXPECT_EQ(why_not_applicable(flat, pair), "body B is flat");
}

}  // namespace
}  // namespace touchstone
