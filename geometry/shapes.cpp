// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/shapes.hpp"

#include <array>
#include <cassert>
#include <map>
#include <utility>
#include <vector>

#include "geometry/arithmetic/trigonometry.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

PolytopePtr hull_of(std::vector<Vec3> vertices) {
  return make_polytope(PolytopeInput{std::move(vertices), {}, {}}).value();
}

double times(double radius, DoubleDouble factor) { return (DoubleDouble{radius, 0} * factor).high; }

/// Corner k of the regular n-gon with a corner on +x, in the plane of height z.
Vec3 on_circle(double radius, long k, long n, double z) {
  const SinCos angle = sin_cos_of_turn(k, n);
  return {times(radius, angle.cos), times(radius, angle.sin), z};
}

/// The corners of that n-gon, with room for as many more.
std::vector<Vec3> circle(double radius, int n, double z) {
  std::vector<Vec3> corners;
  corners.reserve(2 * static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) corners.push_back(on_circle(radius, k, n, z));
  return corners;
}

Vec3 with_pole(Axis pole, double u, double v, double along_pole) {
  switch (pole) {
    case Axis::x:
      return {along_pole, u, v};
    case Axis::y:
      return {v, along_pole, u};
    case Axis::z:
      break;
  }
  return {u, v, along_pole};
}

/// The vector scaled to the given length, each entry rounded once.
Vec3 scaled_to(double length, DoubleDouble x, DoubleDouble y, DoubleDouble z) {
  const DoubleDouble factor = DoubleDouble{length, 0} / sqrt(x * x + y * y + z * z);
  return {(factor * x).high, (factor * y).high, (factor * z).high};
}

PolytopePtr hull_of_draws(int points, const auto& draw) {
  assert(points >= 4);
  std::vector<Vec3> vertices;
  vertices.reserve(points);
  for (int i = 0; i < points; ++i) vertices.push_back(draw());
  return hull_of(std::move(vertices));
}

}  // namespace

PolytopePtr make_grid_box(const std::array<int, 3>& cells, const Vec3& half_extents) {
  assert(half_extents.minCoeff() > 0);
  const auto coordinate = [&](int axis, int k) {
    // The ends are exact, whatever the number of cells.
    const int n = cells.at(axis);
    return k == n ? half_extents[axis] : half_extents[axis] * (2.0 * k / n - 1);
  };
  std::vector<Vec3> vertices;
  for (int i = 0; i <= cells[0]; ++i) {
    for (int j = 0; j <= cells[1]; ++j) {
      for (int k = 0; k <= cells[2]; ++k) {
        vertices.emplace_back(coordinate(0, i), coordinate(1, j), coordinate(2, k));
      }
    }
  }
  return hull_of(std::move(vertices));  // drops what is strictly inside
}

PolytopePtr make_uv_sphere(int slices, int stacks, double radius, Axis pole) {
  assert(slices >= 3 && stacks >= 2 && radius > 0);
  std::vector<Vec3> vertices;
  vertices.reserve(static_cast<std::size_t>(slices) * (stacks - 1) + 2);
  vertices.push_back(with_pole(pole, 0, 0, radius));
  const DoubleDouble length = {radius, 0};
  for (int stack = 1; stack < stacks; ++stack) {
    const SinCos polar = sin_cos_of_turn(stack, 2L * stacks);
    for (int slice = 0; slice < slices; ++slice) {
      const SinCos around = sin_cos_of_turn(slice, slices);
      vertices.push_back(with_pole(pole, (length * (polar.sin * around.cos)).high,
                                   (length * (polar.sin * around.sin)).high,
                                   (length * polar.cos).high));
    }
  }
  vertices.push_back(with_pole(pole, 0, 0, -radius));
  return hull_of(std::move(vertices));
}

PolytopePtr make_icosphere(int levels, double radius) {
  assert(levels >= 0 && radius > 0);
  const DoubleDouble one = {1, 0};
  const DoubleDouble golden = (one + sqrt(DoubleDouble{5, 0})) / DoubleDouble{2, 0};
  const DoubleDouble zero = {0, 0};
  std::vector<Vec3> vertices;
  for (const DoubleDouble& a : {one, -one}) {
    for (const DoubleDouble& b : {golden, -golden}) {
      vertices.push_back(scaled_to(radius, zero, a, b));
      vertices.push_back(scaled_to(radius, a, b, zero));
      vertices.push_back(scaled_to(radius, b, zero, a));
    }
  }
  std::vector<std::array<int, 3>> triangles;
  const PolytopePtr icosahedron = hull_of(vertices);
  for (const Facet& facet : icosahedron->facets()) {
    triangles.push_back({facet.vertices[0], facet.vertices[1], facet.vertices[2]});
  }
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [found, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<int>(vertices.size()));
      if (is_new) {
        const Vec3& p = vertices[a];
        const Vec3& q = vertices[b];
        vertices.push_back(
            scaled_to(radius, two_sum(p.x(), q.x()), two_sum(p.y(), q.y()), two_sum(p.z(), q.z())));
      }
      return found->second;
    };
    std::vector<std::array<int, 3>> finer;
    finer.reserve(4 * triangles.size());
    for (const auto& [a, b, c] : triangles) {
      const int ab = middle(a, b);
      const int bc = middle(b, c);
      const int ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    triangles = std::move(finer);
  }
  return hull_of(std::move(vertices));
}

PolytopePtr make_random_sphere_hull(Random& random, int points) {
  return hull_of_draws(points, [&] { return random.unit_vector(); });
}

PolytopePtr make_random_ball_hull(Random& random, int points) {
  return hull_of_draws(points, [&] { return random.in_unit_ball(); });
}

PolytopePtr make_random_ellipsoid_hull(Random& random, int points, const Vec3& semi_axes) {
  assert(semi_axes.minCoeff() > 0);
  return hull_of_draws(points, [&] { return Vec3(random.unit_vector().cwiseProduct(semi_axes)); });
}

PolytopePtr make_prism(int sides, double radius, double half_height) {
  assert(sides >= 3 && radius > 0 && half_height > 0);
  std::vector<Vec3> vertices = circle(radius, sides, -half_height);
  for (int k = 0; k < sides; ++k) vertices.push_back(on_circle(radius, k, sides, half_height));
  return hull_of(std::move(vertices));
}

PolytopePtr make_antiprism(int sides, double radius, double half_height) {
  assert(sides >= 3 && radius > 0 && half_height > 0);
  std::vector<Vec3> vertices = circle(radius, sides, -half_height);
  for (int k = 0; k < sides; ++k) {
    vertices.push_back(on_circle(radius, 2L * k + 1, 2L * sides, half_height));
  }
  return hull_of(std::move(vertices));
}

PolytopePtr make_simplex(double half_width) {
  assert(half_width > 0);
  const double h = half_width;
  return hull_of({{h, h, h}, {h, -h, -h}, {-h, h, -h}, {-h, -h, h}});
}

PolytopePtr make_double_pyramid(int sides, double radius, double half_height) {
  assert(sides >= 3 && radius > 0 && half_height > 0);
  std::vector<Vec3> vertices = circle(radius, sides, 0);
  vertices.emplace_back(0, 0, half_height);
  vertices.emplace_back(0, 0, -half_height);
  return hull_of(std::move(vertices));
}

PolytopePtr make_cone(int sides, double radius, double half_height) {
  assert(sides >= 3 && radius > 0 && half_height > 0);
  std::vector<Vec3> vertices = circle(radius, sides, -half_height);
  vertices.emplace_back(0, 0, half_height);
  return hull_of(std::move(vertices));
}

PolytopePtr make_needle(double aspect) {
  assert(aspect >= 1);
  return make_double_pyramid(3, 1 / aspect, 1);
}

PolytopePtr make_plate(double aspect) {
  assert(aspect >= 1);
  return make_prism(8, 1, 1 / aspect);
}

PolytopePtr make_lattice_hull(Random& random, int points, int range) {
  assert(points >= 4 && range >= 1);
  const auto width = static_cast<std::uint64_t>(range) * 2 + 1;
  const auto coordinate = [&] {
    return static_cast<double>(static_cast<std::int64_t>(random.below(width)) - range);
  };
  LoopBound bound = bound_of_draws("lattice hull: draws that are not solid");
  while (true) {
    bound.step();
    PolytopePtr hull = hull_of_draws(points, [&] {
      const double x = coordinate();
      const double y = coordinate();
      const double z = coordinate();
      return Vec3(x, y, z);
    });
    if (hull->dimension() == 3) return hull;
  }
}

}  // namespace touchstone
