// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/small_hull.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace touchstone {
namespace {

/// Length above which a length is more than rounding, in parts of the coordinates [1].
constexpr double kMin = 10 * kSmallHullNoise;

double rough_square(const Dd3& a) { return rounded(a).squaredNorm(); }

DoubleDouble one_minus(DoubleDouble a) { return DoubleDouble{1, 0} - a; }

/// Corners i, j of the longest side, i nearer to 0 than j, and k; the foot f of 0 on the line of
/// that side; the normal n, perpendicular to it.
struct Plane {
  std::size_t i = 0;
  std::size_t j = 1;
  std::size_t k = 2;
  Dd3 f;
  Dd3 n;
  DoubleDouble nn;
  DoubleDouble along;  ///< f = (1 - along) p_i + along p_j
  DoubleDouble aside;  ///< foot of p_k = (1 - aside) p_i + aside p_j
  Dd3 h;               ///< from that foot to p_k
  DoubleDouble hh;
};

bool span_plane(const std::array<const Dd3*, 3>& p, Plane& plane) {
  auto& [i, j, k, f, n, nn, along, aside, h, hh] = plane;
  double longest = -1;
  for (std::size_t opposite = 0; opposite < 3; ++opposite) {
    const std::size_t a = (opposite + 1) % 3;
    const std::size_t b = (opposite + 2) % 3;
    const double square = rough_square(*p[b] - *p[a]);
    if (square <= longest) continue;
    longest = square;
    i = a;
    j = b;
    k = opposite;
  }
  // Far points would drown small weights in the rounding of their own large ones.
  if (rough_square(*p[j]) < rough_square(*p[i])) std::swap(i, j);
  const Dd3 side = *p[j] - *p[i];
  const DoubleDouble square = dot(side, side);
  if (!(square.high > kMin * kMin)) return false;
  along = -dot(*p[i], side) / square;
  f = *p[i] + scaled(along, side);
  const Dd3 other = *p[k] - *p[i];
  aside = dot(other, side) / square;
  h = other - scaled(aside, side);
  hh = dot(h, h);
  if (!(hh.high > kMin * kMin)) return false;
  n = cross(side, h);
  nn = square * hh;
  return true;
}

}  // namespace

DoubleDouble length_of(const Dd3& a) {
  const DoubleDouble square = dot(a, a);
  return square.high > 0 ? sqrt(square) : DoubleDouble{};
}

bool foot_on_line(const Dd3& p0, const Dd3& p1, HullFoot& foot) {
  const bool first_nearer = rough_square(p0) <= rough_square(p1);
  const Dd3& base = first_nearer ? p0 : p1;
  const Dd3 side = (first_nearer ? p1 : p0) - base;
  const DoubleDouble square = dot(side, side);
  if (!(square.high > kMin * kMin)) return false;
  const DoubleDouble along = -dot(base, side) / square;
  foot.weight = {first_nearer ? one_minus(along) : along, first_nearer ? along : one_minus(along),
                 DoubleDouble{0, 0}};
  foot.x = base + scaled(along, side);
  foot.length = length_of(foot.x);
  return true;
}

bool foot_on_plane(const std::array<const Dd3*, 3>& p, HullFoot& foot) {
  Plane plane;
  if (!span_plane(p, plane)) return false;
  const DoubleDouble towards = -dot(plane.f, plane.h) / plane.hh;
  const DoubleDouble of_j = plane.along - towards * plane.aside;
  foot.weight[plane.k] = towards;
  foot.weight[plane.j] = of_j;
  foot.weight[plane.i] = one_minus(towards + of_j);
  const DoubleDouble height = dot(plane.n, plane.f);
  foot.x = scaled(height / plane.nn, plane.n);
  foot.length = (height.high < 0 ? -height : height) / sqrt(plane.nn);
  return true;
}

bool weights_of_zero(const std::array<const Dd3*, 4>& p, std::array<DoubleDouble, 4>& weight) {
  for (std::size_t i = 0; i < 4; ++i) {
    Plane plane;
    if (!span_plane({p[(i + 1) % 4], p[(i + 2) % 4], p[(i + 3) % 4]}, plane)) return false;
    const DoubleDouble height = dot(plane.n, *p[i] - plane.f);
    if (!(std::abs(height.high) > kMin * std::sqrt(plane.nn.high))) return false;
    weight[i] = -dot(plane.n, plane.f) / height;
  }
  return true;
}

}  // namespace touchstone
