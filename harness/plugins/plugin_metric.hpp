// SPDX-License-Identifier: GPL-3.0-or-later
// A plug-in as a metric of this process: for timing, and for debuggers.
#pragma once

#include <memory>
#include <string>

#include "harness/plugins/plugin_library.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Loads the library into this process. One thread at a time may use the metric, whatever the
/// workspace: warm starts live in the plug-in's one instance, and a new workspace resets it. Throws
/// std::runtime_error where the library is rejected.
std::unique_ptr<Metric> make_plugin_metric(const std::string& library);

/// Makes a metric of a loaded, trusted library. Nothing guards its buffers, so that little is timed
/// beside it. The library has evaluate().
std::unique_ptr<Metric> make_trusted_metric(std::shared_ptr<const PluginLibrary> library);

}  // namespace touchstone
