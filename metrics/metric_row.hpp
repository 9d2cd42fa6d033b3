// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric's room offers: its row in the table of metrics (registry.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "metrics/metric.hpp"

namespace touchstone {

/// The options of every ratio metric (thesis [hart2007thesis], Remarks 2.18 to 2.20).
struct RatioOptions {
  /// Only A grows about x_A, and B stays as it is: r = min{t >= 0 : x_A + t (A - x_A) meets B},
  /// which is 0 where x_A is in B. With x where they meet, the witness points are p_B = x and p_A =
  /// x_A + (x - x_A)/r, so that p_A - p_B = rho (x_A - x).
  bool fixed_B = false;
  RatioForm form = RatioForm::rho;
  /// Takes the bodies of the rounded facets (`ratio_facets` only): rho is that of the linear
  /// program, even where these facets make another body (slivers).
  bool facets_as_rounded = false;
};

/// The plug-in that a row comes from, if it is not one of this program.
struct PluginSource {
  enum class Kind : std::uint8_t { none, library, process };
  Kind kind = Kind::none;
  std::string where;             ///< path of the library, or the command of a process
  std::string typed;             ///< what names it for --metric: `where`, or NAME=PATH
  bool in_batches = false;       ///< it takes many questions in one call
  bool gives_manifolds = false;  ///< it gives contact manifolds as well
  std::string remark;            ///< a line on what it offers in vain; empty if there is none
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

}  // namespace touchstone
