// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics behind the plug-in interface in this process, for timing and debuggers: plug-ins, those
// of another build's library, and those of this program itself.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/plugins/plugin_library.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Loads the library into this process. The metric is a BatchMetric where the library takes batches,
/// here and below. One thread at a time may use the metric, whatever the
/// workspace: warm starts live in the plug-in's one instance, and a new workspace resets it. Throws
/// std::runtime_error where the library is rejected.
std::unique_ptr<Metric> make_plugin_metric(const std::string& library);

/// Makes a metric of a loaded, trusted library. Nothing guards its buffers, so that little is timed
/// beside it.
std::unique_ptr<Metric> make_trusted_metric(std::shared_ptr<const PluginLibrary> library);

/// Every algorithm of the library at `path`, which is loaded into this process. Rejects what
/// PluginLibrary::load_all and read_claims reject.
Result<std::vector<MetricRow>> collection_rows(const std::string& path);

/// In place of a library's path, before the name of a metric of this program: a worker asks that one
/// as it asks a library.
inline constexpr std::string_view kOwnMetric = "metric:";
/// The algorithm of this program of that name. Rejects other names.
Result<std::shared_ptr<const PluginLibrary>> own_algorithm(const std::string& name);

/// `row` of this program's registry, asked as the rows of a library are.
MetricRow behind_interface(const MetricRow& row);

/// A metric behind the interface that returns at once: what of other metrics' times the interface
/// takes. `guarded`: as make_plugin_metric() asks, else as make_trusted_metric() does.
MetricRow empty_metric(bool guarded);

/// Makes trusted metrics of the plug-in at `path`, which is loaded with the first one and only
/// once. Throws std::runtime_error where the library is rejected.
std::function<std::unique_ptr<Metric>()> trusted_maker(const std::string& path);

}  // namespace touchstone
