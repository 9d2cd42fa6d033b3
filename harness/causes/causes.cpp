// SPDX-License-Identifier: GPL-3.0-or-later
// Failures are looked at in proportion to how many each family and verdict has, so that a sample
// estimates the share of all. All causes are tried on a few; those that explain most of these are
// tried on more.
#include "harness/causes/causes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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
constexpr std::size_t kMostTried = 3000;
constexpr std::array kCorrectionStages = {Stage{30, 0.5, 0.4}, Stage{100, 0.75, 0.5},
                                          Stage{kMostTried, 0.9, 0.6}};
/// Stages of the other causes, for which the metric is asked again.
constexpr std::array kOtherStages = {Stage{8, 0.5, 1}, Stage{30, 0.75, 1}, Stage{100, 0.9, 1}};
constexpr std::size_t kFitted = 100;      ///< failures that a margin or factor is taken from
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

/// The failures that were kept.
struct Kept {
  /// The sample in an order of which every beginning has the same part of each source and verdict;
  /// then the others.
  std::vector<Wrong> wrong;
  std::size_t sample = 0;  ///< number of those that have the proportions of all failures
};

/// Where a source and verdict has more failures than are kept, the sample has a part of these, and
/// no larger part of any other.
Kept in_proportion(const FailureCollector::Collected& failures) {
  double part = 1;
  for (const auto& [place, outcomes] : failures.first) {
    part = std::min(part, static_cast<double>(outcomes.size()) /
                              static_cast<double>(failures.counts.at(place)));
  }
  std::vector<std::pair<double, Wrong>> places;
  std::uint64_t before = 0;  // failures of the places before
  Kept kept;
  for (const auto& [place, outcomes] : failures.first) {
    const std::uint64_t after = before + failures.counts.at(place);
    const double begin = std::floor(part * static_cast<double>(before));
    const double sampled = std::floor(part * static_cast<double>(after)) - begin;
    before = after;
    double k = 0.5;
    for (const auto& [index, outcome] : outcomes) {
      // 1 and more: not in the sample.
      places.push_back({k < sampled ? k / sampled : 1, {place.first, index, &outcome}});
      kept.sample += k < sampled ? 1 : 0;
      ++k;
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [order, wrong] : places) kept.wrong.push_back(wrong);
  return kept;
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
        kept_(in_proportion(failures)),
        wrong_(kept_.wrong) {
    control_.progress = nullptr;
  }

  std::optional<FoundCause> run() {
    if (wrong_.size() < kLeast) return std::nullopt;
    if (metric_.traits.quantity == Quantity::euclidean) {
      const std::vector<Value> values = some_values();
      fit_margin(values);
      fit_factor(values);
    }
    if (auto found = best_of(true, kCorrectionStages, &Stage::of_all)) return found;
    if (auto found = best_of(false, kOtherStages, &Stage::of_all)) return found;
    // A cause of most is claimed only where correcting it checks it.
    if (kept_.sample < kLeastOfMost) return std::nullopt;
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
      const std::size_t examined = std::min(stage.failures, kept_.sample);
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

  /// Shares are those of the sample; `explained` has the others, too.
  FoundCause found_cause(const Cause& cause, std::vector<Explained> tried, std::size_t c) const {
    std::string finding(cause.finding);
    if (cause.name == "margin") finding += ", " + short_text(margin_) + " m";
    if (cause.name == "skin") finding += ", " + short_text(-margin_ / 2) + " m";
    if (cause.name == "value-factor") {
      finding += ", " + exact_text(std::stod(short_text(factor_)));  // 1000, not 1e+03
    }
    FoundCause found{{metric_.name, std::string(cause.name), finding, std::string(cause.advice),
                      cause.corrects, total_, tried.size(), count(tried, c)},
                     {}};
    if (cause.corrects && tried.size() < std::min(kMostTried, wrong_.size())) {
      tried = try_all({&cause}, std::min(kMostTried, wrong_.size()));
      c = 0;
    }
    for (std::size_t k = 0; k < tried.size(); ++k) {
      if (tried[k][c]) found.explained.emplace(wrong_[k].source, wrong_[k].index);
    }
    return found;
  }

  void begin(Trial& trial, const Wrong& wrong) const {
    const Case c = options_.sources[wrong.source].make(options_.seed, wrong.index);
    const bool at_asked = counts_at_asked(metric_, options_.sources[wrong.source]);
    Question question(c);
    if (c.curved() != nullptr) {
      trial.begin(*question.curved_for(metric_.traits).value(), *wrong.outcome, at_asked);
    } else {
      trial.begin(*question.pair_for(metric_.traits).value(), *wrong.outcome, at_asked);
    }
    trial.margin = margin_;
    trial.factor = factor_;
  }

  std::vector<Explained> try_all(const std::vector<const Cause*>& causes,
                                 std::size_t examined) const {
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

  struct Value {
    double given, phi, size;  ///< [m]
    double error() const { return given - phi; }
    double magnitude() const { return std::max(std::abs(given), std::abs(phi)); }
    double ratio() const { return given / phi; }
  };

  std::vector<Value> some_values() const {
    std::vector<Value> values;
    Trial trial(metric_, options_);
    for (std::size_t k = 0; k < std::min(kFitted, wrong_.size()); ++k) {
      if (!wrong_[k].has_answer()) continue;
      begin(trial, wrong_[k]);
      const double given = trial.answer().value;
      const double phi = trial.phi();
      if (trial.answer().status != AnswerStatus::answered) continue;
      if (std::isfinite(given) && std::isfinite(phi)) values.push_back({given, phi, trial.size()});
    }
    return values;
  }

  /// Whether the values that should have been given are not all alike.
  static bool vary(const std::vector<Value>& values) {
    std::set<double> truths;
    for (const Value& one : values) truths.insert(one.phi);
    return truths.size() >= kLeast;
  }

  static double median(const std::vector<Value>& values, double (Value::*number)() const) {
    std::vector<double> numbers;
    for (const Value& one : values) numbers.push_back((one.*number)());
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
  }

  static bool alike(double a, double b) {
    constexpr double kAlike = 1e-6;
    return std::abs(a - b) <= kAlike * std::abs(b);
  }

  /// The median error of the values: the error of a value that is small, as it has the most digits.
  void fit_margin(const std::vector<Value>& values) {
    if (!vary(values)) return;
    const double error = median(values, &Value::error);
    double least = std::numeric_limits<double>::infinity();
    for (const Value& one : values) {
      if (!alike(one.error(), error) || one.magnitude() >= least) continue;
      least = one.magnitude();
      margin_ = one.error();
    }
  }

  /// The median ratio, if most values have it. A phi near 0 would be right with any large factor.
  void fit_factor(std::vector<Value> values) {
    constexpr double kLeastPhi = 1e-3;     // part of the size [1]
    constexpr double kLeastChange = 1e-3;  // part of the value [1]
    std::erase_if(values,
                  [](const Value& one) { return std::abs(one.phi) < kLeastPhi * one.size; });
    if (!vary(values)) return;
    const double ratio = median(values, &Value::ratio);
    const auto have_it = std::count_if(values.begin(), values.end(),
                                       [&](const Value& one) { return alike(one.ratio(), ratio); });
    const bool most = 2 * static_cast<std::size_t>(have_it) > values.size();
    if (most && ratio != 0 && std::abs(ratio - 1) > kLeastChange) factor_ = ratio;
  }

  const CampaignOptions& options_;
  const MetricRow& metric_;
  std::uint64_t total_;
  RunControl control_;
  Kept kept_;
  const std::vector<Wrong>& wrong_;
  double margin_ = 0;  ///< by which values may be off [m]
  double factor_ = 1;  ///< by which they may be multiplied [1]
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
