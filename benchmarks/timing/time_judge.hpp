// SPDX-License-Identifier: GPL-3.0-or-later
// How many of the timed answers are right: by the oracle where bodies are small, elsewhere by
// bounds that the answers themselves prove.
//
// Whatever a metric's normal n and witness points p_A, p_B are worth, they bound the truth:
//   gap(n) <= phi, gap(n) / (n.d) <= rho where n.d > 0;
//   p_A in A and p_B in B (facet by facet): phi <= |p_A - p_B|, and with p_A - p_B = rho' d,
//   rho <= rho'.
// A point that lies v outside is first moved towards the interior point by the part v / (inradius +
// v) of its arm, which shifts the bounds. Where the best lower and upper bounds of all metrics meet
// to a tenth of the tolerance, the truth is known; elsewhere (mostly the depth of large bodies) it
// is unknown.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Right means within this of the truth, relative to size or max(1, |rho|); the campaigns' default
/// tolerance [1].
inline constexpr double kTimeTolerance = 1e-8;
/// Up to so many vertices of the larger body the oracle is asked: some milliseconds.
inline constexpr std::uint64_t kMaxOracleVertices = 512;
/// Up to so many vertices of the larger body the oracle is asked where TimeOptions::judged is set.
inline constexpr std::uint64_t kMaxWantedOracleVertices = 1024;

/// low <= truth <= high.
struct TruthBounds {
  double low;
  double high;
  TruthBounds();
  void include(double lower, double upper);
  bool narrower_than(double width) const { return high - low <= width; }
};

/// What is known of one pair.
class TimeTruth {
 public:
  explicit TimeTruth(const Pair& pair) : pair_(&pair) {}

  /// Bounds from an answer of any metric to the pair.
  void learn(const Answer& answer);
  /// The truth, from the oracle.
  void ask(QuickOracle& oracle);

  /// Whether the value is right and the witness points are valid, as the judge of campaigns says;
  /// empty where the oracle was not asked, and where the metric gives no witness points.
  std::optional<bool> proven_by_points(const Answer& answer, const MetricTraits& traits) const;

  /// Whether the value, or without a value the sign, is right; empty if that is not known.
  std::optional<bool> right(const Answer& answer, const MetricTraits& traits) const;

  const Pair& pair() const { return *pair_; }
  const TruthBounds& phi() const { return phi_; }
  const TruthBounds& rho() const { return rho_; }

 private:
  const Pair* pair_;
  std::optional<TruthOnDemand> exact_;
  TruthBounds phi_;
  TruthBounds rho_;
};

}  // namespace touchstone
