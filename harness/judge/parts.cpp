// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/parts.hpp"

#include <cmath>

namespace touchstone {

std::optional<Word> word_without_answer(const RunOutcome& outcome, bool may_skip) {
  if (outcome.status == RunStatus::not_applicable) return Word::not_applicable;
  if (outcome.fault == RunFault::flaky) return Word::flaky;
  if (outcome.status == RunStatus::crashed) return Word::crashed;
  if (outcome.status == RunStatus::timed_out) return Word::timed_out;
  if (outcome.fault == RunFault::order_dependent) return Word::order_dependent;
  if (outcome.status == RunStatus::skipped) return may_skip ? Word::not_applicable : Word::skipped;
  const Answer& answer = outcome.answer;
  const bool valued = answer.status == AnswerStatus::answered && std::isfinite(answer.value);
  return valued || answer.status == AnswerStatus::sign_only ? std::nullopt
                                                            : std::optional(Word::no_answer);
}

Gives promised_in_any_regime(const GivesByRegime& gives) {
  const auto always = [&](bool Gives::*part) {
    return gives.separated.*part && gives.touching.*part && gives.penetrating.*part;
  };
  return {false, always(&Gives::normal), always(&Gives::witnesses)};
}

Word weigh(const Parts& parts, SignVerdict sign, bool valued, const Gives& promised) {
  if (parts.value == ValueVerdict::wrong_sign || sign == SignVerdict::wrong_sign) {
    return Word::wrong_sign;
  }
  if (parts.value == ValueVerdict::inaccurate) return Word::inaccurate;
  if (parts.normal == PartVerdict::invalid) return Word::invalid_normal;
  if (parts.witness == PartVerdict::invalid) return Word::invalid_witness;
  const bool lacks_part = (promised.normal && parts.normal == PartVerdict::absent) ||
                          (promised.witnesses && parts.witness == PartVerdict::absent);
  if (valued && lacks_part) return Word::missing;
  if (parts.value == ValueVerdict::undecided || parts.normal == PartVerdict::undecided ||
      parts.witness == PartVerdict::undecided) {
    return Word::undecided;
  }
  return !valued && promised.value ? Word::no_answer : Word::right;
}

Verdict verdict_of(Word word) {
  Verdict verdict;
  verdict.word = verdict.own_word = word;
  return verdict;
}

}  // namespace touchstone
