// SPDX-License-Identifier: GPL-3.0-or-later
// The judge's self-test: right answers, made from the truth alone and then spoilt in known ways,
// must get exactly the verdict that the spoiling deserves, under the traits of every metric in the
// registry.
#include "harness/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/gap.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr double kTolerance = kDefaultTolerance;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vec3 rounded(const ExactVec3& v) {
  return {round_to_double(v[0]), round_to_double(v[1]), round_to_double(v[2])};
}

Vec3 interior_in_world(const PolytopePtr& body, const Pose& X) {
  return X.R * body->interior_point() + X.t;
}

/// The body in world coordinates, grown by r about its interior point.
PolytopePtr grown(const PolytopePtr& body, const Pose& X, double r) {
  PolytopeInput input;
  const Vec3 x = interior_in_world(body, X);
  for (const Vec3& v : body->vertices()) input.vertices.emplace_back(x + r * (X.R * v + X.t - x));
  return make_polytope(input).value();
}

/// A pair, its truth, and the right answer to it for one quantity.
struct Exam {
  Pair pair;
  Truth truth;
  Quantity quantity = Quantity::euclidean;
  double size = 1;
  double scale = 1;  ///< of the value's tolerance
  Answer right;
};

/// Witnesses of the ratio metric: the bodies grown by r touch at one point x, of which p_i = x_i +
/// (x - x_i) / r.
WitnessPoints ratio_witnesses(const Pair& pair, double rho) {
  const double r = 1 / (1 - rho);
  Pair touching;
  touching.A = grown(pair.A, pair.X_WA, r);
  touching.B = grown(pair.B, pair.X_WB, r);
  const Truth truth = Oracle().solve(touching, false);
  EXPECT_LT(std::abs(truth.phi), 1e-13 * r);
  const Vec3 x = rounded(truth.witness_A);
  const Vec3 x_A = interior_in_world(pair.A, pair.X_WA);
  const Vec3 x_B = interior_in_world(pair.B, pair.X_WB);
  return {x_A + (x - x_A) / r, x_B + (x - x_B) / r};
}

Exam make_exam(const Pair& pair, Quantity quantity) {
  Exam exam{pair, Oracle().solve(pair), quantity, pair_size(pair), pair_size(pair), {}};
  exam.right.status = AnswerStatus::answered;
  if (quantity == Quantity::euclidean) {
    exam.right.value = exam.truth.phi;
    exam.right.normal = exam.truth.normals.front();
    exam.right.witnesses = {rounded(exam.truth.witness_A), rounded(exam.truth.witness_B)};
  } else {
    const RatioTruth& ratio = exam.truth.ratio.value();
    exam.scale = std::max(1.0, std::abs(ratio.rho_rounded));
    exam.right.value = ratio.rho_rounded;
    exam.right.normal = rounded(ratio.directions.front()).normalized();
    exam.right.witnesses = ratio_witnesses(pair, ratio.rho_rounded);
  }
  return exam;
}

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

RunOutcome completed(const Answer& answer) { return {RunStatus::completed, answer, ""}; }

Verdict judged(const Exam& exam, const MetricTraits& traits, const Answer& answer) {
  return judge(exam.pair, exam.truth, traits, completed(answer), kTolerance);
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
      answer.value += factor * kTolerance * exam.scale;
    });
  }
  for (const double factor : {0.99, -0.99}) {
    expect_word(Word::right, [&](Answer& answer, const Exam& exam) {
      answer.value += factor * kTolerance * exam.scale;
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
  for (const Vec3& n : {Vec3(0, 0, 0), Vec3(kNan, 0, 1), Vec3(kInfinity, 0, 0)}) {
    expect_word(Word::invalid_normal, [&](Answer& answer, const Exam&) { answer.normal = n; });
  }
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
  const auto step = [](const Exam& exam) { return 10 * kTolerance * exam.size; };
  // One alone: the difference is wrong, whichever way it goes.
  for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1)}) {
    expect_word(Word::invalid_witness, [&](Answer& answer, const Exam& exam) {
      answer.witnesses->p_WA += step(exam) * way;
    });
    expect_word(Word::invalid_witness, [&](Answer& answer, const Exam& exam) {
      answer.witnesses->p_WB += step(exam) * way;
    });
  }
  // Both together: the difference is right, but A has no point beyond its support plane, nor has B.
  for (const double sign : {1.0, -1.0}) {
    expect_word(Word::invalid_witness, [&](Answer& answer, const Exam& exam) {
      answer.witnesses->p_WA += sign * step(exam) * answer.normal.value();
      answer.witnesses->p_WB += sign * step(exam) * answer.normal.value();
    });
  }
  expect_word(Word::invalid_witness, [](Answer& answer, const Exam&) {
    std::swap(answer.witnesses->p_WA, answer.witnesses->p_WB);
  });
  expect_word(Word::invalid_witness,
              [](Answer& answer, const Exam&) { answer.witnesses->p_WB.y() = kNan; });
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

TEST_P(EveryMetric, MissingPartsAreAbsentAndSpoilNothing) {
  for (const Exam& exam : all()) {
    Answer answer = exam.right;
    answer.normal.reset();
    Verdict verdict = judged(exam, traits(), answer);
    EXPECT_EQ(verdict.word, Word::right);
    EXPECT_EQ(verdict.normal, PartVerdict::absent);
    EXPECT_EQ(verdict.witness, PartVerdict::valid);

    answer.witnesses.reset();
    verdict = judged(exam, traits(), answer);
    EXPECT_EQ(verdict.word, Word::right);
    EXPECT_EQ(verdict.value, ValueVerdict::right);
    EXPECT_EQ(verdict.witness, PartVerdict::absent);
  }
}

TEST_P(EveryMetric, ASignAloneIsJudgedInItsOwnColumn) {
  for (const Exam& exam : all()) {
    Answer answer;
    answer.status = AnswerStatus::sign_only;
    answer.value = kNan;  // of no meaning here
    answer.sign = exam.truth.sign;
    Verdict verdict = judged(exam, traits(), answer);
    // Where the traits promise a value, a sign is not the answer.
    const bool promised = exam.truth.sign > 0 ? traits().when_separated : traits().when_penetrating;
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
  }
}

TEST_P(EveryMetric, TheMostSeriousFindingNamesTheCase) {
  const auto bad_witness = [](Answer& answer) { answer.witnesses->p_WA.x() += 1; };
  const auto bad_normal = [](Answer& answer) { answer.normal = Vec3(1, 1, 1); };
  expect_word(Word::invalid_normal, [&](Answer& answer, const Exam&) {
    bad_witness(answer);
    bad_normal(answer);
  });
  expect_word(Word::inaccurate, [&](Answer& answer, const Exam& exam) {
    bad_witness(answer);
    bad_normal(answer);
    answer.value += 10 * kTolerance * exam.scale;
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
  EXPECT_EQ(word(RunStatus::not_applicable), Word::not_applicable);
}

std::vector<const MetricRow*> every_row() {
  std::vector<const MetricRow*> rows;
  for (const MetricRow& row : metric_registry()) rows.push_back(&row);
  return rows;
}

std::string row_name(const testing::TestParamInfo<const MetricRow*>& tested) {
  std::string name = tested.param->name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Judge, EveryMetric, testing::ValuesIn(every_row()), row_name);

Pair boxes(const Vec3& t) {
  Pair pair;
  pair.A = make_box(Vec3::Ones());
  pair.B = pair.A;
  pair.X_WB.t = t;
  return pair;
}

TEST(Judge, TheSignIsFreeWherePhiIsBelowTheThreshold) {
  const double size = pair_size(boxes({2, 0, 0}));
  for (const double share : {0.5, 2.0}) {
    Exam exam = make_exam(boxes({2 + share * kSignThreshold * size, 0, 0}), Quantity::euclidean);
    const bool judges = share > 1;
    Answer answer = exam.right;
    answer.value = -answer.value;
    EXPECT_EQ(judged(exam, {}, answer).word, judges ? Word::wrong_sign : Word::right);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
    EXPECT_EQ(judged(exam, {}, answer).sign, judges ? SignVerdict::wrong_sign : SignVerdict::right);
  }
}

TEST(Judge, AnyTiedDirectionWillDo) {
  // Overlap 1.5 along x and along y: two optimal normals, each with its own witnesses.
  const Exam exam = make_exam(boxes({0.5, 0.5, 0.25}), Quantity::euclidean);
  ASSERT_EQ(exam.truth.directions.size(), 2U);
  EXPECT_EQ(exam.truth.phi, -1.5);
  Answer answer = exam.right;
  answer.normal = Vec3(-1, 0, 0);
  answer.witnesses = {Vec3(1, 0, 0), Vec3(-0.5, 0, 0)};
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
  answer.normal = Vec3(0, -1, 0);
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
  answer.witnesses = {Vec3(0, 1, 0), Vec3(0, -0.5, 0)};
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
  answer.normal = Vec3(-1, -1, 0).normalized();
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_normal);
}

TEST(Judge, NearATieTheOtherDirectionsWitnessesWillDoWithTheirNormal) {
  const Pair pair = boxes({1.5, 1.5 + 1e-12, 0});  // the depth is 1e-12 less along y than along x
  const Truth truth = Oracle().solve(pair);
  ASSERT_EQ(truth.directions.size(), 1U);
  ASSERT_EQ(truth.directions.front()[0], 0);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = -0.5;
  outcome.answer.normal = Vec3(-1, 0, 0);
  outcome.answer.witnesses = WitnessPoints{{1, 1, 0}, {0.5, 1, 0}};
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::right);

  // Moved along the normal by more than the tolerance, or with the other direction's normal: no.
  outcome.answer.witnesses->p_WA.x() -= 1e-7;
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::invalid_witness);
  outcome.answer.witnesses->p_WA.x() += 1e-7;
  outcome.answer.normal = Vec3(0, -1, 0);
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::invalid_witness);
}

TEST(Judge, FarApartACorrectlyRoundedAnswerIsRight) {
  const Pair pair = boxes({1e9, 0.5e9, 1e9 / 3});
  const Truth truth = Oracle().solve(pair);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = truth.phi;
  outcome.answer.normal = truth.normals.front();
  outcome.answer.witnesses = WitnessPoints{rounded(truth.witness_A), rounded(truth.witness_B)};
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::right);
  outcome.answer.value = truth.phi * (1 + 1e-14);
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::inaccurate);
}

TEST(Judge, ASignWhereAValueWasPromisedIsNoAnswer) {
  const Pair pair = boxes({3, 0, 0});
  const Truth truth = Oracle().solve(pair);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::sign_only;
  outcome.answer.sign = 1;
  MetricTraits traits;
  EXPECT_EQ(judge(pair, truth, traits, outcome).word, Word::no_answer);
  EXPECT_EQ(judge(pair, truth, traits, outcome).sign, SignVerdict::right);
  traits.when_separated = false;
  EXPECT_EQ(judge(pair, truth, traits, outcome).word, Word::right);
  outcome.answer.sign = -1;
  EXPECT_EQ(judge(pair, truth, traits, outcome).word, Word::wrong_sign);
}

TEST(Judge, ATouchingPairHasItsErrorsInUlpsOfItsSize) {
  const Exam exam = make_exam(boxes({2, 0, 0}), Quantity::euclidean);
  EXPECT_EQ(exam.truth.sign, 0);
  Answer answer = exam.right;
  answer.value = std::ldexp(1.0, -52);
  answer.witnesses = {Vec3(1, 0.5, 0), Vec3(1, 0.5, 0)};
  const Verdict verdict = judged(exam, {}, answer);
  EXPECT_EQ(verdict.word, Word::right);
  EXPECT_EQ(verdict.ulps, 1);  // size = sqrt 3: its ulp is 2^-52
  answer.witnesses->p_WB.x() = 0.5;
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_witness);
}

/// phi = 1, of boxes whose size is 3 exactly.
Exam boxes_of_size_three() {
  Pair pair;
  pair.A = make_box(Vec3(1, 2, 2));
  pair.B = pair.A;
  pair.X_WB.t = Vec3(3, 0, 0);
  return make_exam(pair, Quantity::euclidean);
}

TEST(Judge, AnswersExactlyAtTheToleranceAreRightAndOneUlpBeyondAreNot) {
  const Exam exam = boxes_of_size_three();
  ASSERT_EQ(exam.truth.phi, 1);
  ASSERT_EQ(exam.size, 3);
  const double tolerance = 0x1p-27;
  const auto word = [&](const Answer& answer) {
    return judge(exam.pair, exam.truth, {}, completed(answer), tolerance).word;
  };
  for (const double side : {1.0, -1.0}) {
    const double away = side * kInfinity;
    Answer answer = exam.right;
    answer.value = 1 + side * 3 * tolerance;
    EXPECT_EQ(word(answer), Word::right);
    answer.value = std::nextafter(answer.value, away);
    EXPECT_EQ(word(answer), Word::inaccurate);

    // One point alone off, along the normal and hence off its body or off in the difference.
    answer = exam.right;
    answer.witnesses = {Vec3(1, 0, 0), Vec3(2, 0, 0)};
    answer.witnesses->p_WA.x() += side * 3 * tolerance;
    EXPECT_EQ(word(answer), Word::right);
    answer.witnesses->p_WA.x() = std::nextafter(answer.witnesses->p_WA.x(), away);
    EXPECT_EQ(word(answer), Word::invalid_witness);
  }
}

TEST(Judge, ANormalIsHeldToTheToleranceExactly) {
  // Along (-1, -s, 0) with s = 2^-13 the gap of these boxes is (1 - 4 s) / sqrt(1 + s^2).
  const Exam exam = boxes_of_size_three();
  const double s = 0x1p-13;
  Answer answer = exam.right;
  answer.normal = Vec3(-1, -s, 0);
  const double gap = (1 - 4 * s) / std::sqrt(1 + s * s);
  const double edge = (1 - gap) / exam.size;
  const auto word = [&](double tolerance) {
    return judge(exam.pair, exam.truth, {}, completed(answer), tolerance).word;
  };
  EXPECT_EQ(word(edge * (1 + 1e-11)), Word::right);
  EXPECT_EQ(word(edge * (1 - 1e-11)), Word::invalid_normal);
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

TEST(Judge, HugeButFiniteAnswersAreInaccurate) {
  const Exam exam = make_exam(boxes({3, 0, 0}), Quantity::euclidean);
  Answer answer = exam.right;
  answer.value = std::numeric_limits<double>::max();
  EXPECT_EQ(judged(exam, {}, answer).word, Word::inaccurate);
  answer.witnesses->p_WA.x() = std::numeric_limits<double>::max();
  answer.value = exam.right.value;
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_witness);
  answer.normal = Vec3(std::numeric_limits<double>::max(), 0, 0);
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_normal);
}

TEST(Judge, RatioMetricsAreNotApplicableWhereRhoIsUndefined) {
  Exam exam = make_exam(boxes({0.5, 0, 0}), Quantity::euclidean);
  exam.truth.ratio.reset();
  MetricTraits ratio;
  ratio.quantity = Quantity::ratio;
  EXPECT_EQ(judged(exam, ratio, exam.right).word, Word::not_applicable);
}

TEST(Judge, EveryWordHasItsName) {
  EXPECT_EQ(word_name(Word::crashed), "crashed");
  EXPECT_EQ(word_name(Word::timed_out), "timed_out");
  EXPECT_EQ(word_name(Word::no_answer), "no_answer");
  EXPECT_EQ(word_name(Word::wrong_sign), "wrong_sign");
  EXPECT_EQ(word_name(Word::inaccurate), "inaccurate");
  EXPECT_EQ(word_name(Word::invalid_normal), "invalid_normal");
  EXPECT_EQ(word_name(Word::invalid_witness), "invalid_witness");
  EXPECT_EQ(word_name(Word::right), "right");
  EXPECT_EQ(word_name(Word::not_applicable), "not_applicable");
}

}  // namespace
}  // namespace touchstone
