// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plug-in, a library or a program, or a metric of this program over batches of pairs in a
// worker process, and tells its faults apart (culprit_finder.hpp).
//
// One batch in kReversedOneIn, chosen by the content of its first pair, is asked once more in
// reversed order, but for the questions that ran out of time: an answer that differs by more than
// the plug-in claims is `order_dependent`.
#pragma once

#include <memory>
#include <string>

#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

inline constexpr std::uint64_t kReversedOneIn = 16;

/// Whether a batch that begins with this pair is put in reversed order as well: by its content, so
/// that the verdicts do not depend on how many threads share a campaign.
bool is_asked_reversed(const Pair& pair);

/// Needs options.worker_command. The worker starts with the first batch.
std::unique_ptr<Runner> make_worker_runner(const MetricRow& row, const RunnerOptions& options);

/// The row of a plug-in's library. The library is loaded in a worker, so that one that crashes ends
/// in a message as well. Rejects what PluginLibrary::load and read_claims reject.
Result<MetricRow> plugin_row(const std::string& library, const RunnerOptions& options);

/// The row of a program that speaks docs/process-plugin.md. /bin/sh runs `command`. Rejects one
/// that cannot be started, ends at once or says no hello, and what read_claims rejects.
Result<MetricRow> process_plugin_row(const std::string& command, const RunnerOptions& options);

}  // namespace touchstone
