// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/ratio_certificate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

using Rational3 = std::array<Rational, 3>;

/// Products of doubles are wrong by less, in parts of |u|_1 times the largest coordinate: u is
/// rounded once, then come three products and two sums.
constexpr double kProductError = 1e-14;

Rational dot(const Rational3& a, const Rational3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Rational3 cross(const Rational3& a, const Rational3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Rational3 exactly(const Vec3& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }

/// R v + t.
Rational3 placed(const Pose& X, const Vec3& v) {
  Rational3 result;
  for (int i = 0; i < 3; ++i) {
    result[static_cast<std::size_t>(i)] = Rational(X.R(i, 0)) * v.x() +
                                          Rational(X.R(i, 1)) * v.y() +
                                          Rational(X.R(i, 2)) * v.z() + Rational(X.t[i]);
  }
  return result;
}

Rational3 minus(const Rational3& a, const Rational3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// max u.(R v + t) over the body's vertices.
Rational farthest(const Polytope& body, const Pose& X, const Rational3& u) {
  Rational3 local;  // R' u
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    local[k] = Rational(X.R(0, i)) * u[0] + Rational(X.R(1, i)) * u[1] + Rational(X.R(2, i)) * u[2];
    largest = std::max(largest, std::abs(local[k].get_d()));
  }
  // Scaled, so that no entry leaves the range of a double.
  Vec3 direction = Vec3::Zero();
  if (largest > 0 && std::isfinite(largest)) {
    const Rational scale(largest);
    direction = Vec3(Rational(local[0] / scale).get_d(), Rational(local[1] / scale).get_d(),
                     Rational(local[2] / scale).get_d());
  }
  double most = -std::numeric_limits<double>::infinity();
  double coordinate = 0;
  for (const Vec3& v : body.vertices()) {
    most = std::max(most, direction.dot(v));
    coordinate = std::max(coordinate, v.lpNorm<Eigen::Infinity>());
  }
  const double doubt = 2 * kProductError * direction.lpNorm<1>() * coordinate;
  Rational result;
  bool any = false;
  for (const Vec3& v : body.vertices()) {
    if (direction.dot(v) < most - doubt) continue;
    const Rational along = dot(local, exactly(v));
    if (!any || along > result) result = along;
    any = true;
  }
  return result + dot(u, exactly(X.t));
}

RatioCertificate refused(std::string reason) { return {false, {}, std::move(reason)}; }

}  // namespace

RatioCertificate check_ratio_certificate(const Pair& pair, const RatioDetail& detail) {
  if (detail.portal_count != 3) return refused("it does not have three pairs of vertices");
  const Rational3 x_A = placed(pair.X_WA, pair.A->interior_point());
  const Rational3 x_B = placed(pair.X_WB, pair.B->interior_point());
  const Rational3 d = minus(x_A, x_B);
  std::array<Rational3, 3> k;
  for (std::size_t i = 0; i < 3; ++i) {
    const PortalPair& named = detail.portal[i];
    const auto is_of = [](int v, const Polytope& body) {
      return v >= 0 && v < static_cast<int>(body.vertices().size());
    };
    if (!is_of(named.vertex_A, *pair.A) || !is_of(named.vertex_B, *pair.B)) {
      return refused("a vertex does not exist");
    }
    const Vec3& a = pair.A->vertices()[static_cast<std::size_t>(named.vertex_A)];
    const Vec3& b = pair.B->vertices()[static_cast<std::size_t>(named.vertex_B)];
    k[i] = minus(minus(placed(pair.X_WB, b), x_B), minus(placed(pair.X_WA, a), x_A));
  }
  const std::array<Rational3, 3> dual = {cross(k[1], k[2]), cross(k[2], k[0]), cross(k[0], k[1])};
  const Rational det = dot(k[0], dual[0]);
  if (sgn(det) == 0) return refused("its three points and 0 lie in a plane");
  Rational r;
  Rational3 n;
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational lambda = dot(dual[i], d) / det;
    if (sgn(lambda) < 0) return refused("the ray misses its triangle");
    r += lambda;
    for (std::size_t j = 0; j < 3; ++j) n[j] += dual[i][j] / det;
  }
  if (sgn(r) <= 0) return refused("the interior points coincide");
  const Rational3 back = {-n[0], -n[1], -n[2]};
  const Rational reach = farthest(*pair.B, pair.X_WB, n) - dot(n, x_B) +
                         farthest(*pair.A, pair.X_WA, back) - dot(back, x_A);
  if (reach > 1) return refused("a vertex is beyond its plane");
  return {true, 1 - 1 / r, {}};
}

}  // namespace touchstone
