// SPDX-License-Identifier: GPL-3.0-or-later
// What a scan of integers leaves out (quantized_scan_kernel.hpp), against doubles.
#include "metrics/certified/support/scanned_arms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "geometry/shapes.hpp"
#include "metrics/certified/support/difference.hpp"
#include "metrics/certified/support/difference_supports_kernel.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

/// About a block's and a word's end.
constexpr std::array kCounts = {33, 47, 48, 49, 64, 65, 80, 81, 96, 97, 112, 113, 127, 128};

/// Hulls of 33 to 128 points about a sphere, some of them long, flat, tiny or huge.
std::vector<PolytopePtr> bodies() {
  std::vector<PolytopePtr> all;
  for (int i = 0; i < 42; ++i) {
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const int count = kCounts.at(static_cast<std::size_t>(i) % kCounts.size());
    const double size = std::pow(10., random.uniform(-8, 8));
    const double thin = i % 2 == 0 ? 1 : std::pow(10., random.uniform(-5, 0));
    std::vector<Vec3> points;
    while (static_cast<int>(points.size()) < count) {
      const Vec3 u = random.unit_vector();
      points.emplace_back(size * Vec3(u.x(), i % 4 == 1 ? thin * u.y() : u.y(), thin * u.z()));
    }
    all.push_back(hull_of(points));
  }
  return all;
}

bool holds(const ScreenedPoints& points, int place) {
  return (points[static_cast<std::size_t>(place) / 64] >> (place % 64) & 1U) != 0;
}

template <class Visit>
void for_each_scan(const Visit& visit) {
  int scans = 0;
  for (const PolytopePtr& polytope : bodies()) {
    const DifferenceBodyWith<> body(*polytope);
    if (body.arms.kind() != ScannedArms::Kind::quantized) continue;
    for (int turn = 0; turn < 50; ++turn) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " scan " << scans);
      Random random(kSeed, 2, static_cast<std::uint64_t>(scans++));
      Vec3 u = random.unit_vector();
      // Across a long body, its vertices are at one level to a few units.
      if (turn % 5 == 0) u.x() *= 1e-6;
      u *= std::pow(10., random.uniform(-100, 100));
      // Its size is the least and the largest that it can be given as.
      visit(body, u, 1.75 * (turn % 2 == 0 ? u.lpNorm<1>() : u.norm()));
    }
  }
  EXPECT_GE(scans, 1500);
}

TEST(ScannedArms, WhatIsLeftOutIsBelow) {
  for_each_scan([](const DifferenceBody& body, const Vec3& u, double size) {
    narrow::QuantizedProducts products;
    products.products(body.arms, {narrow::lanes_of(u), size});
    for (int place = 0; place < body.map.count(); ++place) {
      const ScreenedPoints reached = products.reaching(place);
      EXPECT_TRUE(holds(reached, place));
      const double least =
          u.dot(body.map.arm(place)) - ReachedVertices::kSlack * u.norm() * body.map.longest();
      for (int other = 0; other < body.map.count(); ++other) {
        if (holds(reached, other)) continue;
        ASSERT_LT(u.dot(body.map.arm(other)), least) << place << " and " << other;
      }
      // What fills up the last block is not there.
      for (int other = body.map.count(); other < SupportMap::kMaxScanned; ++other) {
        ASSERT_FALSE(holds(reached, other));
      }
    }
  });
}

TEST(ScannedArms, TheFarthestIsThatOfDoubles) {
  int many = 0;
  for_each_scan([&](const DifferenceBody& body, const Vec3& u, double size) {
    const narrow::SizedDirection direction{narrow::lanes_of(u), size};
    const auto arm = [&](int place) { return narrow::lanes_of(body.arm(place)); };
    narrow::QuantizedProducts products;
    const int place = products.scan(body.arms, arm, direction);
    many += place < 0 ? 1 : 0;
    if (place >= 0) {
      EXPECT_EQ(place, body.map.farthest(u));
    }
    const int rough = products.rough(body.arms, direction);
    ASSERT_LT(rough, body.map.count());
    EXPECT_LT(u.dot(body.map.arm(body.map.farthest(u)) - body.map.arm(rough)),
              1e-3 * u.norm() * body.map.longest());
  });
  // Bodies that are long enough have more vertices at one level than are compared.
  EXPECT_GE(many, 10);
}

TEST(ScannedArms, LieInTheRoomBehindTheirBody) {
  for (int count = 4; count <= 129; ++count) {
    SCOPED_TRACE(count);
    Random random(kSeed, 3, static_cast<std::uint64_t>(count));
    const PolytopePtr polytope = make_random_sphere_hull(random, count);
    const auto body = DifferenceBody::of(*polytope);
    const auto* const room =
        reinterpret_cast<const std::byte*>(body.get()) + (sizeof(DifferenceBody) + 63) / 64 * 64;
    const std::size_t bytes = ScannedArms::units(*polytope) * ScannedArms::kUnit;
    if (body->arms.kind() == ScannedArms::Kind::doubles) {
      const SupportMap::Columns columns = body->arms.columns();
      EXPECT_EQ(reinterpret_cast<const std::byte*>(columns.x), room);
      EXPECT_EQ(reinterpret_cast<const std::byte*>(columns.z + columns.count), room + bytes);
      for (int i = 0; i < columns.count; ++i) {
        EXPECT_EQ(Vec3(columns.x[i], columns.y[i], columns.z[i]),
                  body->map.arm(std::min(i, count - 1)));
      }
    } else if (body->arms.kind() == ScannedArms::Kind::quantized) {
      const auto blocks = std::as_bytes(body->arms.blocks());
      EXPECT_EQ(blocks.data(), room);
      EXPECT_LE(blocks.size(), bytes);
    }
    EXPECT_EQ(body->arms.kind(), count <= 32    ? ScannedArms::Kind::doubles
                                 : count <= 128 ? ScannedArms::Kind::quantized
                                                : ScannedArms::Kind::climb);
  }
}

/// The farthest vertex and the next one of up to 32, some of which are equally far.
TEST(ScannedProducts, NameTheFarthestAndTheNext) {
  for (int count = 1; count <= SupportMap::kMaxScannedWarm; ++count) {
    for (int turn = 0; turn < 20; ++turn) {
      Random random(kSeed, 8, static_cast<std::uint64_t>(20 * count + turn));
      const int padded = (count + kScanBlock - 1) / kScanBlock * kScanBlock;
      std::array<std::vector<double>, 3> entries;
      for (std::vector<double>& e : entries) {
        for (int i = 0; i < padded; ++i) {
          e.push_back(i < count ? std::round(random.uniform(-2, 2)) : e.back());
        }
      }
      const Vec3 u = random.unit_vector();
      const Vec3 along_axis = turn % 2 == 0 ? u : Vec3(1, 0, 0);
      narrow::ScannedProducts<SupportMap::kMaxScannedWarm> products;
      const int first =
          products.scan({entries[0].data(), entries[1].data(), entries[2].data(), padded},
                        narrow::lanes_of(along_axis));
      const double* height = products.along;
      EXPECT_EQ(first, std::max_element(height, height + padded) - height);
      int next = 0;
      for (int i = 0; i < padded; ++i) {
        if (height[i] == height[first]) continue;
        if (height[next] == height[first] || height[i] > height[next]) next = i;
      }
      EXPECT_EQ(products.scan_next(), height[next] == height[first] ? 0 : next);
    }
  }
}

TEST(ScannedArms, AlongDirectionsOutOfRangeTheMapScans) {
  Random random(kSeed, 6, 0);
  const DifferenceBodyWith<> body(*make_random_sphere_hull(random, 70));
  ASSERT_EQ(body.arms.kind(), ScannedArms::Kind::quantized);
  for (const double length : {1e-280, 1e280}) {
    const Vec3 u = length * random.unit_vector();
    const narrow::Lanes lanes = narrow::lanes_of(u);
    const double size = 1.75 * u.lpNorm<1>();
    narrow::BodySupports<narrow::Bodies::quantized> supports(body, Mat3::Identity());
    EXPECT_EQ(supports.farthest(lanes, size, -1), body.map.farthest(u));
    EXPECT_EQ(supports.rough(lanes, size), body.map.farthest(u));
    EXPECT_FALSE(supports.reaching(lanes, size, 0).known);
  }
}

/// Where integers do not tell vertices apart doubles do, and name none that is not there.
TEST(ScannedArms, SharpenedVerticesAreThoseThatReachInDoubles) {
  for (const int count : {66, 70, 100}) {
    Random random(kSeed, 7, static_cast<std::uint64_t>(count));
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k) {
      const Vec3 u = random.unit_vector();
      points.emplace_back(1e-3 * u.x(), 1e-3 * u.y(), u.z() > 0 ? 1 : -1);
      points.back().z() *= 1 - points.back().head<2>().squaredNorm();
    }
    const PolytopePtr polytope = hull_of(points);
    const DifferenceBodyWith<> body(*polytope);
    ASSERT_EQ(body.arms.kind(), ScannedArms::Kind::quantized);
    narrow::BodySupports<narrow::Bodies::quantized> supports(body, Mat3::Identity());
    const Vec3 u(0, 0, 1);
    const int place = body.map.count() - 1;
    ReachedVertices reached = supports.reaching(narrow::lanes_of(u), 1.75, place);
    supports.sharpen(reached, narrow::lanes_of(u), 1.75, place);
    const double least =
        body.map.arm(place).z() - 3.5 * ReachedVertices::kSlack * body.map.longest();
    for (int other = 0; other < SupportMap::kMaxScanned; ++other) {
      EXPECT_EQ(holds(reached.places, other),
                other < body.map.count() && body.map.arm(other).z() >= least)
          << other;
    }
  }
}

}  // namespace
}  // namespace touchstone
