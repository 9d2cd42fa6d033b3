// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/event_check/event_check.hpp"

#include <algorithm>
#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/runners/run_driver.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kBlock = 8;  ///< cases that one thread takes at once

struct Block {
  std::size_t source = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

EventCheckRow examine(const CaseSource& source, const Block& block, std::uint64_t seed,
                      PairEventCheck& check) {
  EventCheckRow row;
  for (std::uint64_t index = block.begin; index < block.end; ++index) {
    const Case one = source.make(seed, index);
    const CaseScope scope(one.id.c_str());
    const PairEvents found = check.examine(one.pair, index);
    ++row.cases;
    if (!found.answered) {
      ++row.not_applicable;
      continue;
    }
    for (std::size_t c = 0; c < kEventClaims; ++c) {
      row.claims.at(c).add(found.claims.at(c), index, one.id);
    }
    for (std::size_t s = 0; s < kEventSettings; ++s) {
      for (std::size_t k = 0; k < kEventSorts; ++k) {
        row.missed.at(s).at(k).kept += found.missed.at(s).at(k).kept;
        row.missed.at(s).at(k).missed += found.missed.at(s).at(k).missed;
      }
    }
  }
  return row;
}

EventCheckRow sum_of(const std::vector<EventCheckRow>& rows) {
  EventCheckRow all;
  for (const EventCheckRow& row : rows) all.add(row);
  return all;
}

bool of_families(const std::vector<EventCheckRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const EventCheckRow& row) { return row.of_family; });
}

std::string missed_json(const MissedEvents& events) {
  return JsonObject()
      .add("kept", std::to_string(events.kept))
      .add("missed", std::to_string(events.missed))
      .row();
}

std::string claim_json(const ClaimTally& tally) {
  const auto failure_json = [](const EventFailure& failure) {
    return JsonObject()
        .add("id", json_string(failure.id))
        .add("why", json_string(failure.why))
        .row();
  };
  return JsonObject()
      .add("held", std::to_string(tally.held))
      .add("violated", std::to_string(tally.violated))
      .add("not_checked", std::to_string(tally.not_checked))
      .add("nearly_parallel", std::to_string(tally.apart))
      .add("max_error", json_number(tally.max_error))
      .add("first", json_row(json_items(tally.first, failure_json)))
      .row();
}

std::string row_json(const EventCheckRow& row) {
  JsonObject object;
  object.add("family", json_string(row.family))
      .add("group", json_string(row.group))
      .add("cases", std::to_string(row.cases))
      .add("not_applicable", std::to_string(row.not_applicable));
  for (std::size_t c = 0; c < kEventClaims; ++c) {
    object.add(std::string(claim_name(static_cast<EventClaim>(c))), claim_json(row.claims.at(c)));
  }
  for (std::size_t s = 0; s < kEventSettings; ++s) {
    const std::string setting(setting_name(static_cast<EventSetting>(s)));
    object.add(setting + "_corners", missed_json(row.missed.at(s)[0]));
    object.add(setting + "_edges", missed_json(row.missed.at(s)[1]));
  }
  return object.row();
}

}  // namespace

std::string_view claim_name(EventClaim claim) {
  static constexpr std::array<std::string_view, kEventClaims> kNames = {"components", "gradients",
                                                                        "active", "region"};
  return kNames.at(static_cast<std::size_t>(claim));
}

std::string_view claim_meaning(EventClaim claim) {
  static constexpr std::array<std::string_view, kEventClaims> kMeanings = {
      "the largest component function is rho (Theorem 3.13)",
      "where rho is smooth its gradient is that of its event (Theorem 3.8)",
      "every active event is found from the active hyperplanes (Algorithm 3.15): not judged",
      "the perfect contact is the hull of its event points (Theorem 3.4)"};
  return kMeanings.at(static_cast<std::size_t>(claim));
}

std::string_view setting_name(EventSetting setting) {
  static constexpr std::array<std::string_view, kEventSettings> kNames = {"active", "near_one",
                                                                          "near_two"};
  return kNames.at(static_cast<std::size_t>(setting));
}

void ClaimTally::add(const ClaimResult& result, std::uint64_t index, const std::string& id) {
  if (!result.checked) {
    ++not_checked;
    return;
  }
  apart += result.apart ? 1 : 0;
  max_error = std::max(max_error, result.error);
  if (result.held) {
    ++held;
    return;
  }
  ++violated;
  if (first.size() < kListedEventFailures) first.push_back({index, id, result.why});
}

void ClaimTally::merge(const ClaimTally& other) {
  held += other.held;
  violated += other.violated;
  not_checked += other.not_checked;
  apart += other.apart;
  max_error = std::max(max_error, other.max_error);
  first.insert(first.end(), other.first.begin(), other.first.end());
  std::sort(first.begin(), first.end(),
            [](const auto& a, const auto& b) { return a.index < b.index; });
  if (first.size() > kListedEventFailures) first.resize(kListedEventFailures);
}

void EventCheckRow::add(const EventCheckRow& other) {
  cases += other.cases;
  not_applicable += other.not_applicable;
  for (std::size_t c = 0; c < kEventClaims; ++c) claims.at(c).merge(other.claims.at(c));
  for (std::size_t s = 0; s < kEventSettings; ++s) {
    for (std::size_t k = 0; k < kEventSorts; ++k) {
      missed.at(s).at(k).kept += other.missed.at(s).at(k).kept;
      missed.at(s).at(k).missed += other.missed.at(s).at(k).missed;
    }
  }
}

std::vector<std::string> EventReport::unexpected() const {
  const EventCheckRow all = sum_of(rows);
  const bool families = of_families(rows);
  std::vector<std::string> lines;
  for (std::size_t c = 0; c < kEventClaims; ++c) {
    const ClaimTally& tally = all.claims.at(c);
    const std::string name(claim_name(static_cast<EventClaim>(c)));
    if (static_cast<EventClaim>(c) == EventClaim::active) continue;
    if (tally.violated > 0) {
      lines.push_back(name + " is violated in " + std::to_string(tally.violated) + " of " +
                      std::to_string(tally.violated + tally.held));
    } else if (tally.held == 0 && families) {
      lines.push_back(name + " was not seen to hold in any case");
    }
  }
  return lines;
}

std::vector<std::string> EventReport::not_compared() const {
  std::vector<std::string> names;
  if (of_families(rows)) return names;
  const EventCheckRow all = sum_of(rows);
  for (std::size_t c = 0; c < kEventClaims; ++c) {
    const auto claim = static_cast<EventClaim>(c);
    const ClaimTally& tally = all.claims.at(c);
    if (claim == EventClaim::active || tally.held + tally.violated > 0) continue;
    names.emplace_back(claim_name(claim));
  }
  return names;
}

EventReport check_events(const EventCheckOptions& options) {
  EventReport report;
  report.seed = options.seed;
  std::vector<Block> blocks;
  for (std::size_t s = 0; s < options.sources.size(); ++s) {
    const CaseSource& source = options.sources[s];
    EventCheckRow row;
    row.family = source.name;
    row.group = source.group;
    row.of_family = source.family != nullptr;
    report.rows.push_back(std::move(row));
    for (std::uint64_t begin = 0; begin < source.count; begin += kBlock) {
      blocks.push_back({s, begin, std::min(begin + kBlock, source.count)});
    }
  }
  run_items(
      {options.jobs, options.stop_requested, options.progress}, blocks.size(),
      [] { return PairEventCheck(); },
      [&](PairEventCheck& check, std::size_t k) {
        return examine(options.sources[blocks[k].source], blocks[k], options.seed, check);
      },
      [&](std::size_t k, const EventCheckRow& found) { report.rows[blocks[k].source].add(found); });
  return report;
}

std::string events_json(const EventReport& report) {
  const auto unexpected = json_items(report.unexpected(), json_string);
  return JsonObject()
      .add("schema", json_string("touchstone.events/1"))
      .add("seed", std::to_string(report.seed))
      .add("as_expected", unexpected.empty() ? "true" : "false")
      .add("unexpected", json_list(unexpected))
      .add("results", json_list(json_items(report.rows, row_json)))
      .document();
}

}  // namespace touchstone
