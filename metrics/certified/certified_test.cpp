// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/certified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/common/pose_refusal.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/certificates.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261205;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The metric with what a query needs, proofs included unless told otherwise.
class Asker {
 public:
  explicit Asker(bool wants_proof = true)
      : metric_(make_certified()), workspace_(metric_->make_workspace()) {
    workspace_->wants_proof = wants_proof;
  }
  /// By fresh shapes: cold.
  Answer cold(const Pair& pair) {
    const auto A = metric_->prepare(*pair.A);
    const auto B = metric_->prepare(*pair.B);
    return metric_->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace_);
  }
  /// By the shapes of the first call.
  Answer again(const Pair& pair) {
    if (!A_) {
      A_ = metric_->prepare(*pair.A);
      B_ = metric_->prepare(*pair.B);
    }
    return metric_->evaluate(*A_, pair.X_WA, *B_, pair.X_WB, *workspace_);
  }

 private:
  std::unique_ptr<Metric> metric_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Shape> A_;
  std::unique_ptr<Shape> B_;
};

void expect_within_an_ulp(double value, double truth) {
  EXPECT_GE(value, std::nextafter(truth, -kInfinity));
  EXPECT_LE(value, std::nextafter(truth, kInfinity));
}

/// The proof is accepted, and the value within an ulp of what it proves.
void expect_proven(const Pair& pair, const Answer& answer) {
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  ASSERT_TRUE(answer.proof);
  const DistanceCertificate certificate = check_distance_certificate(pair, *answer.proof);
  ASSERT_TRUE(certificate.proven) << certificate.reason;
  expect_within_an_ulp(answer.value, rounded_phi(certificate));
  EXPECT_NEAR(answer.normal->norm(), 1, 1e-15);
}

/// Checks an answer by its proof and against the oracle.
void expect_exact(const Pair& pair, const Answer& answer) {
  expect_proven(pair, answer);
  Oracle oracle;
  const Truth truth = oracle.solve(pair, false);
  expect_within_an_ulp(answer.value, truth.phi);
  if (truth.sign == 0) return;
  double nearest = kInfinity;
  for (const Vec3& n : truth.normals) nearest = std::min(nearest, (n - *answer.normal).norm());
  EXPECT_LE(nearest, 1e-12);
  EXPECT_LE((answer.witnesses->p_WA - answer.witnesses->p_WB - truth.phi * *answer.normal).norm(),
            1e-12);
}

TEST(Certified, DistanceAndDepthOfTwoCubes) {
  Asker asker;
  const Answer apart = asker.cold(boxes_apart(Vec3(4, 0.5, 0)));
  EXPECT_EQ(apart.value, 2);
  EXPECT_EQ(*apart.normal, Vec3(-1, 0, 0));
  const Answer deep = asker.cold(boxes_apart(Vec3(1.5, 0.25, 0.5)));
  EXPECT_EQ(deep.value, -0.5);
  EXPECT_EQ(*deep.normal, Vec3(-1, 0, 0));
}

/// From far apart to concentric.
TEST(Certified, IsExactOnHullsInAnyPosition) {
  Asker asker;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const PolytopePtr A =
        i % 3 == 0 ? make_box(Vec3(1, 0.7, 0.4)) : make_random_sphere_hull(random, 8 + i % 40);
    const PolytopePtr B = i % 5 == 0 ? make_simplex() : make_random_ball_hull(random, 12);
    const Pair pair = placed_about_origin(kSeed, i, A, B, 0, i % 2 == 0 ? 0.5 : 3);
    expect_exact(pair, asker.cold(pair));
  }
}

TEST(Certified, IsExactOnBoxesInAnyPosition) {
  Asker asker;
  int in_integers = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = random_boxes(kSeed, i);
    const Answer answer = asker.cold(pair);
    expect_exact(pair, answer);
    in_integers += answer.work.exact;
  }
  EXPECT_LE(in_integers, 3);
}

/// All facets of the difference are about as near.
TEST(Certified, IsExactWhereEverythingIsNearlyTied) {
  Asker asker;
  for (int i = 0; i < 3; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = placed_about_origin(kSeed, i, make_icosphere(2), make_icosphere(2), 0, 1e-3);
    expect_proven(pair, asker.cold(pair));
  }
  Pair same = boxes_apart(Vec3::Zero());
  expect_proven(same, asker.cold(same));
  same.A = same.B = make_icosphere(1);
  expect_proven(same, asker.cold(same));
}

TEST(Certified, TouchingIsExactlyZeroAndProven) {
  Asker asker;
  for (const Vec3& p_AB : {Vec3(2, 0.3, 0.1), Vec3(2, 2, 0.5), Vec3(2, 2, 2), Vec3(-2, 0, 0)}) {
    const Pair pair = boxes_apart(p_AB);
    const Answer answer = asker.cold(pair);
    EXPECT_EQ(answer.value, 0);
    EXPECT_EQ(answer.work.exact, 1);
    expect_proven(pair, answer);
  }
}

TEST(Certified, NearContactTheDistanceHasFullRelativeAccuracy) {
  Asker asker;
  for (int exponent = -10; exponent >= -51; exponent -= 1) {
    for (const double sign : {1.0, -1.0}) {
      const double gap = sign * std::ldexp(1.0, exponent);
      const Pair pair = boxes_apart(Vec3(0.5, 2 + gap, 0));
      const Answer answer = asker.cold(pair);
      EXPECT_EQ(answer.value, gap);
      expect_proven(pair, answer);
    }
  }
}

TEST(Certified, DistanceFromTheOriginCostsNoDigits) {
  Asker asker;
  for (const double apart : {2.5, 1.75}) {
    const Pair near = boxes_apart(Vec3(apart, 0.25, -0.125));
    Pair far = near;
    far.X_WA.t += Vec3(1e6, -3e6, 2e6);
    far.X_WB.t += Vec3(1e6, -3e6, 2e6);
    EXPECT_EQ(asker.cold(far).value, asker.cold(near).value);
  }
}

TEST(Certified, FlatBodiesAreBodiesToo) {
  const std::vector<PolytopePtr> bodies = {
      hull_of({Vec3(0.1, 0.2, 0.3)}), hull_of({Vec3(-1, 0, 0), Vec3(1, 0.5, 0.25)}),
      hull_of({Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0.5, 1, 0), Vec3(-1, 0.75, 0)}),
      make_box(Vec3(1, 0.5, 0.25))};
  Asker asker;
  int index = 0;
  for (const PolytopePtr& A : bodies) {
    for (const PolytopePtr& B : bodies) {
      for (const double reach : {0.3, 1.0, 3.0}) {
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
        const Pair pair = placed_about_origin(kSeed, index++, A, B, 0, reach);
        expect_exact(pair, asker.cold(pair));
      }
      // In one place, one plane, one line.
      for (const Vec3& t : {Vec3(0, 0, 0), Vec3(0.5, 0.25, 0), Vec3(0.25, 0.125, 0.0625)}) {
        const Pair pair{A, Pose{}, B, Pose{Mat3::Identity(), t}};
        SCOPED_TRACE(testing::Message() << "index " << index << " at " << t.transpose());
        const Answer answer = asker.cold(pair);
        expect_proven(pair, answer);
        expect_within_an_ulp(answer.value, solve_explicit(pair).phi);
      }
    }
  }
}

/// Doubles see no volume in it, or facets where there are none.
TEST(Certified, IsExactOnThinAndLargeAndTinyBodies) {
  Asker asker;
  const std::vector<PolytopePtr> bodies = {
      make_needle(1e6), make_plate(1e6), make_box(Vec3(1e6, 1e6, 1e6)),
      make_box(Vec3(1e-6, 1e-6, 1e-6)),
      hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1e-15, 1e-15),
               Vec3(0.3, 0.3, -1e-14)})};
  int index = 0;
  for (const PolytopePtr& A : bodies) {
    for (const PolytopePtr& B : bodies) {
      const double reach = A->bounding_radius() + B->bounding_radius();
      for (const double part : {0.01, 0.5, 2.0}) {
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
        const Pair pair = placed_about_origin(kSeed, index++, A, B, 0, part * reach);
        expect_proven(pair, asker.cold(pair));
      }
    }
  }
}

/// Across an edge of 1e-16 a rise is less than rounding, and beyond it is not: a plane that leans
/// on such an edge is refused.
TEST(Certified, AnEdgeOfAnUlpHidesNothing) {
  Asker asker;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 8, static_cast<std::uint64_t>(i));
    std::vector<Vec3> corners = make_box(Vec3(0.6, 0.8, 0.8))->vertices();
    for (int k = 0; k < 8; ++k) {
      for (int copy = 0; copy < 2; ++copy) {
        Vec3 near = corners[at(k)];
        for (double& entry : near) {
          const double up = random.uniform(-1, 1);
          if (up > 0.3) entry = std::nextafter(entry, up > 0.6 ? kInfinity : -kInfinity);
        }
        corners.push_back(near);
      }
    }
    const PolytopePtr body = hull_of(std::move(corners));
    Pair pair{body, Pose{}, body, Pose{}};
    pair.X_WB.R << 0, 0, -1, -1, 0, 0, 0, 1, 0;
    pair.X_WB.t =
        Vec3(random.uniform(1, 1.8), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5));
    expect_exact(pair, asker.cold(pair));
  }
}

/// Where products of distances leave the range of doubles, cold and warm.
TEST(Certified, IsExactBeyondTheRangeOfSizes) {
  Asker asker;
  const PolytopePtr point = hull_of({Vec3(0, 0, 0)});
  for (const double size : {1e-161, 1e-120, 1e120, 1e200}) {
    Pair pair{point, Pose{}, point, Pose{}};
    pair.X_WB.t = size * Vec3(1.234, 2.1, 3.3);
    expect_proven(pair, asker.cold(pair));
    Asker warm;
    pair.A = pair.B = make_box(Vec3(1, 0.5, 0.75));
    pair.X_WB.t = Vec3(4, 0, 0);
    expect_proven(pair, warm.again(pair));
    pair.X_WB.t *= size;
    expect_proven(pair, warm.again(pair));
  }
}

/// The foot of a point on a small facet, now on one and now on the other side of its diagonal.
TEST(Certified, AWarmProofNamesTheTriangleThatHoldsTheFoot) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 9, static_cast<std::uint64_t>(i));
    const double half = 1e-4;
    Pair pair{make_box(Vec3(half, half, half)), Pose{random.rotation(), Vec3::Zero()},
              hull_of({Vec3(0, 0, 0)}), Pose{}};
    Asker warm;
    for (const double side : {1e-9, -1e-9}) {
      const double along = half * random.uniform(-0.9, 0.9);
      pair.X_WB.t = pair.X_WA.R * Vec3(along, along + side * half, 1);
      expect_proven(pair, warm.again(pair));
      pair.X_WB.t = pair.X_WA.R * Vec3(along, -along + side * half, 1);
      expect_proven(pair, warm.again(pair));
    }
  }
}

TEST(Certified, CoordinatesFarFromTheBodyCostNoIntegers) {
  Asker asker;
  int in_integers = 0;
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 10, static_cast<std::uint64_t>(i));
    std::vector<Vec3> moved = make_random_sphere_hull(random, 12)->vertices();
    const Vec3 away = 1e6 * random.unit_vector();
    for (Vec3& v : moved) v += away;
    Pair pair = placed_about_origin(kSeed, i, hull_of(std::move(moved)),
                                    make_random_sphere_hull(random, 12), 0.2, 3);
    pair.X_WB.t += pair.X_WA.R * away;
    const Answer answer = asker.cold(pair);
    expect_proven(pair, answer);
    in_integers += answer.work.exact;
  }
  EXPECT_LE(in_integers, 1);
}

/// Down to where squares of areas are about to underflow, and up to where they overflow.
TEST(Certified, IsExactAtTheEndsOfTheRangeOfSizes) {
  Asker asker;
  for (const double size : {1e-58, 1e-30, 1e30, 1e58}) {
    for (const double thin : {1.0, 1e-12}) {
      for (int i = 0; i < 4; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i << " size " << size);
        const PolytopePtr body = make_box(size * Vec3(1, 0.5, 0.75 * thin));
        Pair pair = placed_about_origin(kSeed, i, body, body, 0, 2);
        pair.X_WB.t *= size;
        expect_proven(pair, asker.cold(pair));
      }
    }
  }
}

/// Kinds and numbers of both features. No features of random hulls tie.
std::array<int, 4> named(const Answer& answer) {
  return {static_cast<int>(answer.feature_A.kind), answer.feature_A.index,
          static_cast<int>(answer.feature_B.kind), answer.feature_B.index};
}

/// Along motions through contact, with all that the last answer leaves behind. Only where no proof is
/// wanted is the last feature tried.
TEST(Certified, AWarmAnswerIsTheColdOne) {
  int by_last_feature = 0;
  for (int i = 0; i < 10; ++i) {
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 10 + 20 * i),
                                    make_random_sphere_hull(random, 20), 0.1, 0.5);
    const Vec3 velocity = 0.05 * random.unit_vector();
    const Mat3 turn = Eigen::AngleAxisd(0.02, random.unit_vector()).toRotationMatrix();
    Asker warm;
    Asker plain(false);
    for (int step = 0; step < 60; ++step) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i << " step " << step);
      const Answer answer = warm.again(pair);
      const Answer unproven = plain.again(pair);
      const Answer expected = Asker().cold(pair);
      expect_within_an_ulp(answer.value, expected.value);
      expect_within_an_ulp(unproven.value, expected.value);
      expect_proven(pair, answer);
      EXPECT_EQ(named(answer), named(expected));
      EXPECT_EQ(named(unproven), named(expected));
      by_last_feature += step > 0 && unproven.value > 0 && unproven.work.supports == 1 ? 1 : 0;
      pair.X_WB.t += velocity;
      pair.X_WB.R = turn * pair.X_WB.R;
    }
  }
  EXPECT_GE(by_last_feature, 100);
}

/// Two edges that cross give four points of C in one plane. Rounding made a tetrahedron around 0 of
/// one in some thousand, which was answered by integers: a hundred times as long.
TEST(Certified, EdgesThatCrossNeedNoIntegers) {
  constexpr int kBodies = 16;
  const auto metric = make_certified();
  const auto workspace = metric->make_workspace();
  std::vector<PolytopePtr> bodies;
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < kBodies; ++i) {
    Random random(kSeed, 11, static_cast<std::uint64_t>(i));
    bodies.push_back(make_random_sphere_hull(random, 8));
    shapes.push_back(metric->prepare(*bodies.back()));
  }
  Random random(kSeed, 12, 0);
  int crossing = 0;
  for (int i = 0; i < 30000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Shape& A = *shapes[at(i % kBodies)];
    const Shape& B = *shapes[at((i + 1 + i / kBodies) % kBodies)];
    const Pose X_WA{random.rotation(), Vec3::Zero()};
    Pose X_WB{random.rotation(), 3 * random.unit_vector()};
    const Answer far = metric->evaluate(A, X_WA, B, X_WB, *workspace);
    X_WB.t += (far.value - 1e-3) * *far.normal;
    // Cold.
    const Answer near = metric->evaluate(A, X_WA, B, X_WB, *metric->make_workspace());
    EXPECT_EQ(near.work.exact, 0);
    crossing +=
        near.feature_A.kind == Feature::Kind::edge && near.feature_B.kind == Feature::Kind::edge
            ? 1
            : 0;
  }
  EXPECT_GE(crossing, 3000);
}

TEST(Certified, FeaturesAreThoseThatTheNearestPointsLieOn) {
  using Kind = Feature::Kind;
  const auto kinds = [](const Pair& pair) {
    const Answer answer = ask(*make_certified(), pair);
    return std::pair(answer.feature_A.kind, answer.feature_B.kind);
  };
  EXPECT_EQ(kinds(boxes_apart(Vec3(4, 4, 4))), std::pair(Kind::vertex, Kind::vertex));
  Pair pair = boxes_apart(Vec3(4, 4, 0.5));
  const Answer edges = ask(*make_certified(), pair);
  // Parallel edges: an edge and a vertex of the other, or both edges.
  EXPECT_TRUE(edges.feature_A.kind == Kind::edge || edges.feature_B.kind == Kind::edge);
  // A corner of B over the middle of A's facet.
  pair.X_WB =
      Pose{Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3(-1, 0, 0)).toRotationMatrix(),
           Vec3(2.5, 0.1, 0.2)};
  const Answer answer = ask(*make_certified(), pair);
  ASSERT_EQ(answer.feature_A.kind, Kind::facet);
  ASSERT_EQ(answer.feature_B.kind, Kind::vertex);
  EXPECT_EQ(pair.A->facets()[at(answer.feature_A.index)].normal, Vec3(1, 0, 0));
  const Vec3 corner = pair.X_WB.R * pair.B->vertices()[at(answer.feature_B.index)] + pair.X_WB.t;
  EXPECT_LE((corner - answer.witnesses->p_WB).norm(), 1e-14);
}

TEST(Certified, AProofIsMadeOnlyWhereItIsWanted) {
  EXPECT_FALSE(ask(*make_certified(), boxes_apart(Vec3(1, 0.5, 0))).proof);
}

TEST(Certified, ANumberThatIsNoneHasNoAnswer) {
  EXPECT_EQ(ask(*make_certified(), boxes_apart(Vec3(kInfinity, 0, 0))).note,
            "a pose is not finite");
}

/// Poses that are almost rejected, mirrors, and entries that are infinite or NaN, of either body.
TEST(Certified, RefusesThePosesThatTheOthersRefuse) {
  const auto metric = make_certified();
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 90, static_cast<std::uint64_t>(i));
    Pair pair = boxes_apart(Vec3(4, 0, 0));
    Pose& X = i % 2 == 0 ? pair.X_WA : pair.X_WB;
    X.R = random.rotation();
    const double skew = std::pow(10, random.uniform(-5, -2));
    for (double& entry : X.R.reshaped()) entry += random.uniform(-skew, skew);
    if (i % 8 == 2) X.R.col(i % 3) *= -1;
    if (i % 8 == 5) X.R(i % 3, i / 8 % 3) = i % 5 < 2 ? kInfinity : std::nan("");
    if (i % 8 == 7) X.t[i % 3] = i % 5 < 2 ? kInfinity : std::nan("");
    const char* why = pose_refusal(pair.X_WA, pair.X_WB);
    refused += why == nullptr ? 0 : 1;
    const Answer answer = ask(*metric, pair);
    EXPECT_EQ(answer.note, why == nullptr ? "" : why);
    EXPECT_EQ(answer.status, why == nullptr ? AnswerStatus::answered : AnswerStatus::no_answer);
  }
  EXPECT_GT(refused, 1800);
  EXPECT_LT(refused, 3600);
}

}  // namespace
}  // namespace touchstone
