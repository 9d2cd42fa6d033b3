// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/families/bodies.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

#include "geometry/pose.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr double kShortestHalfExtent = 0.3;  ///< or semi-axis; the longest is 1 [m]
constexpr int kMinSmallHullPoints = 8;
constexpr int kMaxSides = 8;

/// Vertices of the regular solids, prisms, antiprisms and double pyramids.
const std::vector<std::vector<Vec3>>& regular_solids() {
  static const auto all = [] {
    std::vector<std::vector<Vec3>> solids{make_simplex(0.6)->vertices(),
                                          make_icosphere(0)->vertices()};
    for (int sides = 3; sides <= kMaxSides; ++sides) {
      solids.push_back(make_prism(sides, 0.8, 0.6)->vertices());
      solids.push_back(make_antiprism(sides, 0.8, 0.6)->vertices());
      solids.push_back(make_double_pyramid(sides, 0.8, 1)->vertices());
    }
    return solids;
  }();
  return all;
}

std::vector<Vec3> points_on(Random& random, int count, const Vec3& semi_axes) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    points.emplace_back(random.unit_vector().cwiseProduct(semi_axes));
  }
  return points;
}

/// Takes axis k to axis permutation[k], with the signs x, y and the one that makes the
/// determinant 1.
Mat3 signed_permutation_matrix(std::size_t permutation, double x, double y) {
  constexpr std::array<std::array<int, 3>, 6> kPermutations{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  const auto& row_of = kPermutations.at(permutation);
  const double z = x * y * (permutation < 3 ? 1 : -1);  // the last three permutations are odd
  Mat3 R = Mat3::Zero();
  R(row_of[0], 0) = x;
  R(row_of[1], 1) = y;
  R(row_of[2], 2) = z;
  return R;
}

}  // namespace

Vec3 random_half_extents(Random& random) {
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = random.uniform(kShortestHalfExtent, 1);
  return half;
}

double highest_coordinate(const std::vector<Vec3>& points, const Mat3& R, int axis) {
  double most = ordered_product(R, points.front())[axis];
  for (const Vec3& p : points) most = std::max(most, ordered_product(R, p)[axis]);
  return most;
}

std::vector<Vec3> small_solid_points(Random& random) {
  switch (random.below(5)) {
    case 0:
      return make_box(random_half_extents(random))->vertices();
    case 1:
    case 2: {
      const bool on_sphere = random.below(2) == 0;
      const Vec3 semi_axes = on_sphere ? Vec3::Ones() : random_half_extents(random);
      return points_on(random, from_to(random, kMinSmallHullPoints, kMaxSmallVertices), semi_axes);
    }
    case 3:
      return regular_solids()[random.below(regular_solids().size())];
    default: {
      constexpr int kRange = 3;
      const int count = from_to(random, kMinSmallHullPoints, kMaxSmallVertices - 2);
      std::vector<Vec3> points = make_lattice_hull(random, count, kRange)->vertices();
      for (Vec3& p : points) p /= 4;  // exact
      return points;
    }
  }
}

PolytopePtr small_solid(Random& random, double scale) {
  std::vector<Vec3> points = small_solid_points(random);
  for (Vec3& p : points) p *= scale;
  return hull_of(std::move(points));
}

Kinds kinds_of(std::uint64_t index) {
  constexpr std::array<Kinds, 3> kAll{Kinds::boxes, Kinds::box_and_hull, Kinds::hulls};
  return kAll.at(index / kAllRegimes.size() % kAll.size());
}

PairPoints mixed_points(Random& random, Kinds kinds) {
  const auto box = [&] { return box_corners(random_half_extents(random)); };
  const auto hull = [&] {
    if (random.below(4) > 0) return small_solid_points(random);
    const bool on_sphere = random.below(2) == 0;
    const Vec3 semi_axes = on_sphere ? Vec3::Ones() : random_half_extents(random);
    return points_on(random, from_to(random, kMaxSmallVertices + 1, kMaxMixedVertices), semi_axes);
  };
  PairPoints points;
  points.A = kinds == Kinds::hulls ? hull() : box();
  points.B = kinds == Kinds::boxes ? box() : hull();
  if (kinds == Kinds::box_and_hull && random.below(2) == 0) std::swap(points.A, points.B);
  return points;
}

std::vector<Vec3> box_corners(const Vec3& half_extents) {
  return make_box(half_extents)->vertices();
}

PolytopePtr hull_of(std::vector<Vec3> points) {
  Result<PolytopePtr> body = make_polytope({std::move(points), {}, {}});
  assert(body.ok());
  return std::move(body).value();
}

PolytopePtr unit_icosphere(int levels) {
  static const std::array<PolytopePtr, 3> all{make_icosphere(1), make_icosphere(2),
                                              make_icosphere(3)};
  return all.at(static_cast<std::size_t>(levels) - 1);
}

PolytopePtr cube_symmetric_hull(const std::vector<Vec3>& points) {
  std::vector<Vec3> images;
  for (const Vec3& p : points) {
    for (std::size_t permutation = 0; permutation < 6; ++permutation) {
      for (const double x : {1, -1}) {
        for (const double y : {1, -1}) {
          images.push_back(ordered_product(signed_permutation_matrix(permutation, x, y), p));
        }
      }
    }
  }
  return hull_of(std::move(images));
}

PolytopePtr cube_symmetric_solid(Random& random) {
  std::vector<Vec3> points{random.unit_vector()};
  if (random.below(2) == 0) points.push_back(random.unit_vector());
  return cube_symmetric_hull(points);
}

Mat3 signed_permutation(Random& random) {
  const std::size_t permutation = random.below(6);
  const double x = random.below(2) == 0 ? 1 : -1;
  const double y = random.below(2) == 0 ? 1 : -1;
  return signed_permutation_matrix(permutation, x, y);
}

Mat3 sheared_identity(Random& random, double shear) {
  Mat3 S = Mat3::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const double size = shear * random.uniform(0.5, 1);
      S(row, column) += random.below(2) == 0 ? size : -size;
    }
  }
  return S;
}

Mat3 aligned_or_random(Random& random, std::uint64_t ways) {
  switch (random.below(ways)) {
    case 0:
      return Mat3::Identity();
    case 1:
      return signed_permutation(random);
    default:
      return random.rotation();
  }
}

Mat3 parallel_or_random(Random& random, const Mat3& R) {
  switch (random.below(4)) {
    case 0:
      return ordered_product(R, signed_permutation(random));
    case 1: {
      const Vec3 axis = random.unit_vector();
      const Mat3 tilt = rotation_about(axis, random_power_of_ten(random, -15, -3));
      return ordered_product(tilt, ordered_product(R, signed_permutation(random)));
    }
    default:
      return random.rotation();
  }
}

Mat3 rotation_about(const Vec3& axis, double half_angle) {
  const Vec3 v = half_angle * axis;
  const std::array<double, 4> q_wxyz{1, v.x(), v.y(), v.z()};
  return make_pose(q_wxyz, Vec3::Zero()).value().R;
}

int from_to(Random& random, int least, int most) {
  return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least) + 1));
}

double random_power_of_ten(Random& random, int least_exponent, int largest_exponent) {
  constexpr std::array<double, 17> kPowers{1,     1e-1,  1e-2,  1e-3,  1e-4,  1e-5,
                                           1e-6,  1e-7,  1e-8,  1e-9,  1e-10, 1e-11,
                                           1e-12, 1e-13, 1e-14, 1e-15, 1e-16};
  const int exponent = from_to(random, least_exponent, largest_exponent);
  return kPowers.at(static_cast<std::size_t>(-exponent));
}

double random_scaled_power(Random& random, int least_exponent, int largest_exponent, double least,
                           double most) {
  const double power = random_power_of_ten(random, least_exponent, largest_exponent);
  return power * random.uniform(least, most);
}

}  // namespace touchstone
