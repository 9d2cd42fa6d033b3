// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/exact_arms.hpp"

#include <algorithm>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "geometry/support/climb.hpp"

namespace touchstone::exact {
namespace {

/// Products that differ by less, in parts of |u|_1 times the longest arm, are compared exactly.
constexpr double kDoubtful = 1e-13;
/// What products of subnormal arms round besides: half of the least double each.
constexpr double kUnderflow = 16 * std::numeric_limits<double>::denorm_min();

int least_exponent(double x, int so_far) {
  return x == 0 ? so_far : std::min(so_far, to_dyadic(x).exponent);
}

}  // namespace

int least_exponent(const Vec3& v, int so_far) {
  for (const double entry : v) so_far = least_exponent(entry, so_far);
  return so_far;
}

int least_exponent(const Mat3& R, int so_far) {
  for (int i = 0; i < 9; ++i) so_far = least_exponent(R(i / 3, i % 3), so_far);
  return so_far;
}

int least_exponent(const SupportMap& map, const Vec3& center) {
  int least = least_exponent(center, 0);
  for (int i = 0; i < map.count(); ++i) least = least_exponent(map.body_vertex(i), least);
  return least;
}

Integer3 scaled(const Vec3& v, int exponent) {
  Integer3 result;
  for (int i = 0; i < 3; ++i) set_scaled(result[at(i)], v[i], exponent);
  return result;
}

Integer33 scaled(const Mat3& R, int exponent) {
  Integer33 result;
  for (int i = 0; i < 3; ++i) result[at(i)] = scaled(Vec3(R.row(i)), exponent);
  return result;
}

Integer3 rotate(const Integer33& R, const Integer3& v) {
  return {dot(R[0], v), dot(R[1], v), dot(R[2], v)};
}

Integer3 rotate_inverse(const Integer33& R, const Integer3& v) {
  Integer3 result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = R[0][i] * v[0] + R[1][i] * v[1] + R[2][i] * v[2];
  return result;
}

Vec3 rounded_direction(const Integer3& v) {
  std::size_t bits = 1;
  for (const Integer& entry : v) bits = std::max(bits, mpz_sizeinbase(entry.get_mpz_t(), 2));
  const Integer one = Integer(1) << static_cast<mp_bitcnt_t>(bits);
  return {round_quotient(v[0], one), round_quotient(v[1], one), round_quotient(v[2], one)};
}

namespace {

/// x_A - x_B, world, in units of 2^exponent.
struct ExactOffset {
  Integer3 d;
  int exponent = 0;
};

ExactOffset offset_between(const Pose& X_WA, const Vec3& center_A, const Pose& X_WB,
                           const Vec3& center_B) {
  const int R_exponent = exact::least_exponent(X_WA.R, exact::least_exponent(X_WB.R, 0));
  const int arm = exact::least_exponent(center_A, exact::least_exponent(center_B, 0));
  const int world = exact::least_exponent(X_WA.t, exact::least_exponent(X_WB.t, R_exponent + arm));
  const auto place = [&](const Pose& X, const Vec3& center) {
    return scaled(X.t, world) + rotate(scaled(X.R, R_exponent), scaled(center, world - R_exponent));
  };
  return {place(X_WA, center_A) - place(X_WB, center_B), world};
}

}  // namespace

Vec3 direction_between(const Pose& X_WA, const Vec3& center_A, const Pose& X_WB,
                       const Vec3& center_B) {
  return rounded_direction(offset_between(X_WA, center_A, X_WB, center_B).d);
}

Vec3 rounded_offset_between(const Pose& X_WA, const Vec3& center_A, const Pose& X_WB,
                            const Vec3& center_B) {
  const ExactOffset offset = offset_between(X_WA, center_A, X_WB, center_B);
  // No exponent is above 0.
  const Integer one = Integer(1) << static_cast<mp_bitcnt_t>(-offset.exponent);
  return {round_quotient(offset.d[0], one), round_quotient(offset.d[1], one),
          round_quotient(offset.d[2], one)};
}

Arms::Arms(const SupportMap& map, const Vec3& center, const Mat3& R, int arm_exponent,
           int R_exponent)
    : map_(map),
      R_(scaled(R, R_exponent)),
      center_(scaled(center, arm_exponent)),
      exponent_(arm_exponent) {}

Integer3 Arms::arm(int i) const { return scaled(map_.body_vertex(i), exponent_) - center_; }

int Arms::farthest(const Integer3& u_W, int sign) const {
  Integer3 u = rotate_inverse(R_, u_W);
  if (sign < 0) u = {-u[0], -u[1], -u[2]};
  const Vec3 direction = rounded_direction(u);
  return climb_to_farthest(
      "climb to the farthest vertex in integers: step to a neighbour", map_.count(),
      map_.farthest(direction), [&](int v) { return map_.neighbours(v); },
      [&](int v) { return direction.dot(map_.arm(v)); },
      kDoubtful * direction.lpNorm<1>() * map_.longest() + kUnderflow,
      [&](int v) -> Integer { return dot(u, arm(v)); },
      [](const Integer& one, const Integer& other) { return one > other; });
}

}  // namespace touchstone::exact
