// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "harness/gate/gate.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

std::uint64_t forbidden_answers(const Contract& contract, const GateFindings& found) {
  std::uint64_t count = 0;
  for (std::size_t k = 0; k < kWords; ++k) {
    if (contract.forbids(static_cast<Word>(k))) count += found.words.at(k);
  }
  return count;
}

/// Parts of answers that the contract wants and the metric does not claim in every regime. Beyond
/// its reach there is no value, and with an offset it is not that of the pair.
std::uint64_t parts_not_given(const Contract& contract, const MetricTraits& traits) {
  const GivesByRegime& gives = traits.gives;
  const bool gives_phi = std::isinf(traits.reach) && traits.offset == 0;
  const auto everywhere = [&](bool Gives::*part) {
    return gives.separated.*part && gives.touching.*part && gives.penetrating.*part;
  };
  std::uint64_t count = gives.ever(&Gives::nothing) ? 1 : 0;
  for (const std::string& part : contract.gives) {
    const bool given = everywhere(part == "value"    ? &Gives::value
                                  : part == "normal" ? &Gives::normal
                                                     : &Gives::witnesses);
    count += given && gives_phi ? 0 : 1;
  }
  return count;
}

/// The whole interval must be below the limit: noise helps nobody.
GateRule speed_rule(const Contract& contract, const GateFindings& found, bool right) {
  GateRule rule{"speed", false, 0, contract.speed->largest_ratio, found.ratios.size(), true};
  const auto interval = median_interval(found.ratios);
  if (interval) rule.found = interval->high;
  rule.holds = interval && right && !found.reference_fails && rule.found <= rule.limit;
  return rule;
}

}  // namespace

std::vector<GateRule> rules_of(const GateOptions& options, const GateFindings& found) {
  const Contract& contract = options.contract;
  const std::uint64_t wrong = forbidden_answers(contract, found);
  std::vector<GateRule> rules;
  const auto count = [&](const char* name, std::uint64_t counted, std::uint64_t compared) {
    const bool holds = counted == 0 && compared > 0;
    rules.push_back({name, holds, static_cast<double>(counted), 0, compared});
  };
  const auto differences = [&](const char* name, const Agreement& agreement) {
    count(name, agreement.differ, agreement.compared);
  };
  const auto limit = [&](const char* name, double sum, std::uint64_t divisor, double most) {
    const double mean = divisor == 0 ? 0 : sum / static_cast<double>(divisor);
    rules.push_back({name, mean <= most && divisor > 0, mean, most, divisor, true});
  };
  const WorkerWatch& watch = found.watch;
  count("words", wrong, found.words.at(static_cast<std::size_t>(Word::right)));
  count("gives", parts_not_given(contract, options.metric->traits), 1);
  differences("decoys", found.decoys);
  differences("repeats", found.repeats);
  differences("order", found.orders);
  if (contract.threads > 1) differences("threads", found.threads);
  count("threads-left", watch.threads_left, watch.answers);
  count("processes", watch.started_processes ? 1 : 0, watch.answers);
  count("floating-point", watch.changed_floating_point ? 1 : 0, watch.answers);
  count("independence", watch.touchstone.empty() ? 0 : 1, watch.answers);
  limit("init", watch.init_s, 1, contract.init_s);
  limit("prepare", watch.prepare_s, watch.bodies, contract.prepare_s);
  if (contract.allocations) {
    // Where the worker does not count, nothing was looked at.
    const std::uint64_t counted = watch.allocations ? watch.answers : 0;
    const auto calls = static_cast<double>(watch.allocations.value_or(0));
    limit("allocations", calls, counted, *contract.allocations);
  }
  if (contract.speed) rules.push_back(speed_rule(contract, found, wrong == 0));
  return rules;
}

}  // namespace touchstone
