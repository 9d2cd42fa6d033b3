// SPDX-License-Identifier: GPL-3.0-or-later
// What a solved pair has in common with others: words that follow from its numbers alone.
#pragma once

#include <string>
#include <vector>

#include "harness/vectors/vector_file.hpp"

namespace touchstone {

/// Its words among vector_flags(), in their order. `vector` has its question and truth.
std::vector<std::string> flags_of(const Pair& pair, const Truth& truth, const VectorPair& vector);

/// What a library must be able to take, in the order of the closed list of docs/vectors.md.
std::vector<std::string> needs_of(const Pair& pair, const VectorPair& vector);

}  // namespace touchstone
