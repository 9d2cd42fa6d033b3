// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's side: one process that answers batches of questions on `socket` until the host
// closes it. The functions never return.
#pragma once

#include <cstdint>
#include <string>

#include "metrics/metric_row.hpp"

namespace touchstone {

/// Loads `library` and asks it.
[[noreturn]] void run_library_worker(const std::string& library, int socket,
                                     std::uint64_t memory_limit_bytes);

/// Makes the metric of `row`, which is one of this program, and asks it.
[[noreturn]] void run_metric_worker(const MetricRow& row, int socket,
                                    std::uint64_t memory_limit_bytes);

}  // namespace touchstone
