// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a body as files of runs have it: 13 numbers, which are position, quaternion (w
// first), velocity and spin.
#pragma once

#include <array>
#include <vector>

#include "dynamics/body.hpp"
#include "schema/json_shape.hpp"

namespace touchstone {

inline constexpr std::size_t kBodyStateNumbers = 13;

std::array<double, kBodyStateNumbers> body_state_numbers(const BodyState& state);
/// The numbers of each body at each time.
using StateNumbers = std::vector<std::vector<std::array<double, kBodyStateNumbers>>>;
StateNumbers state_numbers(const std::vector<std::vector<BodyState>>& states);
/// The field `states` of files of runs, a line for each time; `when` says which times.
FieldText states_field(std::string_view when);
/// Refuses a list of another length. The quaternion is as it stands.
BodyState body_state_of(const JsonNode& node);

}  // namespace touchstone
