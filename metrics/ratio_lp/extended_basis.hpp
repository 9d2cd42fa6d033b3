// SPDX-License-Identifier: GPL-3.0-or-later
// The basis that GLPK ends with, solved again in extended precision. Internal to `ratio_lp`.
#pragma once

#include <Eigen/LU>

#include "geometry/index.hpp"
#include "metrics/ratio_lp/glpk_program.hpp"

namespace touchstone {

/// The matrix (w_k; 1), the costs f_k, and what follows from them.
class ExtendedBasis {
 public:
  using Real = long double;
  using Real3 = Eigen::Matrix<Real, 3, 1>;

  /// `facets` outlive this.
  ExtendedBasis(const LpFacets& facets, const RatioBasis& entries);

  /// Pivots while a facet is violated. Returns the number of pivots.
  int improve();

  bool sound() const { return dual_.allFinite() && multipliers_.allFinite(); }
  Real3 z() const { return -dual_.head<3>(); }
  Real tau() const { return dual_[3]; }
  int entry(int i) const { return entries_[at(i)]; }
  Real multiplier(int i) const { return multipliers_[i]; }

 private:
  using Real4 = Eigen::Matrix<Real, 4, 1>;
  using Real44 = Eigen::Matrix<Real, 4, 4>;

  Real4 column(int entry) const;
  bool grows(int entry) const { return entry < facets_.growing; }
  Real cost(int entry) const { return entry < 0 ? 0 : facets_.f[at(entry)]; }
  void factor();
  int most_violated() const;
  bool pivot(int entering);

  const LpFacets& facets_;
  RatioBasis entries_;
  Eigen::PartialPivLU<Real44> lu_;
  Real4 dual_;         ///< (-z, tau)
  Real4 multipliers_;  ///< y of the basic columns
};

}  // namespace touchstone
