// SPDX-License-Identifier: GPL-3.0-or-later
// The policy of a plug-in that gives manifolds, as JSON text on its way from the plug-in's process,
// and the points that it gives, read with suspicion.
#pragma once

#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "harness/manifold/manifold.hpp"
#include "include/touchstone/plugin.h"
#include "schema/json_node.hpp"

namespace touchstone {

/// What a policy says, as a JSON object (docs/process-plugin.md, key "manifold" of a hello).
std::string manifold_policy_json(const touchstone_manifold_policy& policy);

/// The policy that `node` says. Refuses what makes no sense, such as no point at most, and
/// numbers beyond kLargestNumber.
ManifoldPolicy read_manifold_policy(const JsonNode& node);

/// The policy within the claims of a plug-in. Rejects what read_manifold_policy refuses, and claims
/// without one.
Result<ManifoldPolicy> manifold_policy_of(std::string_view claims, const std::string& where);

/// What is wrong with the points of an answer, whatever the bodies are: a number that is not finite
/// or beyond kLargestNumber, a normal that is not a unit vector, or normals that differ though the
/// policy says one. Empty if nothing is.
std::string manifold_fault(const ManifoldPolicy& policy, const Manifold& given);

}  // namespace touchstone
