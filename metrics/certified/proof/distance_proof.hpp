// SPDX-License-Identifier: GPL-3.0-or-later
// What was found, by the vertices of the bodies: the answer's proof. Internal to `certified`.
#pragma once

#include <array>

#include "metrics/certified/support/difference.hpp"
#include "metrics/common/exact_distance.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

std::array<VertexPair, 3> named(const DifferenceSet& set,
                                const std::array<DifferencePoint, 3>& points);

/// A proof that names the nearest points alone.
DistanceProof proof_of(const DifferenceSet& set, const DifferencePoint* nearest, int count);

/// A proof that names all that integers found.
DistanceProof proof_of(const DifferenceSet& set, const ExactDistance& exact);

}  // namespace touchstone
