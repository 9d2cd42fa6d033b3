// SPDX-License-Identifier: GPL-3.0-or-later
// A process of ours that another one started ends soon after it, however that one ended.
#pragma once

#include <sys/types.h>

namespace touchstone {

/// From now on a thread looks every 250 ms whether `parent` is still this process's parent, and
/// ends the process at once where it is not. A thread polls, because PR_SET_PDEATHSIG is tied to
/// the thread that started this process.
void end_with_parent(pid_t parent);

}  // namespace touchstone
