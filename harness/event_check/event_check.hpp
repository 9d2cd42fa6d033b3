// SPDX-License-Identifier: GPL-3.0-or-later
// The claims of the thesis about events (pair_events.hpp) over families of cases and all cores.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/event_check/pair_events.hpp"

namespace touchstone {

/// Cases of each family where no number is given, and no more than it has by default.
inline constexpr std::uint64_t kDefaultEventCases = 25;
/// Bodies with more vertices are not run: events over all features are quadratic.
inline constexpr int kLargestEventVertices = 64;
inline constexpr std::size_t kListedEventFailures = 10;

std::string_view claim_name(EventClaim claim);
/// What the claim says, in one line.
std::string_view claim_meaning(EventClaim claim);
std::string_view setting_name(EventSetting setting);

struct EventFailure {
  std::uint64_t index = 0;  ///< index of the case within its source
  std::string id;
  std::string why;
};

/// What became of one claim in many cases. Sums do not depend on their order.
struct ClaimTally {
  std::uint64_t held = 0;
  std::uint64_t violated = 0;
  std::uint64_t not_checked = 0;
  std::uint64_t apart = 0;          ///< claims held or violated that nearly parallel edges decided
  double max_error = 0;             ///< relative error [1]
  std::vector<EventFailure> first;  ///< the first violations, by index

  void add(const ClaimResult& result, std::uint64_t index, const std::string& id);
  void merge(const ClaimTally& other);
};

/// One family.
struct EventCheckRow {
  std::string family;
  std::string group;
  bool of_family = true;  ///< false: cases of the user's own, which need not show every claim
  std::uint64_t cases = 0;
  std::uint64_t not_applicable = 0;  ///< rho is undefined
  std::array<ClaimTally, kEventClaims> claims;
  std::array<std::array<MissedEvents, kEventSorts>, kEventSettings> missed;

  void add(const EventCheckRow& other);
};

struct EventCheckOptions {
  std::vector<CaseSource> sources;
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::function<bool()>
      stop_requested;  ///< asked by every thread: whether to end with what is done
};

struct EventReport {
  std::uint64_t seed = 0;
  std::vector<EventCheckRow> rows;  ///< by source

  /// A line for each claim that is violated, or that no case could show although families were
  /// looked at. Empty: all is as claimed. That of Algorithm 3.15 does not hold in general and is
  /// only counted.
  std::vector<std::string> unexpected() const;
  /// The claims that are judged but could be compared in no case, where all cases are the user's.
  std::vector<std::string> not_compared() const;
};

EventReport check_events(const EventCheckOptions& options);

/// Schema touchstone.events/1.
std::string events_json(const EventReport& report);

}  // namespace touchstone
