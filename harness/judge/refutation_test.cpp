// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/refutation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "geometry/shapes.hpp"
#include "harness/judge/judge_exams.hpp"
#include "harness/runners/faulty_metrics.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using Part = Refutation::Part;

Result<Refutation> refuted(const Exam& exam, const Answer& answer) {
  return refute(exam.pair, exam.truth, exam.quantity, completed(answer), judged(exam, {}, answer),
                kExamTolerance);
}

/// Why an answer is not refuted; empty where it is.
std::string refusal(const Exam& exam, const Answer& answer) {
  const auto found = refuted(exam, answer);
  return found ? "" : found.reason();
}

/// Cubes that overlap by 0.5 m along x.
Exam deep_exam() { return make_exam(cube_pair({1.5, 0, 0}), Quantity::euclidean); }

TEST(Refutation, OfAValueBoundsPhiFromTheOtherSide) {
  const Exam exam = deep_exam();
  Answer answer = exam.right;
  answer.value = -0.75;
  EXPECT_EQ(refuted(exam, answer).value().part, Part::low_value);
  EXPECT_THAT(refuted(exam, answer).value().proof.certificate, HasSubstr("claim phi >= - 1 4\n"));
  for (const double value : {-0.25, 0.0, 0.25}) {
    answer.value = value;
    const Refutation high = refuted(exam, answer).value();
    EXPECT_EQ(high.part, Part::high_value);
    EXPECT_THAT(high.proof.certificate, HasSubstr("claim phi <= - 1 4\n"));
    ASSERT_TRUE(high.beside);
    EXPECT_EQ(high.beside->bound, -0.5);
    answer.normal.reset();
    EXPECT_FALSE(refuted(exam, answer).value().beside);
    answer.normal = exam.right.normal;
  }
  answer.value = -0.5 + 1e-12;
  EXPECT_EQ(refusal(exam, answer), "is judged right: there is nothing to refute");
}

TEST(Refutation, OfASignBoundsPhiToo) {
  const Exam deep = deep_exam();
  const Exam apart = make_exam(cube_pair({2.5, 0, 0}), Quantity::euclidean);
  Answer answer;
  answer.status = AnswerStatus::sign_only;
  answer.sign = 1;
  EXPECT_EQ(refuted(deep, answer).value().part, Part::high_value);
  EXPECT_THAT(refusal(apart, answer), HasSubstr("is judged no answer: there is nothing to refute"));
  answer.sign = -1;
  EXPECT_EQ(refuted(apart, answer).value().part, Part::low_value);
}

TEST(Refutation, OfANormalHasAnotherDirectionBesideIt) {
  const Exam exam = deep_exam();
  Answer answer = exam.right;
  answer.normal = Vec3(0, 1, 0);
  const Refutation refutation = refuted(exam, answer).value();
  EXPECT_EQ(refutation.part, Part::normal);
  EXPECT_THAT(refutation.proof.certificate, HasSubstr("claim gap 0x0p+0 0x1p+0 0x0p+0 <= - 4 1\n"));
  EXPECT_EQ(refutation.beside->bound, -0.5);
  answer.normal = Vec3(-1.5, 0, 0);
  EXPECT_EQ(refusal(exam, answer),
            "has a normal that is wrong in its length alone: that has no refutation");
  answer.normal = Vec3::Zero();
  answer.witnesses = exam.right.witnesses;
  EXPECT_THAT(refusal(exam, answer), HasSubstr("there is nothing to refute"));
}

TEST(Refutation, OfPointsIsOfTheFirstThatIsOutside) {
  const Exam exam = deep_exam();
  Answer answer = exam.right;
  answer.witnesses = {Vec3(1 + 1e-6, 0, 0), Vec3(0.25, 0, 0)};
  EXPECT_EQ(refuted(exam, answer).value().part, Part::point_A);
  answer.witnesses->p_WA = Vec3(1 + 1e-9, 0, 0);
  EXPECT_EQ(refuted(exam, answer).value().part, Part::point_B);
  answer.witnesses->p_WB = Vec3(0.75, 0, 0);
  EXPECT_EQ(refusal(exam, answer),
            "has points in their bodies that only do not belong together: that has no refutation");
}

TEST(Refutation, SaysInASentenceThatNoCertificateIsFound) {
  const Exam exam = deep_exam();
  Answer answer = exam.right;
  answer.witnesses->p_WA = Vec3(1e80, 0, 0);
  EXPECT_EQ(
      refusal(exam, answer),
      "is wrong, but no certificate shows it: the point on A: a coordinate is larger than 1e60 m");
  // A truth that is not the pair's: what is to be proven does not hold.
  Exam other = deep_exam();
  other.truth = make_exam(cube_pair({1.75, 0, 0}), Quantity::euclidean).truth;
  answer = exam.right;
  answer.value = -0.75;
  EXPECT_EQ(refusal(other, answer),
            "is wrong, but no certificate shows it: the evidence found does not prove the claim");
}

TEST(Refutation, IsOfWhatTheWordNames) {
  const Exam exam = deep_exam();
  Answer answer = exam.right;
  answer.value = -0.75;
  answer.normal = Vec3(0, 1, 0);
  answer.witnesses = {Vec3(2, 0, 0), Vec3(0.5, 0, 0)};
  EXPECT_EQ(refuted(exam, answer).value().part, Part::low_value);
  answer.value = exam.right.value;
  EXPECT_EQ(refuted(exam, answer).value().part, Part::normal);
  answer.normal = exam.right.normal;
  EXPECT_EQ(refuted(exam, answer).value().part, Part::point_A);
}

TEST(Refutation, IsOfPhiAlone) {
  const Exam exam = make_exam(cube_pair({1.5, 0, 0}), Quantity::ratio);
  EXPECT_THAT(refusal(exam, exam.right), HasSubstr("--ratio-form rho"));
}

}  // namespace
}  // namespace touchstone
