// SPDX-License-Identifier: GPL-3.0-or-later
// Ends the process when memory runs out. GMP would abort, and an exception would be counted as a
// fault of the metric that ran out. A campaign that is resumed must give the same totals, so
// neither may happen.
#pragma once

namespace touchstone {

/// From now on, if new, GMP or MPFR (which allocates through GMP) runs out of memory, the process
/// writes `line` to standard error and exits with `exit_code`. `line` must have static lifetime.
void end_when_memory_is_exhausted(const char* line, int exit_code);

}  // namespace touchstone
