// SPDX-License-Identifier: GPL-3.0-or-later
// Judges what is claimed of a pair with a curved core by the proven bracket [a, b] of phi: what
// holds for every phi in it is right, what holds for none is wrong, all else is undecided.
#pragma once

#include <optional>

#include "harness/asking/run_outcome.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/judge.hpp"
#include "reference/bracket.hpp"

namespace touchstone {

enum class BracketPart { not_given, right, wrong, undecided };

struct BracketVerdict {
  BracketPart value = BracketPart::not_given;
  BracketPart normal = BracketPart::not_given;
  BracketPart witness = BracketPart::not_given;
  bool other_sign = false;  ///< whether the value is wrong and phi surely has the other sign

  /// The gravest of wrong_sign, inaccurate, invalid_normal, invalid_witness, undecided and right.
  Word word() const;
  bool is_wrong() const;
};

/// Judges a value where t [m] is tolerated: right if it is within t of a and of b, wrong if it is
/// within t of no point of [a, b].
void judge_value(const Bracket& bracket, double value, const Rational& t, BracketVerdict& verdict);

/// With t = tolerance times the pair's size, and n from B to A:
///   the value is judged as judge_value() says;
///   the normal is right if gap(n) >= b - t, wrong if gap(n) < a - t or n is not a unit vector;
///   points are right if they are within t of their bodies, and p_A - p_B is within t of phi n for
///   an n that is right as a normal.
/// Where coordinates have no digits for t, what their rounding explains is not wrong.
BracketVerdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket,
                                const CaseClaim& claim, double tolerance);

/// The least |value - phi| that the bracket leaves [m].
double least_error(const Bracket& bracket, double value);

/// The sign of phi; nothing where the bracket does not tell it.
std::optional<int> proven_sign(const Bracket& bracket);

/// What became of a claim, or of a question to a program.
struct BracketJudged {
  Word word = Word::no_answer;
  std::optional<CaseClaim> said;  ///< what was judged; nothing without a value
  BracketVerdict verdict;
};

/// Judges an outcome by its status, then by the bracket. Traits say which parts must be there.
BracketJudged judge_by_bracket(const ConvexPair& pair, const Bracket& bracket,
                               const MetricTraits& traits, const RunOutcome& outcome,
                               double tolerance);

/// The verdict of a campaign, at the tolerance and at the metric's own. What is undecided has no
/// part that is right or wrong; beside a part that is wrong, an undecided value passes for right.
/// The error of a value is the least that the bracket leaves.
Verdict verdict_by_bracket(const ConvexPair& pair, const Bracket& bracket,
                           const MetricTraits& traits, const RunOutcome& outcome, double tolerance);

}  // namespace touchstone
