// SPDX-License-Identifier: GPL-3.0-or-later
// The claims of the thesis about events (pair_events.hpp) over families of cases and all cores.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/check/check_run.hpp"
#include "harness/event_check/pair_events.hpp"

namespace touchstone {

/// Cases of each family where no number is given, and no more than it has by default.
inline constexpr std::uint64_t kDefaultEventCases = 25;
/// Bodies with more vertices are not run: events over all features are quadratic.
inline constexpr int kLargestEventVertices = 64;

/// The claims in the order of EventClaim, then for each setting the corners and the edges that are
/// found. Algorithm 3.15 does not find all events: that is only counted.
Check events_check();
/// Adds what was found of one pair to a row of that check.
void add_pair_events(const PairEvents& found, const std::string& id, CheckRow& row);

CheckReport check_events(const CheckOptions& options);

}  // namespace touchstone
