// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of metrics. A new metric is a room of its own that offers its row, and a line in
// registry.cpp.
#pragma once

#include <span>
#include <string_view>

#include "metrics/metric_row.hpp"

namespace touchstone {

/// All metrics of this build, in the order in which tables list them.
std::span<const MetricRow> metric_registry();

/// The row of a ratio metric that answers another question; it brings no certificate.
MetricRow make_variant(const MetricRow& row, FixedBody fixed, RatioForm form);

/// NAME-fixed-A, NAME-fixed-B and NAME-growth of each ratio metric NAME of the registry.
std::span<const MetricRow> ratio_variants();

/// nullptr if there is none of that name in `rows`.
const MetricRow* find_metric(std::string_view name,
                             std::span<const MetricRow> rows = metric_registry());

}  // namespace touchstone
