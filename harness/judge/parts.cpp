// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/parts.hpp"

#include <algorithm>
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

bool is_beyond_bodies(const WitnessPoints& p) {
  constexpr double kFarthest = 1e150;
  const auto is_near = [](double x) { return std::abs(x) < kFarthest; };  // false of NaN
  return !std::all_of(p.p_WA.begin(), p.p_WA.end(), is_near) ||
         !std::all_of(p.p_WB.begin(), p.p_WB.end(), is_near);
}

namespace {

int sign_of(double x) { return (x > 0) - (x < 0); }

/// Wrong witness points that carry no information.
bool is_absent(const WitnessPoints& p) {
  return !p.p_WA.allFinite() || !p.p_WB.allFinite() || (p.p_WA.isZero(0) && p.p_WB.isZero(0));
}

PartVerdict normal_of(const PartsJudge& judge, const Answer& answer, bool valued,
                      double tolerance) {
  if (!answer.normal || (valued && !answer.normal->allFinite())) return PartVerdict::absent;
  const PartVerdict verdict = judge.normal(*answer.normal, tolerance);
  const bool says_nothing = valued && verdict == PartVerdict::invalid && answer.normal->isZero(0);
  return says_nothing ? PartVerdict::absent : verdict;
}

PartVerdict witness_of(const PartsJudge& judge, const Answer& answer, bool valued,
                       bool normal_valid, double tolerance) {
  if (!answer.witnesses) return PartVerdict::absent;
  const PartVerdict verdict =
      judge.witnesses(*answer.witnesses, normal_valid ? &*answer.normal : nullptr, tolerance);
  const bool says_nothing =
      valued && verdict == PartVerdict::invalid && is_absent(*answer.witnesses);
  return says_nothing ? PartVerdict::absent : verdict;
}

/// `tighter`: the parts at a smaller tolerance, or nullptr. What is right at that one is right at
/// this one, unless a sign was left open.
Parts parts_of(const PartsJudge& judge, const Answer& answer, double tolerance, double own,
               const Parts* tighter) {
  Parts parts = tighter != nullptr ? *tighter : Parts();
  const bool valued = answer.status == AnswerStatus::answered;
  if (!valued) {
    const bool open = judge.sign_alone(answer.sign, own) == PartVerdict::undecided;
    parts.value = open ? ValueVerdict::undecided : ValueVerdict::not_given;
  } else if (parts.value != ValueVerdict::right ||
             judge.sign(sign_of(answer.value), own) != PartVerdict::valid) {
    parts.value = judge.value(answer.value, tolerance, own);
  }
  if (parts.normal != PartVerdict::valid) {
    parts.normal = normal_of(judge, answer, valued, tolerance);
  }
  if (parts.witness != PartVerdict::valid) {
    const bool normal_valid = parts.normal == PartVerdict::valid;
    parts.witness = witness_of(judge, answer, valued, normal_valid, tolerance);
  }
  return parts;
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

}  // namespace

Verdict judge_answer(const PartsJudge& judge, const Answer& answer, double own, double tolerance) {
  const bool valued = answer.status == AnswerStatus::answered;
  const bool own_first = own <= tolerance;
  const auto judged_at = [&](bool at_own, const Parts* tighter) {
    return parts_of(judge, answer, at_own ? own : tolerance, at_own ? own : 0, tighter);
  };
  const Parts tight = judged_at(own_first, nullptr);
  const Parts loose = judged_at(!own_first, &tight);
  const Parts& parts = own_first ? loose : tight;
  const auto sign_at = [&](double open) {
    if (valued) return SignVerdict::not_given;
    return judge.sign_alone(answer.sign, open) == PartVerdict::invalid ? SignVerdict::wrong_sign
                                                                       : SignVerdict::right;
  };
  const auto word = [&](const Parts& weighed, double open) {
    return weigh(weighed, sign_at(open), valued, judge.promised(open));
  };
  Verdict verdict;
  if (valued) {
    judge.measure(answer.value, verdict);
    verdict.value = parts.value;
  }
  verdict.sign = sign_at(0);
  verdict.normal = parts.normal;
  verdict.witness = parts.witness;
  verdict.word = word(parts, 0);
  verdict.own_word = word(own_first ? tight : loose, own);
  return verdict;
}

Verdict verdict_of(Word word) {
  Verdict verdict;
  verdict.word = verdict.own_word = word;
  return verdict;
}

}  // namespace touchstone
