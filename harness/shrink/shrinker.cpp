// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/shrinker.hpp"

#include <algorithm>
#include <array>
#include <exception>

#include "geometry/loop_bound.hpp"
#include "geometry/planted_fault.hpp"
#include "geometry/query_scope.hpp"
#include "harness/shrink/curved_shrink.hpp"
#include "harness/shrink/passes.hpp"

namespace touchstone {
namespace {

/// Fewer vertices first: each makes every later pass shorter.
constexpr std::array kPasses = {
    &move_bodies,        &scale_pair,  &simplify_rounded, &replace_bodies, &drop_vertices,
    &simplify_rotations, &move_bodies, &round_numbers,    &scale_pair,     &swap_and_mirror};

void run_passes(Search& search) {
  // Each round but the last accepts a pair, which is simpler than all before.
  constexpr std::int64_t kMaxRounds = 1'000'000;
  LoopBound bound("shrinker: rounds", kMaxRounds);
  std::size_t before = 0;
  while (!search.over() && before != search.accepted().size()) {
    bound.step();
    before = search.accepted().size();
    for (const auto& pass : kPasses) pass(search);
  }
}

/// The last accepted pair that fails in the same way under the full limit: nearly always the last.
/// From the end backwards in growing steps; the first of all does fail so.
std::size_t last_confirmed(const Search& search, Examiner& examiner, const Ask& full, int& calls) {
  std::size_t last = search.accepted().size() - 1;
  for (std::size_t step = 1; last > 0; step *= 2) {
    ++calls;
    const Examined examined = examiner.examine(make_pair(search.accepted()[last]).value(), full);
    if (examined.kind == search.goal()) return last;
    last -= std::min(step, last);
  }
  return 0;
}

Result<ShrunkFailure> shrink_polytopes(const Pair& pair, const Suspect& suspect,
                                       const ShrinkLimits& limits) {
  Examiner examiner(suspect.traits, suspect.tolerance, suspect.words);
  ShrunkFailure shrunk;
  const PairDraft start = draft_of(pair);
  const Examined first = examiner.examine(pair, suspect.full);
  if (!first.kind && examiner.asks_for_words()) return Error{"asked alone, it does not fail"};
  if (!first.kind) return Error{"it does not fail: " + std::string(word_name(first.verdict.word))};
  if (first.kind->breaks_protocol) return Error{kNoGeometry};
  // What is slow, and not without end, fails in another way under the shorter limit.
  const Examined hurried = examiner.examine(pair, suspect.quick);
  shrunk.calls = 2;
  const Ask& ask = hurried.kind == first.kind ? suspect.quick : suspect.full;
  Search search(start, first, examiner, ask, limits);
  run_passes(search);
  const std::size_t last = last_confirmed(search, examiner, suspect.full, shrunk.calls);
  shrunk.draft = search.accepted()[last];
  shrunk.bodies = make_pair(shrunk.draft).value();
  shrunk.examined = examiner.examine(shrunk.bodies, suspect.full);
  ++shrunk.calls;
  if (shrunk.examined.kind != first.kind) shrunk.examined = first;  // it is flaky
  shrunk.first_error = first.error;
  shrunk.steps = static_cast<int>(last);
  shrunk.robust = search.robust();
  shrunk.does_not_matter = what_does_not_matter(search, shrunk.draft);
  shrunk.calls += search.calls();
  for (const auto& [kind, found] : search.also_found()) {
    shrunk.also_found.push_back({kind, found.draft, found.error, found.count});
  }
  std::stable_sort(shrunk.also_found.begin(), shrunk.also_found.end(),
                   [](const OtherFailure& a, const OtherFailure& b) { return a.count > b.count; });
  return shrunk;
}

/// Signals after which nothing is shrunk: each has cost the whole run so far [1].
constexpr std::size_t kMaxSignals = 5;

/// Names of failures that are not shrunk, with a comma on both sides of each.
std::string& ended_by_signals() {
  static std::string names = ",";
  return names;
}

std::string name_of_failure(const Suspect& suspect) {
  const char* const id = ThreadRecord::own().case_id();
  return std::string(kShrinking) + suspect.name + " " + (id != nullptr ? id : "");
}

/// Whether shrinking this failure, or too many others, has ended a process.
bool is_ended_by_signals(const std::string& name) {
  const std::string& ended = ended_by_signals();
  const std::string any = "," + std::string(kShrinking);
  std::size_t signals = 0;
  for (std::size_t at = ended.find(any); at != std::string::npos; at = ended.find(any, at + 1)) {
    ++signals;
  }
  return signals >= kMaxSignals || ended.find("," + name + ",") != std::string::npos;
}

}  // namespace

RunnerOptions shrinking_options(RunnerOptions options) {
  options.query_limit_s = std::min(options.query_limit_s, kShrinkQueryLimit_s);
  options.asks_again = false;
  return options;
}

Suspect suspect_metric(const MetricRow& metric, const RunnerOptions& options, double tolerance) {
  return {metric.traits,
          tolerance,
          ask_metric(metric, shrinking_options(options)),
          ask_metric(metric, options),
          {},
          metric.name};
}

void shrink_none_of(const std::string& names) { ended_by_signals() = "," + names + ","; }

Result<ShrunkFailure> shrink(const CaseBodies& bodies, const Suspect& suspect,
                             const ShrinkLimits& limits) {
  const std::string name = name_of_failure(suspect);
  if (is_ended_by_signals(name)) return Error{"the shrinker failed: a signal ended it"};
  const CaseScope scope(name.c_str());
  try {
    std::visit([](const auto& pair) { plant_fault("shrinker", pair.X_WB.t[0]); }, bodies);
    if (const auto* curved = std::get_if<ConvexPair>(&bodies)) {
      return shrink_curved(*curved, suspect, limits);
    }
    const auto* pair = std::get_if<Pair>(&bodies);
    return pair != nullptr ? shrink_polytopes(*pair, suspect, limits) : Error{"a body is a union"};
  } catch (const std::exception& fault) {
    return Error{std::string("the shrinker failed: ") + fault.what()};
  }
}

}  // namespace touchstone
