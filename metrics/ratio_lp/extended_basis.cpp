// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_lp/extended_basis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A facet violated by more than kViolation tau is pivoted in: r would be wrong by that relative
/// amount. It is what the rounding of the facets' own coefficients comes to.
constexpr ExtendedBasis::Real kViolation = 1e-16L;
/// Ends a cycle among degenerate bases; GLPK's basis rarely needs more than one pivot.
constexpr int kMaxPivots = 32;
/// Steps of the ratio test that differ by less are equal; of those the largest pivot is taken.
constexpr ExtendedBasis::Real kEqualSteps = 1e-17L;
}  // namespace

ExtendedBasis::ExtendedBasis(const LpFacets& facets, const RatioBasis& entries)
    : facets_(facets), entries_(entries) {
  factor();
}

int ExtendedBasis::improve() {
  int pivots = 0;
  for (; pivots < kMaxPivots; ++pivots) {
    const int entering = most_violated();
    if (entering < 0) break;
    const RatioBasis before = entries_;
    if (!pivot(entering)) {
      entries_ = before;
      factor();
      break;
    }
  }
  return pivots;
}

ExtendedBasis::Real4 ExtendedBasis::column(int entry) const {
  if (entry < 0) return Real4::Unit(-1 - entry);
  const auto k = at(entry);
  return {facets_.x[k], facets_.y[k], facets_.z[k], grows(entry) ? Real{1} : Real{0}};
}

/// B'(-z, tau) = f, B y = (0, 0, 0, 1).
void ExtendedBasis::factor() {
  Real44 B;
  Real4 f;
  for (int i = 0; i < 4; ++i) {
    B.col(i) = column(entry(i));
    f[i] = cost(entry(i));
  }
  lu_.compute(B);
  dual_ = lu_.transpose().solve(f);
  multipliers_ = lu_.solve(Real4::Unit(3));
}

/// The facet with the largest f_k + w_k.z - tau, if it is more than rounding; -1 if there is
/// none.
int ExtendedBasis::most_violated() const {
  const Real3 p = z();
  Real worst = kViolation * std::abs(tau());
  int entering = -1;
  for (int k = 0; k < facets_.count; ++k) {
    const auto i = at(k);
    const Real reach = facets_.x[i] * p.x() + facets_.y[i] * p.y() + facets_.z[i] * p.z();
    const Real violation = facets_.f[i] + reach - (grows(k) ? tau() : 0);
    if (violation > worst) {
      worst = violation;
      entering = k;
    }
  }
  return entering;
}

/// Ratio test: the basic column whose multiplier reaches zero first leaves.
bool ExtendedBasis::pivot(int entering) {
  const Real4 direction = lu_.solve(column(entering));
  const Real least_direction = 1e-13L * direction.cwiseAbs().maxCoeff();
  int leaving = -1;
  Real largest = 0;
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 4; ++i) {
    // A slack of an equality stays at zero whatever the sign of its direction: it leaves at once.
    const bool fixed = entry(i) < 0 && entry(i) > -4;
    const Real step = fixed ? std::abs(direction[i]) : direction[i];
    if (step <= least_direction) continue;
    const Real ratio = fixed ? 0 : std::max<Real>(multipliers_[i], 0) / step;
    const bool equal = leaving >= 0 && std::abs(ratio - least) <= kEqualSteps;
    if (equal ? step > largest : ratio < least) {
      least = ratio;
      largest = step;
      leaving = i;
    }
  }
  if (leaving < 0) return false;
  entries_[at(leaving)] = entering;
  factor();
  return sound();
}

}  // namespace touchstone
