// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/warm_failures.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

/// The case's index in its source, which may have numbered cases or named ones.
std::optional<std::uint64_t> index_in(const CaseSource& source, const std::string& id) {
  if (source.family == nullptr) {
    const auto found = std::find_if(source.cases.begin(), source.cases.end(),
                                    [&id](const Case& c) { return c.id == id; });
    if (found == source.cases.end()) return std::nullopt;
    return static_cast<std::uint64_t>(found - source.cases.begin());
  }
  std::uint64_t index = 0;
  const char* const end = id.data() + id.size();
  const auto [stop, error] = std::from_chars(id.data() + id.rfind(':') + 1, end, index);
  if (error != std::errc() || stop != end) return std::nullopt;
  return index;
}

class WarmFailures {
 public:
  explicit WarmFailures(const CampaignOptions& options) : options_(options), plan_(options) {}

  void look_at(CampaignRow& row) {
    const MetricRow* metric = named(row);
    const auto source =
        std::find_if(options_.sources.begin(), options_.sources.end(),
                     [&row](const CaseSource& one) { return one.name == row.family; });
    if (metric == nullptr || source == options_.sources.end()) return;
    const std::string& id = row.worst.front();
    const auto s = static_cast<std::size_t>(source - options_.sources.begin());
    const auto index = index_in(*source, id);
    if (!index || *index >= plan_.description().sources[s].cases) return;
    const Case c = plan_.make(s, *index);
    const std::uint64_t first = first_of_batch(s, *index);
    if (c.id != id || first == *index || !is_right_alone(*metric, c)) return;
    row.after[id] = plan_.make(s, first).id;
  }

 private:
  /// The row's metric, if it is one to be asked.
  const MetricRow* named(const CampaignRow& row) const {
    const auto found = std::find_if(options_.metrics.begin(), options_.metrics.end(),
                                    [&row](const MetricRow* m) { return m->name == row.metric; });
    if (found == options_.metrics.end()) return nullptr;
    const bool plugin = (*found)->plugin.kind != PluginSource::Kind::none;
    const bool left_out = plugin ? row.crashed > 0 || row.timed_out > 0 : (*found)->traits.isolated;
    return left_out ? nullptr : *found;
  }

  std::uint64_t first_of_batch(std::size_t source, std::uint64_t index) const {
    const std::uint64_t chunk = index / plan_.description().sources[source].chunk_cases;
    for (const CaseRange& range : plan_.batches({source, chunk})) {
      if (index < range.end) return range.begin;
    }
    return index;
  }

  bool is_right_alone(const MetricRow& metric, const Case& c) {
    if (!std::holds_alternative<Pair>(c.bodies)) return false;
    Question question(c.pair());
    const auto seen = question.asked_for(metric.traits);
    if (!seen) return false;
    std::unique_ptr<Runner>& runner = runners_[&metric];
    if (!runner) runner = make_runner(metric, options_.runner);
    const AskedPair asked = seen.value();
    const RunOutcome outcome = runner->run({&asked, 1}).front();
    if (!outcome.is_of_use()) return false;
    const bool ratio = metric.traits.quantity == Quantity::ratio;
    const Verdict verdict = judge(*question.pair_for(metric.traits).value(),
                                  question.truth_for(metric.traits, oracle_, ratio), metric.traits,
                                  outcome, options_.tolerance);
    return !is_failure(verdict.word);
  }

  const CampaignOptions& options_;
  const CampaignPlan plan_;
  QuickOracle oracle_;
  std::map<const MetricRow*, std::unique_ptr<Runner>> runners_;
};

}  // namespace

void note_warm_failures(const CampaignOptions& options, CampaignResult& result) {
  WarmFailures failures(options);
  for (CampaignRow& row : result.rows) {
    if (!row.worst.empty()) failures.look_at(row);
  }
}

}  // namespace touchstone
