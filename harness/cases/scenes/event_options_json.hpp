// SPDX-License-Identifier: GPL-3.0-or-later
// The key `events` of a scene file (docs/scene-file.md): what is chosen of the contact method of
// that name.
#pragma once

#include "contact/events/event_options.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// Refuses unknown keys and words. Whether the numbers are sound is event_fault's to say.
EventOptions event_options_of(const JsonNode& node);

}  // namespace touchstone
