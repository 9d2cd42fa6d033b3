// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/published_residuals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace touchstone {
namespace {

using ContactVector = std::array<double, 3>;  ///< normal first

ContactVector less(const ContactVector& a, const ContactVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double largest_entry(const ContactVector& a) {
  return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])});
}

/// The point of the cone |x_T| <= mu x_N that is nearest to x. The judge has its own.
ContactVector nearest_of_cone(const ContactVector& x, double mu) {
  const double length = std::hypot(x[1], x[2]);
  if (mu * length <= -x[0]) return {0, 0, 0};
  if (length <= mu * x[0]) return x;
  const double normal = (x[0] + mu * length) / (1 + mu * mu);
  const double share = mu * normal / length;
  return {normal, share * x[1], share * x[2]};
}

/// The point of the cone mu |x_T| <= x_N, dual to that, which is nearest to x (Moreau).
ContactVector nearest_of_dual(const ContactVector& x, double mu) {
  const ContactVector away = nearest_of_cone({-x[0], -x[1], -x[2]}, mu);
  return {x[0] + away[0], x[1] + away[1], x[2] + away[2]};
}

/// w = W P + q of contact i.
ContactVector velocity_of(const LocalStep& step, const std::vector<double>& P, std::size_t i) {
  ContactVector w = {step.q[3 * i], step.q[3 * i + 1], step.q[3 * i + 2]};
  for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const auto j = static_cast<std::size_t>(step.W.column[at]);
    for (std::size_t e = 0; e < 9; ++e) w.at(e / 3) += step.W.value[9 * at + e] * P[3 * j + e % 3];
  }
  return w;
}

}  // namespace

std::optional<PublishedResiduals> published_residuals(const LocalStep& step,
                                                      const std::vector<double>& impulses) {
  if (step.cone != StepCone::round || step.dimension != 3 || !step.joints.s.empty()) {
    return std::nullopt;
  }
  PublishedResiduals found;
  double squares = 0;
  double q_squares = 0;
  for (const double q : step.q) q_squares += q * q;
  for (std::size_t i = 0; i < step.mu.size(); ++i) {
    const double mu = step.mu[i];
    const ContactVector P = {impulses[3 * i], impulses[3 * i + 1], impulses[3 * i + 2]};
    ContactVector v = velocity_of(step, impulses, i);
    v[0] += mu * std::hypot(v[1], v[2]);
    const ContactVector off = less(P, nearest_of_cone(less(P, v), mu));
    squares += off[0] * off[0] + off[1] * off[1] + off[2] * off[2];
    const auto widen = [](double& largest, double x) { largest = std::max(largest, x); };
    widen(found.ncp_primal, largest_entry(less(P, nearest_of_cone(P, mu))));
    widen(found.ncp_dual, largest_entry(less(v, nearest_of_dual(v, mu))));
    widen(found.ncp_compl, std::abs(P[0] * v[0] + P[1] * v[1] + P[2] * v[2]));
    widen(found.vi_natmap, largest_entry(off));
  }
  const double q = std::sqrt(q_squares);
  found.fclib_merit_1 = std::sqrt(squares) / (1 + std::sqrt(q));
  found.siconos_error = std::sqrt(squares) / (q > 0 ? q : 1);
  const double sum = found.fclib_merit_1 + found.siconos_error + found.ncp_primal + found.ncp_dual +
                     found.ncp_compl + found.vi_natmap;
  return std::isfinite(sum) ? std::optional(found) : std::nullopt;
}

}  // namespace touchstone
