// SPDX-License-Identifier: GPL-3.0-or-later
// A plug-in that returns at once. Timed beside others, it shows what the interface itself takes.
#pragma once

#include "include/touchstone/plugin.h"

namespace touchstone {

/// The entry of the plug-in `empty`. Its distance is 0 along z, with witness points at the
/// origin, so that the host reads as much as of any answer.
const touchstone_plugin& empty_plugin();

}  // namespace touchstone
