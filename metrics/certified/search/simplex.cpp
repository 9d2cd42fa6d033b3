// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/search/simplex.hpp"

#include <cmath>
#include <limits>

#include "geometry/index.hpp"
#include "metrics/arithmetic/edge_weights.hpp"
#include "metrics/certified/search/foot_kernel.hpp"

namespace touchstone {
namespace {

/// A candidate: places in the simplex, and weights.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  Vec3 point = Vec3::Zero();
  int count = 0;
  std::array<int, 3> of{};
  std::array<double, 3> weight{};
  double squared_slope = 0;

  void take(const Nearest& other) {
    if (other.squared < squared) *this = other;
  }
};

Nearest of_point(const DifferenceSimplex& s, int i) {
  const Vec3& c = s.points[at(i)].c;
  return {c.squaredNorm(), c, 1, {i}, {1}, 0};
}

Nearest of_foot(const narrow::Foot& foot, int count, const std::array<int, 3>& of) {
  const Vec3 v = narrow::vector_of(foot.point);
  return {v.squaredNorm(), v, count, of, foot.weight, foot.squared_slope};
}

Nearest of_segment(const DifferenceSimplex& s, int i, int j) {
  const narrow::Lanes p = narrow::lanes_of(s.points[at(i)].c);
  const narrow::Lanes q = narrow::lanes_of(s.points[at(j)].c);
  const narrow::Foot foot = narrow::foot_on_segment(p, q, q - p);
  if (foot.inside) return of_foot(foot, 2, {i, j});
  return of_point(s, foot.weight[1] > 0 ? j : i);
}

/// `of_i`: only what i takes part in.
Nearest of_triangle(const DifferenceSimplex& s, int i, int j, int k, bool of_i) {
  const Vec3& p = s.points[at(i)].c;
  const Vec3& q = s.points[at(j)].c;
  const Vec3& r = s.points[at(k)].c;
  const narrow::Lanes at_p = narrow::lanes_of(p);
  narrow::Foot foot =
      narrow::foot_on_triangle(at_p, narrow::lanes_of(q) - at_p, narrow::lanes_of(r) - at_p);
  if (!foot.wide) foot.weight = foot_weights(p, q, r);
  const Vec3 w(foot.weight.data());
  if (w.minCoeff() > 0) return of_foot(foot, 3, {i, j, k});
  // Across an edge whose weight is not positive; of slivers, whose weights may be anything, all
  // are tried.
  Nearest best;
  const bool sound = w.allFinite();
  if (!of_i && (!sound || !(w[0] > 0))) best.take(of_segment(s, j, k));
  if (!sound || !(w[1] > 0)) best.take(of_segment(s, i, k));
  if (!sound || !(w[2] > 0)) best.take(of_segment(s, i, j));
  return best;
}

Nearest of_tetrahedron(const DifferenceSimplex& s, bool of_last, bool& inside) {
  // The last face is the one without the last point.
  constexpr std::array<std::array<int, 4>, 4> kFaces = {
      {{3, 0, 1, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {0, 1, 2, 3}}};
  Nearest best;
  inside = true;
  for (std::size_t face = 0; face < (of_last ? 3U : 4U); ++face) {
    const auto& f = kFaces[face];
    const Vec3& p = s.points[at(f[0])].c;
    const Vec3 n = (s.points[at(f[1])].c - p).cross(s.points[at(f[2])].c - p);
    const double of_zero = -n.dot(p);
    const double of_other = n.dot(s.points[at(f[3])].c - p);
    // Where the sides cannot be told apart the face is a candidate, which does no harm.
    if ((of_zero > 0 && of_other > 0) || (of_zero < 0 && of_other < 0)) continue;
    inside = false;
    best.take(of_triangle(s, f[0], f[1], f[2], of_last));
  }
  return best;
}

}  // namespace

std::array<double, 3> foot_weights(const Vec3& c0, const Vec3& c1, const Vec3& c2) {
  const Vec3 e1 = c1 - c0;
  const Vec3 e2 = c2 - c0;
  const Vec3 n = e1.cross(e2);
  const double inverse = 1 / n.squaredNorm();
  // From the first corner to the foot: within the plane, where a triangle far from 0 loses no
  // digits.
  const Vec3 y = n * (n.dot(c0) * inverse) - c0;
  const auto [of_e1, of_e2] = edge_weights(n, e1, e2, y);
  const double w1 = of_e1 * inverse;
  const double w2 = of_e2 * inverse;
  return {1 - w1 - w2, w1, w2};
}

bool DifferenceSimplex::reduce(bool of_last) {
  bool inside = false;
  Nearest best = count == 1   ? of_point(*this, 0)
                 : count == 2 ? of_segment(*this, 0, 1)
                 : count == 3 ? of_triangle(*this, 2, 0, 1, of_last)
                              : of_tetrahedron(*this, of_last, inside);
  if (inside) return false;
  // Rounding: the last point brought nothing.
  if (best.count == 0) best = of_point(*this, 0);
  const std::array<DifferencePoint, 4> before = points;
  for (std::size_t k = 0; k < at(best.count); ++k) points[k] = before[at(best.of[k])];
  weight = best.weight;
  count = best.count;
  nearest = best.point;
  squared_slope = best.squared_slope;
  return true;
}

bool DifferenceSimplex::complete(const DifferenceSet& set, double least, int* supports) {
  while (count < 4) {
    const Vec3& c0 = points[0].c;
    std::array<Vec3, 3> directions = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    Vec3 span = Vec3::Zero();
    if (count == 2) {
      span = (points[1].c - c0).normalized();
      directions[0] = span.unitOrthogonal();
      directions[1] = span.cross(directions[0]);
      directions[2] = directions[0];
    } else if (count == 3) {
      span = (points[1].c - c0).cross(points[2].c - c0).normalized();
      directions.fill(span);
    }
    DifferencePoint best;
    double most = least;
    for (const Vec3& u : directions) {
      for (const double sign : {1.0, -1.0}) {
        const DifferencePoint next = set.support(sign * u);
        if (supports != nullptr) ++*supports;
        const Vec3 step = next.c - c0;
        const double away = count == 1   ? step.norm()
                            : count == 2 ? span.cross(step).norm()
                                         : std::abs(span.dot(step));
        if (!(away > most)) continue;
        most = away;
        best = next;
      }
    }
    if (best.a < 0) return false;
    add(best);
  }
  return true;
}

}  // namespace touchstone
