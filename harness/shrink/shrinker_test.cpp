// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/shrinker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "geometry/tests/planted_loop.hpp"
#include "geometry/tests/test_name.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "harness/shrink/passes.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;

MetricTraits solid_traits() {
  MetricTraits traits;
  traits.gives = in_every_regime({.normal = false, .witnesses = false});
  traits.flat = true;
  return traits;
}

/// The exact value and no more, `off` too much where `wrong` says so.
template <class Wrong>
Ask almost_right(const Wrong& wrong, double off = 0.125) {
  return [wrong, off](const Pair& pair) {
    Oracle oracle;
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::answered;
    outcome.answer.value = oracle.solve(pair, false).phi;
    if (wrong(pair)) outcome.answer.value += off * pair_size(pair);
    return outcome;
  };
}

Suspect suspect_of(const Ask& ask) { return {solid_traits(), kDefaultTolerance, ask, ask}; }

Pair family_pair(const std::string& id) { return make_case(id).value().pair(); }

std::string file_of(const ShrunkFailure& shrunk) {
  Case c;
  c.bodies = shrunk.bodies;
  return write_case(c, {shrunk.draft.poses[0].q, shrunk.draft.poses[1].q});
}

TEST(Shrinker, AFailureOfAllPairsEndsInTetrahedraOfSmallIntegers) {
  const auto always = almost_right([](const Pair&) { return true; });
  for (const char* id : {"random-boxes:42:7", "random-hulls-32-deep:42:3"}) {
    SCOPED_TRACE(id);
    const auto shrunk = shrink(family_pair(id), suspect_of(always));
    ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
    const DraftOrder order = order_of(shrunk.value().draft);
    EXPECT_EQ(order.vertices, 8);
    EXPECT_LE(significant_digits(shrunk.value().draft), 2) << file_of(shrunk.value());
    EXPECT_TRUE(shrunk.value().robust);
  }
}

TEST(Shrinker, AFailureOfRadiiEndsInOneRadiusOfOneDigit) {
  const auto needs = almost_right([](const Pair& pair) { return is_rounded(pair); });
  int points = 0;
  int one_digit = 0;
  for (std::uint64_t index = 0; index < 6; ++index) {
    const Case c = make_case(*find_family("rounded-hulls-16"), 42, index);
    SCOPED_TRACE(c.id);
    const auto shrunk = shrink(c.pair(), suspect_of(needs));
    ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
    const PairDraft& draft = shrunk.value().draft;
    EXPECT_EQ(order_of(draft).radii, 1) << file_of(shrunk.value());
    const BodyDraft& rounded = draft.bodies[draft.bodies[0].radius > 0 ? 0 : 1];
    if (significant_digits(rounded.radius) == 1) ++one_digit;
    if (rounded.vertex_count() <= 2) ++points;
    EXPECT_EQ(make_pair(draft).value().A->content_hash(),
              std::get<Pair>(shrunk.value().bodies).A->content_hash());
  }
  EXPECT_GE(points, 3);
  EXPECT_GE(one_digit, 5) << "a wrong sign of the fourth pair needs more";
}

TEST(Shrinker, KeepsTheVerticesThatTheFailureNeeds) {
  const auto needs = [](const Pair& pair) {
    return pair.A->vertices().size() + pair.B->vertices().size() >= 13;
  };
  const auto shrunk =
      shrink(family_pair("random-hulls-32-deep:42:4"), suspect_of(almost_right(needs)));
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  EXPECT_EQ(order_of(shrunk.value().draft).vertices, 13);
}

TEST(Shrinker, ABoxStaysABoxWhereTheFailureNeedsOne) {
  const auto needs = [](const Pair& pair) {
    return box_half_extents(*pair.A).has_value() && pair.X_WB.t.x() > 0.3;
  };
  Pair pair = family_pair("random-boxes:42:7");
  pair.X_WA.t = Vec3(0.1, 0.2, 0.3);
  pair.X_WB.t = Vec3(0.987654321, 0.1, 0.2);
  const auto shrunk = shrink(pair, suspect_of(almost_right(needs)));
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  const PairDraft& draft = shrunk.value().draft;
  EXPECT_TRUE(draft.bodies[0].half_extents);
  EXPECT_EQ(draft.bodies[1].vertex_count(), 4U);
  EXPECT_TRUE(draft.poses[0].t.isZero(0));
  EXPECT_GT(draft.poses[1].t.x(), 0.3);
  EXPECT_LE(significant_digits(draft), 2) << file_of(shrunk.value());
}

TEST(Shrinker, EveryStepIsSimplerAndVerticesOnlyDrop) {
  Examiner examiner(solid_traits(), kDefaultTolerance);
  const auto deep = almost_right([](const Pair& pair) { return pair.A->vertices().size() > 5; });
  const Pair pair = family_pair("random-hulls-16-deep:42:5");
  const Examined first = examiner.examine(pair, deep);
  ASSERT_TRUE(first.kind);
  Search search(draft_of(pair), first, examiner, deep, {});
  for (const auto& pass : {&move_bodies, &scale_pair, &replace_bodies, &drop_vertices,
                           &simplify_rotations, &round_numbers, &swap_and_mirror}) {
    pass(search);
  }
  const auto& accepted = search.accepted();
  EXPECT_GE(accepted.size(), 5U);
  for (std::size_t k = 1; k < accepted.size(); ++k) {
    EXPECT_LT(order_of(accepted[k]), order_of(accepted[k - 1]));
    EXPECT_LE(order_of(accepted[k]).vertices, order_of(accepted[k - 1]).vertices);
    const Examined step = examiner.examine(make_pair(accepted[k]).value(), deep);
    EXPECT_EQ(step.kind, first.kind);
    EXPECT_TRUE(similar_error(step.error, first.error)) << step.error << " " << first.error;
  }
}

TEST(Shrinker, TheErrorStaysWithinAFactorOfTen) {
  // Off by a hundredth of the square of B's height: small pairs would be right in the end.
  const Ask ask = [](const Pair& pair) {
    Oracle oracle;
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::answered;
    outcome.answer.value = oracle.solve(pair, false).phi - std::pow(pair.X_WB.t.z(), 4);
    return outcome;
  };
  Pair pair;
  pair.A = make_box(Vec3(1, 1, 1));
  pair.B = pair.A;
  pair.X_WB.t = Vec3(0.25, 0.125, 1.2345678);
  const auto shrunk = shrink(pair, suspect_of(ask));
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  const double before = shrunk.value().first_error;
  EXPECT_TRUE(similar_error(shrunk.value().examined.error, before));
  EXPECT_EQ(shrunk.value().kind().word, Word::inaccurate);
}

TEST(Shrinker, ARadiusHasNoPartInTheErrorOfANormal) {
  const Ask tilted = [](const Pair& pair) {
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::answered;
    outcome.answer.value = Oracle().solve(pair, false).phi;
    outcome.answer.normal = Vec3(-1, 0.001, 0).normalized();
    return outcome;
  };
  std::vector<double> errors;  // [m]
  for (const double radius : {0.0, 50.0}) {
    const PolytopePtr body = make_rounded(make_box(Vec3(1, 1, 1)), radius).value();
    const Pair pair{body, {}, body, {Mat3::Identity(), Vec3(1, 0, 0)}};
    const Examined examined = Examiner(solid_traits(), kDefaultTolerance).examine(pair, tilted);
    EXPECT_EQ(examined.verdict.word, Word::invalid_normal);
    errors.push_back(examined.error * pair_size(pair));
  }
  EXPECT_NEAR(errors[0], errors[1], 1e-12);
}

TEST(Shrinker, BoxesTooUnequalToBeScaledAreShrunk) {
  // Scaled to where the small lengths are simple numbers, the large one is beyond what bodies have.
  Pair pair;
  pair.A = make_box(Vec3(7.094879306763374e-41, 1.0092671289048129e-26, 3.6808533010885275e-26));
  pair.B = make_box(Vec3(3.7710730511470295e-20, 3.749248797628474e-54, 3.130120573465378e+51));
  pair.X_WA.t = Vec3(1.5312358060159182e-54, -1.0092671289048129e-26, 3.1301205734653776e+51);
  const auto always = almost_right([](const Pair&) { return true; });
  const auto shrunk = shrink(pair, suspect_of(always));
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  EXPECT_LT(order_of(shrunk.value().draft), order_of(draft_of(pair)));
}

TEST(Shrinker, APairThatDoesNotFailIsRejected) {
  const auto never = almost_right([](const Pair&) { return false; });
  const auto shrunk = shrink(family_pair("random-boxes:42:7"), suspect_of(never));
  ASSERT_FALSE(shrunk.ok());
  EXPECT_EQ(shrunk.reason(), "it does not fail: right");
}

TEST(Shrinker, AFaultOfItsOwnIsAReasonNotToShrink) {
  const auto always = almost_right([](const Pair&) { return true; });
  const Pair pair = family_pair("random-boxes:42:7");
  std::string reason;
  const auto run = [&] { reason = shrink(CaseBodies(pair), suspect_of(always)).reason(); };
  EXPECT_EQ(end_of_planted("shrinker: rounds", run), "") << "it ends the run";
  EXPECT_THAT(reason, testing::StartsWith("the shrinker failed: shrinker: rounds"));
}

TEST(Shrinker, AsksNoMoreThanTheBudgetAllows) {
  int calls = 0;
  const Ask inner = almost_right([](const Pair& pair) { return pair.A->vertices().size() > 20; });
  const Ask counted = [&](const Pair& pair) {
    ++calls;
    return inner(pair);
  };
  ShrinkLimits limits;
  limits.calls = 60;
  const auto shrunk = shrink(family_pair("random-hulls-32-deep:42:4"), suspect_of(counted), limits);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk.value().calls, calls);
  EXPECT_LE(calls, 60 + 120) << "the budget, and what does not matter";
}

TEST(Shrinker, ATimeOutThatTheFullLimitDoesNotConfirmIsGivenUp) {
  RunOutcome late;
  late.status = RunStatus::timed_out;
  const Pair start = family_pair("random-boxes:42:7");
  const Ask quick = [&](const Pair&) { return late; };
  const Ask right = almost_right([](const Pair&) { return false; });
  const Ask full = [&](const Pair& pair) {
    return pair.X_WB.t == start.X_WB.t ? late : right(pair);
  };
  const auto shrunk = shrink(start, {solid_traits(), kDefaultTolerance, quick, full});
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk.value().kind().word, Word::timed_out);
  EXPECT_EQ(full(std::get<Pair>(shrunk.value().bodies)).status, RunStatus::timed_out);
}

TEST(Shrinker, WhatIsSlowIsShrunkUnderTheFullLimit) {
  RunOutcome late;
  late.status = RunStatus::timed_out;
  const Ask quick = [&](const Pair&) { return late; };
  const auto always = almost_right([](const Pair&) { return true; });
  const auto shrunk =
      shrink(family_pair("random-boxes:42:7"), {solid_traits(), kDefaultTolerance, quick, always});
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk.value().kind().word, Word::inaccurate);
  EXPECT_EQ(order_of(shrunk.value().draft).vertices, 8);
}

TEST(Shrinker, OtherFailuresOnTheWayAreKept) {
  // Bodies of few vertices end in another failure.
  const Ask wrong = almost_right([](const Pair&) { return true; });
  const Ask ask = [&](const Pair& pair) {
    RunOutcome crashed;
    crashed.status = RunStatus::crashed;
    crashed.detail = "SIGSEGV";
    return pair.A->vertices().size() < 6 ? crashed : wrong(pair);
  };
  const auto shrunk = shrink(family_pair("random-boxes:42:7"), suspect_of(ask));
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk.value().kind().word, Word::inaccurate);
  ASSERT_FALSE(shrunk.value().also_found.empty());
  bool crash = false;
  for (const OtherFailure& other : shrunk.value().also_found) {
    const RunOutcome again = ask(make_pair(other.draft).value());
    EXPECT_EQ(again.status, other.kind.status);
    EXPECT_GE(other.count, 1);
    crash = crash || other.kind.word == Word::crashed;
  }
  EXPECT_TRUE(crash);
}

TEST(Shrinker, SaysWhatDoesNotMatter) {
  const auto always = shrink(family_pair("random-boxes:42:7"),
                             suspect_of(almost_right([](const Pair&) { return true; })));
  ASSERT_TRUE(always.ok());
  EXPECT_THAT(always.value().does_not_matter, Contains("any rotation of the whole pair"));
  EXPECT_THAT(always.value().does_not_matter, Contains("any scale"));
  // Wrong where the z axes are parallel and the places as they are.
  const Pair start = cube_pair({0.5, 0.25, 0.75});
  const auto about_z = shrink(start, suspect_of(almost_right([](const Pair& pair) {
                                return pair.X_WB.R(2, 2) == 1 && pair.X_WB.t.z() > 0 &&
                                       pair.X_WB.t.z() <= 0.75 && pair.A->vertices().size() == 8 &&
                                       pair.B->vertices().size() == 8;
                              })));
  ASSERT_TRUE(about_z.ok()) << about_z.reason();
  EXPECT_THAT(about_z.value().does_not_matter, Contains("any rotation of B about its z"));
  EXPECT_THAT(about_z.value().does_not_matter,
              Each(testing::Not(HasSubstr("rotation of B about its x"))));
}

TEST(Shrinker, SinglePrecisionIsShrunkOnThePairThatItSees) {
  MetricTraits traits = solid_traits();
  traits.scalar = Scalar::float32;
  const auto always = almost_right([](const Pair& pair) {
    for (const Vec3& v : pair.A->vertices()) {
      for (const double x : v) {
        if (static_cast<double>(static_cast<float>(x)) != x) return false;
      }
    }
    return true;
  });
  const auto shrunk =
      shrink(family_pair("random-hulls-8-deep:42:3"), {traits, kDefaultTolerance, always, always});
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  EXPECT_EQ(order_of(shrunk.value().draft).vertices, 8);
}

class EachFaultyMetric : public testing::TestWithParam<std::string> {};

TEST_P(EachFaultyMetric, IsShrunkToAPairThatFailsInTheSameWayTwiceTheSame) {
  const MetricRow& row = *find_metric(GetParam(), faulty_registry());
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = 0.2;
  Pair pair;
  pair.A = make_box(Vec3(1, 0.7654321, 1.2345678));
  pair.B = make_box(Vec3(0.8765432, 1, 1));
  pair.X_WB.t = Vec3(0.123456789, -0.987654321, kMarkedHeight);
  // The mark of crash_in_prepare is in the first body.
  if (GetParam() == "crash_in_prepare") pair.A = make_box(Vec3(0.75, 1, 1));
  const Suspect suspect = suspect_metric(row, options, kDefaultTolerance);
  Examiner examiner(row.traits, kDefaultTolerance);
  const Examined first = examiner.examine(pair, suspect.full);
  ASSERT_TRUE(first.kind);
  ShrinkLimits limits;
  limits.calls = GetParam() == "loop" ? 150 : 300;
  const auto shrunk = shrink(pair, suspect, limits);
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  EXPECT_EQ(shrunk.value().kind(), *first.kind) << kind_text(*first.kind);
  EXPECT_EQ(examiner.examine(shrunk.value().bodies, suspect.full).kind, first.kind);
  EXPECT_LE(order_of(shrunk.value().draft).vertices, 16);
  EXPECT_LT(order_of(shrunk.value().draft), order_of(draft_of(pair)));
  if (GetParam() != "loop") {
    EXPECT_LE(significant_digits(shrunk.value().draft), 3) << file_of(shrunk.value());
  }
  const auto again = shrink(pair, suspect, limits);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(file_of(again.value()), file_of(shrunk.value()));
  EXPECT_EQ(again.value().calls, shrunk.value().calls);
  EXPECT_EQ(again.value().does_not_matter, shrunk.value().does_not_matter);
}

INSTANTIATE_TEST_SUITE_P(Shrinker, EachFaultyMetric,
                         testing::Values("segfault", "abort", "exit_quietly", "loop", "throw_error",
                                         "answer_nan", "crash_in_prepare"),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
