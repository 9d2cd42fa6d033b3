// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, SIGTERM and SIGHUP during work whose partial results are shown or kept.
#pragma once

#include <csignal>

namespace touchstone {

inline constexpr int kExitBySignal = 128;  ///< plus the signal's number, as shells have it

/// From now on the first such signal is kept; the second one ends the program at once. What has not
/// ended kLastRespite_s after the first is given up.
void catch_end_signals();

/// Keeps the second end signal, too, instead of ending at once: for work that must clean up and
/// looks at ends_at_once().
void catch_all_end_signals();
/// Whether a second end signal was kept.
bool ends_at_once();

/// The number of the end signal that came, or 0. From any thread, and from signal handlers.
int received_signal();

/// Between a signal that is kept and the end of the process [s].
inline constexpr double kLastRespite_s = 1.5;

/// Starts the thread that ends the process when it does not end by itself, and looks for queries
/// that go on for ever.
void start_watching();

/// Holds back SIGINT, SIGTERM and SIGHUP from this thread, and from threads that start meanwhile.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace touchstone
