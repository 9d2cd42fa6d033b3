// SPDX-License-Identifier: GPL-3.0-or-later
// Families of pairs with exact ties: bodies that coincide, bodies inside bodies, the symmetries of
// the cube, and lattices.
#include <array>
#include <utility>

#include "geometry/arithmetic/trigonometry.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

/// The rotation about z by k / n of a turn, each entry correctly rounded.
Mat3 turned_about_z(long k, long n) {
  const SinCos angle = sin_cos_of_turn(k, n);
  Mat3 R = Mat3::Identity();
  R(0, 0) = angle.cos.high;
  R(1, 1) = angle.cos.high;
  R(1, 0) = angle.sin.high;
  R(0, 1) = -angle.sin.high;
  return R;
}

/// The body with its interior point moved a tenth of the way towards a vertex.
PolytopePtr with_other_interior_point(Random& random, const Polytope& body) {
  const Vec3& corner = body.vertices()[random.below(body.vertices().size())];
  const Vec3 point = 0.9 * body.interior_point() + 0.1 * corner;
  return make_polytope({body.vertices(), {}, point}).value();
}

/// B is where A is: exactly (kinds 0, 1), by an exact symmetry (2), by one that is rounded (3), or
/// exactly but with another interior point, so that rho is defined (4).
Pair coincident(Random& random, std::uint64_t index) {
  Pair pair;
  switch (index % 5) {
    case 0:
      pair.A = small_solid(random);
      pair.B = pair.A;
      break;
    case 1:
      pair.A = small_solid(random);
      pair.B = pair.A;
      pair.X_WA.R = random.rotation();
      pair.X_WA.t = random.in_unit_ball();
      pair.X_WB = pair.X_WA;
      break;
    case 2:
      pair.A = cube_symmetric_solid(random);
      pair.B = pair.A;
      pair.X_WB.R = signed_permutation(random);
      break;
    case 3: {
      constexpr int kMinSides = 3;
      const auto sides = static_cast<int>(kMinSides + random.below(10));
      const double half_height = random.uniform(0.2, 2);
      pair.A = make_prism(sides, 1, half_height);
      pair.B = pair.A;
      const auto steps = 1 + random.below(static_cast<std::uint64_t>(sides) - 1);
      pair.X_WB.R = turned_about_z(static_cast<long>(steps), sides);
      break;
    }
    default:
      pair.A = small_solid(random);
      pair.B = with_other_interior_point(random, *pair.A);
  }
  return pair;
}

/// A box of whole half extents around a lattice body, which touches `contacts` of its faces from
/// inside, exactly.
void touch_from_inside(Random& random, int contacts, Pair* pair) {
  constexpr int kRange = 2;
  constexpr int kPoints = 10;
  const PolytopePtr inner = make_lattice_hull(random, kPoints, kRange);
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = 2.0 * kRange + static_cast<double>(random.below(4));
  pair->A = make_box(half);
  pair->B = inner;
  for (int k = 0; k < 3; ++k) {
    double most = -kRange;
    for (const Vec3& v : inner->vertices()) most = std::max(most, v[k]);
    if (k < contacts) pair->X_WB.t[k] = half[k] - most;
  }
}

/// One body inside the other: about the same centre, anywhere, or touching one to three faces from
/// inside; either may be the inner one.
Pair contained(Random& random, std::uint64_t index) {
  constexpr double kMinInner = 0.1;  // smallest inner radius / outer inradius [1]
  Pair pair;
  const std::uint64_t kind = index / 2 % 4;
  if (kind == 3) {
    touch_from_inside(random, 1 + static_cast<int>(random.below(3)), &pair);
    // Neither pose rotates, so the swap is exact.
    if (index % 2 == 1) {
      std::swap(pair.A, pair.B);
      pair.X_WB.t = Vec3::Zero() - pair.X_WB.t;
    }
    return pair;
  }
  pair.A = small_solid(random);
  std::vector<Vec3> points = small_solid_points(random);
  const double reach = hull_of(points)->bounding_radius();
  const double inner_radius = pair.A->inradius() * random.uniform(kMinInner, 0.7);
  for (Vec3& p : points) p *= inner_radius / reach;
  pair.B = hull_of(std::move(points));
  if (index % 2 == 1) std::swap(pair.A, pair.B);
  pair.X_WB.R = random.rotation();
  const double play = std::max(pair.A->inradius(), pair.B->inradius()) - inner_radius;
  const double share = kind == 0 ? 0 : kind == 1 ? 0.99 : random_power_of_ten(random, -12, -1);
  set_offset(&pair, share * play * random.in_unit_ball());
  return pair;
}

/// The 24 symmetries of the cube, perturbed, with offsets along its axes, edges and diagonals. Two
/// cubes of half-width 1 at an offset of 2 along any of them touch exactly.
Pair symmetric(Random& random, std::uint64_t index) {
  constexpr std::array<double, 8> kAngles{0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.8};
  constexpr std::array<double, 8> kOffsets{2, 1e-6, 0.5, 1, 1.5, 2 - 1e-9, 2 + 1e-9, 2.5};
  static const std::array<PolytopePtr, 4> bodies{make_box({1, 1, 1}), make_double_pyramid(4, 1, 1),
                                                 make_box({1, 1, 2}), make_simplex(1)};
  Pair pair;
  const bool cubes = random.below(2) == 0;
  pair.A = cubes ? bodies[0] : bodies.at(random.below(bodies.size()));
  pair.B = cubes ? bodies[0] : bodies.at(random.below(bodies.size()));
  pair.X_WB.R = signed_permutation(random);
  if (const double angle = kAngles.at(index % kAngles.size()); angle > 0) {
    const Vec3 axis = random.below(2) == 0
                          ? random.unit_vector()
                          : Vec3(Vec3::Unit(static_cast<Eigen::Index>(random.below(3))));
    pair.X_WB.R = ordered_product(rotation_about(axis, angle / 2), pair.X_WB.R);
  }
  const double offset = kOffsets.at(index / kAngles.size() % kOffsets.size());
  // A third each along an axis, an edge and a diagonal.
  const std::uint64_t along = 1 + random.below(3);
  const std::uint64_t first = random.below(3);
  for (std::uint64_t k = 0; k < along; ++k) {
    pair.X_WB.t[static_cast<int>((first + k) % 3)] = random.below(2) == 0 ? offset : -offset;
  }
  return pair;
}

/// A corner of the lattice body with the least product with u.
Vec3 lowest_corner(const Polytope& body, const Vec3& u) {
  Vec3 lowest = body.vertices().front();
  for (const Vec3& v : body.vertices()) {
    if (ordered_dot(u, v) < ordered_dot(u, lowest)) lowest = v;
  }
  return lowest;
}

/// Bodies with whole coordinates, half of them as symmetric as the cube, and signed permutations:
/// all of it is exact, and much of it tied. By index in turn overlapping, touching, separated.
Pair lattice_pair(Random& random, std::uint64_t index) {
  const auto draw = [&] {
    if (random.below(2) == 0) {
      const double x = from_to(random, -3, 3);
      const double y = from_to(random, -3, 3);
      return cube_symmetric_hull({Vec3(x, y, static_cast<double>(1 + random.below(3)))});
    }
    const auto points = static_cast<int>(5 + random.below(10));
    return make_lattice_hull(random, points, static_cast<int>(1 + random.below(3)));
  };
  Pair pair;
  pair.A = draw();
  pair.B = draw();
  pair.X_WB.R = signed_permutation(random);
  if (index % 3 == 0) {
    for (int k = 0; k < 3; ++k) pair.X_WB.t[k] = from_to(random, -1, 1);
    return pair;
  }
  Vec3 w = Vec3::Zero();
  LoopBound bound = bound_of_draws("coincidences: draws of an offset");
  while (w.isZero(0)) {
    bound.step();
    for (int k = 0; k < 3; ++k) w[k] = from_to(random, -2, 2);
  }
  // B's farthest corner along w is put on A's nearest one.
  const Vec3 u_B(ordered_dot(pair.X_WB.R.col(0), w), ordered_dot(pair.X_WB.R.col(1), w),
                 ordered_dot(pair.X_WB.R.col(2), w));
  pair.X_WB.t =
      lowest_corner(*pair.A, w) - ordered_product(pair.X_WB.R, lowest_corner(*pair.B, -u_B));
  if (index % 3 == 2) pair.X_WB.t -= static_cast<double>(1 + random.below(2)) * w;
  return pair;
}

}  // namespace

std::vector<Family> coincidence_families() {
  constexpr std::uint64_t kDefaultCases = 120;
  constexpr int kLatticeVertices = 24;
  return {
      hard_family("coincident", "one body in the same place twice, exactly or by a symmetry",
                  kMaxCubeSymmetricVertices, kDefaultCases, drawn(coincident)),
      hard_family("contained", "one body inside the other, free or touching faces from inside",
                  kMaxSmallVertices, kDefaultCases, drawn(contained)),
      hard_family("symmetric",
                  "cube symmetries turned by 0, 1e-15 to 0.8, along axes, edges, diagonals", 8,
                  kDefaultCases, drawn(symmetric)),
      hard_family("lattice", "whole coordinates, signed permutations: exact ties, exact contact",
                  kLatticeVertices, kDefaultCases, drawn(lattice_pair)),
  };
}

}  // namespace touchstone
