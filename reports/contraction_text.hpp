// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce contraction` prints and writes.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/converge/contraction.hpp"

namespace touchstone {

std::string contraction_text(const std::vector<ContractionRow>& rows);

}  // namespace touchstone
