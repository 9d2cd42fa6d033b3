// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a body as files of runs have it: 13 numbers, which are position, quaternion (w
// first), velocity and spin.
#pragma once

#include <array>
#include <string>

#include "dynamics/body.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

inline constexpr std::size_t kBodyStateNumbers = 13;

std::array<double, kBodyStateNumbers> body_state_numbers(const BodyState& state);
/// On one line.
std::string body_state_json(const BodyState& state);
/// Refuses a list of another length. The quaternion is as it stands.
BodyState body_state_of(const JsonNode& node);

}  // namespace touchstone
