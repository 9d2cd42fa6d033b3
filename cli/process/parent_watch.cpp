// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process/parent_watch.hpp"

#include <unistd.h>

#include <chrono>
#include <system_error>
#include <thread>

#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"

namespace touchstone {
namespace {

constexpr std::chrono::milliseconds kParentPeriod{250};

}  // namespace

void end_with_parent(pid_t parent) {
  const auto watch = [parent] {
    while (::getppid() == parent) std::this_thread::sleep_for(kParentPeriod);
    ::_exit(kExitHarnessFailed);
  };
  // A signal that the thread took would end a process that holds it back while it names a file.
  const SignalsHeld held;
  try {
    std::thread(watch).detach();
  } catch (const std::system_error&) {
    // No memory for a thread: the limit of processor time ends a metric that loops.
  }
}

}  // namespace touchstone
