// SPDX-License-Identifier: GPL-3.0-or-later
// The work is cut into batches whose size depends on the shapes alone. Threads take batches from
// one counter; their verdicts are added up in case order, family by family, as soon as all earlier
// batches of the family are in.
#include "harness/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "harness/tally.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLargestBatch = 64;     // cases; enough to make a worker's round trip cheap
constexpr std::uint64_t kBatchVertices = 1024;  // of the largest bodies of a batch, together
constexpr auto kProgressInterval = std::chrono::milliseconds(100);

int largest_vertices(const Case& c) {
  return static_cast<int>(std::max(c.pair.A->vertices().size(), c.pair.B->vertices().size()));
}

/// What one source means for this campaign.
struct Plan {
  const CaseSource* source = nullptr;
  std::uint64_t cases = 0;
  std::uint64_t batch_size = 1;
  std::vector<std::size_t> metrics;  ///< positions in the options' list of those that run
  bool with_ratio = false;

  std::uint64_t batches() const { return (cases + batch_size - 1) / batch_size; }
};

/// One batch of one plan.
struct Item {
  std::size_t plan = 0;
  std::uint64_t batch = 0;
};

/// The verdicts of a batch: [metric of the plan][case]; nothing where the metric is not run on the
/// case.
struct BatchRecord {
  std::vector<std::string> ids;
  std::vector<std::vector<std::optional<Verdict>>> verdicts;
};

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options) : options_(options) {
    for (const CaseSource& source : options.sources) plan(source);
    cut();
    waiting_.resize(plans_.size());
    merged_.resize(plans_.size());
  }

  CampaignResult run() {
    {
      std::vector<std::jthread> threads;
      const int jobs = std::max(1, options_.jobs);
      threads.reserve(static_cast<std::size_t>(jobs));
      for (int k = 0; k < jobs; ++k) threads.emplace_back([this] { work(); });
    }
    if (failure_) std::rethrow_exception(failure_);
    report_progress(true);
    return collect();
  }

 private:
  void plan(const CaseSource& source) {
    Plan plan;
    plan.source = &source;
    int largest = 1;
    if (source.family != nullptr) {
      plan.cases = source.family->finite_cases > 0
                       ? std::min(source.count, source.family->finite_cases)
                       : source.count;
      largest = source.family->largest_vertices;
    } else {
      plan.cases = source.cases.size();
      for (const Case& c : source.cases) largest = std::max(largest, largest_vertices(c));
    }
    plan.batch_size = std::clamp<std::uint64_t>(
        kBatchVertices / static_cast<std::uint64_t>(std::max(1, largest)), 1, kLargestBatch);
    for (std::size_t m = 0; m < options_.metrics.size(); ++m) {
      if (admit(*options_.metrics[m], plan)) plan.metrics.push_back(m);
    }
    plan.with_ratio = std::any_of(plan.metrics.begin(), plan.metrics.end(), [&](std::size_t m) {
      return options_.metrics[m]->traits.quantity == Quantity::ratio;
    });
    std::vector<Tally> tallies;
    for (const std::size_t m : plan.metrics) {
      const MetricRow& metric = *options_.metrics[m];
      CampaignRow row;
      row.metric = metric.name;
      row.family = source.name;
      row.group = source.group;
      row.claims_exact = metric.traits.claims_exact;
      tallies.emplace_back(std::move(row));
    }
    tallies_.push_back(std::move(tallies));
    plans_.push_back(std::move(plan));
  }

  bool too_large(const MetricRow& metric, int vertices) const {
    return options_.respect_default_sizes && vertices > metric.traits.largest_default_vertices;
  }

  /// Whether `metric` runs on the plan's source at all; says what is left out and counts what is
  /// not. A family is left out as a whole; of a file's cases only those that are too large.
  bool admit(const MetricRow& metric, const Plan& plan) {
    const CaseSource& source = *plan.source;
    const std::string limit = "more than " +
                              std::to_string(metric.traits.largest_default_vertices) +
                              " vertices, the largest size it is run at by default";
    if (source.family != nullptr) {
      if (too_large(metric, source.family->largest_vertices)) {
        not_run_.push_back(metric.name + " on " + source.name + ": bodies of " + limit);
        return false;
      }
      total_ += plan.cases;
      return true;
    }
    const auto left_out = static_cast<std::uint64_t>(
        std::count_if(source.cases.begin(), source.cases.end(),
                      [&](const Case& c) { return too_large(metric, largest_vertices(c)); }));
    if (left_out > 0) {
      not_run_.push_back(metric.name + " on " + source.name + ": " + std::to_string(left_out) +
                         " of " + std::to_string(plan.cases) + " cases, bodies of " + limit);
    }
    total_ += plan.cases - left_out;
    return left_out < plan.cases || plan.cases == 0;
  }

  /// Spreads the batches of every source evenly over the campaign, so that the rate so far
  /// foretells the rest.
  void cut() {
    for (std::size_t p = 0; p < plans_.size(); ++p) {
      if (plans_[p].metrics.empty()) continue;
      for (std::uint64_t b = 0; b < plans_[p].batches(); ++b) items_.push_back({p, b});
    }
    const auto place = [&](const Item& item) {
      return (static_cast<double>(item.batch) + 0.5) /
             static_cast<double>(plans_[item.plan].batches());
    };
    std::stable_sort(items_.begin(), items_.end(),
                     [&](const Item& a, const Item& b) { return place(a) < place(b); });
  }

  /// One thread: its oracle and its runners, batch after batch.
  void work() {
    try {
      Oracle oracle;
      std::vector<std::unique_ptr<Runner>> runners(options_.metrics.size());
      while (!stop_) {
        const std::size_t k = next_item_++;
        if (k >= items_.size()) return;
        merge(items_[k], judge_batch(items_[k], oracle, runners));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      if (!failure_) failure_ = std::current_exception();
    }
  }

  std::vector<Case> make_cases(const Item& item) const {
    const Plan& plan = plans_[item.plan];
    const std::uint64_t begin = item.batch * plan.batch_size;
    const std::uint64_t end = std::min(begin + plan.batch_size, plan.cases);
    std::vector<Case> cases;
    cases.reserve(end - begin);
    for (std::uint64_t k = begin; k < end; ++k) {
      cases.push_back(plan.source->family != nullptr
                          ? make_case(*plan.source->family, options_.seed, k)
                          : plan.source->cases[k]);
    }
    return cases;
  }

  BatchRecord judge_batch(const Item& item, Oracle& oracle,
                          std::vector<std::unique_ptr<Runner>>& runners) const {
    const Plan& plan = plans_[item.plan];
    const std::vector<Case> cases = make_cases(item);
    BatchRecord record;
    for (const Case& c : cases) record.ids.push_back(c.id);
    std::vector<std::optional<Truth>> truths(cases.size());
    for (const std::size_t m : plan.metrics) {
      const MetricRow& metric = *options_.metrics[m];
      if (!runners[m]) runners[m] = make_runner(metric, options_.runner);
      std::vector<std::size_t> asked;
      std::vector<const Pair*> pairs;
      for (std::size_t k = 0; k < cases.size(); ++k) {
        if (plan.source->family == nullptr && too_large(metric, largest_vertices(cases[k]))) {
          continue;
        }
        asked.push_back(k);
        pairs.push_back(&cases[k].pair);
      }
      const std::vector<RunOutcome> outcomes = runners[m]->run(pairs);
      auto& verdicts = record.verdicts.emplace_back(cases.size());
      for (std::size_t k = 0; k < asked.size(); ++k) {
        verdicts[asked[k]] = judge_case(cases[asked[k]], metric.traits, outcomes[k],
                                        plan.with_ratio, oracle, truths[asked[k]]);
      }
    }
    return record;
  }

  /// The truth of a case is found when the first metric has something to be judged by it.
  Verdict judge_case(const Case& c, const MetricTraits& traits, const RunOutcome& outcome,
                     bool with_ratio, Oracle& oracle, std::optional<Truth>& truth) const {
    if (outcome.status != RunStatus::completed) {
      return judge(c.pair, Truth{}, traits, outcome, options_.tolerance);
    }
    try {
      if (!truth) truth = oracle.solve(c.pair, with_ratio);
      return judge(c.pair, *truth, traits, outcome, options_.tolerance);
    } catch (const std::exception& exception) {
      throw HarnessError("no truth for " + c.id + ": " + exception.what());
    }
  }

  void merge(const Item& item, BatchRecord record) {
    const std::lock_guard lock(mutex_);
    auto& waiting = waiting_[item.plan];
    waiting.emplace(item.batch, std::move(record));
    for (auto first = waiting.begin(); first != waiting.end() && first->first == merged_[item.plan];
         first = waiting.begin()) {
      add(tallies_[item.plan], first->second);
      waiting.erase(first);
      ++merged_[item.plan];
    }
    report_progress(false);
  }

  void add(std::vector<Tally>& tallies, const BatchRecord& record) {
    for (std::size_t m = 0; m < tallies.size(); ++m) {
      for (std::size_t k = 0; k < record.ids.size(); ++k) {
        const auto& verdict = record.verdicts[m][k];
        if (!verdict) continue;
        tallies[m].add(record.ids[k], *verdict);
        ++done_;
      }
    }
  }

  /// Under the lock, or when all threads have ended.
  void report_progress(bool last) {
    if (!options_.progress) return;
    const auto now = Clock::now();
    if (!last && now < next_report_) return;
    next_report_ = now + kProgressInterval;
    options_.progress(done_, total_);
  }

  CampaignResult collect() const {
    CampaignResult result;
    result.seed = options_.seed;
    result.tolerance = options_.tolerance;
    result.not_run = not_run_;
    for (std::size_t m = 0; m < options_.metrics.size(); ++m) {
      for (std::size_t p = 0; p < plans_.size(); ++p) {
        const auto& metrics = plans_[p].metrics;
        const auto place = std::find(metrics.begin(), metrics.end(), m);
        if (place == metrics.end()) continue;
        result.rows.push_back(tallies_[p][static_cast<std::size_t>(place - metrics.begin())].row());
      }
    }
    return result;
  }

  const CampaignOptions& options_;
  std::vector<Plan> plans_;
  std::vector<std::string> not_run_;
  std::vector<Item> items_;
  std::uint64_t total_ = 0;

  std::atomic<std::size_t> next_item_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  ///< of all below
  std::exception_ptr failure_;
  std::vector<std::vector<Tally>> tallies_;                    ///< [plan][metric of the plan]
  std::vector<std::map<std::uint64_t, BatchRecord>> waiting_;  ///< [plan], by batch
  std::vector<std::uint64_t> merged_;                          ///< [plan]: batches added up
  std::uint64_t done_ = 0;
  Clock::time_point next_report_ = Clock::now();
};

}  // namespace

CampaignResult run_campaign(const CampaignOptions& options) { return Campaign(options).run(); }

}  // namespace touchstone
