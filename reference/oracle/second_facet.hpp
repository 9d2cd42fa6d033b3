// SPDX-License-Identifier: GPL-3.0-or-later
// How near a penetrating pair is to another answer: by how much the second nearest facet of C = B +
// (-A) is farther from the origin than the nearest. Two facets that tie give 0.
#pragma once

#include <optional>

#include "reference/oracle/exact_pair.hpp"

namespace touchstone {

/// The second smallest distance of a facet's plane less the smallest [m], both exact, the
/// difference within a few ulps. The pair is placed exactly; nothing where it does not penetrate or
/// C is flat.
std::optional<double> second_facet_gap(ExactPair& pair, CandidateSweep& sweep);

}  // namespace touchstone
