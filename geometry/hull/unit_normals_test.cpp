// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/unit_normals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/arithmetic/registers.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260731;

/// Triangles of all corners of a few points, thin ones and tiny ones among them.
struct Sample {
  std::vector<Vec3> points;
  std::vector<Corners> triangles;

  Sample(Random& random, std::size_t count) {
    for (int k = 0; k < 24; ++k) {
      const Vec3 p = random.unit_vector();
      // Some nearly on a line, some nearly in a plane, some at powers of two.
      if (k % 4 == 1) {
        points.emplace_back(p.x(), 1e-9 * p.y(), 1e-12 * p.z());
      } else if (k % 4 == 2) {
        points.emplace_back(p.x(), p.y(), 0);
      } else {
        points.emplace_back(k % 4 == 3 ? Vec3(1e-3 * p) : p);
      }
    }
    while (triangles.size() < count) {
      const auto corner = [&] { return static_cast<int>(random.below(points.size())); };
      const Corners t{corner(), corner(), corner()};
      if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0] &&
          !collinear(points[at(t[0])], points[at(t[1])], points[at(t[2])])) {
        triangles.push_back(t);
      }
    }
  }
};

void expect_single_ones(const Sample& sample, bool wide) {
  std::vector<Vec3> normals(sample.triangles.size());
  unit_normals(sample.points, sample.triangles, normals, wide);
  for (std::size_t k = 0; k < normals.size(); ++k) {
    const auto& [a, b, c] = sample.triangles[k];
    const Vec3 one = unit_normal(sample.points[at(a)], sample.points[at(b)], sample.points[at(c)]);
    ASSERT_EQ(std::memcmp(normals[k].data(), one.data(), 3 * sizeof(double)), 0)
        << k << ": " << normals[k].transpose() << " and " << one.transpose();
  }
}

TEST(UnitNormals, AreThoseOfSingleTrianglesInEitherWidth) {
  Random random(kSeed, 1);
  for (const std::size_t count : {0U, 1U, 3U, 31U, 32U, 33U, 100U, 2000U}) {
    SCOPED_TRACE(count);
    const Sample sample(random, count);
    expect_single_ones(sample, false);
    if (machine_registers() == Registers::wide) expect_single_ones(sample, true);
  }
}

TEST(UnitNormals, OfNeedlesAndExtremeSizesAreThoseOfSingleTriangles) {
  Random random(kSeed, 2);
  for (const double scale : {1e-55, 1e-30, 1e30, 1e55}) {
    for (const double thickness : {1.0, 1e-8, 1e-16, 1e-40}) {
      Sample sample(random, 60);
      for (Vec3& p : sample.points) {
        p = scale * p.cwiseProduct(Vec3(1, thickness, thickness * thickness));
      }
      std::erase_if(sample.triangles, [&](const Corners& t) {
        return collinear(sample.points[at(t[0])], sample.points[at(t[1])], sample.points[at(t[2])]);
      });
      expect_single_ones(sample, false);
      if (machine_registers() == Registers::wide) expect_single_ones(sample, true);
    }
  }
}

}  // namespace
}  // namespace touchstone
