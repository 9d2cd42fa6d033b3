// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/question.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "geometry/single_precision.hpp"
#include "harness/asking/run_outcome.hpp"

namespace touchstone {

Result<const Pair*> Question::pair_for(const MetricTraits& traits) {
  const Pair* exact = std::get<const Pair*>(asked_);
  if (traits.scalar == Scalar::float64) return exact;
  if (!rounded_) rounded_ = rounded_to_float(*exact);
  if (!rounded_->ok()) return rounded_->error();
  return &rounded_->value();
}

const TruthOnDemand& Question::truth_for(const MetricTraits& traits, QuickOracle& oracle,
                                         bool with_ratio) {
  auto& [truth, proven, gap, bracket] = known(traits);
  if (proven && !with_ratio) return *proven;
  const bool lacks_ratio = truth && with_ratio && !truth->with_ratio();
  if (!truth || lacks_ratio) truth = oracle.solve(*pair_for(traits).value(), with_ratio);
  return *truth;
}

void Question::prove(const MetricTraits& traits, TruthOnDemand truth) {
  known(traits).proven = std::move(truth);
}

bool Question::is_proven(const MetricTraits& traits) const {
  return known(traits).proven.has_value();
}

std::optional<double> Question::relative_gap_for(const MetricTraits& traits, QuickOracle& oracle) {
  if (curved() != nullptr) return std::nullopt;
  auto& gap = known(traits).gap;
  if (gap) return *gap;
  const Pair& pair = *pair_for(traits).value();
  gap = truth_for(traits, oracle, false).sign() < 0 ? oracle.second_best_gap(pair) : std::nullopt;
  if (*gap) **gap /= pair_size(pair);
  return *gap;
}

Result<AskedPair> Question::asked_for(const MetricTraits& traits) {
  if (curved() != nullptr) {
    const auto seen = curved_for(traits);
    return seen ? Result<AskedPair>(seen.value()) : seen.error();
  }
  const auto seen = pair_for(traits);
  return seen ? Result<AskedPair>(seen.value()) : seen.error();
}

Result<const ConvexPair*> Question::curved_for(const MetricTraits& traits) {
  if (traits.scalar == Scalar::float64) return curved();
  if (!rounded_curved_) rounded_curved_ = rounded_to_float(*curved());
  if (!rounded_curved_->ok()) return rounded_curved_->error();
  return &rounded_curved_->value();
}

const Bracket& Question::bracket_for(const MetricTraits& traits) {
  std::optional<Bracket>& bracket = known(traits).bracket;
  if (!bracket) bracket = find_bracket(*curved_for(traits).value());
  return *bracket;
}

bool is_sampled(const Case& c) {
  const auto* pair = std::get_if<Pair>(&c.bodies);
  return pair != nullptr && hash_of_id(c.id) % kSampledOneIn == 0 &&
         std::max(pair->A->vertices().size(), pair->B->vertices().size()) <= kMaxSampled;
}

bool solve_again(const std::string& id, const TruthOnDemand& truth) {
  if (truth.settled() == nullptr) return false;
  std::string fault;
  try {
    fault = fault_of(*truth.settled(), truth.exact());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    fault = exception.what();
  }
  if (!fault.empty()) throw HarnessError("no truth for " + id + ", solved again: " + fault);
  return true;
}

}  // namespace touchstone
