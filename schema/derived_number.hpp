// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a record that follow from its other fields.
#pragma once

#include <string_view>

#include "schema/json_node.hpp"

namespace touchstone {

/// Throws JsonRefusal unless the number is `wanted`, which the fields `from` say, but for rounding
/// by whoever scales a record: relative to the largest number that was summed up, `scale`.
void check_derived(const JsonNode& node, double wanted, double scale, std::string_view from);
/// Relative to `wanted`.
void check_derived(const JsonNode& node, double wanted, std::string_view from);

}  // namespace touchstone
