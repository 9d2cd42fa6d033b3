// SPDX-License-Identifier: GPL-3.0-or-later
// The events of pairs held to what the thesis [hart2007thesis] says of them, ch. 3, over families
// of cases and all cores. What they are held to is the exact truth: rho, and the true witness
// points of the ratio metric.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "contact/events/event_contacts.hpp"
#include "contact/events/nearly_active.hpp"
#include "harness/check/check_run.hpp"
#include "metrics/metric.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// The claims. All but `active` hold for every pair whose rho is defined.
enum class EventClaim : std::uint8_t {
  components,  ///< Theorem 3.13: the largest component function is rho
  gradients,   ///< Theorem 3.8: where rho is smooth its gradient is that of its event
  active,      ///< Algorithm 3.15 finds every active event that 3.14 finds
  region       ///< Theorem 3.4: perfect contact is the hull of its event points
};
inline constexpr std::size_t kEventClaims = 4;

/// Largest error of rho that is accepted, in parts of max(1, |rho|) [1].
inline constexpr double kComponentTolerance = 1e-12;
/// Tolerances eps_t and eps_x of active events, relative to the size [1].
inline constexpr double kActiveEvent = 1e-9;
/// Tolerances eps_t and eps_x at which missed events are counted, relative to the size [1].
inline constexpr double kNearEvent = 0.01;
/// Tolerance on distances from the contact region, relative to the size [1].
inline constexpr double kRegionTolerance = 1e-8;

/// Events that Algorithm 3.14 keeps over all features, and those of them that 3.15 misses.
struct MissedEvents {
  std::uint64_t kept = 0;
  std::uint64_t missed = 0;
};

enum class EventSetting : std::uint8_t { active, near_one, near_two };
inline constexpr std::size_t kEventSettings = 3;
inline constexpr std::size_t kEventSorts = 2;  ///< corners, edges

struct PairEvents {
  bool answered = false;  ///< false: rho is undefined, or the metric has no answer
  std::array<ClaimFinding, kEventClaims> claims;
  std::array<std::array<MissedEvents, kEventSorts>, kEventSettings> missed;
};

/// Keeps its memory from pair to pair. One for each thread.
class PairEventCheck {
 public:
  PairEventCheck();

  /// `stream` chooses the motions along which gradients are looked at.
  PairEvents examine(const Pair& pair, std::uint64_t stream);

 private:
  struct Asked;

  ClaimFinding components(const Pair& pair, const RoundedReal& rho) const;
  std::optional<Event> followed(const Asked& asked);
  ClaimFinding gradients(const Pair& pair, const Asked& asked, const TruthOnDemand& truth,
                         std::uint64_t stream);
  ClaimFinding region(const Pair& pair, const Asked& asked, const TruthOnDemand& truth);
  void count_missed(const Asked& asked, PairEvents& found);

  std::unique_ptr<Metric> metric_;
  QuickOracle oracle_;
  NearlyActive events_;
  NearlyActive all_events_;
};

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
