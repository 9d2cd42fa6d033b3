// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce events`: what Hart's thesis says of events, held to the exact truth.
#include <algorithm>
#include <utility>

#include "cli/papers/names.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/event_check/event_check.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct EventsArguments : PaperArguments {
  CaseNames names;
  Typed<bool> full;
};

std::vector<EventCheckRow> event_table_rows(const EventReport& report, bool full) {
  std::vector<EventCheckRow> rows;
  for (const EventCheckRow& row : report.rows) {
    const bool same = !full && !rows.empty() && rows.back().group == row.group;
    if (same) {
      rows.back().add(row);
    } else {
      rows.push_back(row);
    }
  }
  return rows;
}

std::string percent_missed(const MissedEvents& events) {
  if (events.kept == 0) return "-";
  if (events.missed == 0) return ".";
  return short_text(100 * static_cast<double>(events.missed) / static_cast<double>(events.kept));
}

std::string event_table_text(const EventReport& report, bool full) {
  std::vector<std::string> header = {full ? "family" : "families", "cases", "not\nappl."};
  for (std::size_t c = 0; c < kEventClaims; ++c) {
    header.push_back(std::string(claim_name(static_cast<EventClaim>(c))) + "\nheld");
    header.emplace_back("vio-\nlated");
    if (static_cast<EventClaim>(c) != EventClaim::active) header.emplace_back("max\nerror");
  }
  for (const char* window : {"active", "one", "two"}) {
    for (const char* sort : {"CoF %", "EoE %"}) header.push_back(std::string(window) + "\n" + sort);
  }
  TextTable table(header, 1);
  for (const EventCheckRow& row : event_table_rows(report, full)) {
    std::vector<std::string> cells = {full ? row.family : row.group, std::to_string(row.cases),
                                      count_text(row.not_applicable)};
    for (std::size_t c = 0; c < kEventClaims; ++c) {
      const ClaimTally& tally = row.claims.at(c);
      cells.push_back(count_text(tally.held));
      cells.push_back(count_text(tally.violated));
      if (static_cast<EventClaim>(c) != EventClaim::active) {
        cells.push_back(short_text(tally.max_error));
      }
    }
    for (const auto& window : row.missed) {
      for (const MissedEvents& sort : window) cells.push_back(percent_missed(sort));
    }
    table.add(cells);
  }
  return table.text();
}

std::string claim_legend() {
  std::string text;
  for (std::size_t c = 0; c < kEventClaims; ++c) {
    const auto claim = static_cast<EventClaim>(c);
    text.append(claim_name(claim)).append(": ").append(claim_meaning(claim)).append("\n");
  }
  return text +
         "CoF, EoE: corners on faces and edges on edges that Algorithm 3.14 keeps over all "
         "features and 3.15 does not find:\nof the active ones, and of those within a hundredth "
         "of the size in window one and two\n";
}

std::string event_failures_text(const EventReport& report) {
  std::string text;
  for (std::size_t c = 0; c < kEventClaims; ++c) {
    std::uint64_t all = 0;
    std::uint64_t apart = 0;
    std::size_t listed = 0;
    std::string lines;
    for (const EventCheckRow& row : report.rows) {
      const ClaimTally& tally = row.claims.at(c);
      all += tally.violated;
      apart += tally.apart;
      for (const EventFailure& failure : tally.first) {
        if (listed++ >= kListedEventFailures) break;
        lines.append("  ").append(failure.id).append(": ").append(failure.why).append("\n");
      }
    }
    const std::string name(claim_name(static_cast<EventClaim>(c)));
    if (all > 0) text += name + " is violated in " + std::to_string(all) + ", first\n" + lines;
    if (apart > 0) {
      text += name + ": in " + std::to_string(apart) +
              " cases nearly parallel edges decide (sine below 1e-6)\n";
    }
  }
  return text;
}

std::string events_text(const EventReport& report, bool full) {
  std::string text = "What is claimed of events (docs/contacts.md)\n" +
                     event_table_text(report, full) + claim_legend() + event_failures_text(report);
  for (const std::string& claim : report.not_compared()) {
    text += claim + ": could be compared in no case of this input\n";
  }
  if (!stop_requested()) {
    const std::vector<std::string> unexpected = report.unexpected();
    for (const std::string& line : unexpected) text += "not as expected: " + line + "\n";
    if (unexpected.empty()) text += "as expected: every claim that is judged holds\n";
  }
  return text + "seed " + std::to_string(report.seed) + "\n";
}

int check_event_claims(const EventsArguments& typed) {
  const CaseNames& names = typed.names;
  const auto chosen = choose_cases(names, typed.seed, [&](const Family& family) -> std::uint64_t {
    if (family.largest_vertices > kLargestEventVertices) return 0;
    const std::uint64_t cases = *names.cases;
    return names.cases.given() ? cases : std::min(cases, family.default_cases);
  });
  if (!chosen) return complain("reproduce events: " + chosen.reason(), kExitBadInput);
  EventCheckOptions options;
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
  return reproduce(
      typed, "blocks of cases", Interrupted::shown, [&](Progress& progress) -> Result<Made> {
        options.progress = progress.updates();
        const EventReport found = check_events(options);
        return Made{events_text(found, full), events_json(found), found.unexpected().empty()};
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
