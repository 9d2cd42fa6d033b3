// SPDX-License-Identifier: GPL-3.0-or-later
// The manifolds that a plug-in finds (touchstone.manifold/1), asked for in a worker.
#pragma once

#include <memory>

#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// What finds the manifolds of a row's plug-in, where row.plugin.gives_manifolds holds. One thread at
/// a time may use it. Rejects, in a line, a plug-in that cannot be started any more. Throws
/// HarnessError where no worker can be had.
Result<std::unique_ptr<ManifoldSource>> make_plugin_manifolds(const MetricRow& row,
                                                              const RunnerOptions& options);

}  // namespace touchstone
