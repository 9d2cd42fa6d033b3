// SPDX-License-Identifier: GPL-3.0-or-later
// The key `peg` of a scene file (docs/scene-file.md): what is chosen of the contact models that are
// not `manifold`.
#pragma once

#include "contact/peg/peg_options.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// Refuses unknown keys. Whether the numbers are sound is peg_fault's to say.
PegOptions peg_options_of(const JsonNode& node);

}  // namespace touchstone
