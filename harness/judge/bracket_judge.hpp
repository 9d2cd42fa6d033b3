// SPDX-License-Identifier: GPL-3.0-or-later
// Judges what is claimed of a pair with a curved core by the proven bracket [a, b] of phi: what
// holds for every phi in it is right, what holds for none is wrong, all else is undecided.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/parts.hpp"
#include "reference/bracket.hpp"

namespace touchstone {

/// For the many questions that one failure leads to: a ring of ties would cost a second each.
inline constexpr BracketBudget kShortBudget{2e-13, 2000, 5e-10, 2000};

/// Judges values and signs by a bracket of phi. The bracket and what is promised outlive it.
class BracketPhiJudge : public PartsJudge {
 public:
  /// `size` is the pair's [m].
  BracketPhiJudge(const Bracket& bracket, const GivesByRegime& gives, double size)
      : bracket_(bracket), gives_(gives), size_(size) {}

  Gives promised(double own) const override;
  PartVerdict sign(int said, double own) const override;
  ValueVerdict value(double said, double tolerance, double own) const override;
  void measure(double said, Verdict& verdict) const override;

 protected:
  const Bracket& bracket() const { return bracket_; }
  double size() const { return size_; }

 private:
  /// Below this |phi| the sign is not judged [m].
  double open_within(double own) const { return std::max(kSignThreshold, own) * size_; }
  /// The phis, from the least to the greatest, of which that sign is right.
  std::pair<double, double> phis_of_sign(int said, double own) const;
  /// What a value may be off by where |phi| is this [m].
  Rational limit(double tolerance, double phi) const;

  const Bracket& bracket_;
  const GivesByRegime& gives_;
  double size_;  ///< [m]
};

/// With t = tolerance times the pair's size, and n from B to A:
///   the value is right if it has the sign of all of [a, b], as near to contact any, and is within
///   t, or an ulp of phi, of a and of b; it is wrong if it would be for each phi of [a, b];
///   the normal is right if gap(n) >= b - t, wrong if gap(n) < a - t or n is not a unit vector;
///   points are right if they are within t of their bodies, and p_A - p_B is within t of phi n for
///   an n that is right as a normal.
/// Where coordinates have no digits for t, what their rounding explains is not wrong. All other
/// rules are those of judge.hpp. The error of a value is the least that the bracket leaves.
Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const CaseClaim& claim,
                         double tolerance);

/// Judges an outcome by its status, then by the bracket, at the tolerance and at the metric's own.
/// Traits say which parts must be there, by how much the value is less than phi, and from where on
/// it is enough to say apart.
Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const MetricTraits& traits,
                         const RunOutcome& outcome, double tolerance);

/// What an outcome claims; nothing without a finite value.
std::optional<CaseClaim> claim_of(const RunOutcome& outcome);

/// Judges a claim, which promises the parts that it has.
Verdict judge_claim(const BracketPhiJudge& judge, const CaseClaim& claim, double tolerance);
GivesByRegime gives_of(const CaseClaim& claim);
/// The claim as what a metric answers.
Answer answer_of(const CaseClaim& claim);

/// What phi - offset is between, outward rounded, without evidence; `offset` [m].
Bracket less_offset(const Bracket& bracket, double offset);

/// The least |value - phi| that the bracket leaves [m].
double least_error(const Bracket& bracket, double value);

/// The sign of phi; nothing where the bracket does not tell it.
std::optional<int> proven_sign(const Bracket& bracket);

}  // namespace touchstone
