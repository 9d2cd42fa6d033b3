// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone verify --contacts`: contact methods held to the conditions on contact data, in place
// of a campaign of metrics.
#pragma once

#include "cli/verify_options.hpp"

namespace touchstone {

/// The exit code.
int verify_contacts(const VerifyArguments& arguments);

}  // namespace touchstone
