// SPDX-License-Identifier: GPL-3.0-or-later
// Models as strings of a program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// A model with the values of the names that stand in it as {NAME}, as Python's f-strings have
/// them: strings and numbers that the program assigns once, each with a line in `read_as`. Others
/// stay as they are.
std::string with_values(std::string model, const std::string& program,
                        std::vector<std::string>& read_as);

/// The first statement of a program that sets positions of joints, "data.qpos[2] = 1"; else empty.
std::string statement_of_qpos(std::string_view program);

}  // namespace touchstone
