// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone verify --events`: what Hart's thesis says of events, held to the exact truth, in
// place of a campaign of metrics.
#pragma once

#include "cli/verify_options.hpp"

namespace touchstone {

/// The exit code.
int verify_events(const VerifyArguments& arguments);

}  // namespace touchstone
