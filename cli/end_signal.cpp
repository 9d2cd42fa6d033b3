// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/end_signal.hpp"

#include <atomic>
#include <csignal>

namespace touchstone {
namespace {

std::atomic<int> came = 0;
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

void catch_end_signals() {
  struct sigaction action {};
  action.sa_handler = [](int signal) { came = signal; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
}

int end_signal() { return came; }

}  // namespace touchstone
