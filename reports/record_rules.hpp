// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of the record of energy must be, for whoever reads them back.
#pragma once

#include "schema/json_node.hpp"

namespace touchstone {

/// Throws JsonRefusal where a number of touchstone.energy is out of its range, or a verdict is
/// none.
void check_energy_record(const JsonNode& root);

}  // namespace touchstone
