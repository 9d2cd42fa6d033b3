// SPDX-License-Identifier: GPL-3.0-or-later
// What judges by an exact truth and by a proven bracket have in common: how an outcome without an
// answer is called, what is promised whatever the regime, and which finding is the gravest.
#pragma once

#include <optional>

#include "harness/asking/run_outcome.hpp"
#include "harness/judge/judge.hpp"

namespace touchstone {

/// Verdicts on the parts of an answer, which depend on the tolerance.
struct Parts {
  ValueVerdict value = ValueVerdict::not_given;
  PartVerdict normal = PartVerdict::not_given;
  PartVerdict witness = PartVerdict::not_given;
};

/// The word on an outcome with a fault, or without a sign or a finite value; nothing on others.
/// `may_skip`: whether the metric said beforehand that it may skip such a pair.
std::optional<Word> word_without_answer(const RunOutcome& outcome, bool may_skip);

/// What is promised where the regime cannot be told: a sign, and beside a value what every regime
/// has.
Gives promised_in_any_regime(const GivesByRegime& gives);

/// The gravest of a completed run's findings. A sign where a value was promised keeps its columns,
/// but does not count as an answer.
Word weigh(const Parts& parts, SignVerdict sign, bool valued, const Gives& promised);

/// The verdict on an outcome of which no part is judged.
Verdict verdict_of(Word word);

}  // namespace touchstone
