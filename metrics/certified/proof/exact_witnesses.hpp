// SPDX-License-Identifier: GPL-3.0-or-later
// The normal and the witness points of a known feature of C in integers, where double-double leaves
// them open (witnesses.hpp). Internal to `certified`.
#pragma once

#include <span>

#include "metrics/certified/proof/witnesses.hpp"

namespace touchstone {

/// All correctly rounded; n is 0 where the foot is. Not sound if the feature does not hold the foot
/// of 0: then it is not the nearest one.
Witnesses exact_witnesses(const DifferenceSet& set, std::span<const DifferencePoint> feature);

}  // namespace touchstone
