// SPDX-License-Identifier: GPL-3.0-or-later
// The peers that `./touchstone peers` has built: plug-ins for libraries that people use.
#pragma once

#include "cli/verify_options.hpp"

namespace touchstone {

/// verify(), and with --peers the peers beside the metrics: those of the folder TOUCHSTONE_PEERS if
/// that is set, else of the folder build/peers that this program's own build lies in.
int verify_with_peers(const VerifyArguments& arguments);

}  // namespace touchstone
