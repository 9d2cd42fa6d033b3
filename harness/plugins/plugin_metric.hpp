// SPDX-License-Identifier: GPL-3.0-or-later
// A plug-in as a metric of this process: for timing, and for debuggers.
#pragma once

#include <memory>
#include <string>

#include "metrics/metric.hpp"

namespace touchstone {

/// Loads the library into this process. One thread at a time may use the metric, whatever the
/// workspace: warm starts live in the plug-in's one instance, and a new workspace resets it. Throws
/// std::runtime_error where the library is rejected.
std::unique_ptr<Metric> make_plugin_metric(const std::string& library);

}  // namespace touchstone
