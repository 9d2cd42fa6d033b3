// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce events`: what Hart's thesis says of events, held to the exact truth.
#include <algorithm>

#include "cli/papers/names.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/event_check/event_check.hpp"

namespace touchstone {
namespace {

int check_event_claims(const RunArguments& typed) {
  const auto chosen = choose_polytopes(typed, [&](const Family& family) -> std::uint64_t {
    if (family.largest_vertices > kLargestEventVertices) return 0;
    const std::uint64_t cases = *typed.cases;
    return typed.cases.given() ? cases : std::min(cases, family.default_cases);
  });
  if (!chosen) return fail("reproduce events: " + chosen.reason(), kExitBadInput);
  CheckOptions options;
  options.sources = chosen.value().sources;
  options.seed = chosen.value().seed;
  options.chosen = chosen.value().chosen;
  if (options.sources.empty()) {
    return fail("reproduce events: none of these families has bodies of at most " +
                    std::to_string(kLargestEventVertices) + " vertices",
                kExitBadInput);
  }
  return run_check(typed, "blocks of cases", typed.shows_families(), options,
                   [&] { return check_events(options); });
}

}  // namespace

RunArguments& add_events(Command& command) {
  RunArguments& a = command.runs(check_event_claims);
  a.cases = kDefaultEventCases;
  command.group("Which cases");
  add_case_options(command, a,
                   "Cases of each family whose bodies have at most 64 vertices; without --cases no "
                   "more than it has by default",
                   {1, kMaxCases}, OwnCases::files);
  a.add_record(command);
  command.full(a.full, "Show a row for each family instead of each group").only(kOnlyInTable);
  return a;
}

}  // namespace touchstone
