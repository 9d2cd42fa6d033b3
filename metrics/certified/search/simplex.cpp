// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/search/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// From the first corner to the foot is y: within the plane, where a triangle far from 0 loses no
/// digits.
Vec3 weights_within(const Vec3& e1, const Vec3& e2, const Vec3& n, double inverse, const Vec3& y) {
  const double w1 = n.dot(y.cross(e2)) * inverse;
  const double w2 = n.dot(e1.cross(y)) * inverse;
  return {1 - w1 - w2, w1, w2};
}

/// A candidate: places in the simplex, and weights.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  Vec3 point = Vec3::Zero();
  int count = 0;
  std::array<int, 3> of{};
  std::array<double, 3> weight{};

  void take(const Nearest& other) {
    if (other.squared < squared) *this = other;
  }
};

Nearest of_point(const DifferenceSimplex& s, int i) {
  const Vec3& c = s.points[at(i)].c;
  return {c.squaredNorm(), c, 1, {i}, {1}};
}

Nearest of_segment(const DifferenceSimplex& s, int i, int j) {
  const Vec3& p = s.points[at(i)].c;
  const Vec3& q = s.points[at(j)].c;
  const Vec3 e = q - p;
  const double length = e.squaredNorm();
  const double along_p = -p.dot(e);
  const double along_q = q.dot(e);
  if (!(along_p > 0)) return of_point(s, i);
  if (!(along_q > 0)) return of_point(s, j);
  // From the nearer end, where less cancels.
  const bool near_p = along_p < along_q;
  const double t = (near_p ? along_p : along_q) / length;
  const Vec3 v = near_p ? Vec3(p + t * e) : Vec3(q - t * e);
  return {v.squaredNorm(), v, 2, {i, j}, {near_p ? 1 - t : t, near_p ? t : 1 - t}};
}

/// `of_i`: only what i takes part in.
Nearest of_triangle(const DifferenceSimplex& s, int i, int j, int k, bool of_i) {
  const Vec3& p = s.points[at(i)].c;
  const Vec3 e1 = s.points[at(j)].c - p;
  const Vec3 e2 = s.points[at(k)].c - p;
  const Vec3 n = e1.cross(e2);
  const double inverse = 1 / n.squaredNorm();
  const Vec3 v = n * (n.dot(p) * inverse);
  // The next step waits for the weights' signs: these do not wait for the foot.
  const double along1 = -p.dot(e1);
  const double along2 = -p.dot(e2);
  const double square1 = e1.squaredNorm();
  const double square2 = e2.squaredNorm();
  const double both = e1.dot(e2);
  const double area = square1 * square2 - both * both;
  Vec3 w;
  if (area > kWideTriangle * (square1 * square2)) {
    const double w1 = square2 * along1 - both * along2;
    const double w2 = square1 * along2 - both * along1;
    w = {area - w1 - w2, w1, w2};
    if (w[0] > 0 && w[1] > 0 && w[2] > 0) {
      const double part = 1 / area;
      const double part1 = w1 * part;
      const double part2 = w2 * part;
      return {v.squaredNorm(), v, 3, {i, j, k}, {1 - part1 - part2, part1, part2}};
    }
  } else {
    w = weights_within(e1, e2, n, inverse, v - p);
  }
  if (w.minCoeff() > 0) return {v.squaredNorm(), v, 3, {i, j, k}, {w[0], w[1], w[2]}};
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

double squared_slope_of(const DifferenceSimplex& s) {
  if (s.count == 1) return 0;
  const Vec3 e1 = s.points[1].c - s.points[0].c;
  if (s.count == 2) return 1 / e1.squaredNorm();
  const Vec3 e2 = s.points[2].c - s.points[0].c;
  return std::max(e1.squaredNorm(), e2.squaredNorm()) / e1.cross(e2).squaredNorm();
}

}  // namespace

Vec3 foot_weights(const Vec3& c0, const Vec3& c1, const Vec3& c2) {
  const Vec3 e1 = c1 - c0;
  const Vec3 e2 = c2 - c0;
  const Vec3 n = e1.cross(e2);
  const double inverse = 1 / n.squaredNorm();
  return weights_within(e1, e2, n, inverse, n * (n.dot(c0) * inverse) - c0);
}

bool DifferenceSimplex::reduce(bool of_last) {
  Nearest best;
  bool inside = false;
  switch (count) {
    case 1:
      best = of_point(*this, 0);
      break;
    case 2:
      best = of_segment(*this, 0, 1);
      break;
    case 3:
      best = of_triangle(*this, 2, 0, 1, of_last);
      break;
    default:
      best = of_tetrahedron(*this, of_last, inside);
  }
  if (inside) return false;
  // Rounding: the last point brought nothing.
  if (best.count == 0) best = of_point(*this, 0);
  const std::array<DifferencePoint, 4> before = points;
  for (std::size_t k = 0; k < static_cast<std::size_t>(best.count); ++k) {
    points[k] = before[at(best.of[k])];
    weight[k] = best.weight[k];
  }
  count = best.count;
  nearest = best.point;
  squared_slope = squared_slope_of(*this);
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
