// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a claimed normal is an optimal direction but for its rounding, whatever that costs in
// gap: beside a body that reaches far, the last bit of a right normal turns it off by much.
#pragma once

#include "metrics/metric.hpp"
#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

/// How far an entry of a normal, made exactly unit, may be from that of an optimal direction: four
/// units of the last place of 1, which is 2^-53 in doubles and 2^-24 in single precision [1].
double normal_allowance(Scalar scalar);

/// Whether each entry of n/|n| is within `allowance` of that of some optimal unit direction,
/// decided exactly for n as it stands (finite, not zero). The optimal directions are those of phi,
/// or of rho where `quantity` is ratio (which must be defined). Of phi they are the truth's where
/// phi is not 0, else their cone; of rho always a cone. Within a cone they are its extreme rays
/// and, of each two of these, the direction between them that is nearest to n by its largest entry,
/// found to 1e-15 of that distance: n itself is never inside, as its gap would then be the right
/// one.
bool near_optimal(const Pair& pair, const Vec3& n, const TruthOnDemand& truth, Quantity quantity,
                  double allowance);

}  // namespace touchstone
