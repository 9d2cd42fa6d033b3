// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of metrics. A new metric is a room of its own that offers its row, and a line in
// registry.cpp.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "metrics/common/ratio_options.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Where a row comes from that is not the registry's: a plug-in.
struct PluginSource {
  enum class Kind : std::uint8_t { none, library, process };
  Kind kind = Kind::none;
  std::string where;            ///< path of the library, or the command of a process
  bool in_batches = false;      ///< it takes many questions in one call
  bool gives_contacts = false;  ///< it finds contact points as well
};

struct MetricRow {
  std::string name;     ///< what a user types: gjk_epa
  std::string summary;  ///< one line: algorithm, library and its version, tolerance
  MetricTraits traits;
  std::function<std::unique_ptr<Metric>()> make;
  /// Makes a ratio metric with options, without any the one that `make` makes; nullptr for others.
  std::unique_ptr<Metric> (*make_ratio)(const RatioOptions&) = nullptr;
  PluginSource plugin = {};
  std::string plain = {};  ///< name of the ratio metric that this is a variant of, or empty
};

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
