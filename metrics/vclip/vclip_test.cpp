// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/vclip.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using Kind = Feature::Kind;

constexpr std::uint64_t kSeed = 20261122;
/// Relative to size; of the value, and of what gap(n) falls short of it.
constexpr double kTolerance = 1e-15;

Answer ask(const Pair& pair) { return ask(*make_vclip(), pair); }

/// Value and normal against the exact truth.
void expect_true(const Pair& pair, const Answer& answer) {
  const Truth truth = Oracle().solve(pair, false);
  if (truth.sign < 0) {
    EXPECT_EQ(answer.status, AnswerStatus::sign_only);
    EXPECT_EQ(answer.sign, -1);
    return;
  }
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  const double limit = kTolerance * std::max(pair_size(pair), truth.phi);
  EXPECT_LE(error_of(answer.value, truth), limit);
  EXPECT_TRUE(gap_reaches(pair, *answer.normal, truth, 4 * limit));
}

/// Half-width 1, a tip at each end of each axis.
PolytopePtr octahedron() {
  return hull_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
}

/// An exact turn about `axis` by the angle of the Pythagorean triple (3, 4, 5).
Mat3 turned_about(int axis) {
  Mat3 R = Mat3::Identity();
  const int i = (axis + 1) % 3;
  const int j = (axis + 2) % 3;
  R(i, i) = R(j, j) = 0.6;
  R(i, j) = -0.8;
  R(j, i) = 0.8;
  return R;
}

std::string kind_of(const Feature& feature) {
  switch (feature.kind) {
    case Kind::vertex:
      return "vertex";
    case Kind::edge:
      return "edge";
    case Kind::facet:
      return "facet";
    case Kind::none:
      break;
  }
  return "none";
}

/// The corners of a feature of `body`.
std::vector<int> corners_of(const Polytope& body, const Feature& feature) {
  const auto i = static_cast<std::size_t>(feature.index);
  if (feature.kind == Kind::vertex) return {feature.index};
  if (feature.kind == Kind::edge) return {body.edges()[i].v0, body.edges()[i].v1};
  return body.facets()[i].vertices;
}

/// All corners are equally far along n, the normal out of the body, and none of the body is
/// farther.
void expect_support(const Polytope& body, const Pose& X, const Feature& feature, const Vec3& n) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& v : body.vertices()) most = std::max(most, n.dot(X.R * v + X.t));
  for (const int v : corners_of(body, feature)) {
    EXPECT_NEAR(n.dot(X.R * body.vertices()[at(v)] + X.t), most, 1e-12 * body.bounding_radius());
  }
}

void expect_features(const Pair& pair, const Answer& answer) {
  expect_support(*pair.A, pair.X_WA, answer.feature_A, -*answer.normal);
  expect_support(*pair.B, pair.X_WB, answer.feature_B, *answer.normal);
}

struct KnownFeatures {
  Pair pair;
  std::string of_A;
  std::string of_B;
  double phi;
};

std::vector<KnownFeatures> known_features() {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const PolytopePtr tips = octahedron();
  const auto of_B_at = [](PolytopePtr A, PolytopePtr B, const Vec3& t) {
    Pair pair{std::move(A), Pose{}, std::move(B), Pose{}};
    pair.X_WB.t = t;
    return pair;
  };
  Pair crossed = of_B_at(box, box, Vec3(0, 0, 4));
  crossed.X_WA.R = turned_about(0);
  crossed.X_WB.R = turned_about(1);
  // The box turns an edge, at y = 1.4, to the tip at y = 4.
  Pair box_edge_up = of_B_at(box, tips, Vec3(-0.2, 5, 0.25));
  box_edge_up.X_WA.R = turned_about(2);
  const Pair tip_down{tips, box_edge_up.X_WB, box, box_edge_up.X_WA};
  return {
      {of_B_at(tips, tips, Vec3(0, 0, 5)), "vertex", "vertex", 3},
      {of_B_at(tips, box, Vec3(0, 0, 4)), "vertex", "facet", 2},
      {of_B_at(box, tips, Vec3(0.25, 0.5, 4)), "facet", "vertex", 2},
      {box_edge_up, "edge", "vertex", 2.6},
      {tip_down, "vertex", "edge", 2.6},
      {crossed, "edge", "edge", 4 - 2 * 1.4},
  };
}

TEST(VClip, NamesTheFeaturesOfEachState) {
  int i = 0;
  for (const KnownFeatures& known : known_features()) {
    SCOPED_TRACE(i++);
    const Answer answer = ask(known.pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_NEAR(answer.value, known.phi, 1e-15 * known.phi);
    EXPECT_EQ(kind_of(answer.feature_A), known.of_A);
    EXPECT_EQ(kind_of(answer.feature_B), known.of_B);
    expect_features(known.pair, answer);
  }
}

TEST(VClip, NormalPointsFromBToAAndTiesWitnessesToValue) {
  const Answer answer = ask(boxes_apart(Vec3(3, 0.5, -0.25)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, 1);
  EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));
  EXPECT_EQ(answer.witnesses->p_WA - answer.witnesses->p_WB, Vec3(-1, 0, 0));
}

TEST(VClip, FeaturesSupportTheBodiesOfRandomPairs) {
  Random random(kSeed, 1, 0);
  std::array<int, 4> kinds{};
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    const PolytopePtr A = i % 2 == 0 ? make_random_sphere_hull(random, 20) : make_box({1, 0.5, 2});
    const Pair pair = placed_apart(random, A, make_prism(5, 1, 0.5), 3.5, 5);
    const Answer answer = ask(pair);
    expect_true(pair, answer);
    expect_features(pair, answer);
    ++kinds[static_cast<std::size_t>(answer.feature_A.kind)];
  }
  EXPECT_EQ(kinds[0], 0);
  for (const std::size_t kind : {1, 2, 3}) EXPECT_GT(kinds[kind], 10);
}

TEST(VClip, ParallelFacesAndEdgesAreAsNearAsTheyAre) {
  for (const Vec3& t : {Vec3(0, 0, 3), Vec3(0.5, 0.25, 3), Vec3(2, 0, 3), Vec3(2, 2, 3),
                        Vec3(1.5, 2.5, 3), Vec3(2, 3, 3)}) {
    for (const bool turn_both : {false, true}) {
      SCOPED_TRACE(testing::Message() << t.transpose() << (turn_both ? ", turned" : ""));
      Pair pair = boxes_apart(t);
      if (turn_both) {
        const Mat3 R = turned_about(0) * turned_about(2) * turned_about(1);
        pair.X_WA.R = pair.X_WB.R = R;
        pair.X_WB.t = R * t;
      }
      expect_true(pair, ask(pair));
    }
  }
  // Only an edge of each is near, and they are parallel.
  for (const double along : {0.0, 0.5, 1.9, 2.0, 2.5}) {
    SCOPED_TRACE(along);
    Pair pair = boxes_apart(Vec3(along, 0, 4));
    pair.X_WA.R = pair.X_WB.R = turned_about(0);
    expect_true(pair, ask(pair));
  }
}

TEST(VClip, TouchingIsZeroWithASeparatingNormal) {
  for (const Vec3& t : {Vec3(0, 0, 2), Vec3(0.5, 0.25, 2), Vec3(2, 0, 2), Vec3(2, 2, 2),
                        Vec3(2, 1, 0), Vec3(-2, 2, 0.5)}) {
    SCOPED_TRACE(t.transpose());
    const Pair pair = boxes_apart(t);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_EQ(answer.value, 0);
    expect_true(pair, answer);
  }
  Pair tips{octahedron(), Pose{}, octahedron(), Pose{}};
  tips.X_WB.t = Vec3(0, 0, 2);
  expect_true(tips, ask(tips));
}

TEST(VClip, TiesInsideAreOverlap) {
  // 0 lies on vertices, edges and facets that the differences of some vertices span.
  for (const Vec3& t : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0.5, 0, 0),
                        Vec3(1.9375, 0, 0)}) {
    SCOPED_TRACE(t.transpose());
    expect_true(boxes_apart(t), ask(boxes_apart(t)));
    Pair tips{octahedron(), Pose{}, octahedron(), Pose{}};
    tips.X_WB.t = 0.5 * t;
    expect_true(tips, ask(tips));
  }
}

TEST(VClip, SmallDistancesKeepTheirDigits) {
  Random random(kSeed, 2, 0);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    const PolytopePtr body = make_random_sphere_hull(random, 30);
    Pair pair = placed_apart(random, body, body, 3, 4);
    const Answer far = ask(pair);
    const double phi = std::array{1e-10, 1e-12, 1e-14}[at(i % 3)];
    pair.X_WA.t -= (far.value - phi) * *far.normal;
    const Truth truth = Oracle().solve(pair, false);
    if (truth.sign <= 0) continue;
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_LE(error_of(answer.value, truth), 1e-15 * truth.phi);
  }
}

TEST(VClip, FacetsThatAreOnlyFlatAsMergedGiveTheirOwnDistance) {
  Random random(kSeed, 3, 0);
  int merged = 0;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    // A box whose corners and facets' centres are pushed by up to 1e-13, and slivers among them.
    std::vector<Vec3> points;
    for (int k = 0; k < 27; ++k) {
      const int row = k / 3 % 3;
      const int layer = k / 9;
      const Vec3 p(k % 3 - 1, row - 1, layer - 1);
      points.emplace_back(p + random_vector(random, 1e-13));
      if (k % 5 == 0) points.emplace_back(points.back() + random_vector(random, 1e-15));
    }
    const PolytopePtr A = hull_of(points);
    if (A->facets().size() < 12) ++merged;
    Pair pair{A, Pose{}, make_box(Vec3(1, 1, 1)), Pose{}};
    pair.X_WB.t = Vec3(random.uniform(-2, 2), random.uniform(-2, 2), 2 + 1e-10);
    if (i % 2 == 0) pair.X_WB.R = Vec3(1, -1, -1).asDiagonal();
    expect_true(pair, ask(pair));
    std::swap(pair.A, pair.B);
    std::swap(pair.X_WA, pair.X_WB);
    expect_true(pair, ask(pair));
  }
  EXPECT_GT(merged, 50);
}

TEST(VClip, NearlyParallelFacesAreSettled) {
  Random random(kSeed, 4, 0);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    const double angle = std::array{1e-16, 1e-13, 1e-10, 1e-8}[at(i % 4)];
    const double gap = std::array{1e-14, 1e-9, 1e-3}[at(i % 3)];
    Pair pair = boxes_apart(Vec3(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), 2 + gap));
    pair.X_WB.R(2, 0) = angle;
    pair.X_WB.R(0, 2) = -angle;
    if (i % 2 == 0) {
      const Mat3 R = random.rotation();
      pair.X_WA.R = R;
      pair.X_WB = Pose{R * pair.X_WB.R, R * pair.X_WB.t};
    }
    expect_true(pair, ask(pair));
  }
}

TEST(VClip, AWarmAnswerIsTheColdOne) {
  const auto metric = make_vclip();
  Random random(kSeed, 5, 0);
  for (const int points : {8, 40, 400}) {
    const PolytopePtr body = make_random_sphere_hull(random, points);
    const auto A = metric->prepare(*body);
    const auto B = metric->prepare(*body);
    const auto workspace = metric->make_workspace();
    Pair pair = placed_apart(random, body, body, 2.2, 2.5);
    const Mat3 turn = Eigen::AngleAxisd(0.01, random.unit_vector()).toRotationMatrix();
    long warm_steps = 0;
    long cold_steps = 0;
    for (int step = 0; step < 400; ++step) {
      SCOPED_TRACE(std::to_string(points) + " points, step " + std::to_string(step) + ", seed " +
                   std::to_string(kSeed));
      pair.X_WB.R = turn * pair.X_WB.R;
      const auto fresh = metric->make_workspace();
      const Answer warm = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      const Answer cold = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *fresh);
      ASSERT_EQ(warm.status, AnswerStatus::answered);
      EXPECT_NEAR(warm.value, cold.value, 1e-16);
      EXPECT_LE((*warm.normal - *cold.normal).norm(), 1e-14);
      EXPECT_EQ(warm.feature_A.index, cold.feature_A.index);
      EXPECT_EQ(warm.feature_B.index, cold.feature_B.index);
      warm_steps += warm.work.iterations;
      cold_steps += cold.work.iterations;
    }
    EXPECT_LE(warm_steps, 400 * 2);
    EXPECT_GT(cold_steps, warm_steps);
  }
}

TEST(VClip, AWorkspaceOfOtherShapesOrFromFarAwayDoesNotMatter) {
  const auto metric = make_vclip();
  const auto workspace = metric->make_workspace();
  Random random(kSeed, 6, 0);
  std::vector<PolytopePtr> bodies;
  std::vector<std::unique_ptr<Shape>> shapes;
  for (const int points : {4, 300, 20, 6}) {
    bodies.push_back(make_random_sphere_hull(random, points));
    shapes.push_back(metric->prepare(*bodies.back()));
  }
  int overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    // Each two shapes twice in a row, in unrelated places.
    const std::size_t a = random.below(2) == 0 ? 1 : static_cast<std::size_t>(i / 2 % 4);
    const auto b = static_cast<std::size_t>(i / 8 % 4);
    const Pair pair = placed_apart(random, bodies[a], bodies[b], 0.5, 3);
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    const Answer answer =
        metric->evaluate(*shapes[a], pair.X_WA, *shapes[b], pair.X_WB, *workspace);
    expect_true(pair, answer);
    overlapping += answer.status == AnswerStatus::sign_only ? 1 : 0;
  }
  EXPECT_GT(overlapping, 50);
  EXPECT_LT(overlapping, 350);
}

/// So far away that the ends of an edge are rounded to one point: no side of the last facet was the
/// nearest to it.
TEST(VClip, AWarmWalkComesBackFromWhereEdgesAreRoundedToPoints) {
  const auto metric = make_vclip();
  Pair pair{make_box(Vec3(0.5, 1, 1)), Pose{}, make_box(Vec3(2, 1, 0.5)), Pose{}};
  pair.X_WB.R = turned_about(0) * turned_about(1) * turned_about(2);
  const auto A = metric->prepare(*pair.A);
  const auto B = metric->prepare(*pair.B);
  Random random(kSeed, 7, 0);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const auto workspace = metric->make_workspace();
    pair.X_WB.R = random.rotation();
    for (const double distance : {0.5, 1e16, 0.5, 1e120, 1e16, 3.0}) {
      pair.X_WB.t = distance * random.unit_vector();
      if (i % 2 == 0) pair.X_WB.t = Vec3::Constant(distance);
      expect_true(pair, metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace));
    }
  }
}

/// Distances just inside and just outside the range in which squares of lengths are finite.
TEST(VClip, FartherApartThanSquaresReachThereIsNoAnswer) {
  Pair pair = boxes_apart(Vec3(1e149, 1e149, 0));
  expect_true(pair, ask(pair));
  pair.X_WB.t = Vec3(1e151, 0, 0);
  EXPECT_EQ(ask(pair).status, AnswerStatus::no_answer);
  EXPECT_EQ(ask(pair).note, "farther apart than the squares of lengths reach");
}

TEST(VClip, TheSmallestAndLargestBodiesAreAnswered) {
  for (const double unit : {1e-59, 1e-30, 1e30, 1e59}) {
    SCOPED_TRACE(unit);
    Pair pair{make_box(unit * Vec3(1, 1, 1)), Pose{}, octahedron(), Pose{}};
    PolytopeInput tips;
    for (const Vec3& v : pair.B->vertices()) tips.vertices.emplace_back(unit * v);
    pair.B = make_polytope(tips).value();
    pair.X_WB.t = unit * Vec3(0.25, 0.5, 4);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_NEAR(answer.value / unit, 2, 1e-15);
    EXPECT_NEAR(answer.normal->z(), -1, 1e-15);
    pair.X_WB.t = unit * Vec3(0.25, 0.5, 1);
    EXPECT_EQ(ask(pair).sign, -1);
  }
}

TEST(VClip, SaysWhyItHasNoAnswer) {
  Pair pair = boxes_apart(Vec3(3, 0, 0));
  pair.X_WB.t.y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(ask(pair).status, AnswerStatus::no_answer);
  EXPECT_EQ(ask(pair).note, "a pose is not finite");
  pair = boxes_apart(Vec3(3, 0, 0));
  pair.A = make_box(Vec3(1, 1, 0));
  EXPECT_EQ(ask(pair).status, AnswerStatus::no_answer);
  EXPECT_EQ(ask(pair).note, "flat body");
}

}  // namespace
}  // namespace touchstone
