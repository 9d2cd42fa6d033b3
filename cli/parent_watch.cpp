// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/parent_watch.hpp"

#include <unistd.h>

#include <chrono>
#include <system_error>
#include <thread>

#include "cli/console.hpp"

namespace touchstone {
namespace {

constexpr std::chrono::milliseconds kParentPeriod{250};

}  // namespace

/// A signal on the parent's death would not do: the kernel ties it to the thread that started this
/// process.
void end_with_parent(pid_t parent) {
  const auto watch = [parent] {
    while (::getppid() == parent) std::this_thread::sleep_for(kParentPeriod);
    ::_exit(kExitHarnessFailed);
  };
  try {
    std::thread(watch).detach();
  } catch (const std::system_error&) {
    // No memory for a thread: the limit of processor time ends a metric that loops.
  }
}

}  // namespace touchstone
