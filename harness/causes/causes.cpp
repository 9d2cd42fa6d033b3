// SPDX-License-Identifier: GPL-3.0-or-later
// Failures are looked at in proportion to how many each family and verdict has, so that a sample
// estimates the share of all. All causes are tried on a few; those that explain most of these are
// tried on more.
#include "harness/causes/causes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/causes/cause_table.hpp"
#include "harness/judge/question.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// How many failures causes are tried on, and what share each must explain: of all, or of most
/// where no cause explains all. The last is what is claimed; those before it are samples, which may
/// fall short of it.
struct Stage {
  std::size_t failures;
  double of_all;
  double of_most;
};
constexpr std::array kCorrectionStages = {Stage{30, 0.5, 0.4}, Stage{100, 0.75, 0.5},
                                          Stage{3000, 0.9, 0.6}};
/// Stages of the other causes, for which the metric is asked again.
constexpr std::array kOtherStages = {Stage{8, 0.5, 1}, Stage{30, 0.75, 1}, Stage{100, 0.9, 1}};
constexpr std::size_t kFitted = 100;      ///< failures that a margin is taken from
constexpr std::size_t kLeast = 5;         ///< failures that show a cause
constexpr std::size_t kLeastOfMost = 20;  ///< that show a cause of most of them

/// A wrong answer.
struct Wrong {
  std::size_t source = 0;
  std::uint64_t index = 0;
  const RunOutcome* outcome = nullptr;

  bool has_answer() const {
    return outcome->status == RunStatus::completed && outcome->fault != RunFault::flaky &&
           outcome->answer.status != AnswerStatus::no_answer;
  }
};

/// In an order of which every beginning has the same part of each source and verdict.
std::vector<Wrong> in_proportion(const FailureCollector::Collected& failures) {
  std::vector<std::pair<double, Wrong>> places;
  for (const auto& [place, outcomes] : failures.first) {
    double before = 0.5;
    for (const auto& [index, outcome] : outcomes) {
      places.push_back(
          {before++ / static_cast<double>(outcomes.size()), {place.first, index, &outcome}});
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Wrong> order;
  for (const auto& [part, wrong] : places) order.push_back(wrong);
  return order;
}

/// Which of some causes explain a failure.
using Explained = std::vector<bool>;

/// The failures of one metric under every cause.
class CauseSearch {
 public:
  CauseSearch(const CampaignOptions& options, const MetricRow& metric,
              const FailureCollector::Collected& failures, const RunControl& control)
      : options_(options),
        metric_(metric),
        total_(failures.count),
        control_(control),
        wrong_(in_proportion(failures)) {
    control_.progress = nullptr;
  }

  std::optional<FoundCause> run() {
    if (wrong_.size() < kLeast) return std::nullopt;
    if (metric_.traits.quantity == Quantity::euclidean) fit_margin();
    if (auto found = best_of(true, kCorrectionStages, &Stage::of_all)) return found;
    if (auto found = best_of(false, kOtherStages, &Stage::of_all)) return found;
    // What explains only most has to be checked by correcting it.
    if (wrong_.size() < kLeastOfMost) return std::nullopt;
    return best_of(true, kCorrectionStages, &Stage::of_most);
  }

 private:
  /// The cause that explains most among the corrections, or among the others.
  std::optional<FoundCause> best_of(bool corrections, std::span<const Stage> stages,
                                    double Stage::*share) {
    std::vector<const Cause*> causes;
    for (const Cause& cause : cause_table()) {
      if (cause.corrects == corrections) causes.push_back(&cause);
    }
    std::vector<Explained> tried;
    for (const Stage& stage : stages) {
      const std::size_t examined = std::min(stage.failures, wrong_.size());
      tried = try_all(causes, examined);
      const double least = stage.*share * static_cast<double>(examined);
      for (std::size_t c = causes.size(); c-- > 0;) {
        if (static_cast<double>(count(tried, c)) >= least) continue;
        causes.erase(causes.begin() + static_cast<std::ptrdiff_t>(c));
        for (Explained& one : tried) one.erase(one.begin() + static_cast<std::ptrdiff_t>(c));
      }
      if (causes.empty() || tried.size() < examined) return std::nullopt;
    }
    std::size_t best = 0;
    for (std::size_t c = 1; c < causes.size(); ++c) {
      if (count(tried, c) > count(tried, best)) best = c;
    }
    return found_cause(*causes[best], tried, best);
  }

  static std::size_t count(const std::vector<Explained>& tried, std::size_t c) {
    return static_cast<std::size_t>(
        std::count_if(tried.begin(), tried.end(), [&](const Explained& one) { return one[c]; }));
  }

  FoundCause found_cause(const Cause& cause, const std::vector<Explained>& tried,
                         std::size_t c) const {
    std::string finding(cause.finding);
    if (cause.name == "margin") finding += ", " + short_text(margin_) + " m";
    FoundCause found{{metric_.name, std::string(cause.name), finding, std::string(cause.advice),
                      cause.corrects, total_, tried.size(), count(tried, c)},
                     {}};
    for (std::size_t k = 0; k < tried.size(); ++k) {
      if (tried[k][c]) found.explained.emplace(wrong_[k].source, wrong_[k].index);
    }
    return found;
  }

  void begin(Trial& trial, const Wrong& wrong) const {
    const Case c = options_.sources[wrong.source].make(options_.seed, wrong.index);
    trial.begin(*Question(c.pair).pair_for(metric_.traits).value(), *wrong.outcome,
                counts_at_asked(metric_, options_.sources[wrong.source]));
    trial.margin = margin_;
  }

  std::vector<Explained> try_all(const std::vector<const Cause*>& causes, std::size_t examined) {
    std::vector<Explained> tried;
    run_items(
        control_, examined, [&] { return Trial(metric_, options_); },
        [&](Trial& trial, std::size_t k) {
          Explained explained(causes.size(), false);
          if (!wrong_[k].has_answer()) return explained;
          begin(trial, wrong_[k]);
          for (std::size_t c = 0; c < causes.size(); ++c) {
            explained[c] = causes[c]->explains(trial);
          }
          return explained;
        },
        [&](std::size_t, Explained explained) { tried.push_back(std::move(explained)); });
    return tried;
  }

  /// The median error of the values, if the values that should have been given are not all alike:
  /// the error of a value that is small, as it has the most digits.
  void fit_margin() {
    struct Error {
      double error, value;
    };
    std::vector<Error> errors;
    std::set<double> truths;
    Trial trial(metric_, options_);
    for (std::size_t k = 0; k < std::min(kFitted, wrong_.size()); ++k) {
      if (!wrong_[k].has_answer()) continue;
      begin(trial, wrong_[k]);
      const double value = trial.answer().value;
      const double phi = trial.truth().phi().value;
      if (trial.answer().status != AnswerStatus::answered || !std::isfinite(value)) continue;
      errors.push_back({value - phi, std::max(std::abs(value), std::abs(phi))});
      truths.insert(phi);
    }
    if (truths.size() < kLeast) return;
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end(),
                     [](const Error& a, const Error& b) { return a.error < b.error; });
    constexpr double kAlike = 1e-6;
    const Error median = *middle;
    Error best = median;
    for (const Error& one : errors) {
      const bool alike = std::abs(one.error - median.error) <= kAlike * std::abs(median.error);
      if (alike && one.value < best.value) best = one;
    }
    margin_ = best.error;
  }

  const CampaignOptions& options_;
  const MetricRow& metric_;
  std::uint64_t total_;
  RunControl control_;
  std::vector<Wrong> wrong_;
  double margin_ = 0;  ///< by which values may be off [m]
};

}  // namespace

FoundCauses find_causes(const CampaignOptions& options, const FailureCollector& failures,
                        const RunControl& control) {
  FoundCauses causes;
  for (const auto& [position, collected] : failures.collected()) {
    auto found = CauseSearch(options, *options.metrics[position], collected, control).run();
    if (found) causes.emplace(position, std::move(*found));
  }
  return causes;
}

}  // namespace touchstone
