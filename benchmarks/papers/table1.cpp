// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/table1.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <string_view>

#include "geometry/loop_bound.hpp"
#include "geometry/single_precision.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/runners/run_driver.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kBatch =
    64;  ///< cases drawn at once; fixed, so that the figures do not depend on jobs
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// One overlapping pair: its index in the family and each metric's error, kMissing where there is
/// no value.
struct Sample {
  std::uint64_t index = 0;
  std::vector<double> errors;
};

/// The paper compares GJK + EPA at libccd's default tolerance and its own SAT. It does not say over
/// which errors; its least error of 2.7e-6 for GJK + EPA is why there is a second set of rows.
std::optional<Table1Paper> paper_row(std::string_view metric, bool large_only) {
  if (metric == "gjk_epa")
    return Table1Paper{"GJK+EPA (libccd)", 2.693e-6, 0.608937, 0.0518467, 0.1311};
  if (metric == "sat" && !large_only)
    return Table1Paper{"SAT (Moby)", 0, 2.66454e-15, 3.353e-16, 4.413e-16};
  return std::nullopt;
}

/// One thread's oracle, runners and their workers.
class Sampler {
 public:
  Sampler(const Table1Options& options, const Family& family)
      : family_(family), seed_(options.seed) {
    for (const MetricRow* metric : options.metrics) {
      asked_.push_back({metric, make_runner(*metric, options.runner_for(*metric))});
    }
  }

  std::vector<Sample> overlapping(std::uint64_t begin, std::uint64_t end) {
    std::vector<Case> cases;
    std::vector<Truth> truths;
    std::vector<Sample> samples;
    for (std::uint64_t index = begin; index < end; ++index) {
      Case c = make_case(family_, seed_, index);
      Truth truth = oracle_.solve(c.pair(), false);
      if (truth.sign >= 0) continue;
      cases.push_back(std::move(c));
      truths.push_back(std::move(truth));
      samples.push_back({index, {}});
    }
    for (const Asked& asked : asked_) {
      const bool rounds = asked.metric->traits.scalar == Scalar::float32;
      std::vector<Pair> pairs;
      for (const Case& c : cases) {
        // Boxes of side 2 that meet are far within the range of float.
        pairs.push_back(rounds ? rounded_to_float(c.pair()).value() : c.pair());
      }
      const std::vector<double> errors = errors_of(*asked.runner, pairs, [&](std::size_t k) {
        return rounds ? oracle_.solve(pairs[k], false) : truths[k];
      });
      for (std::size_t k = 0; k < samples.size(); ++k) samples[k].errors.push_back(errors[k]);
    }
    return samples;
  }

 private:
  struct Asked {
    const MetricRow* metric = nullptr;
    std::unique_ptr<Runner> runner;
  };

  template <class TruthOf>
  static std::vector<double> errors_of(Runner& runner, const std::vector<Pair>& pairs,
                                       const TruthOf& truth_of) {
    std::vector<AskedPair> asked;
    for (const Pair& pair : pairs) asked.push_back(&pair);
    const std::vector<RunOutcome> outcomes = runner.run(asked);
    std::vector<double> errors;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const Answer& answer = outcomes[k].answer;
      const bool valued = outcomes[k].is_of_use() && answer.status == AnswerStatus::answered &&
                          std::isfinite(answer.value);
      errors.push_back(valued ? error_of(answer.value, truth_of(k)) : kMissing);
    }
    return errors;
  }

  const Family& family_;
  std::uint64_t seed_;
  Oracle oracle_;
  std::vector<Asked> asked_;
};

/// Draws batches in rounds until enough pairs overlap, and keeps the first `options.pairs` in the
/// order of the family.
class Table1Run {
 public:
  explicit Table1Run(const Table1Options& options)
      : options_(options), family_(find_family("random-boxes")) {
    if (family_ == nullptr) throw HarnessError("there is no family random-boxes");
    for (int k = 0; k < std::max(1, options_.jobs); ++k) samplers_.emplace_back(options_, *family_);
  }

  std::vector<Sample> run() {
    std::vector<Sample> samples;
    constexpr std::int64_t kMaxRounds = 1000;
    LoopBound bound("table1: rounds", kMaxRounds);
    while (samples.size() < options_.pairs) {
      bound.step();
      // About half of the boxes overlap; one more batch makes sure that the last rounds end.
      const std::uint64_t wanted = options_.pairs - samples.size();
      for (auto& batch : round(wanted * 2 / kBatch + 1)) {
        std::move(batch.begin(), batch.end(), std::back_inserter(samples));
      }
    }
    samples.resize(options_.pairs);
    return samples;
  }

 private:
  std::vector<std::vector<Sample>> round(std::uint64_t batches) {
    std::vector<std::vector<Sample>> results(batches);
    std::atomic<std::uint64_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&](std::size_t k) {
      Sampler& sampler = samplers_[k];
      try {
        for (std::uint64_t b = next++; b < batches; b = next++) {
          const std::uint64_t begin = (drawn_ + b) * kBatch;
          results[b] = sampler.overlapping(begin, begin + kBatch);
          const std::lock_guard lock(mutex);
          found_ = std::min(found_ + results[b].size(), options_.pairs);
          if (options_.progress) options_.progress(found_, options_.pairs);
        }
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        next = batches;
      }
    };
    run_on_threads(samplers_.size(), work);
    if (failure) std::rethrow_exception(failure);
    drawn_ += batches;
    return results;
  }

  const Table1Options& options_;
  const Family* family_;
  std::vector<Sampler> samplers_;
  std::uint64_t drawn_ = 0;  ///< batches
  std::uint64_t found_ = 0;  ///< overlapping pairs, for progress
};

}  // namespace

std::vector<const MetricRow*> table1_metrics() {
  constexpr std::array<const char*, 7> kNames = {
      "sat", "gjk_epa", "gjk_epa_1e-8", "mpr", "mpr_1e-8", "minkowski_float", "minkowski"};
  std::vector<const MetricRow*> rows;
  for (const char* name : kNames) {
    const MetricRow* row = find_metric(name);
    if (row == nullptr) throw HarnessError(std::string("there is no metric ") + name);
    rows.push_back(row);
  }
  return rows;
}

Table1Result run_table1(const Table1Options& options) {
  Table1Result result;
  result.seed = options.seed;
  result.pairs = options.pairs;
  const std::vector<Sample> samples = Table1Run(options).run();
  if (!samples.empty()) result.drawn = samples.back().index + 1;
  for (std::size_t m = 0; m < options.metrics.size(); ++m) {
    ErrorStream all;
    ErrorStream large;
    for (const Sample& sample : samples) {
      const double error = sample.errors[m];
      if (std::isnan(error)) continue;
      all.add(error);
      if (error > kTable1LargeError) large.add(error);
    }
    for (const bool large_only : {false, true}) {
      Table1Row row;
      row.algorithm = options.metrics[m]->name;
      row.large_only = large_only;
      row.error = (large_only ? large : all).summary();
      row.answered = all.summary().count;
      row.missing = samples.size() - row.answered;
      row.paper = paper_row(row.algorithm, large_only);
      result.rows.push_back(row);
    }
  }
  return result;
}

}  // namespace touchstone
