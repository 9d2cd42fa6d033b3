// SPDX-License-Identifier: GPL-3.0-or-later
// The judge: one run's outcome against the exact truth, in separate columns for value, sign, normal
// and witnesses.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "geometry/pair.hpp"
#include "harness/asking/run_outcome.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// undecided, here and of parts: the proven bounds on phi are too wide for a verdict.
enum class ValueVerdict { not_given, right, wrong_sign, inaccurate, undecided };
enum class SignVerdict { not_given, right, wrong_sign };
/// not_given: there is no answer that it could belong to. absent: beside a value also what says
/// nothing: a normal that is zero or not finite, witness points that are not finite, or both left
/// at zero where that is wrong.
enum class PartVerdict { not_given, valid, invalid, absent, undecided };

/// The single word for a case, in order of precedence, the gravest first (docs/verdicts.md says
/// why).
enum class Word {
  flaky,  ///< ended in another way when it was asked again
  crashed,
  timed_out,
  order_dependent,  ///< the answer depends on what was asked before
  no_answer,
  skipped,  ///< the algorithm said that it does not take the question
  wrong_sign,
  inaccurate,
  invalid_normal,
  invalid_witness,
  missing,  ///< lacks a normal or witness points that the traits promise beside a value
  right,
  undecided,  ///< the proven bounds on phi are too wide for a verdict
  not_applicable
};
inline constexpr std::size_t kWords = static_cast<std::size_t>(Word::not_applicable) + 1;

/// How a word is written in records, and in tables that people read.
struct WordText {
  std::string_view name, title;
  bool judged = true;  ///< whether an answer was held against the truth and found right or wrong
};
/// By Word.
inline constexpr std::array<WordText, kWords> kWordTexts = {
    {{"flaky", "flaky", false},
     {"crashed", "crashed", false},
     {"timed_out", "timed out", false},
     {"order_dependent", "order-dependent", false},
     {"no_answer", "no answer"},
     {"skipped", "skipped", false},
     {"wrong_sign", "wrong sign"},
     {"inaccurate", "inaccurate"},
     {"invalid_normal", "invalid normal"},
     {"invalid_witness", "invalid witness"},
     {"missing", "missing"},
     {"right", "right"},
     {"undecided", "undecided", false},
     {"not_applicable", "not applicable", false}}};
constexpr std::string_view word_name(Word word) {
  return kWordTexts[static_cast<std::size_t>(word)].name;
}
constexpr std::string_view word_title(Word word) {
  return kWordTexts[static_cast<std::size_t>(word)].title;
}
constexpr bool was_judged(Word word) { return kWordTexts[static_cast<std::size_t>(word)].judged; }

/// Number of words that make a case wrong; they come first.
inline constexpr std::size_t kWrongWords = static_cast<std::size_t>(Word::right);

struct Verdict {
  Word word = Word::no_answer;
  /// The word at the metric's claimed tolerance. The sign of a gap within it is not judged.
  Word own_word = Word::no_answer;
  ValueVerdict value = ValueVerdict::not_given;
  SignVerdict sign = SignVerdict::not_given;  ///< judged for sign_only answers
  PartVerdict normal = PartVerdict::not_given;
  PartVerdict witness = PartVerdict::not_given;
  double error_abs = 0;  ///< |value - truth| to nine digits, of valued finite answers [m] or [1]
  double error_rel_size = 0;  ///< error_abs / size; for ratio metrics error_abs / max(1, |rho|)
  double ulps = 0;            ///< error_abs in ulps of the truth, or of size where the truth is 0
};

/// Below this |phi|, relative to size, the sign of an answer is not judged [1].
inline constexpr double kSignThreshold = 1e-9;
inline constexpr double kDefaultTolerance = 1e-8;  ///< relative to size [1]

/// No part of an outcome with a fault is judged: it has no single answer.
/// `truth` must hold the ratio where the metric's quantity is ratio and it is defined. A NaN or
/// infinite value is no_answer; a value where the traits promise none is judged all the same.
/// A value is that of phi less the traits' offset, as is a sign; beyond their reach a sign is
/// enough. It is right within the tolerance or an ulp of the truth; a normal whose gap reaches the
/// truth's except for the tolerance, or that is an optimal direction except for its rounding
/// (claims.hpp); witness points as witnesses_valid() says. No claim earns itself an allowance: what
/// rounding may cost is taken from the truth. What a metric said of cores and says nothing of the
/// bodies is not applicable if it is true of the cores. Decisions are exact, and taken without the
/// exact truth wherever doubles leave no doubt.
Verdict judge(const Pair& pair, const TruthOnDemand& truth, const MetricTraits& traits,
              const RunOutcome& outcome, double tolerance = kDefaultTolerance);

}  // namespace touchstone
