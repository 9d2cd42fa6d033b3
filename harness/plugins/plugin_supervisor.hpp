// SPDX-License-Identifier: GPL-3.0-or-later
// The process between the host and its workers, which are forks that load a library or make a
// metric, or commands. It runs no code of what they ask, and every process that a plug-in starts
// ends up below it, so that all can be killed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "metrics/metric_row.hpp"

namespace touchstone {

// Each function serves the host on the descriptors of plugin_channel.hpp until the host is gone,
// kills what is left, and returns the exit code.

/// Workers load `library`.
int serve_library_workers(const std::string& library, std::uint64_t memory_limit_bytes);

/// Workers load a solver of contact steps, `what` "NUMBER:FILE": the first of a library is 0.
int serve_solver_workers(const std::string& what, std::uint64_t memory_limit_bytes);

/// Workers make the metric of `row`.
int serve_metric_workers(const MetricRow& row, std::uint64_t memory_limit_bytes);

/// Workers are what /bin/sh makes of `command`, and the host gets their standard streams.
int serve_command_workers(const std::string& command, std::uint64_t memory_limit_bytes);

/// Workers call `run` with the descriptors that the host shares, which names what they load in
/// `what`. They have the host's standard output and error, and tell it nothing by themselves.
int serve_process_workers(const std::string& what, const std::function<void()>& run);

}  // namespace touchstone
