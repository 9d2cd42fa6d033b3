// SPDX-License-Identifier: GPL-3.0-or-later
// What the times add up to: exponents against the number of facets, and the answer to the seeds'
// question.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare/time_record.hpp"

namespace touchstone {

/// Bars are about fits over at least this many facets.
inline constexpr double kManyFacets = 490;

/// For each metric, family, regime and start with bodies of equal size: one fit over all sizes, and
/// one over those from kManyFacets on where that is another and has three points.
std::vector<TimeFit> fit_times(const std::vector<TimeResult>& results);

/// From which size on a ratio metric is faster than another at every size measured.
struct Overtaking {
  std::string metric;  ///< the other
  std::string family;
  std::string regime;
  bool ever = false;
  double facets = 0;          ///< facets at the smallest size from which the ratio metric leads
  double times_there = 0;     ///< the other's time over the ratio metric's
  double facets_largest = 0;  ///< the largest size that both reach
  double times_largest = 0;
};

/// Name of the ratio metric that takes least time from a cold start at the largest size in the
/// results; empty if they hold no ratio metric.
std::string champion(const std::vector<TimeResult>& results,
                     const std::vector<std::string>& ratio_metrics);

/// `ratio` against each of `others`, cold, equal sizes, in each family of several sizes (or the
/// only one) and each penetrating regime.
std::vector<Overtaking> overtakings(const std::vector<TimeResult>& results,
                                    const std::string& ratio,
                                    const std::vector<std::string>& others);

}  // namespace touchstone
