// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/end_signal.hpp"

#include <atomic>
#include <csignal>

namespace touchstone {
namespace {

std::atomic<int> came = 0;
std::atomic<int> count = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void keep(int signal) {
  came = signal;
  ++count;
}

void handle(int flags) {
  struct sigaction action {};
  action.sa_handler = keep;
  action.sa_flags = flags;
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  // nohup lets it be ignored.
  struct sigaction hangup {};
  ::sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

}  // namespace

void catch_end_signals() { handle(static_cast<int>(SA_RESETHAND | SA_RESTART)); }

void catch_all_end_signals() { handle(SA_RESTART); }

int end_signal() { return came; }

bool ends_at_once() { return count > 1; }

}  // namespace touchstone
