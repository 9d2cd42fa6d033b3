// SPDX-License-Identifier: GPL-3.0-or-later
// Witnesses from what a check in doubles leaves over, compiled for narrow and for wide registers:
// the same bits. Internal to `certified`.
#pragma once

#include <array>

#include "metrics/certified/proof/witnesses.hpp"

namespace touchstone {

/// Fills in the normal and the points; returns the squared angle that n was turned by [1].
/// `v_A` and `v_B`: the feature's vertices, local [m].
using WitnessRefinement = double(const DifferenceSet& set, const DifferencePoint* feature,
                                 int count, const std::array<const double*, 3>& v_A,
                                 const std::array<const double*, 3>& v_B,
                                 const MeasuredFeature& measured, Witnesses& found);
namespace narrow {
WitnessRefinement refine_witnesses;
}
namespace wide {
WitnessRefinement refine_witnesses;
}

}  // namespace touchstone
