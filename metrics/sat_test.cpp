// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "metrics/metric_samples.hpp"
#include "metrics/sat_checks.hpp"
#include "reference/gap.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260721;

Answer ask(const Pair& pair) { return ask(*make_sat(), pair); }

Pair random_hulls(int index, int points) {
  Random random(kSeed, 2, static_cast<std::uint64_t>(index));
  const PolytopePtr A = make_random_sphere_hull(random, points);
  const PolytopePtr B = make_random_sphere_hull(random, points);
  return placed_apart(random, A, B, 0.5, 1.5);
}

struct Projection {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
};

/// The page, line by line: world vertices, every face normal, every pair of edges.
Answer as_printed(const Pair& pair) {
  struct Body {
    std::vector<Vec3> vertices, normals, edges;
  };
  const auto place = [](const Polytope& polytope, const Pose& X) {
    Body body;
    for (const Vec3& v : polytope.vertices()) body.vertices.emplace_back(X.R * v + X.t);
    for (const Facet& f : polytope.facets()) body.normals.emplace_back(X.R * f.normal);
    for (const Edge& e : polytope.edges()) {
      body.edges.emplace_back(body.vertices[static_cast<std::size_t>(e.v1)] -
                              body.vertices[static_cast<std::size_t>(e.v0)]);
    }
    return body;
  };
  const auto project = [](const Body& body, const Vec3& axis) {
    Projection p;
    for (const Vec3& v : body.vertices) {
      p.min = std::min(p.min, v.dot(axis));
      p.max = std::max(p.max, v.dot(axis));
    }
    return p;
  };
  const Body A = place(*pair.A, pair.X_WA);
  const Body B = place(*pair.B, pair.X_WB);
  std::vector<Vec3> axes = A.normals;
  axes.insert(axes.end(), B.normals.begin(), B.normals.end());
  for (const Vec3& a : A.edges) {
    for (const Vec3& b : B.edges) {
      if (!a.cross(b).isZero(0)) axes.push_back(a.cross(b).normalized());
    }
  }
  Answer answer;
  double min_overlap = std::numeric_limits<double>::infinity();
  for (const Vec3& v : axes) {
    const Projection a = project(A, v);
    const Projection b = project(B, v);
    const double o1 = a.max - b.min;
    const double o2 = b.max - a.min;
    if (o1 < 0 || o2 < 0) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return answer;
    }
    if (std::min(o1, o2) > min_overlap) continue;
    min_overlap = std::min(o1, o2);
    answer.normal = o1 < o2 ? Vec3(-v) : v;
  }
  answer.status = AnswerStatus::answered;
  answer.value = -min_overlap;
  return answer;
}

TEST(Sat, FaceContactGivesDepthAndNormalFromBToA) { expect_depth_of_face_contact(*make_sat()); }

TEST(Sat, CrossedEdgesGiveDepthAlongTheirCrossProduct) {
  expect_depth_of_crossed_edges(*make_sat());
}

TEST(Sat, KissingIsAnsweredWithPositiveZero) { expect_positive_zero_where_kissing(*make_sat()); }

TEST(Sat, DisjointBodiesGiveTheSignOnly) {
  expect_sign_only_where_apart(*make_sat(), Vec3(0, 0, 2.0000001));
}

TEST(Sat, OfTwoBoxesFifteenAxesAreTested) {
  Pair pair = random_boxes(kSeed, 0);
  pair.X_WB.t = Vec3(0.5, 0.25, 0.125);
  EXPECT_EQ(ask(pair).work.iterations, 15);
}

TEST(Sat, DistanceFromTheOriginCostsNoDigits) {
  const Pair near = boxes_apart(Vec3(1.5, 0.25, -0.125));
  Pair far = near;
  const Vec3 shift(1e6, -3e6, 2e6);
  far.X_WA.t += shift;
  far.X_WB.t += shift;
  EXPECT_EQ(ask(far).value, ask(near).value);
}

TEST(Sat, FlatBodiesHaveNoAnswer) {
  Pair pair = boxes_apart(Vec3(0, 0, 0));
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
  const Answer answer = ask(pair);
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_FALSE(answer.note.empty());
}

TEST(Sat, AgreesWithThePageLineByLine) {
  int overlapping = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = i % 2 == 0 ? random_boxes(kSeed, i) : random_hulls(i, 8 + i % 9);
    const Answer ours = ask(pair);
    const Answer page = as_printed(pair);
    ASSERT_EQ(ours.status, page.status);
    if (ours.status != AnswerStatus::answered) continue;
    ++overlapping;
    EXPECT_NEAR(ours.value, page.value, 1e-14);
    EXPECT_LE((*ours.normal - *page.normal).norm(), 1e-13);
  }
  EXPECT_GE(overlapping, 80);
  EXPECT_LE(overlapping, 180);
}

/// The paper's unit test (Table I): its largest error is 2.66e-15.
TEST(Sat, DepthOfRandomBoxesIsTheTruthToFourE15) {
  Oracle oracle;
  int overlapping = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = random_boxes(kSeed, i);
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(pair);
    if (truth.sign > 0) {
      EXPECT_EQ(answer.status, AnswerStatus::sign_only);
      continue;
    }
    ++overlapping;
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_LE(error_of(answer.value, truth), 4e-15);
    EXPECT_TRUE(gap_reaches(pair, *answer.normal, truth, 8e-15));
  }
  EXPECT_GE(overlapping, 1800);
  EXPECT_LE(overlapping, 2200);
}

/// The truth is that of the matrix as it stands: normals go with R^-T.
TEST(Sat, MatricesOffOrthonormalByRoundedDigitsAreTakenAsTheyStand) {
  Oracle oracle;
  double with_plain_rotation = 0;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Pair pair = random_boxes(kSeed, i);
    pair.X_WB.t = 0.5 * pair.X_WB.t;
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    for (double& entry : pair.X_WB.R.reshaped()) entry += random.uniform(-4e-7, 4e-7);
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(pair);
    if (truth.sign > 0) continue;
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_LE(error_of(answer.value, truth), 4e-15);
    with_plain_rotation = std::max(with_plain_rotation, error_of(as_printed(pair).value, truth));
  }
  EXPECT_GT(with_plain_rotation, 1e-9) << "the sample no longer tells R^-T from R";
}

/// Of one body much larger than the other, doubles alone would round the small one away.
TEST(Sat, DepthsBesideABodyATrillionTimesAsLargeAreThoseOfTheSmallBody) {
  constexpr double kRatio = 1e12;
  Oracle oracle;
  int penetrating = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    // A place on a face, an edge or a corner of the large box is the origin, in the small body.
    const PolytopePtr box = make_box(kRatio * Vec3(1, 0.5, 0.75));
    Pair pair{box, {random.rotation(), Vec3::Zero()}, make_random_sphere_hull(random, 12), {}};
    const Vec3 place(i % 3 == 2 ? 1 : 0.25, i % 3 >= 1 ? 0.5 : 0.125, 0.75);
    pair.X_WA.t = pair.X_WA.R * (kRatio * place);
    pair.X_WB = Pose{random.rotation(), 0.5 * random.unit_vector()};
    if (i % 2 == 1) {
      std::swap(pair.A, pair.B);
      std::swap(pair.X_WA, pair.X_WB);
    }
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(pair);
    if (truth.sign > 0) {
      ASSERT_EQ(answer.status, AnswerStatus::sign_only);
      continue;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    ASSERT_LE(error_of(answer.value, truth), 1e-12);
    ++penetrating;
  }
  EXPECT_GE(penetrating, 60);
}

}  // namespace
}  // namespace touchstone
