// SPDX-License-Identifier: GPL-3.0-or-later
// A metric that answers with a NaN or an infinity has no answer: the adapter sees to it.
#include "metrics/finite_answer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "metrics/batch.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Answer sound() {
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = 1;
  answer.normal = Vec3(1, 0, 0);
  answer.witnesses = WitnessPoints{Vec3(1, 0, 0), Vec3(0, 0, 0)};
  answer.work.supports = 7;
  return answer;
}

struct NoBody {
  explicit NoBody(const Polytope& /*polytope*/) {}
};

/// Says what it is told to say.
class Parrot : public TypedMetric<NoBody> {
 public:
  explicit Parrot(Answer answer) : answer_(std::move(answer)) {}

 private:
  Answer ask(const NoBody& /*A*/, const Pose& /*X_WA*/, const NoBody& /*B*/, const Pose& /*X_WB*/,
             Workspace& /*scratch*/) const override {
    return answer_;
  }
  Answer answer_;
};

Answer through_adapter(const Answer& answer) { return ask(Parrot(answer), boxes_apart({3, 0, 0})); }

/// Says it only to every second question of a batch, past the adapter.
class ParrotInBatches final : public Parrot, public BatchMetric {
 public:
  explicit ParrotInBatches(const Answer& answer) : Parrot(answer), told_(plain_answer(answer)) {}
  void answer_batch(std::span<const BatchQuery> queries, Workspace& /*workspace*/,
                    BatchAnswer* answers) const override {
    for (std::size_t k = 0; k < queries.size(); ++k) {
      answers[k] = k % 2 == 1 ? told_ : plain_answer(sound());
      answers[k].iterations = kInBatch;
    }
  }
  static constexpr int kInBatch = 3;

 private:
  BatchAnswer told_;
};

/// What becomes of `told` in a batch; `iterations` is 0 where it is asked alone.
void expect_in_batches(const Answer& told, AnswerStatus status, int iterations) {
  const ParrotInBatches metric(told);
  const Pair pair = boxes_apart({3, 0, 0});
  const auto shape = metric.prepare(*pair.A);
  const BatchQuery query{shape.get(), &pair.X_WA, shape.get(), &pair.X_WB};
  const std::array queries = {query, query, query, query};
  std::array<BatchAnswer, 4> answers{};
  evaluate_batch(metric, queries, *metric.make_workspace(), answers.data());
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const bool is_told = k % 2 == 1;
    EXPECT_EQ(answers[k].status, is_told ? status : AnswerStatus::answered) << k;
    EXPECT_EQ(answers[k].iterations, is_told ? iterations : ParrotInBatches::kInBatch) << k;
  }
}

void expect_withdrawn(const Answer& told, const std::string& note) {
  const Answer answer = through_adapter(told);
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(answer.note, note);
  EXPECT_TRUE(is_finite(answer)) << "parts that are not finite are left out";
  EXPECT_EQ(answer.work.supports, 7);
  expect_in_batches(told, AnswerStatus::no_answer, 0);
}

TEST(FiniteAnswer, EachPartThatIsNotFiniteIsWithdrawnAloneAndInBatches) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Answer answer = sound();
    answer.value = bad;
    const std::string value =
        std::isnan(bad) ? "the value is not a number" : "the value is beyond the range of doubles";
    expect_withdrawn(answer, value);
    answer.note = "gave up";
    expect_withdrawn(answer, "gave up; " + value);
    for (int k = 0; k < 3; ++k) {
      answer = sound();
      (*answer.normal)[k] = bad;
      expect_withdrawn(answer, "the normal is not finite");
      answer.status = AnswerStatus::sign_only;
      expect_withdrawn(answer, "the normal is not finite");
      answer = sound();
      answer.witnesses->p_WA[k] = bad;
      expect_withdrawn(answer, "a witness point is not finite");
      answer = sound();
      answer.witnesses->p_WB[k] = bad;
      expect_withdrawn(answer, "a witness point is not finite");
    }
  }
}

TEST(FiniteAnswer, WhatIsFiniteIsKept) {
  const double largest = std::numeric_limits<double>::max();
  Answer answer = sound();
  answer.value = -largest;
  answer.witnesses = WitnessPoints{Vec3::Constant(largest), Vec3::Constant(-largest)};
  expect_in_batches(answer, AnswerStatus::answered, 0);  // the sum overflows: asked alone
  const Answer kept = through_adapter(answer);
  EXPECT_EQ(kept.status, AnswerStatus::answered);
  EXPECT_EQ(kept.value, -largest);
  EXPECT_EQ(kept.witnesses->p_WA, answer.witnesses->p_WA);
  Answer sign_only;
  sign_only.status = AnswerStatus::sign_only;
  sign_only.sign = 1;
  sign_only.value = kNaN;  // means nothing there
  EXPECT_EQ(through_adapter(sign_only).sign, 1);
}

/// The other form of the ratio metric, r - 1 = rho r, may overflow where rho does not.
TEST(FiniteAnswer, HoldsOfTheOtherFormOfTheRatioMetric) {
  Answer answer = sound();
  answer.ratio.emplace().r = kInfinity;
  const auto grown = in_form(std::make_unique<Parrot>(answer), RatioForm::growth);
  const Answer withdrawn = ask(*grown, boxes_apart({3, 0, 0}));
  EXPECT_EQ(withdrawn.status, AnswerStatus::no_answer);
  EXPECT_EQ(withdrawn.note, "the value is beyond the range of doubles");
}

}  // namespace
}  // namespace touchstone
