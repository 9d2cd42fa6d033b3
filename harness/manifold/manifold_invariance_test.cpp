// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a given answer does not change if the bodies change names, the pair is turned,
// moved or scaled, and the answer with it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "geometry/random.hpp"
#include "harness/manifold/manifold_samples.hpp"

namespace touchstone {
namespace {

/// Right answers and spoilt ones.
std::vector<JudgedSample> answers(std::uint64_t count = 12) {
  std::vector<JudgedSample> all =
      certified_samples({"random-boxes", "lattice", "kissing-face-face-rotated", "coincident",
                         "random-hulls-16-shallow", "plates-needles"},
                        count);
  const std::size_t right = all.size();
  for (std::size_t k = 0; k < right; ++k) {
    JudgedSample sample = all[k];
    const double size = pair_size(sample.pair);
    std::vector<ManifoldPoint>& points = sample.manifold.points;
    switch (k % 7) {
      case 0:
        points.pop_back();
        break;
      case 1:
        points.front().depth -= 0.01 * size;
        break;
      case 2:
        sample.policy.max_points = 1;
        break;
      case 3:
        sample.policy.reach = sample.truth.phi().value - 0.1 * size;
        sample.policy.slack = 0.01 * size;
        sample.manifold.normal = (sample.manifold.normal + 0.01 * Vec3(1, -1, 0.5)).normalized();
        break;
      case 4:
        points.clear();
        break;
      case 5:
        // Neighbouring corners.
        sample.policy.max_points = 2;
        sample.policy.least_share = 0.999;
        points.resize(std::min<std::size_t>(points.size(), 2));
        break;
      default:
        sample.policy.place = PointPlace::on_A;
        points.front().p_W.x() += 0.02 * size;
    }
    all.push_back(std::move(sample));
  }
  return all;
}

JudgedSample renewed(JudgedSample sample) {
  QuickOracle oracle;
  sample.truth = oracle.solve(sample.pair, false);
  return sample;
}

JudgedSample swapped_answer(JudgedSample sample) {
  sample.pair = swapped(sample.pair);
  sample.manifold.normal *= -1;
  for (ManifoldPoint& point : sample.manifold.points) point.normal *= -1;
  if (sample.policy.place == PointPlace::on_A) {
    sample.policy.place = PointPlace::on_B;
  } else if (sample.policy.place == PointPlace::on_B) {
    sample.policy.place = PointPlace::on_A;
  }
  return renewed(std::move(sample));
}

JudgedSample moved(JudgedSample sample, const Mat3& R, const Vec3& t) {
  for (Pose* X : {&sample.pair.X_WA, &sample.pair.X_WB}) {
    X->t = R * X->t + t;
    X->R = R * X->R;
  }
  sample.manifold.normal = R * sample.manifold.normal;
  for (ManifoldPoint& point : sample.manifold.points) {
    point.p_W = R * point.p_W + t;
    point.normal = R * point.normal;
  }
  return renewed(std::move(sample));
}

PolytopePtr scaled(const Polytope& body, double by) {
  PolytopeInput input;
  for (const Vec3& v : body.vertices()) input.vertices.push_back(by * v);
  input.interior_point = by * body.interior_point();
  return make_rounded(make_polytope(input).value(), by * body.radius()).value();
}

JudgedSample scaled_answer(JudgedSample sample, double by) {
  sample.pair.A = scaled(*sample.pair.A, by);
  sample.pair.B = scaled(*sample.pair.B, by);
  sample.pair.X_WA.t *= by;
  sample.pair.X_WB.t *= by;
  for (ManifoldPoint& point : sample.manifold.points) {
    point.p_W *= by;
    point.depth *= by;
  }
  ManifoldPolicy& policy = sample.policy;
  for (double* length : {&policy.reach, &policy.slack, &policy.merging_distance, &policy.offset}) {
    *length *= by;
  }
  return renewed(std::move(sample));
}

std::vector<Mat3> axis_turns() {
  std::vector<Mat3> turns;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int signs = 0; i != j && signs < 4; ++signs) {
        Mat3 R;
        R.col(0) = (signs & 1 ? -1 : 1) * Vec3::Unit(i);
        R.col(1) = (signs & 2 ? -1 : 1) * Vec3::Unit(j);
        R.col(2) = R.col(0).cross(R.col(1));
        turns.push_back(R);
      }
    }
  }
  return turns;
}

TEST(ManifoldInvariance, TheSampleHasEveryWordThatACaseCanGet) {
  std::string all;
  for (const JudgedSample& sample : answers()) all += sample.verdict().said() + " ";
  for (const std::string_view word : kManifoldWords) {
    EXPECT_NE(all.find(word), std::string::npos) << word;
  }
}

TEST(ManifoldInvariance, SwappedBodies) {
  for (const JudgedSample& sample : answers()) {
    EXPECT_EQ(swapped_answer(sample).verdict().said(), sample.verdict().said()) << sample.id;
  }
}

TEST(ManifoldInvariance, TurnsAboutTheAxes) {
  const std::vector<Mat3> turns = axis_turns();
  ASSERT_EQ(turns.size(), 24U);
  for (const JudgedSample& sample : answers(5)) {
    const std::string said = sample.verdict().said();
    for (const Mat3& R : turns) {
      EXPECT_EQ(moved(sample, R, Vec3::Zero()).verdict().said(), said) << sample.id;
    }
  }
}

TEST(ManifoldInvariance, RigidMotionsByFractions) {
  // Rotations of whole quaternions have fractions as entries; doubles round them.
  Random random(7);
  for (const JudgedSample& sample : answers()) {
    const std::string said = sample.verdict().said();
    for (int repeat = 0; repeat < 3; ++repeat) {
      const Eigen::Quaterniond q(
          1 + static_cast<double>(random.below(5)), static_cast<double>(random.below(5)),
          -static_cast<double>(random.below(5)), static_cast<double>(random.below(5)));
      const Vec3 t(0.25, -0.5, 0.125);
      const JudgedSample other =
          moved(sample, q.normalized().toRotationMatrix(), pair_size(sample.pair) * t);
      EXPECT_EQ(other.verdict().said(), said)
          << sample.id << ": " << other.verdict().of(ManifoldWord::wrong_depth).why << " / "
          << sample.verdict().of(ManifoldWord::wrong_depth).why;
    }
  }
}

TEST(ManifoldInvariance, ScalingByPowersOfTwo) {
  for (const JudgedSample& sample : answers()) {
    const std::string said = sample.verdict().said();
    for (const double by : {0x1p-20, 0.5, 0x1p30}) {
      EXPECT_EQ(scaled_answer(sample, by).verdict().said(), said) << sample.id << " " << by;
    }
  }
}

TEST(ManifoldJudge, SidesThatAreParallelToRoundingAreNoFault) {
  // Bodies miss each other by rounding where sides cross; far coordinates hide that sides are tilted.
  const std::vector<std::pair<std::string, std::uint64_t>> cases = {
      {"symmetric", 643},
      {"symmetric", 1971},
      {"plates-needles", 677},
      {"flat-facets", 1896},
      {"aspect-1e4", 1306},
      {"slivers", 822},
      {"near-duplicates-unequal", 840},
      {"near-duplicates-unequal", 2287},
      {"far-from-own-origin", 900},
      {"far-from-own-origin", 1890}};
  for (const auto& [family, index] : cases) {
    std::optional<JudgedSample> sample = certified_sample(family, index);
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->verdict().said(), "") << sample->id;
    sample->manifold.points.front().depth -= 1e-6 * pair_size(sample->pair);
    EXPECT_TRUE(sample->verdict().of(ManifoldWord::wrong_depth).wrong) << sample->id;
  }
}

}  // namespace
}  // namespace touchstone
