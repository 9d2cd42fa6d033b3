// SPDX-License-Identifier: GPL-3.0-or-later
// Threads take chunks of cases from one queue and judge them batch by batch; the tallies of a chunk
// go to the store, or are folded in case order as soon as all earlier chunks of its source are in.
#include "harness/campaign/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/campaign/campaign_fold.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/failure.hpp"
#include "harness/campaign/remaining_time.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/cases/families/meshes.hpp"
#include "harness/judge/bracket_judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/runners/run_driver.hpp"
#include "reference/certificates.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kNoCertificate = "it has none";
constexpr const char* kNoTruth = "no truth for ";

/// What `ask()` gives. What it throws is the harness's failure: `what` of the case `id`.
template <class Ask>
decltype(auto) of_case(const char* what, const std::string& id, const Ask& ask) {
  try {
    return ask();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    throw HarnessError(what + id + ": " + exception.what());
  }
}

/// What one thread has to work with.
struct Bench {
  QuickOracle oracle;
  MetricRunners runners;
};

/// All that is kept of a chunk, for each metric of its source.
struct ChunkRecord {
  std::vector<Tally> tallies;
  std::vector<std::vector<Failure>> failures;
};

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options)
      : options_(options),
        plan_(options),
        runner_(options.runner),
        queue_(plan_.description(),
               [this](const ChunkId& chunk) {
                 return options_.store != nullptr && options_.store->is_done(chunk);
               }),
        fold_(plan_.description()) {
    runner_.wants_proof = options.certify;
    count_answers();
    driver_.emplace(control(), total_, kept_);
  }

  CampaignResult run() {
    driver_->run(
        [this] { return queue_.next(); },
        [this] {
          return Bench{QuickOracle(options_.falsify_fast_truth), {options_.metrics, runner_}};
        },
        [this](Bench& bench, const ChunkId& chunk) { judge_chunk(chunk, bench); });
    CampaignResult result = options_.store != nullptr ? options_.store->result() : fold_.result();
    result.complete = driver_->complete();
    // What was judged in chunks that were not finished is not kept. A store also keeps chunks that
    // are not in the rows yet, as one before them is not finished.
    result.done = kept_;
    result.total = total_;
    if (result.complete) return result;
    count_left(result);
    if (options_.store == nullptr) result.done = answers_in(result.rows);
    return result;
  }

 private:
  static std::size_t place_of(const auto& entries, const std::string& name) {
    const auto named = [&](const auto& entry) { return entry.name == name; };
    return static_cast<std::size_t>(std::find_if(entries.begin(), entries.end(), named) -
                                    entries.begin());
  }

  static std::uint64_t answers_in(const std::vector<CampaignRow>& rows) {
    std::uint64_t answers = 0;
    for (const CampaignRow& row : rows) answers += row.cases;
    return answers;
  }

  /// Says in each row what was not come to.
  void count_left(CampaignResult& result) const {
    const CampaignDescription& description = plan_.description();
    for (CampaignRow& row : result.rows) {
      row.left = plan_.cases_put(place_of(description.sources, row.family),
                                 place_of(description.metrics, row.metric)) -
                 row.cases;
    }
  }

  void count_answers() {
    const CampaignDescription& description = plan_.description();
    std::vector<std::uint64_t> cases(description.sources.size());
    for (std::size_t s = 0; s < description.sources.size(); ++s) {
      const std::uint64_t chunks = description.sources[s].chunks();
      for (std::uint64_t c = description.next_in_shard(s, 0); c < chunks;
           c = description.next_in_shard(s, c + 1)) {
        const std::uint64_t answers = plan_.answers({s, c});
        total_ += answers;
        if (options_.store != nullptr && options_.store->is_done({s, c})) {
          kept_ += answers;
        } else {
          cases[s] += description.sources[s].cases_in(c);
        }
      }
    }
    remaining_.emplace(options_, cases);
  }

  RunControl control() {
    RunControl control{options_.jobs, options_.stop_requested, {}};
    if (options_.progress) {
      control.progress = [this](std::uint64_t done, std::uint64_t total) {
        if (options_.expect_left) options_.expect_left(remaining_->left_s(options_.jobs));
        options_.progress(done, total);
      };
    }
    return control;
  }

  /// Judges a chunk and keeps what is found, unless the campaign is to end before it is done.
  void judge_chunk(const ChunkId& chunk, Bench& bench) {
    ChunkRecord record;
    record.tallies = empty_tallies(plan_.description(), chunk.source);
    record.failures.resize(record.tallies.size());
    for (const CaseRange& range : plan_.batches(chunk)) {
      if (driver_->stopping()) return;
      judge_batch(chunk.source, range, bench, record);
    }
    if (options_.store != nullptr) options_.store->keep(chunk, record.tallies, record.failures);
    driver_->fold(0, [&] {
      kept_ += plan_.answers(chunk);
      if (options_.store == nullptr) fold_.add(chunk, std::move(record.tallies));
    });
  }

  void judge_batch(std::size_t source, const CaseRange& range, Bench& bench, ChunkRecord& record) {
    const auto start = Clock::now();
    std::vector<Case> cases;
    cases.reserve(range.end - range.begin);
    for (std::uint64_t k = range.begin; k < range.end; ++k) cases.push_back(plan_.make(source, k));
    std::vector<Question> questions(cases.begin(), cases.end());

    const std::vector<std::size_t>& metrics = plan_.description().sources[source].metrics;
    std::vector<Asked> all(metrics.size());
    std::uint64_t answers = 0;
    for (std::size_t position = 0; position < metrics.size(); ++position) {
      Asked& one = all[position];
      for (std::size_t k = 0; k < cases.size(); ++k) {
        if (plan_.admits(source, metrics[position], cases[k])) one.cases.push_back(k);
      }
      one.outcomes = ask(metrics[position], one.cases, questions, bench);
      // Certificates are checked before anything is judged: what one metric proves holds for all.
      if (options_.certify) {
        check_certificates(*options_.metrics[metrics[position]], cases, one, questions,
                           record.tallies[position]);
      }
    }
    const std::vector<bool> again = solve_sample_again(source, cases, all, questions, bench);
    for (std::size_t position = 0; position < metrics.size(); ++position) {
      const MetricRow& metric = *options_.metrics[metrics[position]];
      const auto& [asked, outcomes] = all[position];
      for (std::size_t j = 0; j < asked.size(); ++j) {
        const std::size_t k = asked[j];
        if (again[k]) record.tallies[position].add_solved_again();
        const Judged judged =
            judge_case(source, cases[k].id, metric.traits, outcomes[j], questions[k], bench.oracle);
        record.tallies[position].add(cases[k].id, judged.verdict, judged.detail);
        report({metrics[position], source, range.begin + k, outcomes[j], judged.verdict});
        if (options_.certify && was_judged(judged.verdict.word)) {
          record.tallies[position].add_judged(serves_proven(metric.traits, questions[k]));
        }
        if (options_.degeneracy && metric.traits.quantity == Quantity::euclidean &&
            judged.verdict.word != Word::not_applicable) {
          const auto gap = of_case("no distance to degeneracy of ", cases[k].id, [&] {
            return questions[k].relative_gap_for(metric.traits, bench.oracle);
          });
          if (gap) record.tallies[position].add_degeneracy(*gap, cases[k].id, judged.verdict);
        }
        if (options_.store == nullptr || !is_failure(judged.verdict.word) ||
            !options_.store->wants_failure(source, position, range.begin + k)) {
          continue;
        }
        record.failures[position].push_back(
            {range.begin + k, cases[k].id, judged.verdict, answer_json(outcomes[j]),
             exact_truth_json(source, cases[k].id, metric.traits, questions[k], bench.oracle)});
      }
      answers += asked.size();
    }
    driver_->fold(answers, [&] {
      remaining_->add(source, range.end - range.begin,
                      std::chrono::duration<double>(Clock::now() - start).count());
    });
  }

  void report(const CampaignFailure& judged) const {
    if (!options_.failed || !is_failure(judged.verdict.word)) return;
    CampaignFailure failure = judged;
    failure.counts_at_asked =
        counts_at_asked(*options_.metrics[judged.metric], options_.sources[judged.source]);
    options_.failed(failure);
  }

  /// The cases of a batch that were put to one metric, and one outcome for each.
  struct Asked {
    std::vector<std::size_t> cases;
    std::vector<RunOutcome> outcomes;
  };

  /// The flaw of a ratio's certificate; empty if it proves the ratio. No verdict rests on it.
  static std::string flaw_of_ratio(const Answer& answer, Question& question,
                                   const MetricTraits& traits) {
    if (!answer.ratio || answer.ratio->portal_count == 0) return kNoCertificate;
    return check_ratio_certificate(*question.pair_for(traits).value(), *answer.ratio).reason;
  }

  /// Checks a distance's certificate and returns its flaw, empty if it holds; phi is then the
  /// question's truth. Drops the proof.
  static std::string take_proof(Answer& answer, Question& question, const MetricTraits& traits) {
    if (!answer.proof) return kNoCertificate;
    const Pair& pair = *question.pair_for(traits).value();
    const DistanceCertificate certificate = check_distance_certificate(pair, *answer.proof);
    if (certificate.proven) question.prove(traits, proven_truth(pair, certificate));
    answer.proof.reset();
    return certificate.reason;
  }

  /// Which cases of a batch are of the sample and were settled in doubles, and right so: `all` has
  /// what was put to each metric of the source.
  std::vector<bool> solve_sample_again(std::size_t source, const std::vector<Case>& cases,
                                       const std::vector<Asked>& all,
                                       std::vector<Question>& questions, Bench& bench) const {
    std::vector<bool> again(cases.size(), false);
    if (options_.certify || std::none_of(cases.begin(), cases.end(), is_sampled)) return again;
    for (std::size_t position = 0; position < all.size(); ++position) {
      const std::size_t m = plan_.description().sources[source].metrics[position];
      const MetricTraits& traits = options_.metrics[m]->traits;
      for (const std::size_t k : all[position].cases) {
        if (!is_sampled(cases[k]) || !questions[k].pair_for(traits)) continue;
        const auto& truth = truth_of(source, cases[k].id, traits, questions[k], bench.oracle);
        if (solve_again(cases[k].id, truth)) again[k] = true;
      }
    }
    return again;
  }

  /// Checks what the answers bring, by itself and whatever their values are, and drops it.
  void check_certificates(const MetricRow& metric, const std::vector<Case>& cases, Asked& asked,
                          std::vector<Question>& questions, Tally& tally) const {
    const bool ratio = metric.traits.quantity == Quantity::ratio;
    if (ratio && !metric.traits.gives_certificate) return;
    for (std::size_t j = 0; j < asked.cases.size(); ++j) {
      Answer& answer = asked.outcomes[j].answer;
      const RunOutcome& outcome = asked.outcomes[j];
      if (!outcome.is_of_use() || outcome.fault != RunFault::none) continue;
      Question& question = questions[asked.cases[j]];
      if (question.curved() != nullptr) continue;
      const std::string reason = ratio ? flaw_of_ratio(answer, question, metric.traits)
                                       : take_proof(answer, question, metric.traits);
      if (metric.traits.gives_certificate && answer.status == AnswerStatus::answered &&
          !reason.empty()) {
        tally.add_missing_certificate(cases[asked.cases[j]].id, reason);
      }
    }
  }

  /// Whether the truth for metrics with these traits is a proven one.
  static bool serves_proven(const MetricTraits& traits, const Question& question) {
    return traits.quantity == Quantity::euclidean && question.is_proven(traits);
  }

  /// Puts the questions `asked` to a metric: one outcome for each.
  std::vector<RunOutcome> ask(std::size_t m, const std::vector<std::size_t>& asked,
                              std::vector<Question>& questions, Bench& bench) const {
    const MetricRow& metric = *options_.metrics[m];
    std::vector<RunOutcome> outcomes(asked.size());
    std::vector<AskedPair> pairs;
    std::vector<std::size_t> places;  // where their outcomes go
    for (std::size_t j = 0; j < asked.size(); ++j) {
      const auto seen = questions[asked[j]].asked_for(metric.traits);
      if (!seen) {
        outcomes[j] = {RunStatus::not_applicable, {}, seen.reason()};
        continue;
      }
      pairs.push_back(seen.value());
      places.push_back(j);
    }
    auto answered = bench.runners.ask(m, pairs);
    for (std::size_t p = 0; p < places.size(); ++p) outcomes[places[p]] = std::move(answered[p]);
    return outcomes;
  }

  struct Judged {
    Verdict verdict;
    std::string detail;
  };

  Judged judge_case(std::size_t source, const std::string& id, const MetricTraits& traits,
                    const RunOutcome& outcome, Question& question, QuickOracle& oracle) const {
    const CaseScope scope(id.c_str());
    // The truth decides whether a pair may be skipped, and whether cores say nothing of bodies.
    const bool completed = outcome.status == RunStatus::completed;
    if (!completed && outcome.status != RunStatus::skipped) {
      return {judge({}, Truth{}, traits, outcome, options_.tolerance), outcome.detail};
    }
    if (question.curved() != nullptr) {
      return of_case("no verdict on ", id, [&] {
        const ConvexPair& curved = *question.curved_for(traits).value();
        const Bracket& bracket = question.bracket_for(traits);
        return Judged{judge_by_bracket(curved, bracket, traits, outcome, options_.tolerance),
                      outcome.detail};
      });
    }
    const TruthOnDemand& truth = truth_of(source, id, traits, question, oracle);
    return of_case("no verdict on ", id, [&] {
      const Pair& pair = *question.pair_for(traits).value();
      return Judged{
          judge(pair, truth, traits, outcome, options_.tolerance),
          traits.quantity == Quantity::ratio && completed ? truth.ratio_note() : outcome.detail};
    });
  }

  const TruthOnDemand& truth_of(std::size_t source, const std::string& id,
                                const MetricTraits& traits, Question& question,
                                QuickOracle& oracle) const {
    const bool with_ratio = plan_.with_ratio(source) && !serves_proven(traits, question);
    return of_case(kNoTruth, id, [&]() -> const TruthOnDemand& {
      return question.truth_for(traits, oracle, with_ratio);
    });
  }

  std::string exact_truth_json(std::size_t source, const std::string& id,
                               const MetricTraits& traits, Question& question,
                               QuickOracle& oracle) const {
    const TruthOnDemand* truth =
        question.curved() ? nullptr : &truth_of(source, id, traits, question, oracle);
    return of_case(kNoTruth, id, [&] {
      return truth ? truth_json(truth->exact(), traits.quantity)
                   : bracket_json(question.bracket_for(traits));
    });
  }

  const CampaignOptions& options_;
  const CampaignPlan plan_;
  RunnerOptions runner_;
  std::uint64_t total_ = 0;
  std::optional<RunDriver> driver_;
  // Only the driver's folding and dealing out use the members below.
  std::optional<RemainingTime> remaining_;
  ChunkQueue queue_;
  CampaignFold fold_;
  std::uint64_t kept_ = 0;  ///< answers of chunks that are finished
};

}  // namespace

bool are_own_cases(std::string_view source, std::string_view group) {
  return source.starts_with("file:") || group == kMeshGroup;
}

bool counts_at_asked(const MetricRow& metric, const CaseSource& source) {
  const bool of_ones_own =
      metric.plugin.kind != PluginSource::Kind::none || are_own_cases(source.name, source.group);
  return of_ones_own && metric.traits.scalar == Scalar::float64;
}

CampaignResult run_campaign(const CampaignOptions& options) { return Campaign(options).run(); }

}  // namespace touchstone
