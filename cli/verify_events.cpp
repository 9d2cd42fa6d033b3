// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify_events.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/check_run.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "harness/event_check/event_check.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
namespace {

/// The options of a campaign, or of contacts, that mean nothing here.
std::string foreign_event_option(const VerifyArguments& a) {
  if (a.contacts) return "--contacts";
  if (!a.contacts_plugin.empty()) return "--plugin";
  if (a.shrink) return "--shrink";
  return foreign_campaign_option(a);
}

Result<EventCheckOptions> make_event_check_options(const VerifyArguments& arguments) {
  const std::string foreign = foreign_event_option(arguments);
  if (!foreign.empty()) return Error{"--events: not with " + foreign};
  auto campaign = make_options(arguments);
  if (!campaign) return campaign.error();
  CampaignOptions made = std::move(campaign).value();
  EventCheckOptions options;
  options.seed = made.seed;
  options.jobs = made.jobs;
  for (CaseSource& source : made.sources) {
    if (source.family != nullptr && source.family->largest_vertices > kLargestEventVertices) {
      continue;
    }
    if (source.family != nullptr && !arguments.cases) {
      source.count = std::min(source.count, kDefaultEventCases);
    }
    options.sources.push_back(std::move(source));
  }
  if (options.sources.empty()) {
    return Error{"--events: none of these families has bodies of at most " +
                 std::to_string(kLargestEventVertices) + " vertices"};
  }
  return options;
}

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
         "features "
         "and 3.15 does not find:\nof the active ones, and of those within a hundredth of the size "
         "in "
         "window one and two\n";
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

}  // namespace

int verify_events(const VerifyArguments& arguments) {
  const auto ready = make_event_check_options(arguments);
  if (!ready) return complain(ready.reason(), kExitBadInput);
  EventCheckOptions options = ready.value();
  auto opened = open_check(arguments);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  OutputFile output = std::move(opened).value();

  Progress progress("events", "blocks of cases");
  options.progress = progress.updates();
  options.stop_requested = [] { return end_signal() != 0; };
  const EventReport report = check_events(options);
  const std::vector<std::string> unexpected = report.unexpected();
  if (output.wanted() && end_signal() == 0) {
    if (const auto error = output.write(events_json(report))) {
      return complain(error->reason, kExitHarnessFailed);
    }
  }
  if (!output.on_stdout()) {
    std::cout << partial_heading() << "What is claimed of events (docs/contacts.md)\n"
              << event_table_text(report, arguments.outcome.style.full) << claim_legend()
              << event_failures_text(report);
    for (const std::string& claim : report.not_compared()) {
      std::cout << claim << ": could be compared in no case of this input\n";
    }
    for (const std::string& line : unexpected) {
      if (end_signal() == 0) std::cout << "not as expected: " << line << "\n";
    }
    std::cout << "seed " << report.seed << ", " << elapsed_text(progress.elapsed_s(), options.jobs)
              << "\n";
    if (output.wanted() && end_signal() == 0) std::cout << "wrote " << output.path() << "\n";
  }
  if (end_signal() != 0) return check_interrupted("looking at events");
  return unexpected.empty() ? kExitAsExpected : kExitJudgedWrong;
}

}  // namespace touchstone
