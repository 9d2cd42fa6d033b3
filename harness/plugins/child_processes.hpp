// SPDX-License-Identifier: GPL-3.0-or-later
// Other processes: those that one has started, and their processor time. Linux only.
#pragma once

#include <sys/types.h>

#include <vector>

namespace touchstone {

/// Processes whose parent is `process`, those among them that it got when their own parents died;
/// without those that its other threads have started. None where it is gone.
std::vector<pid_t> children_of(pid_t process);

/// Processor time of one process with all its threads [s]; 0 where it is gone.
double process_cpu_time_s(pid_t process);

/// Processor time of a process and those below it [s]: a shell waits for the program that it was to
/// start. A descendant that was waited for, or that has lost its parent, does not count.
double tree_cpu_time_s(pid_t process);

}  // namespace touchstone
