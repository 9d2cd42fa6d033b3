// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of a record must be: one table for each kind of row says their ranges and which
// is not below which, and the reader holds every row to it.
#pragma once

#include <limits>
#include <span>

#include "schema/json_node.hpp"
#include "schema/json_shape.hpp"

namespace touchstone {

/// A number of an object, by its key. One that is absent, as in an earlier schema, or null is as it
/// should be.
struct NumberRule {
  const char* key;
  double min = 0;
  double max = std::numeric_limits<double>::max();
  const char* at_least = nullptr;  ///< key of a number beside it that is not above it
};

/// Refuses the first number that breaks its rule.
void check_numbers(const JsonNode& object, std::span<const NumberRule> rules);

}  // namespace touchstone
