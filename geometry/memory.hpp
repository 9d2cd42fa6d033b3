// SPDX-License-Identifier: GPL-3.0-or-later
// What happens where there is no more memory. GMP would abort, and an exception would be taken for
// a fault of the metric that met it; neither may happen to a campaign that is to give the same
// totals when it is taken up again.
#pragma once

namespace touchstone {

/// From now on ends the process with `line` on standard error and `exit_code` where new or GMP (and
/// MPFR, which allocates through it) find no memory. `line` outlives everything.
void end_when_memory_is_exhausted(const char* line, int exit_code);

}  // namespace touchstone
