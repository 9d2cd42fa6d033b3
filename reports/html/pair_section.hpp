// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one pair, as it can be read without JavaScript.
#pragma once

#include <string>
#include <vector>

#include "harness/cases/case.hpp"
#include "reference/truth.hpp"
#include "reports/html/pair_record.hpp"

namespace touchstone {

std::string pair_section(const Case& c, const Truth& truth, const std::vector<PairClaim>& claims);

}  // namespace touchstone
