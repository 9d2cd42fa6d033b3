// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "harness/gate/gate.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

double quotient(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::uint64_t forbidden_answers(const Contract& contract, const GateFindings& found) {
  std::uint64_t count = 0;
  for (std::size_t k = 0; k < kWords; ++k) {
    const std::string name(word_name(static_cast<Word>(k)));
    const auto& names = contract.forbidden;
    if (std::find(names.begin(), names.end(), name) != names.end()) count += found.words.at(k);
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
  GateRule rule{"speed", false, 0, contract.speed->largest_ratio, true};
  const auto interval = median_interval(found.ratios);
  if (interval) rule.found = interval->high;
  rule.holds = interval && right && !found.reference_fails && rule.found <= rule.limit;
  return rule;
}

}  // namespace

std::optional<MedianInterval> median_interval(std::vector<double> numbers) {
  constexpr double kNormal95 = 1.96;
  const auto n = static_cast<double>(numbers.size());
  if (numbers.size() < 6) return std::nullopt;
  std::sort(numbers.begin(), numbers.end());
  // The number of samples below the median is binomial: n/2 with deviation sqrt(n)/2.
  const double half_ranks = kNormal95 * std::sqrt(n) / 2;
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2 - half_ranks - 0.5)));
  return MedianInterval{numbers[low], median(numbers), numbers[numbers.size() - 1 - low]};
}

std::vector<GateRule> rules_of(const GateOptions& options, const GateFindings& found) {
  const Contract& contract = options.contract;
  const std::uint64_t wrong = forbidden_answers(contract, found);
  std::vector<GateRule> rules;
  const auto count = [&](const char* name, std::uint64_t counted) {
    rules.push_back({name, counted == 0, static_cast<double>(counted)});
  };
  const auto time = [&](const char* name, double spent_s, double limit_s) {
    rules.push_back({name, spent_s <= limit_s, spent_s, limit_s, true});
  };
  const WorkerWatch& watch = found.watch;
  count("words", wrong);
  count("gives", parts_not_given(contract, options.metric->traits));
  count("decoys", found.decoys.differ);
  count("repeats", found.repeats.differ);
  count("order", found.orders.differ);
  count("threads", found.threads.differ);
  count("threads-left", watch.threads_left);
  count("processes", watch.started_processes ? 1 : 0);
  count("floating-point", watch.changed_floating_point ? 1 : 0);
  count("independence", watch.touchstone.empty() ? 0 : 1);
  time("init", watch.init_s, contract.init_s);
  time("prepare", quotient(watch.prepare_s, watch.bodies), contract.prepare_s);
  if (contract.allocations) {
    const double mean = quotient(static_cast<double>(watch.allocations.value_or(0)), watch.answers);
    const bool holds = watch.allocations && mean <= *contract.allocations;
    rules.push_back({"allocations", holds, mean, *contract.allocations, true});
  }
  if (contract.speed) rules.push_back(speed_rule(contract, found, wrong == 0));
  return rules;
}

}  // namespace touchstone
