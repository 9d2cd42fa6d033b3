// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/shrink_failures.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "geometry/query_scope.hpp"

namespace touchstone {
namespace {

/// Failures of one kind of one metric while they are sorted.
struct Sorted {
  std::uint64_t count = 0;
  std::uint64_t explained = 0;
  std::size_t vertices = 0;
  Case smallest;
  std::size_t source = 0;
  std::map<std::string, std::uint64_t> reasons;
};

bool has_a_reason(Word word) {
  return word == Word::crashed || word == Word::timed_out || word == Word::no_answer ||
         word == Word::skipped || word == Word::flaky;
}

void note_reason(const Sorted& sorted, FailureGroup& group) {
  if (!has_a_reason(group.kind.word)) return;
  for (const auto& [reason, count] : sorted.reasons) {
    if (reason.empty() || reason == group.kind.signal || count <= group.reason_count) continue;
    group.reason = reason;
    group.reason_count = count;
  }
}

/// A curved core counts as the box about it.
std::size_t vertices_of(const Case& c) {
  const Pair pair = counted_pair(c.asked());
  return pair.A->vertices().size() + pair.B->vertices().size();
}

/// The failures of one metric by kind.
std::map<FailureKind, Sorted> sort_failures(const CampaignOptions& options, const MetricRow& metric,
                                            const FailureCollector::Collected& failures,
                                            const FoundCause* cause) {
  Examiner examiner(metric.traits, options.tolerance);
  std::map<FailureKind, Sorted> kinds;
  for (const auto& [place, outcomes] : failures.first) {
    for (const auto& [index, outcome] : outcomes) {
      Case c = options.sources[place.first].make(options.seed, index);
      const RunOutcome& known = outcome;
      const Examined examined = examiner.examine(
          c.bodies, [&](const auto& /*asked*/) { return known; }, true);
      if (!examined.kind) continue;
      Sorted& sorted = kinds[*examined.kind];
      const std::size_t vertices = vertices_of(c);
      if (sorted.count == 0 || vertices < sorted.vertices) {
        sorted.vertices = vertices;
        sorted.smallest = std::move(c);
        sorted.source = place.first;
      }
      ++sorted.count;
      const bool explained = cause != nullptr && cause->explained.contains({place.first, index});
      sorted.explained += explained ? 1 : 0;
      ++sorted.reasons[known.detail];
    }
  }
  return kinds;
}

/// A group that is to be shrunk.
struct Task {
  const MetricRow* metric = nullptr;
  CaseBodies bodies;
  FailureGroup* group = nullptr;
};

MetricFailures grouped(const CampaignOptions& options, const MetricRow& metric,
                       const FailureCollector::Collected& failures, const FoundCause* cause,
                       std::vector<CaseBodies>& pairs) {
  MetricFailures result;
  result.metric = metric.name;
  result.plugin = metric.plugin.typed;
  result.count = failures.count;
  for (const auto& [place, outcomes] : failures.first) result.sorted += outcomes.size();
  result.within_own = failures.within_own;
  std::vector<std::pair<FailureKind, Sorted>> kinds;
  for (auto& entry : sort_failures(options, metric, failures, cause)) kinds.emplace_back(entry);
  const auto rank = [](const Sorted& kind) {
    return std::pair(is_of_cause(kind.explained, kind.count), kind.count);
  };
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](const auto& a, const auto& b) { return rank(a.second) > rank(b.second); });
  for (auto& [kind, sorted] : kinds) {
    const CaseSource& source = options.sources[sorted.source];
    result.groups.push_back(
        {kind, sorted.count, sorted.explained, sorted.smallest.id, source.path, source.name});
    note_reason(sorted, result.groups.back());
    pairs.push_back(sorted.smallest.bodies);
  }
  return result;
}

}  // namespace

std::vector<MetricFailures> shrink_failures(const CampaignOptions& options,
                                            const FailureCollector& failures,
                                            const FoundCauses& causes, const RunControl& control,
                                            const ShrinkLimits& limits) {
  std::vector<const MetricRow*> rows;
  std::vector<const FailureCollector::Collected*> collected;
  std::vector<const FoundCause*> of_cause;
  for (const auto& [position, found] : failures.collected()) {
    rows.push_back(options.metrics[position]);
    collected.push_back(&found);
    const auto cause = causes.find(position);
    of_cause.push_back(cause == causes.end() ? nullptr : &cause->second);
  }
  const auto no_bench = [] { return NoBench(); };
  RunControl quiet = control;
  quiet.progress = nullptr;
  std::vector<MetricFailures> all;
  std::vector<std::vector<CaseBodies>> pairs(rows.size());
  run_items(
      quiet, rows.size(), no_bench,
      [&](NoBench&, std::size_t k) {
        return grouped(options, *rows[k], *collected[k], of_cause[k], pairs[k]);
      },
      [&](std::size_t, MetricFailures found) { all.push_back(std::move(found)); });

  std::vector<Task> tasks;
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t g = 0; g < std::min(kMaxShrunkKinds, all[k].groups.size()); ++g) {
      FailureGroup& group = all[k].groups[g];
      if (group.kind.breaks_protocol) {
        group.why_not_shrunk = kNoGeometry;
        continue;
      }
      tasks.push_back({rows[k], pairs[k][g], &group});
    }
  }
  run_items(
      control, tasks.size(), no_bench,
      [&](NoBench&, std::size_t k) {
        const CaseScope scope(tasks[k].group->id.c_str());
        const Suspect suspect = suspect_metric(*tasks[k].metric, options.runner, options.tolerance);
        return shrink(tasks[k].bodies, suspect, limits);
      },
      [&](std::size_t k, Result<ShrunkFailure> shrunk) {
        if (shrunk) {
          tasks[k].group->shrunk = std::move(shrunk).value();
        } else {
          tasks[k].group->why_not_shrunk = shrunk.reason();
        }
      });
  return all;
}

}  // namespace touchstone
