// SPDX-License-Identifier: GPL-3.0-or-later
// Cases in which manifolds are wrong, made simple (docs/shrink.md).
#pragma once

#include <vector>

#include "harness/contact_conditions/contact_check.hpp"

namespace touchstone {

/// For each method and word of `report` the first case of it, shrunk while the same words are said.
/// Each case of a method once.
std::vector<ShrunkCase> shrink_manifolds(const ContactCheckOptions& options,
                                         const CheckReport& report);

}  // namespace touchstone
