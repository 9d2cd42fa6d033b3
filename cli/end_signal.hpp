// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, SIGTERM and SIGHUP during work whose partial results are shown or kept.
#pragma once

namespace touchstone {

inline constexpr int kExitBySignal = 128;  ///< plus the signal's number, as shells have it

/// From now on the first such signal is kept; the second one ends the program at once.
void catch_end_signals();

/// Likewise, but the second one is kept, too: for work that must clean up. Look at ends_at_once().
void catch_all_end_signals();
/// Whether a second one was kept.
bool ends_at_once();

/// The one that came, or 0. From any thread.
int end_signal();

}  // namespace touchstone

#include "cli/console.hpp"
