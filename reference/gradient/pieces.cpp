// SPDX-License-Identifier: GPL-3.0-or-later
// For phi > 0 the rate is that of a saddle value: of u.(a - b) over |u| <= 1, where it is concave,
// and the bodies. So it is the largest over optimal u, of which there is one, of the least over
// optimal points (Golshtein 1972). Where phi <= 0 each optimal u is the normal of a facet of the
// difference. Moved by t, the surface over that facet is the concave envelope of its corners, and
// the point nearest to 0 stays within O(t) of the foot: so the rate along u is the least over the
// manifold, and the facet where phi rises fastest decides. Optimal points of u are those of both
// faces with a - b = phi n, so that p may be either: (a - b) x n = 0.
//
// For rho = 1 - 1/r, r is the value of a linear program, and its rate is the largest over optimal
// multipliers n_r of the least over optimal points x of n_r.(v_A + w_A x (x - x_A)) less that of B
// (Mills 1956). Both sets are bounded as the interior points are strictly inside. A pair of optimal
// sets is a product, so all n_r have the same points.
#include <utility>

#include "reference/claims.hpp"
#include "reference/exact_vector.hpp"
#include "reference/gradient.hpp"

namespace touchstone {
namespace {

ExactGradient::Direction direction_of(const Pair& pair, const ExactVec3& n, Rational square,
                                      const std::vector<ExactVec3>& corners) {
  ExactGradient::Direction direction{std::move(square), {}};
  for (const ExactVec3& p : corners) direction.pieces.push_back(gradient_piece(pair, n, p));
  return direction;
}

std::optional<ExactGradient> gradient_of_phi(const Pair& pair, const TruthOnDemand& truth) {
  const Truth& exact = truth.exact();
  if (exact.core_sign() == 0 && exact.directions.size() > 1) return std::nullopt;
  const std::vector<TruePoints> points = true_points(pair, truth, Quantity::euclidean);
  ExactGradient gradient;
  gradient.point = points.front().corners_B.front();
  for (std::size_t k = 0; k < exact.directions.size(); ++k) {
    const ExactVec3& u = exact.directions[k];
    gradient.directions.push_back(direction_of(pair, u, dot(u, u), points.at(k).corners_B));
  }
  return gradient;
}

std::optional<ExactGradient> gradient_of_rho(const Pair& pair, const TruthOnDemand& truth) {
  if (!truth.with_ratio()) return std::nullopt;
  const std::optional<RatioTruth>& ratio = truth.exact().ratio;
  if (!ratio) return std::nullopt;
  const Rational shrink = 1 - ratio->rho;  // 1/r
  const ExactVec3 x_B = exact_point(pair.X_WB, pair.B->interior_point());
  const ExactVec3 d = exact_point(pair.X_WA, pair.A->interior_point()) - x_B;
  std::vector<ExactVec3> meeting =
      std::move(true_points(pair, truth, Quantity::ratio).front().corners_B);
  for (ExactVec3& p : meeting) p = add_scaled(x_B, 1 / shrink, p - x_B);
  ExactGradient gradient;
  gradient.point = meeting.front();
  gradient.directions_mix = true;
  for (const ExactVec3& u : ratio->directions) {
    // n_r.d = r, so n_r / r^2 is u / (r u.d).
    const ExactVec3 n = add_scaled({0, 0, 0}, shrink / dot(u, d), u);
    gradient.directions.push_back(direction_of(pair, n, 1, meeting));
  }
  return gradient;
}

}  // namespace

std::size_t ExactGradient::pieces() const {
  std::size_t count = 0;
  for (const Direction& direction : directions) count += direction.pieces.size();
  return count;
}

ExactVec12 gradient_piece(const Pair& pair, const ExactVec3& n, const ExactVec3& p) {
  const ExactVec3 turn_A = cross(p - exact_point(pair.X_WA, Vec3::Zero()), n);
  const ExactVec3 turn_B = cross(p - exact_point(pair.X_WB, Vec3::Zero()), n);
  ExactVec12 vector;
  for (std::size_t i = 0; i < 3; ++i) {
    vector.at(i) = n.at(i);
    vector.at(3 + i) = turn_A.at(i);
    vector.at(6 + i) = -n.at(i);
    vector.at(9 + i) = -turn_B.at(i);
  }
  return vector;
}

std::optional<ExactGradient> exact_gradient(const Pair& pair, const TruthOnDemand& truth,
                                            Quantity quantity) {
  return quantity == Quantity::ratio ? gradient_of_rho(pair, truth) : gradient_of_phi(pair, truth);
}

}  // namespace touchstone
