// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone verify --dump-cases`: cases with their published truths as JSON lines (docs/dump.md),
// in place of a campaign of metrics.
#pragma once

#include "cli/verify_options.hpp"

namespace touchstone {

/// The exit code.
int verify_dump(const VerifyArguments& arguments);

}  // namespace touchstone
