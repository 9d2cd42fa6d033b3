// SPDX-License-Identifier: GPL-3.0-or-later
// The judge's self-test: right answers, made from the truth alone and then spoilt in known ways,
// must get exactly the verdict that the spoiling deserves, under the traits of every metric in the
// registry.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/test_name.hpp"
#include "harness/judge/judge_exams.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

/// Generic pairs of both signs, well away from contact.
std::vector<Pair> sample_pairs() {
  constexpr std::uint64_t kSeed = 20240607;
  testing::Test::RecordProperty("seed", std::to_string(kSeed));
  Random random(kSeed);
  std::vector<Pair> pairs;
  int separated = 0;
  Oracle oracle;
  while (pairs.size() < 12) {
    Pair pair;
    pair.A = make_box({1, 0.75, 1.25});
    pair.B = pairs.size() % 2 == 0 ? make_box({1, 1, 1}) : make_random_sphere_hull(random, 16);
    pair.X_WA.R = random.rotation();
    pair.X_WB.R = random.rotation();
    const Vec3 toward = random.unit_vector();
    pair.X_WB.t = random.uniform(0.7, 3.0) * toward;
    const Truth truth = oracle.solve(pair, false);
    if (std::abs(truth.phi) < 0.05 ||
        (truth.sign > 0 ? separated : static_cast<int>(pairs.size()) - separated) >= 6) {
      continue;
    }
    separated += truth.sign > 0 ? 1 : 0;
    pairs.push_back(pair);
  }
  EXPECT_EQ(separated, 6);
  return pairs;
}

const std::vector<Exam>& exams(Quantity quantity) {
  const auto prepare = [](Quantity of) {
    std::vector<Exam> all;
    for (const Pair& pair : sample_pairs()) all.push_back(make_exam(pair, of));
    return all;
  };
  static const std::vector<Exam> euclidean = prepare(Quantity::euclidean);
  static const std::vector<Exam> ratio = prepare(Quantity::ratio);
  return quantity == Quantity::euclidean ? euclidean : ratio;
}

class EveryMetric : public testing::TestWithParam<const MetricRow*> {
 protected:
  const MetricTraits& traits() const { return GetParam()->traits; }
  const std::vector<Exam>& all() const { return exams(traits().quantity); }

  /// Each exam's right answer, spoilt by `spoil`, must get exactly `expected`.
  template <class Spoil>
  void expect_word(Word expected, Spoil spoil) const {
    for (std::size_t k = 0; k < all().size(); ++k) {
      Answer answer = all()[k].right;
      spoil(answer, all()[k]);
      EXPECT_EQ(word_name(judged(all()[k], traits(), answer).word), word_name(expected)) << k;
    }
  }
};

TEST_P(EveryMetric, TheRightAnswerIsRight) {
  for (const Exam& exam : all()) {
    const Verdict verdict = judged(exam, traits(), exam.right);
    EXPECT_EQ(verdict.word, Word::right);
    EXPECT_EQ(verdict.value, ValueVerdict::right);
    EXPECT_EQ(verdict.sign, SignVerdict::not_given);
    EXPECT_EQ(verdict.normal, PartVerdict::valid);
    EXPECT_EQ(verdict.witness, PartVerdict::valid);
    EXPECT_LE(verdict.ulps, 0.5);
  }
}

TEST_P(EveryMetric, AFlippedSignIsWrongSign) {
  expect_word(Word::wrong_sign, [](Answer& answer, const Exam&) { answer.value = -answer.value; });
  expect_word(Word::wrong_sign, [](Answer& answer, const Exam&) { answer.value = 0; });
}

TEST_P(EveryMetric, AValueOffByTenTolerancesIsInaccurate) {
  for (const double factor : {10.0, -10.0, 1.01, -1.01}) {
    expect_word(Word::inaccurate, [&](Answer& answer, const Exam& exam) {
      answer.value += factor * kExamTolerance * exam.scale;
    });
  }
  for (const double factor : {0.99, -0.99}) {
    expect_word(Word::right, [&](Answer& answer, const Exam& exam) {
      answer.value += factor * kExamTolerance * exam.scale;
    });
  }
}

TEST_P(EveryMetric, ErrorsAreMeasured) {
  for (const Exam& exam : all()) {
    Answer answer = exam.right;
    answer.value += 0.25;
    const Verdict verdict = judged(exam, traits(), answer);
    EXPECT_NEAR(verdict.error_abs, 0.25, 1e-15 * exam.scale);
    EXPECT_NEAR(verdict.error_rel_size, 0.25 / exam.scale, 1e-15);
    EXPECT_GT(verdict.ulps, 0.25 / std::abs(exam.right.value) * 0.5e15);
  }
}

TEST_P(EveryMetric, AWrongNormalIsInvalid) {
  expect_word(Word::invalid_normal,
              [](Answer& answer, const Exam&) { answer.normal = -answer.normal.value(); });
  expect_word(Word::invalid_normal, [](Answer& answer, const Exam&) {
    const Vec3 across = answer.normal->unitOrthogonal();
    answer.normal = (answer.normal.value() + 0.1 * across).normalized();
  });
}

TEST_P(EveryMetric, ANormalMustBeUnitToOneInAMillion) {
  for (const double length : {1 + 9e-7, 1 - 9e-7}) {
    expect_word(Word::right, [&](Answer& answer, const Exam&) { answer.normal.value() *= length; });
  }
  for (const double length : {1 + 1.1e-6, 1 - 1.1e-6, 2.0}) {
    expect_word(Word::invalid_normal,
                [&](Answer& answer, const Exam&) { answer.normal.value() *= length; });
  }
}

TEST_P(EveryMetric, MovedWitnessesAreInvalid) {
  const auto step = [](const Exam& exam) { return 10 * kExamTolerance * exam.size; };
  // One alone: the difference is wrong, whichever way it goes.
  for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1)}) {
    expect_word(Word::invalid_witness, [&](Answer& answer, const Exam& exam) {
      answer.witnesses->p_WA += step(exam) * way;
    });
    expect_word(Word::invalid_witness, [&](Answer& answer, const Exam& exam) {
      answer.witnesses->p_WB += step(exam) * way;
    });
  }
  // Moved together, p_A - p_B is right, but neither body has a point beyond its support plane.
  for (const double sign : {1.0, -1.0}) {
    expect_word(Word::invalid_witness, [&](Answer& answer, const Exam& exam) {
      answer.witnesses->p_WA += sign * step(exam) * answer.normal.value();
      answer.witnesses->p_WB += sign * step(exam) * answer.normal.value();
    });
  }
  expect_word(Word::invalid_witness, [](Answer& answer, const Exam&) {
    std::swap(answer.witnesses->p_WA, answer.witnesses->p_WB);
  });
  expect_word(Word::right, [&](Answer& answer, const Exam& exam) {
    answer.witnesses->p_WB.x() += 0.04 * step(exam);
  });
}

TEST_P(EveryMetric, AValueThatIsNoNumberIsNoAnswer) {
  for (const double value : {kNan, kInfinity, -kInfinity}) {
    for (const Exam& exam : all()) {
      Answer answer = exam.right;
      answer.value = value;
      const Verdict verdict = judged(exam, traits(), answer);
      EXPECT_EQ(verdict.word, Word::no_answer);
      EXPECT_EQ(verdict.value, ValueVerdict::not_given);
      EXPECT_EQ(verdict.normal, PartVerdict::not_given);
      EXPECT_EQ(verdict.witness, PartVerdict::not_given);
      EXPECT_EQ(verdict.error_abs, 0);
    }
  }
}

TEST_P(EveryMetric, APromisedNormalThatSaysNothingIsMissing) {
  const Word word = traits().gives.ever(&Gives::normal) ? Word::missing : Word::right;
  const std::vector<std::optional<Vec3>> nothing = {std::nullopt, Vec3(0, 0, 0), Vec3(-0.0, 0, 0),
                                                    Vec3(kNan, 0, 1), Vec3(kInfinity, 0, 0)};
  for (const auto& normal : nothing) {
    expect_word(word, [&](Answer& answer, const Exam&) { answer.normal = normal; });
    for (const Exam& exam : all()) {
      Answer answer = exam.right;
      answer.normal = normal;
      const Verdict verdict = judged(exam, traits(), answer);
      EXPECT_EQ(verdict.own_word, word);
      EXPECT_EQ(verdict.value, ValueVerdict::right);
      EXPECT_EQ(verdict.normal, PartVerdict::absent);
      EXPECT_EQ(verdict.witness, PartVerdict::valid);
    }
  }
}

TEST_P(EveryMetric, PromisedWitnessPointsThatSayNothingAreMissing) {
  const Word word = traits().gives.ever(&Gives::witnesses) ? Word::missing : Word::right;
  const Vec3 here(1, 2, 3);
  const std::vector<std::optional<WitnessPoints>> nothing = {
      std::nullopt, WitnessPoints{Vec3::Zero(), Vec3::Zero()},
      WitnessPoints{here, Vec3(0, kNan, 0)}, WitnessPoints{Vec3(0, 0, -kInfinity), here}};
  for (const auto& witnesses : nothing) {
    expect_word(word, [&](Answer& answer, const Exam&) { answer.witnesses = witnesses; });
    for (const Exam& exam : all()) {
      Answer answer = exam.right;
      answer.witnesses = witnesses;
      const Verdict verdict = judged(exam, traits(), answer);
      EXPECT_EQ(verdict.normal, PartVerdict::valid);
      EXPECT_EQ(verdict.witness, PartVerdict::absent);
    }
  }
}

TEST_P(EveryMetric, NoPartIsMissingThatWasNotPromised) {
  MetricTraits silent = traits();
  silent.gives = in_every_regime({.normal = false, .witnesses = false});
  for (const Exam& exam : all()) {
    Answer answer = exam.right;
    answer.normal.reset();
    answer.witnesses.reset();
    const Verdict verdict = judged(exam, silent, answer);
    EXPECT_EQ(verdict.word, Word::right);
    EXPECT_EQ(verdict.own_word, Word::right);
    EXPECT_EQ(verdict.normal, PartVerdict::absent);
    EXPECT_EQ(verdict.witness, PartVerdict::absent);
  }
}

TEST_P(EveryMetric, ASignAloneIsJudgedInItsOwnColumn) {
  for (const Exam& exam : all()) {
    Answer answer;
    answer.status = AnswerStatus::sign_only;
    answer.value = kNan;  // has no meaning in a sign_only answer
    answer.sign = exam.truth.sign;
    Verdict verdict = judged(exam, traits(), answer);
    // Where the traits promise a value, a sign is not the answer.
    const bool promised = traits().gives.at(exam.truth.sign).value;
    EXPECT_EQ(verdict.word, promised ? Word::no_answer : Word::right);
    EXPECT_EQ(verdict.sign, SignVerdict::right);
    EXPECT_EQ(verdict.value, ValueVerdict::not_given);
    EXPECT_EQ(verdict.normal, PartVerdict::absent);
    EXPECT_EQ(verdict.witness, PartVerdict::absent);

    for (const int wrong : {-exam.truth.sign, 0}) {
      answer.sign = wrong;
      verdict = judged(exam, traits(), answer);
      EXPECT_EQ(verdict.word, Word::wrong_sign);
      EXPECT_EQ(verdict.sign, SignVerdict::wrong_sign);
      EXPECT_EQ(verdict.value, ValueVerdict::not_given);
    }

    // What it gives besides is judged as well.
    answer.sign = exam.truth.sign;
    answer.normal = -exam.right.normal.value();
    EXPECT_EQ(judged(exam, traits(), answer).word, Word::invalid_normal);
    answer.normal = Vec3(0, 0, 0);
    EXPECT_EQ(judged(exam, traits(), answer).word, Word::invalid_normal);
  }
}

TEST_P(EveryMetric, TheMostSeriousFindingNamesTheCase) {
  const auto bad_witness = [](Answer& answer) { answer.witnesses->p_WA.x() += 1; };
  const auto bad_normal = [](Answer& answer) { answer.normal = Vec3(1, 1, 1); };
  // A missing entry is the least serious, and counts only where the metric promises it.
  expect_word(Word::invalid_witness, [&](Answer& answer, const Exam&) {
    bad_witness(answer);
    answer.normal.reset();
  });
  expect_word(Word::invalid_normal, [&](Answer& answer, const Exam&) {
    bad_normal(answer);
    answer.witnesses.reset();
  });
  expect_word(Word::inaccurate, [&](Answer& answer, const Exam& exam) {
    answer.normal.reset();
    answer.value += 10 * kExamTolerance * exam.scale;
  });
  expect_word(Word::invalid_normal, [&](Answer& answer, const Exam&) {
    bad_witness(answer);
    bad_normal(answer);
  });
  expect_word(Word::inaccurate, [&](Answer& answer, const Exam& exam) {
    bad_witness(answer);
    bad_normal(answer);
    answer.value += 10 * kExamTolerance * exam.scale;
  });
  expect_word(Word::wrong_sign, [&](Answer& answer, const Exam&) {
    bad_witness(answer);
    bad_normal(answer);
    answer.value = -answer.value;
  });
  expect_word(Word::no_answer, [&](Answer& answer, const Exam&) {
    bad_normal(answer);
    answer.value = kNan;
  });
  expect_word(Word::no_answer,
              [](Answer& answer, const Exam&) { answer.status = AnswerStatus::no_answer; });
}

TEST_P(EveryMetric, ADeathIsADeathWhateverTheAnswerSays) {
  const Exam& exam = all().front();
  const auto word = [&](RunStatus status) {
    const Verdict verdict = judge(exam.pair, exam.truth, traits(), {status, exam.right, ""});
    EXPECT_EQ(verdict.value, ValueVerdict::not_given);
    EXPECT_EQ(verdict.normal, PartVerdict::not_given);
    return verdict.word;
  };
  EXPECT_EQ(word(RunStatus::crashed), Word::crashed);
  EXPECT_EQ(word(RunStatus::timed_out), Word::timed_out);
  EXPECT_EQ(word(RunStatus::skipped), Word::skipped);
  EXPECT_EQ(word(RunStatus::not_applicable), Word::not_applicable);
}

TEST_P(EveryMetric, TheOwnWordIsTheWordAtTheMetricsOwnTolerance) {
  for (const double own : {1e-12, 1e-8, 1e-4}) {
    MetricTraits claimed = traits();
    claimed.own_tolerance = own;
    for (const Exam& exam : all()) {
      for (const double off : {0.0, 1e-10, 1e-6, 1e-2}) {
        for (const int part : {0, 1, 2}) {
          Answer answer = exam.right;
          if (part == 0) answer.value += off * exam.scale;
          if (part == 1) {
            answer.normal = (*answer.normal + off * answer.normal->unitOrthogonal()).normalized();
          }
          if (part == 2) answer.witnesses->p_WA += off * exam.size * *answer.normal;
          const Verdict verdict = judged(exam, claimed, answer);
          EXPECT_EQ(verdict.word, judge(exam.pair, exam.truth, traits(), completed(answer)).word);
          const Verdict at_own = judge(exam.pair, exam.truth, traits(), completed(answer), own);
          EXPECT_EQ(word_name(verdict.own_word), word_name(at_own.word)) << own << " " << off;
          if (part == 0 && off > 0) {
            EXPECT_EQ(verdict.own_word == Word::right, off < own);
          }
        }
      }
    }
  }
}

std::vector<const MetricRow*> every_row() {
  std::vector<const MetricRow*> rows;
  for (const MetricRow& row : metric_registry()) rows.push_back(&row);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Judge, EveryMetric, testing::ValuesIn(every_row()),
                         [](const auto& row) { return test_name(row.param->name); });

}  // namespace
}  // namespace touchstone
