// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_check.hpp"

#include <string>
#include <vector>

namespace touchstone {
namespace {

constexpr std::uint64_t kEventBlock = 8;  ///< cases that one thread takes at once

/// A claim about events, not cases: Algorithm 3.15 finds what 3.14 finds.
CheckClaim counted_events(std::string_view name, std::string_view meaning, std::string_view title) {
  return {name, meaning, kShareColumn, title, false};
}

}  // namespace

Check events_check() {
  Check check;
  check.name = "events";
  check.heading = "What is claimed of events (docs/events.md)\n";
  check.unanswered = "not\nappl.";
  check.claims = {
      {"components",
       "the largest component function is rho (Theorem 3.13)",
       kMeasuredColumns,
       {},
       true,
       false,
       {{"parallel_edges", "nearly parallel edges decide",
         "nearly parallel edges decide (sine below 1e-6)"}}},
      {"gradients", "where rho is smooth its gradient is that of its event (Theorem 3.8)",
       kMeasuredColumns},
      {"active",
       "every active event is found from the active hyperplanes (Algorithm 3.15): not judged",
       kJudgedColumns,
       {},
       false},
      {"region", "the perfect contact is the hull of its event points (Theorem 3.4)",
       kMeasuredColumns},
      counted_events("active_corners", "active corners on faces are found", "active\nCoF %"),
      counted_events("active_edges", "active edges on edges are found", "active\nEoE %"),
      counted_events("near_one_corners", "corners on faces in window one are found", "one\nCoF %"),
      counted_events("near_one_edges", "edges on edges in window one are found", "one\nEoE %"),
      counted_events("near_two_corners", "corners on faces in window two are found", "two\nCoF %"),
      counted_events("near_two_edges", "edges on edges in window two are found", "two\nEoE %")};
  check.legend =
      "CoF, EoE: corners on faces and edges on edges that Algorithm 3.14 keeps over all "
      "features and 3.15 does not find:\nof the active ones, and of those within a hundredth "
      "of the size in window one and two\n";
  check.must_be_seen = MustBeSeen::on_all_families;
  return check;
}

void add_pair_events(const PairEvents& found, const std::string& id, CheckRow& row) {
  ++row.cases;
  if (!found.answered) {
    ++row.unanswered;
    return;
  }
  auto counts = row.claims.begin();
  for (const ClaimFinding& claim : found.claims) (counts++)->add(claim, id);
  for (const auto& setting : found.missed) {
    for (const MissedEvents& sort : setting) {
      counts->held += sort.kept - sort.missed;
      (counts++)->violated += sort.missed;
    }
  }
}

CheckReport check_events(const CheckOptions& options) {
  return judge_cases(
      events_check(), {CheckSubject{}}, options, kEventBlock, [] { return PairEventCheck(); },
      [](PairEventCheck& check, const CheckedCase& one, std::vector<CheckRow>& rows) {
        add_pair_events(check.examine(one.c.pair(), one.index), one.c.id, rows[0]);
      });
}

}  // namespace touchstone
