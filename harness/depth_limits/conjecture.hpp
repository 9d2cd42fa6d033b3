// SPDX-License-Identifier: GPL-3.0-or-later
// The conjecture of Hart's thesis [hart2007thesis], Remark 2.20, over families of cases: that plane
// distance and |p_1 - p_2| come to be the depth as the depth goes to 0.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/depth_limits/depth_meter.hpp"

namespace touchstone {

struct ConjectureCase {
  std::size_t source = 0;  ///< position in the options
  std::string id;
  DepthSamples found;
};

struct ConjectureOptions {
  std::vector<CaseSource> sources;
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<bool()> stop_requested;  ///< may be empty
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// The cases of all sources in their order; where it was stopped, the first of them.
std::vector<ConjectureCase> measure_conjecture(const ConjectureOptions& options);

struct ConjectureFailure {
  std::string id;
  double depth = 0;  ///< asked, of size [1]
  std::string why;
};

/// One quotient at one depth, over the cases that reached it.
struct QuotientSpread {
  std::uint64_t cases = 0;
  std::uint64_t ones = 0;  ///< within 1e-9 of 1
  double median = 0, largest = 0;
};

/// Where one quotient goes, over cases.
struct QuotientLimits {
  std::array<std::uint64_t, kLimits> cases{};  ///< by Limit
  std::string first_other;                     ///< id of the first case with another limit than 1
  std::array<QuotientSpread, kSampledDepths.size()> at;

  std::uint64_t count(Limit limit) const { return cases.at(static_cast<std::size_t>(limit)); }
};

/// Cases of one kind of contact, or of one family.
struct ConjectureRow {
  std::string name;
  std::uint64_t cases = 0;
  QuotientLimits plane, segment;
  double largest_turn = 0;  ///< between the two normals at the smallest depth [rad]
};

struct ConjectureSummary {
  std::uint64_t cases = 0;
  std::uint64_t not_applicable = 0;  ///< rho is undefined
  std::uint64_t overlaps = 0;        ///< pairs at a depth that was reached
  std::uint64_t not_reached = 0;     ///< bodies too thin, motions past a corner, doubles too coarse
  std::uint64_t disordered = 0;      ///< overlaps where depth <= plane <= |p_1 - p_2| fails
  std::uint64_t not_projected = 0;   ///< ... where |p_1 - p_2| cos(n, d) = plane distance fails
  std::uint64_t contradicted =
      0;                         ///< ... whose plane distance is proven to be the depth, and is not
  std::uint64_t unanswered = 0;  ///< ... of which the metric had no answer
  double largest_metric_error = 0;          ///< [1]
  std::vector<ConjectureFailure> failures;  ///< the first
  std::vector<ConjectureRow> sorts;         ///< those that occur, in the order of ContactSort
  std::vector<ConjectureRow> families;      ///< in the order of the sources

  /// Whether what is proven holds: order and projection, exactly, and to 1e-12 in the metric;
  /// small depths.
  bool as_proven() const { return failures.empty(); }
};

ConjectureSummary summarise(const std::vector<ConjectureCase>& cases,
                            const std::vector<CaseSource>& sources);

}  // namespace touchstone
