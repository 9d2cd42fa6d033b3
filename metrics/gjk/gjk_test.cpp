// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/gjk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/index.hpp"
#include "metrics/gjk/search.hpp"
#include "metrics/gjk/simplex.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261124;

Answer ask(const Pair& pair) { return ask(*make_gjk(), pair); }

TEST(Gjk, FacesApartGiveDistanceNormalAndWitnesses) {
  const Answer answer = ask(boxes_apart(Vec3(2.5, 0.25, -0.125)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, 0.5);
  EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));
  EXPECT_EQ(answer.witnesses->p_WA.x(), 1);
  EXPECT_EQ(answer.witnesses->p_WB.x(), 1.5);
}

TEST(Gjk, OverlapIsASignAlone) {
  for (const double x : {0.0, 1e-9, 1.0, 1.999}) {
    const Answer answer = ask(boxes_apart(Vec3(x, 0, 0)));
    EXPECT_EQ(answer.status, AnswerStatus::sign_only) << x;
    EXPECT_EQ(answer.sign, -1) << x;
  }
}

TEST(Gjk, TakesBodiesOfEveryDimension) {
  const PolytopePtr point = hull_of({Vec3(0, 0, 0)});
  const PolytopePtr segment = hull_of({Vec3(0, 0, -1), Vec3(0, 0, 1)});
  const PolytopePtr square =
      hull_of({Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)});
  for (const PolytopePtr& A : {point, segment, square}) {
    for (const PolytopePtr& B : {point, segment, square}) {
      Pair pair{A, {}, B, {}};
      pair.X_WB.t = Vec3(3, 0, 0);
      const double expected = 3 - (A == square ? 1 : 0) - (B == square ? 1 : 0);
      const Answer answer = ask(pair);
      ASSERT_EQ(answer.status, AnswerStatus::answered);
      EXPECT_EQ(answer.value, expected);
    }
  }
}

TEST(Gjk, RefusesPosesThatAreNone) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_EQ(ask(boxes_apart(Vec3(0, bad, 0))).status, AnswerStatus::no_answer);
    Pair pair = boxes_apart(Vec3(3, 0, 0));
    pair.X_WB.R(2, 1) = bad;
    EXPECT_EQ(ask(pair).status, AnswerStatus::no_answer);
  }
}

void expect_right(const Pair& pair, const Truth& truth, const Answer& answer, double tolerance) {
  if (truth.sign <= 0) {
    if (truth.sign < 0) {
      EXPECT_EQ(answer.status, AnswerStatus::sign_only);
      EXPECT_EQ(answer.sign, -1);
    }
    return;
  }
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note << " phi " << truth.phi;
  EXPECT_LE(error_of(answer.value, truth), tolerance);
  EXPECT_NEAR(answer.normal->norm(), 1, 1e-15);
  EXPECT_TRUE(gap_reaches(pair, *answer.normal, truth, tolerance)) << truth.phi;
  const auto& [p_A, p_B] = *answer.witnesses;
  EXPECT_TRUE(point_within(pair, WhichBody::A, p_A, tolerance));
  EXPECT_TRUE(point_within(pair, WhichBody::B, p_B, tolerance));
  EXPECT_LE((p_A - p_B - answer.value * *answer.normal).norm(), tolerance);
}

TEST(Gjk, IsRightOfHullsInGeneralPosition) {
  Oracle oracle;
  int separated = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const PolytopePtr A = make_random_sphere_hull(random, 4 + i % 40);
    const PolytopePtr B = make_random_ball_hull(random, 4 + (3 * i) % 50);
    const Pair pair = placed_apart(random, A, B, 0.5, 3);
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign > 0) ++separated;
    expect_right(pair, truth, ask(pair), 1e-12);
  }
  EXPECT_GE(separated, 80);
  EXPECT_LE(separated, 180);
}

/// However near, the value keeps 1e-12 of size and the normal reaches it.
TEST(Gjk, IsRightOfBodiesThatAlmostTouch) {
  Oracle oracle;
  int separated = 0;
  for (int i = 0; i < 240; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const PolytopePtr A =
        i % 3 == 0 ? make_box(Vec3(1, 0.5, 0.7)) : make_random_sphere_hull(random, 4 + i % 40);
    const PolytopePtr B = make_random_sphere_hull(random, 4 + (3 * i) % 50);
    Pair pair = placed_apart(random, A, B, 3, 4);
    const Truth apart = oracle.solve(pair, false);
    double gap = 1e-2;
    for (int k = i % 5; k > 0; --k) gap *= 1e-2;
    pair.X_WB.t += (apart.phi - gap) * *ask(pair).normal;
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign > 0) ++separated;
    expect_right(pair, truth, ask(pair), 1e-12);
  }
  EXPECT_EQ(separated, 240);
}

/// A warm start changes no more than the last digits.
TEST(Gjk, GoesOnFromItsLastSimplex) {
  const auto metric = make_gjk();
  Random random(kSeed, 3, 0);
  const PolytopePtr body = make_random_sphere_hull(random, 300);
  const auto A = metric->prepare(*body);
  const auto B = metric->prepare(*body);
  const auto workspace = metric->make_workspace();
  Pair pair = placed_apart(random, body, body, 2.1, 2.2);
  int cold_supports = 0;
  int warm_supports = 0;
  for (int step = 0; step < 300; ++step) {
    pair.X_WB.t += Vec3(-1e-3, 2e-3, 1e-3);
    const Answer cold = ask(*metric, pair);
    const Answer warm = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
    ASSERT_EQ(warm.status, cold.status);
    EXPECT_NEAR(warm.value, cold.value, 1e-13);
    cold_supports += cold.work.supports;
    warm_supports += warm.work.supports;
  }
  EXPECT_LE(2 * warm_supports, cold_supports);
}

TEST(Gjk, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "this machine has narrow ones only";
  const auto narrow = make_gjk(Registers::narrow);
  const auto wide = make_gjk(Registers::wide);
  int answered = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    const PolytopePtr A = make_random_sphere_hull(random, 4 + i % 150);
    const PolytopePtr B =
        i % 3 == 0 ? make_box(Vec3(1, 1e-3, 0.5)) : make_random_ball_hull(random, 20);
    Pair pair = placed_apart(random, A, B, 1, 4);
    // The second and the third time nearer, so that directions are sharpened.
    for (int step = 0; step < 3; ++step) {
      const Answer one = ask(*narrow, pair);
      const Answer other = ask(*wide, pair);
      ASSERT_EQ(one.status, other.status);
      EXPECT_EQ(one.work.supports, other.work.supports);
      if (one.status != AnswerStatus::answered) break;
      ++answered;
      EXPECT_EQ(one.value, other.value);
      EXPECT_EQ(*one.normal, *other.normal);
      EXPECT_EQ(one.witnesses->p_WA, other.witnesses->p_WA);
      EXPECT_EQ(one.witnesses->p_WB, other.witnesses->p_WB);
      pair.X_WB.t += (1 - 1e-4) * one.value * *one.normal;
    }
  }
  EXPECT_GE(answered, 500);
}

/// An edge a million times as long as the other body: a turn of 1e-11 is seen at its ends.
TEST(Gjk, IsRightOfBodiesOfVeryDifferentSizes) {
  Oracle oracle;
  int separated = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    const PolytopePtr A = make_box(1e6 * Vec3(0.4, 0.5, 0.6));
    const PolytopePtr B = make_random_sphere_hull(random, 8);
    Pair pair{A, {}, B, {}};
    pair.X_WB.R = random.rotation();
    // Beside an edge.
    pair.X_WB.t = Vec3(4e5 + random.uniform(0.3, 1.5), random.uniform(-5e5, 5e5),
                       6e5 + random.uniform(0.3, 1.5));
    if (i % 2 != 0) std::swap(pair.A, pair.B), std::swap(pair.X_WA, pair.X_WB);
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign > 0) ++separated;
    // Witness points are rounded at 1e6, normals at 1.
    expect_right(pair, truth, ask(pair), 1e-9);
  }
  EXPECT_GE(separated, 150);
  EXPECT_LE(separated, 300);
}

/// A tetrahedron almost on one line: points off by the margin turn its sides by far more than they
/// move them, and what was inside is not.
TEST(Gjk, TheOriginIsInsideASliverOnlyIfItIsSoForAllPointsWithinTheMargin) {
  constexpr double kMargin = 1e-15;
  Random random(kSeed, 7, 0);
  int inside = 0;
  for (int i = 0; i < 20000; ++i) {
    const double thin = i % 4 == 0 ? 1e-3 : i % 4 == 1 ? 1e-8 : i % 4 == 2 ? 1e-12 : 1e-14;
    const Vec3 along = random.unit_vector();
    GjkSimplex simplex;
    for (int k = 0; k < 4; ++k) {
      const double place = random.uniform(-1, 1);
      simplex.add({place * along + thin * random.unit_vector(), Vec3::Zero(), k, k});
    }
    const GjkSimplex before = simplex;
    if (reduce(simplex, kMargin)) continue;
    ++inside;
    for (int moved = 0; moved < 20; ++moved) {
      std::array<Vec3, 4> y;
      for (std::size_t k = 0; k < 4; ++k) {
        y.at(k) = before.point.at(k).y + 0.5 * kMargin * random.unit_vector();
      }
      const Vec3 o = Vec3::Zero();
      const int volume = orientation(y[0], y[1], y[2], y[3]);
      ASSERT_EQ(orientation(o, y[1], y[2], y[3]), volume) << i;
      ASSERT_EQ(orientation(y[0], o, y[2], y[3]), volume) << i;
      ASSERT_EQ(orientation(y[0], y[1], o, y[3]), volume) << i;
      ASSERT_EQ(orientation(y[0], y[1], y[2], o), volume) << i;
    }
  }
  EXPECT_GE(inside, 500);
}

/// What `reduce` keeps holds the nearest point of the whole simplex: no vertex is beyond the plane
/// through it. Points around 1.5 from the origin leave faces of every kind.
TEST(Gjk, AReducedSimplexHoldsTheNearestPoint) {
  Random random(kSeed, 8, 0);
  std::array<int, 3> kept{};
  for (int i = 0; i < 3000; ++i) {
    const int count = 2 + i % 3;
    const Vec3 center = 1.5 * random.unit_vector();
    GjkSimplex simplex;
    for (int k = 0; k < count; ++k) {
      simplex.add({center + random.unit_vector(), Vec3::Zero(), k, k});
    }
    const GjkSimplex before = simplex;
    if (!reduce(simplex, 1e-15)) continue;
    Vec3 v = Vec3::Zero();
    for (std::size_t k = 0; k < at(simplex.count); ++k) v += simplex.weight[k] * simplex.point[k].y;
    for (int k = 0; k < count; ++k) {
      const Vec3& y = before.point.at(static_cast<std::size_t>(k)).y;
      ASSERT_GE(v.dot(y - v), -1e-14) << i;
    }
    if (count == 4) ++kept.at(static_cast<std::size_t>(simplex.count - 1));
  }
  for (const int of_a_kind : kept) EXPECT_GE(of_a_kind, 50);
}

/// Pairs of vertices may have the same difference: an old simplex at a new pose has points twice.
TEST(Gjk, AReducedSimplexWithEqualPointsHoldsTheNearestPoint) {
  Random random(kSeed, 9, 0);
  for (int i = 0; i < 2000; ++i) {
    const int count = 2 + i % 3;
    GjkSimplex simplex;
    for (int k = 0; k < count; ++k) {
      Vec3 y(4, 0, 0);
      for (double& x : y) x += static_cast<double>(random.below(3)) - 1;
      if (k > 0 && random.below(2) == 0) y = simplex.point.at(random.below(std::uint64_t(k))).y;
      simplex.add({y, Vec3::Zero(), k, k});
    }
    const GjkSimplex before = simplex;
    ASSERT_TRUE(reduce(simplex, 1e-15)) << i;
    Vec3 v = Vec3::Zero();
    for (std::size_t k = 0; k < at(simplex.count); ++k) v += simplex.weight[k] * simplex.point[k].y;
    for (int k = 0; k < count; ++k) {
      ASSERT_GE(v.dot(before.point.at(at(k)).y - v), -1e-14) << i;
    }
  }
}

GjkSearch* const search_here =
    compiled_for(machine_registers(), narrow::search_in_doubles, wide::search_in_doubles);

bool doubles_answer(const Pair& pair) {
  const GjkBody A(*pair.A);
  const GjkBody B(*pair.B);
  GjkWorkspace workspace;
  Answer answer;
  return search_here(A, pair.X_WA, B, pair.X_WB, workspace, answer);
}

/// A slip in the search is healed in double-double, and costs time alone.
TEST(Gjk, DoublesAnswerUnlessBodiesAlmostTouch) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 9, static_cast<std::uint64_t>(i));
    const PolytopePtr A = make_random_sphere_hull(random, 4 + i % 40);
    const PolytopePtr B = make_random_ball_hull(random, 4 + (3 * i) % 50);
    Pair pair = placed_apart(random, A, B, 3, 4);
    EXPECT_TRUE(doubles_answer(pair));
    // So near that a triangle's normal is asked in place of v.
    const Answer apart = ask(pair);
    const Vec3 t = pair.X_WB.t;
    pair.X_WB.t += (apart.value - 1e-3) * *apart.normal;
    EXPECT_TRUE(doubles_answer(pair));
    // At so small a distance doubles have no digit left.
    pair.X_WB.t = t + (apart.value - 1e-14) * *apart.normal;
    EXPECT_FALSE(doubles_answer(pair));
  }
}

/// The larger body's vertices are rounded by what counts beside the smaller one.
TEST(Gjk, DoublesDecideNothingOfBodiesOfVeryDifferentSizes) {
  int overlapping = 0;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 10, static_cast<std::uint64_t>(i));
    const PolytopePtr A = make_box(1e6 * Vec3(0.4, 0.5, 0.6));
    const Pair pair = placed_apart(random, A, make_random_sphere_hull(random, 8), 2e5, 8e5);
    EXPECT_FALSE(doubles_answer(pair));
    if (ask(pair).sign < 0) ++overlapping;
  }
  EXPECT_GE(overlapping, 20);
  EXPECT_LE(overlapping, 80);
}

/// A segment passes through a body. One side of a simplex passes the origin by 1e-20, and rounding
/// keeps the search from getting nearer; the next vertex is far beyond the origin all the same.
TEST(Gjk, WhereTheDistanceStopsFallingBodiesOverlapIfOneReachesBeyondTheOrigin) {
  const PolytopePtr segment = hull_of({Vec3(0, 0, -1), Vec3(0, 0, 1)});
  const PolytopePtr body =
      hull_of({Vec3(3, 2, 1), Vec3(0, 3, 0), Vec3(1, 2, 3), Vec3(0, -1, -2), Vec3(3, -2, -1),
               Vec3(3, 3, 3), Vec3(-2, 3, -3), Vec3(-3, 2, -1)});
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 11, static_cast<std::uint64_t>(i));
    const Mat3 R = random.rotation();
    const Answer answer =
        ask(Pair{segment, {R, Vec3::Zero()}, body, {R, 1e-20 * random.unit_vector()}});
    ASSERT_EQ(answer.status, AnswerStatus::sign_only) << answer.value;
    ASSERT_EQ(answer.sign, -1);
  }
}

/// On slivers the search may come back to a vertex of the simplex although it is not near the
/// nearest point: doubles must not answer then. One of 60,000 such pairs shows it, number 31,462.
TEST(Gjk, DoublesAnswerOfSliversWhatIsRight) {
  int answered = 0;
  for (int i = 31000; i < 32000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + " index " + std::to_string(i));
    Random random(kSeed, 12, static_cast<std::uint64_t>(i));
    const auto sliver = [&] {
      const double wide = std::pow(10.0, random.uniform(-8, 0));
      const double thick = wide * std::pow(10.0, random.uniform(-8, 0));
      std::vector<Vec3> points;
      for (int k = 0; k < 6; ++k) {
        const Vec3 v = random.in_unit_ball();
        points.emplace_back(v.x(), wide * v.y(), thick * v.z());
      }
      return hull_of(points);
    };
    const PolytopePtr A = sliver();
    const PolytopePtr B = sliver();
    if (A == nullptr || B == nullptr) continue;
    Pair pair{A,
              {random.rotation(), Vec3::Zero()},
              B,
              {random.rotation(), random.uniform(0, 2) * random.unit_vector()}};
    const Answer first = ask(pair);
    if (first.status == AnswerStatus::answered && i % 4 != 0) {
      pair.X_WB.t += (first.value - std::pow(10.0, random.uniform(-9, -1))) * *first.normal;
    }
    const GjkBody body_A(*pair.A);
    const GjkBody body_B(*pair.B);
    GjkWorkspace workspace;
    Answer answer;
    if (search_here(body_A, pair.X_WA, body_B, pair.X_WB, workspace, answer) &&
        answer.status == AnswerStatus::answered) {
      ++answered;
      EXPECT_NEAR(answer.value, Oracle().solve(pair, false).phi,
                  1e-9 * std::min(A->bounding_radius(), B->bounding_radius()));
    }
  }
  EXPECT_GT(answered, 500);
}

}  // namespace
}  // namespace touchstone
