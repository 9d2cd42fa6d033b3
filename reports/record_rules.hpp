// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of the records of energy and converge must be, for whoever reads them back.
#pragma once

#include "schema/json_node.hpp"

namespace touchstone {

/// Throws JsonRefusal where a number of touchstone.energy is out of its range, or a verdict is
/// none.
void check_energy_record(const JsonNode& root);
/// Throws JsonRefusal where a number of touchstone.converge is out of its range.
void check_converge_record(const JsonNode& root);

}  // namespace touchstone
