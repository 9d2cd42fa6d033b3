// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics behind the plug-in interface in this process, for timing: those of another build's
// library, those of this program itself, and trusted plug-ins.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Every algorithm of the library at `path`, which is loaded into this process. Rejects what
/// PluginLibrary::load_all and read_claims reject, and an algorithm that takes batches alone.
Result<std::vector<MetricRow>> collection_rows(const std::string& path);

/// `row` of this program's registry, asked as the rows of a library are.
MetricRow behind_interface(const MetricRow& row);

/// Makes trusted metrics of the plug-in at `path`, which is loaded with the first one and only
/// once. Throws std::runtime_error where the library is rejected.
std::function<std::unique_ptr<Metric>()> trusted_maker(const std::string& path);

}  // namespace touchstone
