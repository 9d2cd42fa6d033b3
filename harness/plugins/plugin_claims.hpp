// SPDX-License-Identifier: GPL-3.0-or-later
// Who a plug-in is and what it claims, as JSON text on its way from the plug-in's process, and as a
// row beside those of the registry.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "harness/plugins/plugin_library.hpp"
#include "metrics/metric_row.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// The largest own tolerance that may be claimed, relative to size [1].
inline constexpr double kMaxClaimedTolerance = 1e-3;
/// The longest name that a plug-in may claim [byte].
inline constexpr std::size_t kMaxPluginName = 64;

/// The name that a plug-in gives itself; refuses any but kMaxPluginName letters, digits and _ . + -.
std::string claimed_name(const JsonNode& node);

/// What a descriptor says, as a JSON object (docs/process-plugin.md, message "hello").
std::string claims_json(const PluginLibrary& library);

/// The row of a plug-in that claims this. Rejects, in one line that begins with `where`, claims
/// that make no sense. `make` is left empty.
Result<MetricRow> read_claims(std::string_view json, const std::string& where);

}  // namespace touchstone
