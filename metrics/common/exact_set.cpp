// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/exact_set.hpp"

#include <tuple>

#include "geometry/index.hpp"
#include "metrics/arithmetic/edge_weights.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"

namespace touchstone {
namespace {

using namespace exact;

/// x 2^exponent.
Rational shifted(Rational x, int exponent) {
  if (exponent >= 0) {
    x *= Rational(Integer(1) << static_cast<mp_bitcnt_t>(exponent));
  } else {
    x /= Rational(Integer(1) << static_cast<mp_bitcnt_t>(-exponent));
  }
  return x;
}

}  // namespace

ExactSet::ExactSet(const exact::Body& A, const Pose& X_WA, const exact::Body& B, const Pose& X_WB,
                   int most_world)
    : R_exponent_(least_exponent(X_WA.R, least_exponent(X_WB.R, 0))),
      world_(std::min(
          most_world,
          least_exponent(
              X_WA.t,
              least_exponent(X_WB.t, R_exponent_ + std::min(A.least_exponent, B.least_exponent))))),
      arms_A_(A.map, A.center, X_WA.R, world_ - R_exponent_, R_exponent_),
      arms_B_(B.map, B.center, X_WB.R, world_ - R_exponent_, R_exponent_),
      origin_A_(scaled(X_WA.t, world_) + rotate(arms_A_.R(), arms_A_.center())),
      origin_B_(scaled(X_WB.t, world_) + rotate(arms_B_.R(), arms_B_.center())) {}

ExactPoint ExactSet::of_arms(int a, int b) const {
  return {arms_B_.arm_W(b) - arms_A_.arm_W(a), a, b};
}

ExactPoint ExactSet::point(int a, int b) const { return {of_arms(a, b).c - offset(), a, b}; }

ExactPoint ExactSet::support(const Integer3& u) {
  ++supports_;
  return point(arms_A_.farthest(u, -1), arms_B_.farthest(u, 1));
}

Integer3 ExactSet::side_A(int from, int to) const {
  return arms_A_.arm_W(to) - arms_A_.arm_W(from);
}

Integer3 ExactSet::side_B(int from, int to) const {
  return arms_B_.arm_W(to) - arms_B_.arm_W(from);
}

DoubleDouble ExactSet::rounded_root(const Integer& numerator, const Integer& denominator) const {
  Rational ratio(numerator, denominator);
  ratio.canonicalize();
  const Rational square = shifted(ratio, 2 * world_);
  const double root = round_sqrt_to_double(square);
  if (root == 0) return {};
  // sqrt(s) - x = (s - x^2) / (sqrt(s) + x), and the sum is 2 x to half an ulp.
  const Rational x(root);
  return {root, round_to_double((square - x * x) / (2 * x))};
}

Vec3 ExactSet::rounded_point(bool of_A, const std::array<const ExactPoint*, 3>& p,
                             const std::array<Integer, 3>& weight, int count) const {
  Integer3 sum;
  Integer weights;
  for (std::size_t i = 0; i < at(count); ++i) {
    const Integer3 vertex =
        of_A ? arms_A_.arm_W(p[i]->a) + origin_A_ : arms_B_.arm_W(p[i]->b) + origin_B_;
    sum = sum + weight[i] * vertex;
    weights += weight[i];
  }
  return exact::rounded_point(sum, weights, world_);
}

Foot foot_of(const std::array<const ExactPoint*, 3>& p, int count) {
  Foot foot;
  const Integer3& c0 = p[0]->c;
  if (count == 1) {
    foot.V = c0;
    foot.D = 1;
    foot.weight[0] = 1;
  } else if (count == 2) {
    const Integer3& c1 = p[1]->c;
    const Integer3 e = c1 - c0;
    foot.D = dot(e, e);
    foot.weight[0] = dot(c1, e);
    foot.weight[1] = -dot(c0, e);
    foot.V = foot.weight[0] * c0 + foot.weight[1] * c1;
  } else {
    const Integer3 e1 = p[1]->c - c0;
    const Integer3 e2 = p[2]->c - c0;
    const Integer3 n = cross(e1, e2);
    foot.D = dot(n, n);
    foot.V = dot(n, c0) * n;
    const Integer3 y = foot.V - foot.D * c0;
    std::tie(foot.weight[1], foot.weight[2]) = edge_weights(
        n, e1, e2, y, [](const Integer3& a, const Integer3& b, const Integer3& c) -> Integer {
          return dot(a, cross(b, c));
        });
    foot.weight[0] = foot.D * foot.D - foot.weight[1] - foot.weight[2];
  }
  foot.exists = sgn(foot.D) > 0;
  return foot;
}

}  // namespace touchstone
