// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of docs/verdicts.md that hold whatever an answer is judged by, an exact truth or a
// proven bracket: how an outcome without an answer is called, what is promised whatever the regime,
// what says nothing, and which finding is the gravest.
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

/// Judges each part of one answer by what is known of its pair. `tolerance` is relative to size (of
/// rho to max(1, |rho|)), and so is `own`: a claimed tolerance within which the sign is left open,
/// or 0.
class PartsJudge {
 public:
  virtual ~PartsJudge() = default;
  /// What the metric promises for such a pair. Where the regime cannot be told: what all promise.
  virtual Gives promised(double own) const = 0;
  /// Whether the sign of a value is right: valid, invalid or undecided.
  virtual PartVerdict sign(int said, double own) const = 0;
  /// Whether a sign without a value is.
  virtual PartVerdict sign_alone(int said, double own) const { return sign(said, own); }
  virtual ValueVerdict value(double said, double tolerance, double own) const = 0;
  virtual PartVerdict normal(const Vec3& n, double tolerance) const = 0;
  /// `valid_normal`: the answer's own, or nullptr.
  virtual PartVerdict witnesses(const WitnessPoints& p, const Vec3* valid_normal,
                                double tolerance) const = 0;
  /// Writes the errors of a value.
  virtual void measure(double said, Verdict& verdict) const = 0;
};

/// Whether a point is not finite, or farther out than any body: its square overflows.
bool is_beyond_bodies(const WitnessPoints& p);

/// The verdict at `tolerance`, and its word at the metric's own. The gravest finding is the word; a
/// sign where a value was promised keeps its columns, but does not count as an answer. The answer
/// has a finite value or a sign.
Verdict judge_answer(const PartsJudge& judge, const Answer& answer, double own, double tolerance);

/// The verdict on an outcome of which no part is judged.
Verdict verdict_of(Word word);

}  // namespace touchstone
