// SPDX-License-Identifier: GPL-3.0-or-later
// The machine and the build behind a time record.
#pragma once

#include "benchmarks/timing/time_run.hpp"

namespace touchstone {

/// run_time, and a context that says on what machine, under what load and how it was measured.
TimeRecord run_time_in_context(const TimeOptions& options);

}  // namespace touchstone
