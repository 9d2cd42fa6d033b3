// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce events`: what Hart's thesis says of events, held to the exact truth.
#include <algorithm>
#include <utility>

#include "cli/papers/names.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/event_check/event_check.hpp"
#include "harness/check/check_record.hpp"
#include "reports/check_text.hpp"

namespace touchstone {
namespace {

struct EventsArguments : PaperArguments {
  CaseNames names;
  Typed<bool> full;
};

int check_event_claims(const EventsArguments& typed) {
  const CaseNames& names = typed.names;
  const auto chosen = choose_cases(names, typed.seed, [&](const Family& family) -> std::uint64_t {
    if (family.largest_vertices > kLargestEventVertices) return 0;
    const std::uint64_t cases = *names.cases;
    return names.cases.given() ? cases : std::min(cases, family.default_cases);
  });
  if (!chosen) return complain("reproduce events: " + chosen.reason(), kExitBadInput);
  CheckOptions options;
  options.sources = chosen.value().sources;
  options.seed = chosen.value().seed;
  if (options.sources.empty()) {
    return complain("reproduce events: none of these families has bodies of at most " +
                        std::to_string(kLargestEventVertices) + " vertices",
                    kExitBadInput);
  }
  options.jobs = *typed.jobs;
  options.stop_requested = stop_requested;
  const bool full = *typed.json != "-" && *typed.full;
  return reproduce(typed, "blocks of cases", Interrupted::shown,
                   [&](Progress& progress) -> Result<Made> {
                     options.progress = progress.updates();
                     const CheckReport found = check_events(options);
                     return Made{check_text(found, full, stop_requested()),
                                 check_record().document(found), found.as_expected()};
                   });
}

}  // namespace

PaperArguments& add_events(Command& command) {
  EventsArguments& a = command.runs(check_event_claims);
  a.add_cases(command, a.names, kDefaultEventCases, kMaxCases,
              "Cases of each family whose bodies have at most 64 vertices; without --cases no more "
              "than it has by default");
  command.reads("--file", a.names.files,
                "Case file (docs/case-file.md), looked at alone unless --family is given; "
                "repeatable");
  a.add_record(command);
  command.flag("--full", a.full, "Show a row for each family instead of each group")
      .only(kOnlyInTable);
  return a;
}

}  // namespace touchstone
