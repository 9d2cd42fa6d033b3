// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gate/gate.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "geometry/hash.hpp"
#include "geometry/query_scope.hpp"
#include "harness/asking/agreement.hpp"
#include "harness/asking/answer_times.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/gate/sealed_pairs.hpp"
#include "harness/judge/question.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "include/touchstone/plugin.h"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// One deal of so many is asked again.
constexpr std::uint64_t kAgainOneIn = 8;
constexpr std::uint64_t kMaxBatches = 4;  ///< most of a deal

/// A metric in a worker of its own.
struct Asked {
  Asked(const MetricRow& metric, const RunnerOptions& options)
      : row(metric),
        transport(make_watched_transport(metric, options, watch, threads)),
        times(options.times) {}

  const MetricRow& row;
  WorkerWatch watch;
  std::uint32_t threads = 1;
  std::unique_ptr<PluginTransport> transport;
  std::shared_ptr<AnswerTimes> times;  ///< counts time-outs for who waits; nullptr: nobody does
  std::uint64_t time_outs = 0;         ///< in this deal
  /// What is left of a deal is skipped after so many.
  std::uint64_t max_time_outs = kMaxTimeOuts;
};

/// What a thread of the gate works with.
struct GateBench {
  QuickOracle oracle;
  std::unique_ptr<Asked> metric;
  std::unique_ptr<Asked> reference;
};

/// Puts the pairs in one batch, or what is left of it in others where it costs the worker. With
/// several threads: what each of them answers, one behind the other; a batch has room for
/// TOUCHSTONE_MAX_BATCH / threads pairs.
std::vector<RunOutcome> put_batch(Asked& asked, std::span<const Pair* const> pairs) {
  const QueryScope scope(QueryKind::wait, lasting_name(asked.row.name));
  std::vector<RunOutcome> outcomes(pairs.size() * asked.threads);
  std::vector<PluginTask> tasks;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    tasks.push_back({AskedPair(pairs[k % pairs.size()]), &outcomes[k]});
  }
  std::span<const PluginTask> left = tasks;
  while (!left.empty()) {
    if (asked.time_outs >= asked.max_time_outs) {
      for (const PluginTask& task : left) {
        *task.outcome = {RunStatus::skipped, {}, "too many questions of its deal timed out"};
      }
      break;
    }
    const PluginAttempt attempt = asked.transport->attempt(left);
    if (attempt.asked < left.size() && asked.threads > 1) {
      throw HarnessError("the bodies of a deal are too large for several threads");
    }
    if (attempt.loss == PluginAttempt::Loss::batch) {
      for (const PluginTask& task : left.first(attempt.asked)) *task.outcome = attempt.end;
    }
    for (const PluginTask& task : left.first(attempt.asked)) {
      if (task.outcome->status != RunStatus::timed_out) continue;
      ++asked.time_outs;
      if (asked.times) asked.times->add_time_out(0);
    }
    left = left.subspan(attempt.asked);
  }
  return outcomes;
}

/// Puts the pairs in batches that end at `cuts`, in their order.
std::vector<RunOutcome> put_batches(Asked& asked, std::span<const Pair* const> pairs,
                                    const std::vector<std::size_t>& cuts) {
  std::vector<RunOutcome> outcomes;
  std::size_t begin = 0;
  for (const std::size_t end : cuts) {
    if (end == begin) continue;
    for (RunOutcome& outcome : put_batch(asked, pairs.subspan(begin, end - begin))) {
      outcomes.push_back(std::move(outcome));
    }
    begin = end;
  }
  return outcomes;
}

/// Ends of up to kMaxBatches batches.
std::vector<std::size_t> random_cuts(std::size_t count, Random& random) {
  std::vector<std::size_t> cuts = {count};
  for (std::uint64_t k = random.below(kMaxBatches); k > 0; --k) cuts.push_back(random.below(count));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

/// Whether a pair and its decoy were answered alike, to what is claimed of values. What is right or
/// not next to contact the judge says.
bool agrees_with_decoy(const MetricTraits& traits, const SealedPair& pair, const RunOutcome& answer,
                       const SealedPair& decoy, const RunOutcome& decoy_answer) {
  const auto has_value = [](const RunOutcome& outcome) {
    return outcome.status == RunStatus::completed &&
           outcome.answer.status == AnswerStatus::answered;
  };
  const bool is_ratio = traits.quantity == Quantity::ratio;
  const double size = is_ratio ? 1 : pair_size(pair.pair);
  const int more = is_ratio ? 0 : decoy.exponent - pair.exponent;
  // A margin is a length that is not scaled.
  const double value = answer.answer.value + traits.offset;
  const double other = std::ldexp(decoy_answer.answer.value + traits.offset, -more);
  if (has_value(answer) && has_value(decoy_answer)) {
    const double allowed =
        traits.own_tolerance * (is_ratio ? std::max(1.0, std::fabs(value)) : size);
    const double ulps = 0x1p-50 * std::fabs(value);
    return std::fabs(value - other) <= allowed + ulps || (std::isnan(value) && std::isnan(other));
  }
  if (answer.status != decoy_answer.status) return false;
  if (std::isfinite(traits.reach)) return true;
  const double one = has_value(answer) ? value : has_value(decoy_answer) ? other : 0;
  return std::fabs(one) <= std::max(kSignThreshold, traits.own_tolerance) * size;
}

/// One deal on its way: questions, answers, findings.
class DealJudge {
 public:
  DealJudge(const GateOptions& options, GateBench& bench, std::uint64_t number)
      : options_(options),
        bench_(bench),
        number_(number),
        traits_(options.metric->traits),
        dealt_(deal(options.families, traits_.boxes_only, options.seed, number)),
        outcomes_(dealt_.size()) {
    bench_.metric->time_outs = 0;
    if (bench_.reference) bench_.reference->time_outs = 0;
    if (!forbids_time_outs()) {
      bench_.metric->max_time_outs = std::numeric_limits<std::uint64_t>::max();
    }
  }

  GateFindings run() {
    choose_questions();
    ask();
    const bool asks_again = is_asked_again(options_.seed, number_) && !is_too_late();
    if (asks_again && !pairs_.empty()) ask_again();
    found_.time_outs = bench_.metric->time_outs;
    found_.watch = std::exchange(bench_.metric->watch, {});
    // All answers have come, those of decoys too.
    judge_answers();
    compare_decoys();
    return std::move(found_);
  }

 private:
  bool forbids_time_outs() const { return options_.contract.forbids(Word::timed_out); }

  /// Whether a question timed out that may not: the contract is broken, and each round could take
  /// as long again.
  bool is_too_late() const { return bench_.metric->time_outs > 0 && forbids_time_outs(); }

  void choose_questions() {
    for (std::size_t k = 0; k < dealt_.size(); ++k) {
      Question& question = questions_.emplace_back(dealt_[k].pair);
      const auto seen = question.pair_for(traits_);
      const std::string reason = seen ? why_not_put(*seen.value()) : seen.reason();
      if (!reason.empty()) {
        outcomes_[k] = {RunStatus::not_applicable, {}, reason};
        continue;
      }
      pairs_.push_back(seen.value());
      places_.push_back(k);
    }
  }

  std::string why_not_put(const Pair& pair) const {
    const auto most = static_cast<std::size_t>(traits_.largest_default_vertices);
    if (std::max(pair.A->vertices().size(), pair.B->vertices().size()) > most) {
      return "a body has more vertices than it claims to take";
    }
    return why_not_applicable(traits_, pair);
  }

  void ask() {
    if (pairs_.empty()) return;
    Random random(hash_text("batches"), options_.seed, number_);
    cuts_ = random_cuts(pairs_.size(), random);
    // Whoever is second may find caches warm.
    const bool reference_first = bench_.reference && number_ % 2 == 0;
    if (reference_first) ask_reference();
    answers_ = put_batches(*bench_.metric, pairs_, cuts_);
    const double spent_s = bench_.metric->watch.answer_s;
    if (bench_.reference && !reference_first) ask_reference();
    if (reference_s_ > 0 && spent_s > 0) found_.ratios.push_back(spent_s / reference_s_);
    for (std::size_t k = 0; k < answers_.size(); ++k) outcomes_[places_[k]] = answers_[k];
  }

  void ask_reference() {
    const auto fails = [](const RunOutcome& outcome) {
      return outcome.status != RunStatus::completed ||
             outcome.answer.status == AnswerStatus::no_answer;
    };
    const auto outcomes = put_batches(*bench_.reference, pairs_, cuts_);
    found_.reference_fails = std::any_of(outcomes.begin(), outcomes.end(), fails);
    reference_s_ = std::exchange(bench_.reference->watch, {}).answer_s;
  }

  /// On several threads at once, in batches of pairs that have room.
  void ask_together() {
    Asked& metric = *bench_.metric;
    metric.threads = static_cast<std::uint32_t>(options_.contract.threads);
    const std::size_t room = TOUCHSTONE_MAX_BATCH / metric.threads;
    for (std::size_t begin = 0; begin < pairs_.size(); begin += room) {
      const std::size_t count = std::min(room, pairs_.size() - begin);
      const auto together = put_batch(metric, std::span(pairs_).subspan(begin, count));
      const RunOutcome& first = together.front();
      if (first.status != RunStatus::completed && found_.threads_end.empty()) {
        found_.threads_end = "on several threads: " + first.detail + "\n";
      }
      for (std::size_t k = count; k < together.size(); ++k) {
        found_.threads.count(same_bits(together[k % count], together[k]));
      }
      // An instance on a thread of its own answers as one that is alone.
      for (std::size_t k = 0; k < count; ++k) {
        const Pair& pair = *pairs_[begin + k];
        found_.threads.count(agree(traits_, pair_size(pair), answers_[begin + k], together[k]));
      }
    }
    metric.threads = 1;
  }

  void ask_again() {
    Asked& metric = *bench_.metric;
    metric.transport->end_worker();
    const auto repeated = put_batches(metric, pairs_, cuts_);
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      found_.repeats.count(same_bits(answers_[k], repeated[k]));
    }
    if (is_too_late()) return;
    std::vector<const Pair*> reversed(pairs_.rbegin(), pairs_.rend());
    const auto reordered = put_batch(metric, reversed);
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const RunOutcome& other = reordered[pairs_.size() - 1 - k];
      found_.orders.count(agree(traits_, pair_size(*pairs_[k]), answers_[k], other));
    }
    if (options_.contract.threads > 1 && !is_too_late()) ask_together();
    // A worker that was asked again knows that the next deal, most likely, is not. Both end, so that
    // neither is the warmer one.
    metric.transport->end_worker();
    if (bench_.reference) bench_.reference->transport->end_worker();
  }

  void judge_answers() {
    const bool with_ratio = traits_.quantity == Quantity::ratio;
    for (std::size_t k = 0; k < dealt_.size(); ++k) {
      Word word = Word::not_applicable;
      if (outcomes_[k].status != RunStatus::not_applicable) {
        const Pair& pair = *questions_[k].pair_for(traits_).value();
        word = judge(pair, questions_[k].truth_for(traits_, bench_.oracle, with_ratio), traits_,
                     outcomes_[k], options_.contract.largest_error)
                   .word;
      }
      ++found_.words.at(static_cast<std::size_t>(word));
      if (options_.contract.forbids(word) && found_.example.empty()) note_example(k, word);
    }
  }

  void note_example(std::size_t k, Word word) {
    Case c;
    c.id = "sealed:" + std::to_string(number_) + ":" + std::to_string(k);
    c.bodies = dealt_[k].pair;
    const std::string& detail = outcomes_[k].detail;
    found_.example = "for example " + std::string(word_title(word)) +
                     (detail.empty() ? "" : " (" + detail + ")") + value_and_truth(k) + "\n";
    found_.example_case = write_case(c);
  }

  /// A value and the truth, where it has given one.
  std::string value_and_truth(std::size_t k) {
    const RunOutcome& outcome = outcomes_[k];
    if (outcome.status != RunStatus::completed || outcome.answer.status != AnswerStatus::answered) {
      return "";
    }
    const bool is_ratio = traits_.quantity == Quantity::ratio;
    const TruthOnDemand& truth = questions_[k].truth_for(traits_, bench_.oracle, is_ratio);
    const std::optional<RoundedReal> exact = is_ratio ? truth.rho() : truth.phi();
    return ": it said " + exact_text(outcome.answer.value) +
           (exact ? (is_ratio ? ", rho is " : ", phi is ") + exact_text(exact->value) : "");
  }

  void compare_decoys() {
    for (std::size_t k = 0; k < dealt_.size(); ++k) {
      if (!dealt_[k].decoy_of) continue;
      const std::size_t first = *dealt_[k].decoy_of;
      found_.decoys.count(
          agrees_with_decoy(traits_, dealt_[first], outcomes_[first], dealt_[k], outcomes_[k]));
    }
  }

  const GateOptions& options_;
  GateBench& bench_;
  std::uint64_t number_;
  const MetricTraits& traits_;
  std::vector<SealedPair> dealt_;
  std::deque<Question> questions_;    ///< by position in the deal; pairs point into them
  std::vector<RunOutcome> outcomes_;  ///< by position in the deal
  std::vector<const Pair*> pairs_;    ///< those that are put
  std::vector<std::size_t> places_;   ///< their positions in the deal
  std::vector<std::size_t> cuts_;
  std::vector<RunOutcome> answers_;  ///< by position in `pairs_`
  double reference_s_ = 0;           ///< processor time of the reference for them [s]
  GateFindings found_;
};

}  // namespace

std::uint64_t GateFindings::questions() const {
  return std::accumulate(words.begin(), words.end(), std::uint64_t{0});
}

void GateFindings::add(const GateFindings& other) {
  for (std::size_t k = 0; k < kWords; ++k) words.at(k) += other.words.at(k);
  decoys.add(other.decoys);
  repeats.add(other.repeats);
  orders.add(other.orders);
  threads.add(other.threads);
  watch.add(other.watch);
  ratios.insert(ratios.end(), other.ratios.begin(), other.ratios.end());
  time_outs += other.time_outs;
  reference_fails = reference_fails || other.reference_fails;
  if (threads_end.empty()) threads_end = other.threads_end;
  if (example.empty()) {
    example = other.example;
    example_case = other.example_case;
  }
}

bool is_asked_again(std::uint64_t seed, std::uint64_t number) {
  return number == 0 || Random(hash_text("again"), seed, number).below(kAgainOneIn) == 0;
}

std::uint64_t deals_for(const Contract& contract) {
  constexpr std::uint64_t kMinTimedDeals = 8;  // for an interval of the ratios' median
  const std::uint64_t deals = (contract.cases + kDealtPairs - 1) / kDealtPairs;
  return contract.speed ? std::max(deals, kMinTimedDeals) : deals;
}

GateFindings judge_deals(const GateOptions& options, std::uint64_t first, std::uint64_t count) {
  GateFindings all;
  const auto make_bench = [&] {
    GateBench bench;
    bench.metric = std::make_unique<Asked>(*options.metric, options.runner);
    if (options.reference != nullptr) {
      RunnerOptions uncounted = options.runner;
      uncounted.times = nullptr;
      bench.reference = std::make_unique<Asked>(*options.reference, uncounted);
    }
    return bench;
  };
  run_items(
      options, count, make_bench,
      [&](GateBench& bench, std::size_t k) { return DealJudge(options, bench, first + k).run(); },
      [&](std::size_t, const GateFindings& found) { all.add(found); });
  return all;
}

}  // namespace touchstone
