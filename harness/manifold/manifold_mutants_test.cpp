// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds of `certified`, spoilt on purpose: each gets the word of its fault in at least .999 of
// the cases in which it differs from what is right by more than twice the tolerance that applies.
// TOUCHSTONE_AGREEMENT_CASES=1000 takes so many of each family.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "contact/manifold.hpp"
#include "geometry/shapes.hpp"
#include "harness/manifold/kept_share.hpp"
#include "harness/manifold/manifold_samples.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr double kTolerance = 1e-8;
/// Beside the steepest sides of the sample a place within the tolerance has a gap that differs by
/// half of this [sizes].
constexpr double kSteep = 1e-4;

const std::vector<JudgedSample>& samples() {
  static const std::vector<JudgedSample> all = certified_samples(
      {"random-boxes", "random-hulls-8-shallow", "random-hulls-32-separated",
       "kissing-face-face-rotated", "kissing-edge-edge-parallel-rotated", "kissing-vertex-face",
       "coincident", "lattice", "plates-needles", "spheres", "sphere-hull", "capsule-hull",
       "capsules-parallel", "rounded-boxes", "rounded-kissing"},
      static_cast<std::uint64_t>(agreement_cases(24)));
  return all;
}

/// Coordinates of the world or of a body round by a tolerance and more: places are coarse, depths
/// are not.
const std::vector<JudgedSample>& far_samples() {
  static const std::vector<JudgedSample> all =
      certified_samples({"far-1e8", "far-from-own-origin"}, 24);
  return all;
}

double size_of(const JudgedSample& sample) { return pair_size(sample.pair); }

Vec3 middle_of(const Manifold& manifold) {
  Vec3 sum = Vec3::Zero();
  for (const ManifoldPoint& point : manifold.points) sum += point.p_W;
  return sum / static_cast<double>(manifold.points.size());
}

FlatFrame frame_of(const JudgedSample& sample) {
  return {sample.manifold.points.front().p_W, sample.manifold.normal};
}

std::vector<FlatPoint> hull_of_points(const JudgedSample& sample, const FlatFrame& frame) {
  std::vector<FlatPoint> points;
  for (const ManifoldPoint& point : sample.manifold.points) points.push_back(frame.flat(point.p_W));
  return outline_of(points, 0);
}

/// How far the true manifold is beyond the hull of the points, in whichever reading it is less
/// [sizes].
double lacks(const JudgedSample& sample) {
  const FlatFrame frame = frame_of(sample);
  const Vec3& n = sample.manifold.normal;
  const PairManifold manifold(sample.pair, sample.truth, kTolerance);
  const std::vector<FlatPoint> hull = hull_of_points(sample, frame);
  double least = std::numeric_limits<double>::infinity();
  for (const auto& corners : {manifold.along(n, frame), manifold.exactly_along(n, frame)}) {
    double farthest = 0;
    for (const FlatPoint& corner : corners) {
      farthest = std::max(farthest, distance_to(hull, corner));
    }
    if (!corners.empty()) least = std::min(least, farthest / size_of(sample));
  }
  return std::isinf(least) ? 0 : least;
}

/// A lower bound of the distance of a point from a body, by its facets [m].
double outside_of(const Polytope& body, const Pose& X, const Vec3& p_W) {
  const Vec3 p = X.R.transpose() * (p_W - X.t);
  double farthest = 0;
  for (const Facet& facet : body.facets()) {
    farthest = std::max(farthest, facet.normal.dot(p) - facet.offset);
  }
  return std::max(0.0, farthest - body.radius());
}

/// Whether a point is over the manifold: of rounded bodies no other has a depth that is judged.
bool is_over(const JudgedSample& sample, const ManifoldPoint& point) {
  const FlatFrame frame(point.p_W, sample.manifold.normal);
  const std::vector<FlatPoint> manifold =
      PairManifold(sample.pair, sample.truth, kTolerance).along(frame.n(), frame);
  return !manifold.empty() &&
         distance_to(outline_of(manifold, 0), {0, 0}) <= kTolerance / 2 * size_of(sample);
}

double outside(const JudgedSample& sample, const ManifoldPoint& point) {
  const PointPartners p = partners_of(sample.policy, point, sample.manifold.normal);
  return std::max(outside_of(*sample.pair.A, sample.pair.X_WA, p.p_WA),
                  outside_of(*sample.pair.B, sample.pair.X_WB, p.p_WB)) /
         size_of(sample);
}

/// Spoils a sample; false if that changes the answer by less than twice what is allowed.
using Mutation = std::function<bool(JudgedSample&)>;

struct Told {
  int spoilt = 0;
  int told = 0;
  std::string other;  ///< the first cases of which other words are said
};

/// `word`: what the verdict has to say.
Told tell(const Mutation& mutate, const std::string& word, const std::vector<JudgedSample>& all) {
  Told told;
  for (const JudgedSample& right : all) {
    if (right.verdict().wrong()) continue;
    JudgedSample spoilt = right;
    if (!mutate(spoilt)) continue;
    ++told.spoilt;
    const std::string said = spoilt.verdict().said();
    const bool found = said.find(word) != std::string::npos;
    told.told += found ? 1 : 0;
    if (!found && told.other.size() < 500)
      told.other += "\n" + right.id + " is said to be: " + said;
  }
  return told;
}

void expect_told(const Mutation& mutate, const std::string& word, int least,
                 const std::vector<JudgedSample>& all = samples()) {
  const Told told = tell(mutate, word, all);
  EXPECT_GE(told.spoilt, least) << "the sample is too small";
  EXPECT_GE(told.told, 0.999 * told.spoilt) << told.told << " of " << told.spoilt << told.other;
}

TEST(ManifoldMutants, TheUnspoiltOnesAreRightButForInterpolatedDepths) {
  int right = 0;
  for (const JudgedSample& sample : samples()) {
    const std::string said = sample.verdict().said();
    // Beside the manifold a point within reach may be inside a body (contact/manifold.hpp).
    EXPECT_TRUE(said.empty() || said == "wrong_depth") << sample.id << ": " << said;
    right += said.empty() ? 1 : 0;
  }
  EXPECT_GE(right, 0.9 * static_cast<double>(samples().size()));
}

TEST(ManifoldMutants, PointsOfLargeBodiesMergeBelowAMicrometre) {
  Pair pair{make_box(Vec3(1, 1, 1)), Pose{}, make_box(Vec3(100, 100, 100)), Pose{}};
  EXPECT_EQ(contact_policy(pair, 0).merging_distance, kMergedContact);
  pair.A = pair.B;
  EXPECT_EQ(contact_policy(pair, 0).merging_distance, kMergedContact);
  pair.A = make_box(Vec3(0.1, 0.1, 0.1));
  EXPECT_EQ(contact_policy(pair, 0).merging_distance, kMergedPart * pair_size(pair));
}

TEST(ManifoldMutants, ALostCornerIsIncomplete) {
  const auto lose = [](JudgedSample& sample) {
    std::vector<ManifoldPoint>& points = sample.manifold.points;
    if (points.size() < 2) return false;
    points.erase(points.begin());
    return lacks(sample) > 4e-6;
  };
  expect_told(lose, "incomplete", 60);
}

TEST(ManifoldMutants, ACornerMovedOutwardIsOutside) {
  const auto move = [](JudgedSample& sample) {
    ManifoldPoint& point = sample.manifold.points.front();
    const Vec3 out = (point.p_W - middle_of(sample.manifold)).normalized();
    if (!out.allFinite() || out.isZero(0)) return false;
    point.p_W += 10 * kTolerance * size_of(sample) * out;
    return outside(sample, point) > 2 * kTolerance;
  };
  expect_told(move, "outside", 80);
}

TEST(ManifoldMutants, ACornerMovedInwardIsIncomplete) {
  const auto move = [](JudgedSample& sample) {
    ManifoldPoint& point = sample.manifold.points.front();
    const Vec3 in = middle_of(sample.manifold) - point.p_W;
    const double way = 10 * sample.policy.merging_distance;
    if (!(in.norm() > way)) return false;
    point.p_W += way * in.normalized();
    return lacks(sample) > 4e-6;
  };
  expect_told(move, "incomplete", 60);
}

TEST(ManifoldMutants, PointsATenthOfASizeBeyondTheReachArePhantoms) {
  const auto shorten = [](JudgedSample& sample) {
    sample.policy.reach = sample.truth.phi().value - 0.1 * size_of(sample);
    return true;
  };
  expect_told(shorten, "phantom", 200);
}

TEST(ManifoldMutants, OneDepthForAllIsWrongWhereTheyDiffer) {
  const auto level = [](JudgedSample& sample) {
    if (is_rounded(sample.pair)) return false;
    bool differs = false;
    const double first = sample.manifold.points.front().depth;
    for (ManifoldPoint& point : sample.manifold.points) {
      differs = differs || std::abs(point.depth - first) > kSteep * size_of(sample);
      point.depth = first;
    }
    return differs;
  };
  expect_told(level, "wrong_depth", 10);
}

TEST(ManifoldMutants, HalfTheDepthIsAWrongDepth) {
  const auto halve = [](JudgedSample& sample) {
    bool differs = false;
    for (ManifoldPoint& point : sample.manifold.points) {
      const bool is_judged = !is_rounded(sample.pair) || is_over(sample, point);
      differs = differs || (is_judged && std::abs(point.depth) > kSteep * size_of(sample));
      point.depth /= 2;
    }
    return differs;
  };
  expect_told(halve, "wrong_depth", 200);
  expect_told(halve, "wrong_depth", 20, far_samples());
}

TEST(ManifoldMutants, TheNormalOfAnotherTieHasAnotherManifold) {
  const auto turn = [](JudgedSample& sample) {
    const std::vector<Vec3>& normals = sample.truth.exact().normals;
    const auto other = std::find_if(normals.begin(), normals.end(), [&](const Vec3& n) {
      return std::abs(n.dot(sample.manifold.normal)) < 0.9;
    });
    if (sample.truth.sign() >= 0 || other == normals.end()) return false;
    sample.manifold.normal = *other;
    return lacks(sample) > 4e-6;
  };
  expect_told(turn, "incomplete", 10);
}

TEST(ManifoldMutants, FivePointsForFourAreTooMany) {
  const auto add = [](JudgedSample& sample) {
    sample.policy.max_points = 4;
    while (sample.manifold.points.size() < 5) {
      sample.manifold.points.push_back(sample.manifold.points.front());
    }
    return true;
  };
  expect_told(add, "too_many", 200);
}

TEST(ManifoldMutants, PointsOfTheNeighbouringFaceAreOutsideOrOfAnotherDepth) {
  const auto move = [](JudgedSample& sample) {
    const Polytope& body = *sample.pair.A;
    const Pose& X = sample.pair.X_WA;
    const Vec3 n = X.R.transpose() * sample.manifold.normal;
    const Facet* neighbour = nullptr;
    for (const Facet& facet : body.facets()) {
      const bool beside = std::abs(facet.normal.dot(n)) < 0.9;
      if (beside && (neighbour == nullptr || facet.normal.dot(n) < neighbour->normal.dot(n))) {
        neighbour = &facet;
      }
    }
    if (neighbour == nullptr) return false;
    const double phi = sample.truth.phi().value;
    sample.manifold.points.clear();
    bool differs = false;
    for (const int v : neighbour->vertices) {
      const Vec3 p_WA = X.R * body.vertices()[static_cast<std::size_t>(v)] + X.t;
      const Vec3 p_WB = p_WA - phi * sample.manifold.normal;
      sample.manifold.points.push_back({(p_WA + p_WB) / 2, phi, sample.manifold.normal, {}});
      differs = differs || outside_of(*sample.pair.B, sample.pair.X_WB, p_WB) >
                               2 * kTolerance * size_of(sample);
    }
    return differs;
  };
  expect_told(move, "outside", 200);
}

}  // namespace
}  // namespace touchstone
