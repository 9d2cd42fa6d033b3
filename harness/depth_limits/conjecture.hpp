// SPDX-License-Identifier: GPL-3.0-or-later
// The conjecture of Hart's thesis [hart2007thesis], Remark 2.20, over families of cases: that plane
// distance and |p_1 - p_2| come to be the depth as the depth goes to 0.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/check/check_run.hpp"
#include "harness/depth_limits/depth_meter.hpp"

namespace touchstone {

struct ConjectureCase {
  std::size_t source = 0;  ///< position in the options
  std::string id;
  DepthSamples found;
};

/// The cases of all sources in their order; where it was stopped, the first of them.
std::vector<ConjectureCase> measure_conjecture(const CheckOptions& options);

/// One quotient at one depth, over the cases that reached it.
struct QuotientSpread {
  double depth = 0;  ///< depth asked for / size [1]
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

/// What is proven of an overlap of each case: the order of depth, plane distance and |p_1 - p_2|,
/// the projection of |p_1 - p_2|, exactly and in the metric's answer, and the plane distance where
/// it is proven to be the depth.
Check conjecture_check();

struct ConjectureSummary {
  std::uint64_t cases = 0;
  std::uint64_t not_applicable = 0;  ///< rho is undefined
  std::uint64_t overlaps = 0;        ///< pairs at a depth that was reached
  std::uint64_t not_reached = 0;     ///< bodies too thin, motions past a corner, doubles too coarse
  CheckRow proven;                   ///< counts of conjecture_check() over the overlaps
  std::vector<ConjectureRow> sorts;  ///< those that occur, in the order of ContactSort
  std::vector<ConjectureRow> families;  ///< in the order of the sources

  /// Whether what is proven holds.
  bool as_proven() const { return proven.violated() == 0; }
};

ConjectureSummary summarise(const std::vector<ConjectureCase>& cases,
                            const std::vector<CaseSource>& sources);

}  // namespace touchstone
