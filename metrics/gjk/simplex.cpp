// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/simplex.hpp"

#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A face of the simplex by the numbers of its points, and weights of its nearest point.
struct Face {
  std::array<int, 3> at{};
  std::array<double, 3> weight{};
  int count = 0;
};

Face vertex(int i) { return {{i, 0, 0}, {1, 0, 0}, 1}; }

/// A point of the segment ij; `part` is the weight of j.
Face segment(int i, int j, double part) { return {{i, j, 0}, {1 - part, part, 0}, 2}; }

Face nearest_on_segment(const GjkSimplex& s, int i, int j) {
  const Vec3& a = s.point[at(i)].y;
  const Vec3 e = s.point[at(j)].y - a;
  const double along = -a.dot(e);
  const double square = e.squaredNorm();
  if (!(along > 0)) return vertex(i);
  if (!(along < square)) return vertex(j);
  return segment(i, j, along / square);
}

Vec3 point_of(const GjkSimplex& s, const Face& face) {
  Vec3 v = Vec3::Zero();
  for (std::size_t k = 0; k < at(face.count); ++k) {
    v += face.weight[k] * s.point[at(face.at[k])].y;
  }
  return v;
}

/// The nearest point of the three sides: the regions below say nothing of flat triangles.
Face nearest_on_sides(const GjkSimplex& s, int i, int j, int k) {
  Face best = nearest_on_segment(s, i, j);
  for (const Face& other : {nearest_on_segment(s, j, k), nearest_on_segment(s, k, i)}) {
    if (point_of(s, other).squaredNorm() < point_of(s, best).squaredNorm()) best = other;
  }
  return best;
}

/// The point of a triangle nearest to the origin [ericson2005, 5.1.5]. A side without length has no
/// part: such triangles are left to their sides.
Face nearest_on_triangle(const GjkSimplex& s, int i, int j, int k) {
  const Vec3& a = s.point[at(i)].y;
  const Vec3& b = s.point[at(j)].y;
  const Vec3& c = s.point[at(k)].y;
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const double d1 = -ab.dot(a);
  const double d2 = -ac.dot(a);
  if (d1 <= 0 && d2 <= 0) return vertex(i);
  const double d3 = -ab.dot(b);
  const double d4 = -ac.dot(b);
  if (d3 >= 0 && d4 <= d3) return vertex(j);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) return segment(i, j, d1 / (d1 - d3));
  const double d5 = -ab.dot(c);
  const double d6 = -ac.dot(c);
  if (d6 >= 0 && d5 <= d6) return vertex(k);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) return segment(i, k, d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  const double square = (d4 - d3) + (d5 - d6);
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 && square > 0) {
    return segment(j, k, (d4 - d3) / square);
  }
  const double sum = va + vb + vc;
  if (!(va > 0 && vb > 0 && vc > 0)) return nearest_on_sides(s, i, j, k);
  const double v = vb / sum;
  const double w = vc / sum;
  return {{i, j, k}, {1 - v - w, v, w}, 3};
}

void leave(GjkSimplex& simplex, const Face& face) {
  const GjkSimplex before = simplex;
  simplex.count = face.count;
  for (std::size_t k = 0; k < at(face.count); ++k) {
    simplex.point[k] = before.point[at(face.at[k])];
    simplex.weight[k] = face.weight[k];
  }
}

}  // namespace

bool reduce(GjkSimplex& simplex, double margin) {
  if (simplex.count == 1) {
    leave(simplex, vertex(0));
  } else if (simplex.count == 2) {
    leave(simplex, nearest_on_segment(simplex, 0, 1));
  } else if (simplex.count == 3) {
    leave(simplex, nearest_on_triangle(simplex, 0, 1, 2));
  } else {
    constexpr std::array<std::array<int, 4>, 4> kSides = {
        {{0, 1, 3, 2}, {1, 2, 3, 0}, {2, 0, 3, 1}, {0, 1, 2, 3}}};
    double least = std::numeric_limits<double>::infinity();
    Face best;
    for (const auto& [i, j, k, other] : kSides) {
      const Vec3& a = simplex.point[at(i)].y;
      const Vec3 e = simplex.point[at(j)].y - a;
      const Vec3 f = simplex.point[at(k)].y - a;
      const Vec3 to_other = simplex.point[at(other)].y - a;
      const Vec3 n = e.cross(f);
      const double origin = -n.dot(a);
      const double inner = n.dot(to_other);
      // Inside for certain, of a tetrahedron that is not flat. Points off by the margin turn the
      // normal of a sliver by far more than they move it.
      const double sides = e.norm() + f.norm();
      const double doubt_of_origin = margin * (n.norm() + sides * a.norm());
      const double doubt_of_inner = margin * (n.norm() + sides * to_other.norm());
      if (std::abs(inner) > doubt_of_inner && std::abs(origin) > doubt_of_origin &&
          (inner > 0) == (origin > 0)) {
        continue;
      }
      const Face face = nearest_on_triangle(simplex, i, j, k);
      const double square = point_of(simplex, face).squaredNorm();
      if (square < least) {
        least = square;
        best = face;
      }
    }
    if (best.count == 0) return false;
    leave(simplex, best);
  }
  return true;
}

Vec3 nearest_arm(const GjkSimplex& simplex) {
  Vec3 arm = Vec3::Zero();
  for (std::size_t k = 0; k < at(simplex.count); ++k) {
    arm += simplex.weight[k] * simplex.point[k].arm;
  }
  return arm;
}

}  // namespace touchstone
