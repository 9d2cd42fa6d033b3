// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/exact_axes.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/index.hpp"
#include "geometry/predicates.hpp"

namespace touchstone {
namespace {

/// A product of lengths below this has lost digits to the least double [m^2].
constexpr double kMinProduct = 1e-280;

Dd3 side(const Mat3& R, const Vec3& from, const Vec3& to) {
  return rotate(R, difference(to, from));
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
    const DoubleDouble product = dot(m, rotate(R, v));
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

/// Whether the two are on one line except for what double-doubles round.
bool parallel(const Dd3& a, const Dd3& b) {
  const double off = rounded(cross(a, b)).lpNorm<Eigen::Infinity>();
  return off <= 0x1p-85 * rounded(a).lpNorm<1>() * rounded(b).lpNorm<1>();
}

}  // namespace

std::vector<std::size_t> distinct_axes(const std::vector<Vec3>& directions,
                                       const std::vector<Dd3>& exact) {
  struct Key {
    double x, y, z;
    std::size_t index;
  };
  std::vector<Key> keys;
  keys.reserve(directions.size());
  for (std::size_t i = 0; i < directions.size(); ++i) {
    Vec3 v = directions[i];
    const double lead = v.x() != 0 ? v.x() : (v.y() != 0 ? v.y() : v.z());
    if (lead < 0) v = -v;
    keys.push_back({v.x(), v.y(), v.z(), i});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::tie(a.x, a.y, a.z, a.index) < std::tie(b.x, b.y, b.z, b.index);
  });
  const auto end = std::unique(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && parallel(exact[a.index], exact[b.index]);
  });
  keys.erase(end, keys.end());
  std::vector<std::size_t> axes;
  axes.reserve(keys.size());
  for (const Key& key : keys) axes.push_back(key.index);
  std::sort(axes.begin(), axes.end());
  return axes;
}

Dd3 exact_face_normal(const Polytope& polytope, const Facet& facet) {
  const std::vector<int>& corners = facet.vertices;
  const std::size_t n = corners.size();
  const auto corner = [&](std::size_t k) -> const Vec3& {
    return polytope.vertices()[at(corners[k])];
  };
  return precise_normal(corner(0), corner(n / 3), corner(2 * n / 3));
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
  const Dd3& normal = of_A ? A.normals[at(source.of_A)] : B.normals[at(source.of_B)];
  return overlap_along(rotate_normal(R, normal), A, X_WA, B, X_WB, axis);
}

}  // namespace touchstone
