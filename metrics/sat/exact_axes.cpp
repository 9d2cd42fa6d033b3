// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/exact_axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace touchstone {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The sine of the angle between normals that are one but for rounding.
constexpr double kSameNormal = 64 * 0x1p-53;
/// A product of lengths below this has lost digits to the least double [m^2].
constexpr double kMinProduct = 1e-280;

Dd3 side(const Mat3& R, const Vec3& from, const Vec3& to) {
  return turned(R, difference(to, from));
}

struct Range {
  DoubleDouble least, most;
};

Range projected(const ExactAxes& body, const Mat3& R, const Dd3& m) {
  const Vec3 u = rounded(m);
  const Vec3 local = R.transpose() * u;
  Range range;
  bool first = true;
  for (const Vec3& v : body.vertices) {
    // Doubles tell what is certainly between.
    const double about = local.dot(v);
    const double rounding = 0x1p-48 * v.lpNorm<1>();
    if (!first && about < range.most.high - rounding && about > range.least.high + rounding) {
      continue;
    }
    const DoubleDouble product = dot(m, turned(R, v));
    if (first || (product - range.most).high > 0) range.most = product;
    if (first || (product - range.least).high < 0) range.least = product;
    first = false;
  }
  return range;
}

ExactOverlap overlap_along(Dd3 m, const ExactAxes& A, const Pose& X_WA, const ExactAxes& B,
                           const Pose& X_WB, const Vec3& axis) {
  if (!(rounded(m).lpNorm<Eigen::Infinity>() > kMinProduct)) m = exactly(axis);
  // Made about 1 long by a power of two: squares stay in range.
  int exponent = 0;
  std::frexp(rounded(m).lpNorm<Eigen::Infinity>(), &exponent);
  const double unit = std::ldexp(1, -exponent);
  for (DoubleDouble& entry : m) entry = {unit * entry.high, unit * entry.low};

  const DoubleDouble length = sqrt(dot(m, m));
  const Range a = projected(A, X_WA.R, m);
  const Range b = projected(B, X_WB.R, m);
  const DoubleDouble along = dot(m, difference(X_WA.t, X_WB.t));
  const DoubleDouble o1 = (a.most - b.least) + along;
  const DoubleDouble o2 = (b.most - a.least) - along;
  const bool first = (o2 - o1).high > 0;
  const Vec3 n = rounded(m) / length.high;
  return {(first ? o1 : o2) / length, first ? Vec3(-n) : n};
}

}  // namespace

ExactAxes::Face exact_face(const Polytope& polytope, const Facet& facet) {
  ExactAxes::Face face;
  const std::vector<int>& corners = facet.vertices;
  const std::size_t n = corners.size();
  const auto add = [&](int a, int b, int c) {
    const std::vector<Vec3>& v = polytope.vertices();
    face.triangles.push_back({v[at(a)], v[at(b)], v[at(c)]});
  };
  const auto joined = [&](int a, int b) {
    const std::vector<int>& others = polytope.neighbours()[at(a)];
    return std::binary_search(others.begin(), others.end(), b);
  };
  for (std::size_t k = 0; k < (n == 3 ? 1 : n); ++k) {
    add(corners[k], corners[(k + 1) % n], corners[(k + 2) % n]);
  }
  for (std::size_t i = 0; i < n && n > 3; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!joined(corners[i], corners[j])) continue;
      for (std::size_t k = j + 1; k < n; ++k) {
        if (joined(corners[i], corners[k]) && joined(corners[j], corners[k])) {
          add(corners[i], corners[j], corners[k]);
        }
      }
    }
  }
  return face;
}

std::vector<HiddenFace> hidden_faces(const Polytope& polytope) {
  std::vector<HiddenFace> hidden;
  const std::vector<Vec3>& v = polytope.vertices();
  const auto offer = [&](int a, int b, int c) {
    const std::array<Vec3, 3> triangle{v[at(a)], v[at(b)], v[at(c)]};
    const Vec3 normal = Vec3((triangle[1] - triangle[0]).stableNormalized())
                            .cross((triangle[2] - triangle[0]).stableNormalized())
                            .stableNormalized();
    if (!(normal.squaredNorm() > 0.5)) return;  // on one line
    const bool known = std::any_of(
        polytope.facets().begin(), polytope.facets().end(),
        [&](const Facet& facet) { return facet.normal.cross(normal).norm() < kSameNormal; });
    if (!known) hidden.push_back({normal, {{triangle}}});
  };
  for (const int a : polytope.extreme()) {
    const std::vector<int>& of_a = polytope.neighbours()[at(a)];
    for (const int b : of_a) {
      if (b < a) continue;
      std::vector<int> both;
      const std::vector<int>& of_b = polytope.neighbours()[at(b)];
      std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                            std::back_inserter(both));
      for (const int c : both) {
        if (c > b) offer(a, b, c);
      }
    }
  }
  return hidden;
}

ExactOverlap exact_overlap(const ExactAxes& A, const Pose& X_WA, const ExactAxes& B,
                           const Pose& X_WB, const AxisSource& source, const Vec3& axis) {
  if (source.edges) {
    const auto& a = A.edges[at(source.of_A)];
    const auto& b = B.edges[at(source.of_B)];
    const Dd3 m = cross(side(X_WA.R, a[0], a[1]), side(X_WB.R, b[0], b[1]));
    return overlap_along(m, A, X_WA, B, X_WB, axis);
  }
  const bool of_A = source.of_A >= 0;
  const Mat3& R = of_A ? X_WA.R : X_WB.R;
  const ExactAxes::Face& face = of_A ? A.faces[at(source.of_A)] : B.faces[at(source.of_B)];
  ExactOverlap best = overlap_along(exactly(axis), A, X_WA, B, X_WB, axis);
  for (const auto& [a, b, c] : face.triangles) {
    const Dd3 m = cross(side(R, a, b), side(R, a, c));
    const ExactOverlap found = overlap_along(m, A, X_WA, B, X_WB, axis);
    if (!((found.depth - best.depth).high > 0)) best = found;
  }
  return best;
}

}  // namespace touchstone
