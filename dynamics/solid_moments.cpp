// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/solid_moments.hpp"

#include <numbers>

#include "dynamics/body.hpp"
#include "geometry/index.hpp"

namespace touchstone {

// Sums over the tetrahedra of the origin and each triangle of the surface, with signed volumes.
// The second moments of one with the corners 0, a, b, c are V/20 (a a' + b b' + c c' + s s') with
// s = a + b + c.
SolidMoments solid_moments(const Polytope& polytope) {
  SolidMoments m;
  const auto vertex = [&](int v) { return polytope.vertices()[at(v)]; };
  for (const Facet& facet : polytope.facets()) {
    for (std::size_t k = 2; k < facet.vertices.size(); ++k) {
      const Vec3 a = vertex(facet.vertices[0]);
      const Vec3 b = vertex(facet.vertices[k - 1]);
      const Vec3 c = vertex(facet.vertices[k]);
      const double volume = a.dot(b.cross(c)) / 6;
      const Vec3 sum = a + b + c;
      m.volume += volume;
      m.first += volume / 4 * sum;
      m.second +=
          volume / 20 *
          (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
    }
  }
  return m;
}

// A capsule is a ball, cut in half, and a cylinder between the halves. The centroid of a half of
// the ball is 3/8 of the radius from the cut.
std::optional<SolidMoments> body_moments(const Polytope& shape) {
  const double r = shape.radius();
  if (r == 0 && shape.dimension() == 3) return solid_moments(shape);
  const std::optional<double> half_length = capsule_half_length(shape);
  if (!half_length) return std::nullopt;
  const double h = *half_length;
  SolidMoments m;
  m.volume = 4 * std::numbers::pi / 3 * r * r * r;
  m.second = m.volume * r * r / 5 * Mat3::Identity();
  m.second(2, 2) += m.volume * h * (h + 0.75 * r);
  const double cylinder = 2 * std::numbers::pi * r * r * h;
  m.volume += cylinder;
  m.second += cylinder * Vec3(r * r / 4, r * r / 4, h * h / 3).asDiagonal();
  return m;
}

}  // namespace touchstone
