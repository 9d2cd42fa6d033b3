// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that a process has started. Linux only.
#pragma once

#include <sys/types.h>

#include <fstream>
#include <string>
#include <vector>

namespace touchstone {

/// Processes whose parent is `process`, those among them that it got when their own parents died;
/// without those that its other threads have started. None where it is gone.
inline std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> found;
  const std::string number = std::to_string(process);
  std::ifstream list("/proc/" + number + "/task/" + number + "/children");
  for (pid_t child = 0; list >> child;) found.push_back(child);
  return found;
}

}  // namespace touchstone
