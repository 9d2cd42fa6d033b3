// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/question.hpp"

#include <utility>

#include "geometry/single_precision.hpp"

namespace touchstone {

Result<const Pair*> Question::pair_for(const MetricTraits& traits) {
  if (traits.scalar == Scalar::float64) return exact_;
  if (!rounded_) rounded_ = rounded_to_float(*exact_);
  if (!rounded_->ok()) return rounded_->error();
  return &rounded_->value();
}

const TruthOnDemand& Question::truth_for(const MetricTraits& traits, QuickOracle& oracle,
                                         bool with_ratio) {
  auto& [truth, proven, gap] = known(traits);
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
  auto& gap = known(traits).gap;
  if (gap) return *gap;
  const Pair& pair = *pair_for(traits).value();
  gap = truth_for(traits, oracle, false).sign() < 0 ? oracle.second_best_gap(pair) : std::nullopt;
  if (*gap) **gap /= pair_size(pair);
  return *gap;
}

}  // namespace touchstone
