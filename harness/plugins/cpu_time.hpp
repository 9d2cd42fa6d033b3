// SPDX-License-Identifier: GPL-3.0-or-later
// Processor time of other processes. Linux only.
#pragma once

#include <sys/types.h>

namespace touchstone {

/// Of one process with all its threads; 0 where it is gone [s].
double process_cpu_time_s(pid_t process);

/// Of a process and those below it: a shell waits for the program that it was to start. Those that
/// have been waited for, or have lost their parent, do not count [s].
double tree_cpu_time_s(pid_t process);

}  // namespace touchstone
