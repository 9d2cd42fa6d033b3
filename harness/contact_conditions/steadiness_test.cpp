// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds of `certified` are steady; those of methods that are spoilt on purpose are not, and
// each fault is noticed by the claim that is about it.
#include "harness/contact_conditions/steadiness.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "harness/cases/families/families.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/contact_conditions/manifold_claims.hpp"
#include "harness/manifold/contact_manifold.hpp"

namespace touchstone {
namespace {

Manifold right_manifold(const Pair& pair) {
  static const auto kMethod = find_contact_row("certified")->make(registered_metric);
  const auto A = kMethod->prepare(*pair.A);
  const auto B = kMethod->prepare(*pair.B);
  const auto workspace = kMethod->make_workspace();
  ContactData data;
  kMethod->find(*A, pair.X_WA, *B, pair.X_WB, kNoLookAhead, *workspace, data);
  return data.answered ? manifold_of(data) : Manifold{};
}

ManifoldPolicy policy_of(const Pair& pair) {
  return contact_policy(pair, std::numeric_limits<double>::infinity());
}

/// `certified`, its answers spoilt by `spoil(pair, manifold, question)`, where `question` counts
/// since the last reset.
template <class Spoil>
AskedMethod spoilt(Spoil spoil) {
  const auto question = std::make_shared<int>(0);
  return {[=](const Pair& pair) {
            Manifold manifold = right_manifold(pair);
            if (manifold.answered) spoil(pair, manifold, (*question)++);
            return manifold;
          },
          [=] { *question = 0; }, policy_of, 1e-8, Scalar::float64};
}

AskedMethod unspoilt() {
  return spoilt([](const Pair&, Manifold&, int) {});
}

Check steadiness_check() {
  Check check;
  check.claims = steadiness_claims();
  return check;
}

/// What became of the first cases of families, on paths with steps.
CheckRow row_of(const std::vector<std::string>& families, std::uint64_t count,
                const AskedMethod& method) {
  CheckRow row = empty_row(steadiness_check());
  QuickOracle oracle;
  for (const std::string& name : families) {
    const Family& family = *find_family(name);
    for (std::uint64_t index = 0; index < count; ++index) {
      // All along a path.
      const std::uint64_t place = family.group == "motion" ? 300 + 23 * index : index;
      const Case one = make_case(family, 42, place);
      const TruthOnDemand truth = oracle.solve(one.pair(), false);
      judge_views(one.pair(), truth, method, one.id, row);
      if (family.group != "motion") continue;
      judge_steps(one.pair(), truth, make_case(family, 42, place + 1).pair(), method, oracle,
                  one.id, row);
    }
  }
  return row;
}

const std::vector<std::string> kBoxes = {"random-boxes", "kissing-face-face-rotated",
                                         "motion-boxes", "motion-kissing"};

std::string first_of(const ClaimCounts& counts) {
  return counts.first.empty() ? "" : counts.first.front().id + ": " + counts.first.front().why;
}

/// The claims that are violated, separated by spaces.
std::string violated(const CheckRow& row) {
  std::string names;
  for (const ClaimCounts& counts : row.claims) {
    if (counts.violated > 0) names += (names.empty() ? "" : " ") + std::string(counts.claim);
  }
  return names;
}

TEST(Steadiness, OursIsSteady) {
  const CheckRow row = row_of({"random-boxes", "kissing-face-face-rotated", "plates-needles",
                               "coincident", "flat-facets", "random-hulls-16-shallow",
                               "motion-boxes", "motion-hulls", "motion-kissing", "motion-through"},
                              24, unspoilt());
  EXPECT_EQ(violated(row), "");
  for (const ClaimCounts& counts : row.claims) {
    EXPECT_EQ(counts.violated, 0U) << counts.claim << " " << first_of(counts);
    const bool seen = counts.held > 40U || counts.claim == "lost_ids";
    EXPECT_TRUE(seen) << counts.claim << " " << counts.held;
  }
  EXPECT_LT(row.claim("jump").largest, 1e-6) << row.claim("jump").largest_id;
}

TEST(Steadiness, ACacheThatMovesItsPointsIsNoticed) {
  const auto drifts = spoilt([](const Pair& pair, Manifold& manifold, int question) {
    manifold.points.front().p_W += 3e-6 * question * pair_size(pair) * Vec3::UnitX();
  });
  EXPECT_EQ(violated(row_of({"random-boxes"}, 8, drifts)), "again");
  const auto forgets = spoilt([](const Pair&, Manifold& manifold, int question) {
    if (question == 2) manifold.points.pop_back();
  });
  EXPECT_EQ(violated(row_of({"random-boxes"}, 8, forgets)), "again");
}

/// One more point, in the middle of the others: nothing is wrong with it.
void add_middle(Manifold& manifold) {
  Vec3 sum = Vec3::Zero();
  for (const ManifoldPoint& point : manifold.points) sum += point.p_W;
  ManifoldPoint middle = manifold.points.front();
  middle.p_W = sum / static_cast<double>(manifold.points.size());
  manifold.points.push_back(middle);
}

TEST(Steadiness, OtherPointsOfTheSameHullAreTheSameWhenAskedAgain) {
  const auto more = spoilt([](const Pair&, Manifold& manifold, int question) {
    if (question > 0) add_middle(manifold);
  });
  EXPECT_EQ(violated(row_of({"random-boxes", "kissing-face-face-rotated"}, 8, more)), "");
  // A warm start gives stacked prisms other points along the same sides.
  const auto method = find_contact_row("certified")->make(registered_metric);
  CheckRow row = empty_row(steadiness_check());
  QuickOracle oracle;
  for (const std::uint64_t index : {748U, 836U}) {
    const Case one = make_case(*find_family("prisms-stacked"), 42, index);
    judge_views(one.pair(), oracle.solve(one.pair(), false), asked_method(*method, 1e-8), one.id,
                row);
  }
  EXPECT_EQ(row.claim("again").violated, 0U) << first_of(row.claim("again"));
  EXPECT_EQ(row.claim("again").held, 2U);
}

TEST(Steadiness, WhereNearlyParallelSidesCrossIsNotTold) {
  // Two sides are parallel except for 2e-11: rounding moves their crossing by 7e-6.
  const Case one = make_case(*find_family("far-1e8"), 42, 420);
  CheckRow row = empty_row(steadiness_check());
  QuickOracle oracle;
  judge_views(one.pair(), oracle.solve(one.pair(), false), unspoilt(), one.id, row);
  EXPECT_EQ(violated(row), "") << first_of(row.claim("rigid"));
}

/// Every second corner of more than four, from the first or the second one on.
void keep_every_second(Manifold& manifold, bool from_second) {
  if (manifold.points.size() <= 4) return;
  std::vector<ManifoldPoint> kept;
  for (std::size_t k = from_second ? 1 : 0; k < manifold.points.size() && kept.size() < 4; k += 2) {
    kept.push_back(manifold.points[k]);
  }
  manifold.points = kept;
}

/// `method` with a k of four, of which at least `share` is to be kept.
AskedMethod of_four(AskedMethod method, double share) {
  method.policy = [share](const Pair& pair) {
    ManifoldPolicy policy = policy_of(pair);
    policy.max_points = 4;
    policy.least_share = share;
    return policy;
  };
  return method;
}

bool vertices_ascend(const Pair& pair) {
  return pair.A->vertices().front().x() < pair.A->vertices().back().x();
}

TEST(Steadiness, AChoiceOfKPointsMayDependOnTheView) {
  const std::vector<std::string> faces = {"kissing-face-face-rotated"};
  const auto by_order = spoilt([](const Pair& pair, Manifold& manifold, int) {
    keep_every_second(manifold, vertices_ascend(pair));
  });
  const CheckRow row = row_of(faces, 24, of_four(by_order, 0));
  EXPECT_EQ(violated(row), "") << first_of(row.claim("order"));
  EXPECT_EQ(row.claim("order").held, 24U);
  const auto by_swap = spoilt([](const Pair& pair, Manifold& manifold, int) {
    keep_every_second(manifold, pair.A->content_hash() > pair.B->content_hash());
  });
  EXPECT_EQ(violated(row_of(faces, 24, of_four(by_swap, 0))), "");
  const auto by_axis = spoilt([](const Pair&, Manifold& manifold, int) {
    int axis = 0;
    manifold.normal.cwiseAbs().maxCoeff(&axis);
    keep_every_second(manifold, axis == 0);
  });
  EXPECT_EQ(violated(row_of(faces, 24, of_four(by_axis, 0))), "");
}

TEST(Steadiness, AChoiceOfKPointsMayNotLoseItsShareNorChangeWhenAskedAgain) {
  const std::vector<std::string> faces = {"kissing-face-face-rotated"};
  const auto poor = spoilt([](const Pair& pair, Manifold& manifold, int) {
    const bool chosen = manifold.points.size() > 4;
    keep_every_second(manifold, false);
    if (chosen && vertices_ascend(pair)) manifold.points.resize(2);
  });
  EXPECT_EQ(violated(row_of(faces, 24, of_four(poor, 0))), "");
  const std::string lost = violated(row_of(faces, 24, of_four(poor, 0.25)));
  EXPECT_NE(lost.find("order"), std::string::npos);
  EXPECT_EQ(lost.find("again"), std::string::npos);
  const auto by_question = spoilt([](const Pair&, Manifold& manifold, int question) {
    keep_every_second(manifold, question == 1);
  });
  EXPECT_EQ(violated(row_of(faces, 24, of_four(by_question, 0))), "again");
}

TEST(Steadiness, WhatDependsOnTheOrderOfBodiesOrVerticesIsNoticed) {
  const auto by_swap = spoilt([](const Pair& pair, Manifold& manifold, int) {
    if (pair.A->content_hash() > pair.B->content_hash()) manifold.points.pop_back();
  });
  EXPECT_NE(violated(row_of({"kissing-face-face-rotated"}, 8, by_swap)).find("swap"),
            std::string::npos);
  const auto by_order = spoilt([](const Pair& pair, Manifold& manifold, int) {
    if (pair.A->vertices().front().x() > pair.A->vertices().back().x()) manifold.points.pop_back();
  });
  EXPECT_NE(violated(row_of({"kissing-face-face-rotated"}, 8, by_order)).find("order"),
            std::string::npos);
}

TEST(Steadiness, WhatDependsOnTheWorldsAxesIsNoticed) {
  const auto by_axis = spoilt([](const Pair&, Manifold& manifold, int) {
    int axis = 0;
    manifold.normal.cwiseAbs().maxCoeff(&axis);
    if (axis == 0) manifold.points.front().depth += 1;
  });
  EXPECT_EQ(violated(row_of({"random-boxes"}, 24, by_axis)), "rigid");
}

/// A bit of the pose: it changes with every step.
bool odd(const Pair& pair) {
  const auto x = std::bit_cast<std::uint64_t>(pair.X_WB.t.x());
  return (x >> 7U & 1U) != 0;
}

TEST(Steadiness, PointsThatComeAndGoAreNoticed) {
  const auto flickers = spoilt([](const Pair& pair, Manifold& manifold, int) {
    if (odd(pair)) add_middle(manifold);
  });
  const CheckRow row = row_of(kBoxes, 12, flickers);
  EXPECT_GT(row.claim("flicker").violated, 10U);
  for (const NamedCount& count : row.claim("flicker").counts)
    EXPECT_GT(count.value, 0) << count.name;
}

TEST(Steadiness, APointThatJumpsIsNoticed) {
  auto jumps = spoilt([](const Pair& pair, Manifold& manifold, int) {
    if (odd(pair)) std::swap(manifold.points.front(), manifold.points.back());
    manifold.points.resize(1);
  });
  const CheckRow row = row_of(kBoxes, 12, jumps);
  EXPECT_EQ(row.claim("flicker").violated, 0U);
  EXPECT_GT(row.claim("jump").largest, 0.1);
}

TEST(Steadiness, IdsThatGoToAnotherCornerAreNoticed) {
  const auto numbered = [](bool changes) {
    return spoilt([=](const Pair& pair, Manifold& manifold, int) {
      std::uint64_t id = changes && odd(pair) ? 1 : 0;
      for (ManifoldPoint& point : manifold.points) point.id = id++;
    });
  };
  const CheckRow kept = row_of(kBoxes, 12, numbered(false));
  EXPECT_GT(kept.claim("lost_ids").held, 40U);
  const CheckRow lost = row_of(kBoxes, 12, numbered(true));
  EXPECT_GT(lost.claim("lost_ids").violated, 10U);
  EXPECT_GT(lost.claim("lost_ids").violated, 4 * kept.claim("lost_ids").violated);
}

TEST(Steadiness, AStepIsAsLongAsItSays) {
  const Family& family = *find_family("motion-boxes");
  const Pair pair = make_case(family, 42, 500).pair();
  const Pair next = make_case(family, 42, 501).pair();
  for (const double step : kSteadinessSteps) {
    const Pair there = stepped(pair, next, step);
    const double shift = (there.X_WB.t - pair.X_WB.t).norm() / pair_size(pair);
    const Mat3 turn = there.X_WB.R * pair.X_WB.R.transpose();
    const double angle = std::acos(std::min(1.0, (turn.trace() - 1) / 2));
    EXPECT_NEAR(std::max(shift, angle), step, 1e-3 * step);
    EXPECT_TRUE((turn * turn.transpose()).isIdentity(1e-15));
  }
  EXPECT_EQ(stepped(pair, pair, 0.01).X_WB.t, pair.X_WB.t);
}

}  // namespace
}  // namespace touchstone
