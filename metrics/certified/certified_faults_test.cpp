// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of `certified` that were found by attacking it (docs/notebook/own-faults.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/certified/support/difference.hpp"
#include "metrics/common/exact_distance.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261205;

ExactDistance exactly(const Pair& pair) {
  const DifferenceBodyWith<> A(*pair.A);
  const DifferenceBodyWith<> B(*pair.B);
  return find_exact_distance(A.exactly(), pair.X_WA, B.exactly(), pair.X_WB);
}

/// Where C is flat, on which side of a plane it is said to be is rounding.
TEST(CertifiedFaults, TheSignOfFlatBodiesThatTouchIsExact) {
  int apart = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 13, static_cast<std::uint64_t>(i));
    const auto points = [&](int count) {
      std::vector<Vec3> all;
      for (int k = 0; k < count; ++k) all.push_back(random.unit_vector());
      return all;
    };
    const std::vector<Vec3> a = points(i % 2 == 0 ? 2 : 3);
    const std::vector<Vec3> b = points(i % 2 == 0 ? 2 : 1);
    const auto inside = [&](const std::vector<Vec3>& of) {
      Vec3 p = of[0];
      for (std::size_t k = 1; k < of.size(); ++k) p += random.uniform(0.1, 0.4) * (of[k] - of[0]);
      return p;
    };
    Pair pair{hull_of(a), Pose{}, hull_of(b), Pose{}};
    pair.X_WB.t = inside(a) - inside(b);
    const Answer answer = ask(*make_certified(), pair);
    const ExactDistance exact = exactly(pair);
    EXPECT_EQ(answer.value, exact.phi);
    apart += exact.phi > 0 ? 1 : 0;
  }
  EXPECT_GE(apart, 2000);
}

/// The foot on a vertex or an edge has fewer digits far from the world's origin.
TEST(CertifiedFaults, NormalsAreRightFarFromTheWorldsOrigin) {
  int edges = 0;
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 14, static_cast<std::uint64_t>(i));
    Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 8),
                                    make_random_sphere_hull(random, 8), 3, 4);
    const auto metric = make_certified();
    const Vec3 away = 1e12 * random.unit_vector();
    pair.X_WA.t += away;
    pair.X_WB.t += away;
    // The translations have a tenth of a millimetre at best: B moves within its own axes.
    const Answer first = ask(*metric, pair);
    std::vector<Vec3> moved = pair.B->vertices();
    const Vec3 by = (1e-6 - first.value) * (pair.X_WB.R.transpose() * -*first.normal);
    for (Vec3& v : moved) v += by;
    pair.B = hull_of(moved);
    const Answer answer = ask(*metric, pair);
    const ExactDistance exact = exactly(pair);
    EXPECT_EQ(answer.value, exact.phi);
    EXPECT_LE((*answer.normal - exact.n).lpNorm<Eigen::Infinity>(), 0x1p-53);
    edges += exact.nearest_count < 3 ? 1 : 0;
  }
  EXPECT_GE(edges, 100);
}

PolytopePtr body_of(const Vec3& inside, const std::vector<Vec3>& vertices) {
  PolytopeInput input;
  input.vertices = vertices;
  input.interior_point = inside;
  return make_polytope(input).value();
}

Pose posed(const std::array<double, 9>& rows, const Vec3& t) {
  Pose X;
  for (int i = 0; i < 9; ++i) X.R(i / 3, i % 3) = rows[at(i)];
  X.t = t;
  return X;
}

/// Queries one after the other.
struct History {
  const char* name;
  PolytopePtr A;
  PolytopePtr B;
  std::vector<Pose> poses;  ///< poses of A and of B in turns
};

/// What an adversary found wrong, or slow, in warm answers.
TEST(CertifiedFaults, WarmAnswersThatWereWrongOrSlowAreNot) {
  const std::vector<History> histories = {
#include "metrics/certified/warm_cases.inc"
  };
  const auto metric = make_certified();
  for (const History& history : histories) {
    const auto A = metric->prepare(*history.A);
    const auto B = metric->prepare(*history.B);
    const auto workspace = metric->make_workspace();
    const double size = std::min(DifferenceBodyWith<>(*history.A).map.longest(),
                                 DifferenceBodyWith<>(*history.B).map.longest());
    for (std::size_t k = 0; k + 1 < history.poses.size(); k += 2) {
      SCOPED_TRACE(testing::Message() << history.name << ", pose " << k / 2);
      const Pose& X_WA = history.poses[k];
      const Pose& X_WB = history.poses[k + 1];
      const Answer answer = metric->evaluate(*A, X_WA, *B, X_WB, *workspace);
      const ExactDistance exact = exactly({history.A, X_WA, history.B, X_WB});
      EXPECT_LE(std::abs(answer.value - exact.phi), 0x1p-52 * std::abs(exact.phi));
      EXPECT_LE((*answer.normal - exact.n).lpNorm<Eigen::Infinity>(), 0x1p-53);
      EXPECT_LE((answer.witnesses->p_WA - exact.p_WA).norm(), 1e-15 * size);
      EXPECT_LE(answer.work.supports, 200);
    }
  }
}

/// Padding does not count as a vertex that reaches: copies of the last up to 32, NaN above.
TEST(CertifiedFaults, OneSupportIsEnoughWhileTheFeatureStays) {
  for (const int count : {4, 5, 7, 12, 17, 31, 40, 64, 65, 100}) {
    SCOPED_TRACE(count);
    Random random(kSeed, 15, static_cast<std::uint64_t>(count));
    Pair pair = placed_about_origin(kSeed, count, make_random_sphere_hull(random, count),
                                    make_random_sphere_hull(random, count), 3, 3.5);
    const auto metric = make_certified();
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    const auto workspace = metric->make_workspace();
    int once = 0;
    for (int i = 0; i < 200; ++i) {
      // Even steps turn B at random; odd ones move it by 1e-9, so that the feature stays.
      if (i % 2 == 0) pair.X_WB.R = random.rotation();
      pair.X_WB.t.z() += i % 2 == 0 ? 0 : 1e-9;
      const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      once += i % 2 == 1 && answer.work.supports == 1 ? 1 : 0;
    }
    EXPECT_GE(once, 95);
  }
}

/// Slivers that saw points which the polytope had, until its cap.
TEST(CertifiedFaults, APolytopeFarFromTheWorldsOriginEndsSoon) {
  constexpr double kGolden = 0x1.9e3779b97f4a8p+0;
  std::vector<Vec3> icosahedron;
  for (const double s : {-1.0, 1.0}) {
    for (const double t : {-kGolden, kGolden}) {
      icosahedron.insert(icosahedron.end(), {Vec3(0, s, t), Vec3(t, 0, s), Vec3(s, t, 0)});
    }
  }
  Pair pair{hull_of({Vec3(-0x1.59739584f787bp-9, -0x1.dfea3523a52cp-14, -0x1.5833f70ce336fp-18),
                     Vec3(0x1.4ffb17b5546bbp-9, -0x1.dfea3523a52cp-14, -0x1.5833f70ce336fp-18),
                     Vec3(-0x1.2f0fb9f46380ap-15, -0x1.63b6a84643231p-9, -0x1.5833f70ce336fp-18),
                     Vec3(-0x1.2f0fb9f46380ap-15, 0x1.45b804f408d05p-9, -0x1.5833f70ce336fp-18),
                     Vec3(-0x1.2f0fb9f46380ap-15, -0x1.dfea3523a52cp-14, -0x1.55637098ac6b5p-9),
                     Vec3(-0x1.2f0fb9f46380ap-15, -0x1.dfea3523a52cp-14, 0x1.540b3ca19f882p-9)}),
            Pose{}, hull_of(icosahedron), Pose{}};
  pair.X_WA.t = Vec3(-0x1.ccb5e4p+23, -0x1.105d95p+25, 0x1.03ab86p+25);
  pair.X_WB.R = Vec3(-1, 1, -1).asDiagonal();
  pair.X_WB.t = Vec3(-0x1.ccb5e40004bc4p+23, -0x1.105d94ffbd0a4p+25, 0x1.03ab85fff15cbp+25);
  const Answer answer = ask(*make_certified(), pair);
  const ExactDistance exact = exactly(pair);
  EXPECT_LE(std::abs(answer.value - exact.phi), 0x1p-52 * std::abs(exact.phi));
  EXPECT_LE(answer.work.supports, 200);
}

/// 0 is on the segment of the first two supports, but deep inside.
TEST(CertifiedFaults, APointAtTheCentreOfAPrismNeedsNoIntegers) {
  Pair pair{make_prism(32, 1, 2), Pose{}, hull_of({Vec3(0, 0, 0)}), Pose{}};
  pair.X_WB.t = Vec3(0x1.c34c4c6628b81p-55, -0x1.34c4c6628b80ep-59, 0);
  const Answer answer = ask(*make_certified(), pair);
  const ExactDistance exact = exactly(pair);
  EXPECT_LE(std::abs(answer.value - exact.phi), 0x1p-52 * std::abs(exact.phi));
  EXPECT_EQ(answer.work.exact, 0);
}

/// Integers of 16 bits do not tell the vertices of such a cap apart.
PolytopePtr two_caps(Random& random, double width) {
  std::vector<Vec3> points;
  for (int k = 0; k < 100; ++k) {
    const double angle = random.uniform(0, 2 * M_PI);
    const double r = width * std::sqrt(random.uniform());
    points.emplace_back(r * std::cos(angle), r * std::sin(angle),
                        (k % 2 == 0 ? 1 : -1) * (1 - r * r));
  }
  return hull_of(points);
}

TEST(CertifiedFaults, VerticesNearerToEachOtherThanTheScanTells) {
  int moved = 0;
  for (int i = 0; i < 60; ++i) {
    Random random(kSeed, 18, static_cast<std::uint64_t>(i));
    const double width = std::pow(10., random.uniform(-5, -2));
    // A cap or a corner upon a cap.
    Pair pair{two_caps(random, width), Pose{}, two_caps(random, width), Pose{}};
    if (i % 2 == 0) {
      pair.B = hull_of({Vec3(0, 0, -1), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(-1, -1, 0)});
    }
    const double apart = i % 3 == 0 ? -1e-3 : 1e-3;
    const auto metric = make_certified();
    const auto workspace = metric->make_workspace();
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    Feature last;
    for (int step = 0; step < 20; ++step) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i << " step " << step);
      const double angle = random.uniform(0, width);
      pair.X_WB.R = Eigen::AngleAxisd(angle, random.unit_vector()).toRotationMatrix();
      pair.X_WB.t = width * random.unit_vector() + Vec3(0, 0, 2 + apart);
      const Answer warm = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      const double exact = exactly(pair).phi;
      EXPECT_GE(warm.value, std::nextafter(exact, -HUGE_VAL));
      EXPECT_LE(warm.value, std::nextafter(exact, HUGE_VAL));
      EXPECT_EQ(warm.value, ask(*metric, pair).value);
      moved += step > 0 && warm.feature_A.index != last.index ? 1 : 0;
      last = warm.feature_A;
    }
  }
  EXPECT_GE(moved, 300);
}

}  // namespace
}  // namespace touchstone
