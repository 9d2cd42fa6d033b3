// SPDX-License-Identifier: GPL-3.0-or-later
// Residuals of impulses as other programs print them, in SI units that they mix. They decide
// nothing: a change of units changes each of them.
#pragma once

#include <optional>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

/// With v = (w_N + mu |w_T|, w_T) and K the friction cone of a contact, all are 0 exactly where v is
/// in its dual, P in K, and both are perpendicular.
struct PublishedResiduals {
  /// FCLIB's MERIT_1 (src/fcmer.c): |P - nearest point of K to P - v| of all contacts together,
  /// over 1 + sqrt(|q|).
  double fclib_merit_1 = 0;
  /// What siconos 4.4 prints (fc3d_compute_error.c): that over |q|, if q is not 0.
  double siconos_error = 0;
  // Kamino's (newton, kamino metrics), with the largest entry of all contacts:
  double ncp_primal = 0;  ///< |P - nearest point of K| [N s]
  double ncp_dual = 0;    ///< |v - nearest point of the dual of K| [m/s]
  double ncp_compl = 0;   ///< |P.v| [J]
  double vi_natmap = 0;   ///< |P - nearest point of K to P - v|
};

/// Nothing where the cone is not round, the problem lies in the plane or has joints, for which they
/// are not meant, and where a number overflows.
std::optional<PublishedResiduals> published_residuals(const LocalStep& step,
                                                      const std::vector<double>& impulses);

}  // namespace touchstone
