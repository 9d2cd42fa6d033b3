// SPDX-License-Identifier: GPL-3.0-or-later
// What a check found, for the terminal.
#pragma once

#include <string>

#include "harness/check/check.hpp"

namespace touchstone {

/// The table, what its columns mean, the first violations, and what is not as expected.
/// `by_family`: a row for each family and their sum, else a row for each group. `partial`: the run
/// was stopped.
std::string check_text(const CheckReport& report, bool by_family, bool partial);

}  // namespace touchstone
