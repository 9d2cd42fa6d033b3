// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/sat.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/sat_checks.hpp"
#include "reference/claims.hpp"
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
      body.edges.emplace_back(body.vertices[at(e.v1)] - body.vertices[at(e.v0)]);
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

TEST(Sat, SaysWhetherAnotherNormalIsOptimal) {
  const PolytopePtr cube = make_box(Vec3(1, 1, 1));
  const PolytopePtr bar = make_box(Vec3(1, 2, 3));
  const auto said = [](const PolytopePtr& body, const Vec3& p) {
    return ask({body, Pose{Mat3::Identity(), p}, body, Pose{}}).indeterminate;
  };
  EXPECT_EQ(said(cube, Vec3(1.75, 1.75, 0.5)), true) << "to two sides";
  EXPECT_EQ(said(cube, Vec3(1.75, 1.75 - 1e-9, 0.5)), false);
  EXPECT_EQ(said(bar, Vec3(0, 0.5, 0.5)), true) << "forth and back";
  EXPECT_EQ(said(bar, Vec3(1e-9, 0.5, 0.5)), false);
  EXPECT_EQ(said(cube, Vec3(2, 2, 2)), true) << "corner on corner";
  EXPECT_EQ(said(cube, Vec3(2, 2, 0.5)), true) << "edge on edge, parallel";
  EXPECT_EQ(said(cube, Vec3(2, 0.5, 0.5)), false) << "face on face";
  EXPECT_EQ(said(cube, Vec3(2.5, 0, 0)), std::nullopt) << "apart: the sign only";
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

/// Doubles alone would round the small body away beside the large one.
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

/// Facets between vertices that are doubled at 1e-16 to 1e-9 of a body are as large as one a
/// billion times smaller: merged into their neighbours they are missing there, and a depth was
/// given of bodies that are apart.
TEST(Sat, FacetsThatMergingHidesAreFacesBesideASmallBody) {
  Pair pair;
  pair.A = hull_of({Vec3(-0.28836026150015615, -0.9644190157909034, -0.26743649166769157),
                    Vec3(-0.28836026150015615, -0.9644190157909034, 0.26743649166769157),
                    Vec3(-0.28836026150015615, 0.9644190157909034, -0.26743649166769157),
                    Vec3(-0.28836026150015615, 0.9644190157909034, 0.26743649166769157),
                    Vec3(0.28836026150015615, -0.9644190157909034, -0.26743649166769157),
                    Vec3(0.28836026150015615, -0.9644190157909034, 0.26743649166769157),
                    Vec3(0.28836026150015615, 0.9644190157909034, -0.26743649166769157),
                    Vec3(0.28836026150015615, 0.9644190157909034, 0.26743649166769157)});
  pair.B = hull_of({Vec3(6625216722.476161, 8.149077752729108e-05, -5631861464.907109),
                    Vec3(6625216722.476302, -5.914016176522367e-07, -5631861464.907124),
                    Vec3(6625216722.476256, -0.0005131529534690321, -5631861464.907276),
                    Vec3(6625216722.476248, 5.971188382424769e-06, 5631861464.907132),
                    Vec3(4684735671.293499, 4684735671.293474, -5631861464.907048),
                    Vec3(4684735671.293478, 4684735671.293469, 5631861464.907606),
                    Vec3(4684735671.293479, 4684735671.293475, 5631861464.907148),
                    Vec3(-1.38813983369997e-06, 6625216722.476252, -5631861464.907119),
                    Vec3(1.0836412870659083e-05, 6625216722.476261, 5631861464.907498),
                    Vec3(-8.276348394975486e-08, 6625216722.476358, 5631861464.907127),
                    Vec3(-4684735671.293512, 4684735671.293423, -5631861464.907113),
                    Vec3(-4684735671.293475, 4684735671.293541, 5631861464.907131),
                    Vec3(-6625216722.4762535, 1.0966158620947782e-05, -5631861464.907133),
                    Vec3(-6625216722.476249, -0.00010422258087252855, 5631861464.907132),
                    Vec3(-6625216722.476549, 0.0003025267084072186, 5631861464.907152),
                    Vec3(-4684735671.293478, -4684735671.293469, -5631861464.907122),
                    Vec3(-4684735671.293476, -4684735671.293446, -5631861464.907132),
                    Vec3(-4684735671.293459, -4684735671.293449, 5631861464.907123),
                    Vec3(-4684735671.293976, -4684735671.2934885, 5631861464.9071245),
                    Vec3(-4684735671.293501, -4684735671.293503, 5631861464.907096),
                    Vec3(-3.127533334847299e-05, -6625216722.476222, -5631861464.907543),
                    Vec3(3.619996807181217e-05, -6625216722.476348, -5631861464.907124),
                    Vec3(1.1317600777405734e-06, -6625216722.476266, 5631861464.907116),
                    Vec3(4684735671.293478, -4684735671.293515, -5631861464.907576),
                    Vec3(4684735671.293494, -4684735671.293476, -5631861464.907142),
                    Vec3(4684735671.293538, -4684735671.293475, 5631861464.9072075),
                    Vec3(4684735671.293469, -4684735671.293474, 5631861464.907131),
                    Vec3(4684735671.293657, -4684735671.293777, 5631861464.907147)});
  pair.X_WA.R << 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0;
  pair.X_WA.t = Vec3(0.0, 0.0, 0.0);
  pair.X_WB.R << 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, -1.0, 0.0;
  pair.X_WB.t = Vec3(-5631861465.194936, -4684735672.257897, -4684735671.560951);
  const Answer answer = ask(*make_sat(), pair);
  EXPECT_EQ(answer.status, AnswerStatus::sign_only);
  EXPECT_EQ(answer.sign, 1);
}

/// Facets that merging hides, and bends of arcs that doubles do not place, are as large as the
/// small body.
TEST(Sat, IsRightOfUnequalBodiesWithNearDuplicates) {
  expect_true_depths_of_unequal_near_duplicates(*make_sat(), kSeed);
}

}  // namespace
}  // namespace touchstone
