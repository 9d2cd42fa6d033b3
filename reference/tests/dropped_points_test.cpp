// SPDX-License-Identifier: GPL-3.0-or-later
// make_polytope chooses the distinct boundary points of a body once, for both routes to the truth.
// Here the reference's own hull looks at all the points that went in: what was dropped must be
// inside, and what was kept must be on the boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/polytope.hpp"
#include "geometry/random.hpp"
#include "reference/exact/exact_body.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261;

bool less(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

std::vector<Vec3> sorted_distinct(std::vector<Vec3> points) {
  std::sort(points.begin(), points.end(), less);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::vector<Vec3> chosen(const std::vector<Vec3>& points, const std::vector<int>& index) {
  std::vector<Vec3> result;
  result.reserve(index.size());
  for (const int i : index) result.push_back(points[at(i)]);
  return sorted_distinct(std::move(result));
}

struct Counts {
  int dropped = 0;
  int not_extreme = 0;  ///< kept, inside facets or edges
};

/// The extreme points of all that went in are the polytope's; of a solid, dropped points are
/// strictly inside and kept ones are not.
Counts check(const std::vector<Vec3>& points) {
  Counts counts;
  const PolytopePtr body = make_polytope({points, {}, {}}).value();
  const std::vector<Vec3> all = sorted_distinct(points);
  const ExactBody hull(all);
  EXPECT_EQ(hull.dimension(), body->dimension());
  EXPECT_EQ(chosen(all, hull.index()), chosen(body->vertices(), body->extreme()));
  const std::vector<Vec3> kept = sorted_distinct(body->vertices());
  EXPECT_EQ(kept.size(), body->vertices().size());
  counts.dropped = static_cast<int>(all.size() - kept.size());
  counts.not_extreme = static_cast<int>(kept.size() - body->extreme().size());
  if (body->dimension() < 3) return counts;
  for (const Vec3& p : all) {
    const bool was_kept = std::binary_search(kept.begin(), kept.end(), p, less);
    EXPECT_EQ(hull.strictly_inside(p), !was_kept) << p.transpose();
  }
  return counts;
}

/// Points that end up strictly inside, in facets, in edges, or a few ulps from there.
std::vector<Vec3> points_of(Random& random, int kind) {
  const int count = 8 + static_cast<int>(random.below(60));
  const Mat3 R = random.rotation();
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    Vec3 lattice;
    for (int k = 0; k < 3; ++k) lattice[k] = static_cast<double>(random.below(5)) - 2;
    const Vec3 ball = random.in_unit_ball();
    switch (kind) {
      case 0:
        points.push_back(ball);
        break;
      case 1:
        points.push_back(lattice);
        break;
      case 2:
        points.emplace_back(R * lattice);
        break;
      case 3:
        points.emplace_back(lattice + 1e-15 * ball);
        break;
      case 4:
        points.emplace_back(lattice.x(), lattice.y(), 1);
        break;
      case 5:
        points.emplace_back(lattice.x() * Vec3(1, 2, 3));
        break;
      default:  // means of earlier points: all but inside edges
        points.emplace_back(i < 6 ? ball
                                  : 0.5 * (points[random.below(points.size())] +
                                           points[random.below(points.size())]));
    }
  }
  return points;
}

TEST(DroppedPoints, AreInsideByTheReferencesOwnHull) {
  constexpr int kKinds = 7;
  constexpr int kCasesOfEach = 150;
  for (int kind = 0; kind < kKinds; ++kind) {
    Counts total;
    for (int index = 0; index < kCasesOfEach; ++index) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " kind " << kind << " case " << index);
      Random random(kSeed, static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(index));
      const Counts counts = check(points_of(random, kind));
      total.dropped += counts.dropped;
      total.not_extreme += counts.not_extreme;
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(total.dropped, kCasesOfEach) << "kind " << kind;
    if (kind == 1) {
      EXPECT_GT(total.not_extreme, kCasesOfEach);
    }
  }
}

}  // namespace
}  // namespace touchstone
