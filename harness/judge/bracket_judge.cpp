// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/bracket_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/arithmetic/unit_vector.hpp"
#include "geometry/body.hpp"
#include "harness/judge/parts.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Valid if every phi of the bracket passes, invalid if none does.
PartVerdict decided(bool all, bool some) {
  if (all) return PartVerdict::valid;
  return some ? PartVerdict::undecided : PartVerdict::invalid;
}

PartVerdict gravest(PartVerdict x, PartVerdict y) {
  if (x == PartVerdict::invalid || y == PartVerdict::invalid) return PartVerdict::invalid;
  return x == PartVerdict::undecided ? x : y;
}

/// x <= y + t, exactly; either may be infinite.
bool at_most(double x, double y, const Rational& t) {
  if (!std::isfinite(x) || !std::isfinite(y)) return x < y;
  return Rational(x) <= Rational(y) + t;
}

/// So near to contact that rounding may take the pair for one of any regime, as judge.hpp has it.
bool is_near_contact(const Bracket& bracket, double size) {
  const double near = kSignThreshold * size;
  return bracket.lower >= -near && bracket.upper <= near;
}

/// What is promised beside a value, or in place of it.
Gives promised(const GivesByRegime& gives, const Bracket& bracket, double size) {
  const std::optional<int> sign = proven_sign(bracket);
  if (sign && (*sign == 0 || !is_near_contact(bracket, size))) return gives.at(*sign);
  if (!sign && !is_near_contact(bracket, size)) return {false, false, false};
  return promised_in_any_regime(gives);
}

Verdict verdict_on_sign(int said, const Gives& promised, const Bracket& bracket, double size) {
  const bool is_near = is_near_contact(bracket, size);
  const std::optional<int> sign = proven_sign(bracket);
  if (!is_near && !sign) return verdict_of(Word::undecided);
  SignVerdict on_sign = SignVerdict::right;
  if (!is_near && said != *sign) {
    const bool may_be_near = least_error(bracket, 0) <= kSignThreshold * size;
    if (may_be_near) return verdict_of(Word::undecided);
    on_sign = SignVerdict::wrong_sign;
  }
  Verdict verdict = verdict_of(weigh({}, on_sign, false, promised));
  verdict.sign = on_sign;
  return verdict;
}

class BracketJudge {
 public:
  BracketJudge(const ConvexPair& pair, const Bracket& bracket, double tolerance)
      : pair_(pair), bracket_(bracket), t_(Rational(tolerance) * Rational(pair_size(pair))) {}

  Parts parts(const CaseClaim& said) const {
    Parts parts{judge_value(bracket_, said.phi, t_), PartVerdict::absent, PartVerdict::absent};
    if (said.normal) parts.normal = normal(*said.normal);
    if (said.points) {
      parts.witness = witness((*said.points)[0], (*said.points)[1], said.normal);
    }
    return parts;
  }

 private:
  PartVerdict normal(const Vec3& n) const {
    if (!is_unit(n)) return PartVerdict::invalid;
    const GapBounds gap = proven_gap(pair_, n);
    // Turned by the rounding of n, the gap changes by as much of the longest b - a.
    return decided(at_most(bracket_.upper, gap.lower, t_),
                   at_most(bracket_.lower, gap.upper, t_ + Rational(kRounding * longest())));
  }

  PartVerdict witness(const Vec3& p_WA, const Vec3& p_WB,
                      const std::optional<Vec3>& claimed_normal) const {
    const Rational rounding(kRounding * (p_WA.lpNorm<1>() + p_WB.lpNorm<1>()));
    PartVerdict all = gravest(within(pair_.A, pair_.X_WA, p_WA, rounding),
                              within(pair_.B, pair_.X_WB, p_WB, rounding));
    return gravest(all, along_normal(p_WA, p_WB, claimed_normal, rounding));
  }

  /// Whether p_A - p_B is within t of phi n for an n that is right as a normal.
  PartVerdict along_normal(const Vec3& p_WA, const Vec3& p_WB, const std::optional<Vec3>& claimed,
                           const Rational& rounding) const {
    // Bounds of |phi| from those of phi.
    const double least = std::max({bracket_.lower, -bracket_.upper, 0.0});
    const double most = std::max(bracket_.upper, -bracket_.lower);
    const Vec3 apart = p_WA - p_WB;
    const double length = apart.norm();
    if (!at_most(least, length, t_ + rounding) || !at_most(length, most, t_ + rounding)) {
      return PartVerdict::invalid;
    }
    const Vec3 toward_A = (bracket_.upper < 0 ? -1 : 1) * apart / length;
    const Vec3 proven = bracket_.evidence.direction.high.normalized();
    for (const auto& n : {std::optional(proven), std::optional(toward_A), claimed}) {
      if (!n || !n->allFinite() || normal(*n) != PartVerdict::valid) continue;
      const double off =
          std::max((apart - bracket_.lower * *n).norm(), (apart - bracket_.upper * *n).norm());
      if (at_most(off, 0, t_)) return PartVerdict::valid;
    }
    // Where |phi| > t each such n is within 2 t/|phi| of this one. Turned so far the gap gains no
    // more than as much of the longest b - a.
    const double t = round_to_double(t_ + rounding);
    if (!(least > 2 * t)) return PartVerdict::undecided;
    const Rational gain((2.1 * t / least + kRounding) * longest());
    const double gap = proven_gap(pair_, toward_A).upper;
    return decided(false, at_most(bracket_.lower, gap, t_ + gain));
  }

  static constexpr double kNarrowest = 1e-27;  ///< what double words can tell [1]
  /// Some ulps of 1: more than coordinates and the difference of two of them lose.
  static constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

  /// No b - a is longer [m].
  double longest() const {
    return (pair_.X_WA.t - pair_.X_WB.t).norm() + reach(pair_.A) + reach(pair_.B);
  }

  /// How far points of the body are from its origin, at most [m].
  static double reach(const ConvexBody& body) {
    double most = body.bounding_radius();
    if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) {
      most += (*polytope)->interior_point().norm();
    }
    return most + body.radius();
  }

  /// Whether the point is within t of the body.
  PartVerdict within(const ConvexBody& body, const Pose& X, const Vec3& p,
                     const Rational& rounding) const {
    PolytopeInput input;
    input.vertices = {Vec3::Zero()};
    const ConvexBody point = make_body(make_polytope(input).value()).value();
    const ConvexPair question{body, X, point, {Mat3::Identity(), p}};
    // The width goes by t; the depth of a point that is inside is not wanted.
    BracketBudget budget{.expansions = 0, .wide_expansions = 0};
    const double narrow = round_to_double(t_) / pair_size(question) / 1024;
    budget.width = std::clamp(narrow, kNarrowest, budget.width);
    const Bracket distance = find_bracket(question, budget);
    return decided(at_most(distance.upper, 0, t_), at_most(distance.lower, 0, t_ + rounding));
  }

  const ConvexPair& pair_;
  const Bracket& bracket_;
  Rational t_;
};

Verdict verdict_on(const ConvexPair& pair, const Bracket& bracket, const CaseClaim& said,
                   const Gives& promised, double tolerance) {
  const Parts parts = BracketJudge(pair, bracket, tolerance).parts(said);
  return verdict_on_value(parts, promised, bracket, said.phi, pair_size(pair));
}

}  // namespace

double least_error(const Bracket& bracket, double value) {
  return std::max({bracket.lower - value, value - bracket.upper, 0.0});
}

std::optional<int> proven_sign(const Bracket& bracket) {
  if (bracket.lower > 0) return 1;
  if (bracket.upper < 0) return -1;
  return bracket.lower == 0 && bracket.upper == 0 ? std::optional(0) : std::nullopt;
}

std::optional<CaseClaim> claim_of(const RunOutcome& outcome) {
  const Answer& answer = outcome.answer;
  if (word_without_answer(outcome, false) || answer.status == AnswerStatus::sign_only) {
    return std::nullopt;
  }
  CaseClaim said;
  said.phi = answer.value;
  said.normal = answer.normal;
  if (answer.witnesses) said.points = {answer.witnesses->p_WA, answer.witnesses->p_WB};
  return said;
}

ValueVerdict judge_value(const Bracket& bracket, double value, const Rational& t) {
  const double a = bracket.lower, b = bracket.upper;
  if (at_most(b, value, t) && at_most(value, a, t)) return ValueVerdict::right;
  if (at_most(a, value, t) && at_most(value, b, t)) return ValueVerdict::undecided;
  const bool other_sign = value > 0 ? b < 0 : value < 0 && a > 0;
  return other_sign ? ValueVerdict::wrong_sign : ValueVerdict::inaccurate;
}

Verdict verdict_on_value(const Parts& parts, const Gives& promised, const Bracket& bracket,
                         double value, double size) {
  Verdict verdict = verdict_of(weigh(parts, SignVerdict::not_given, true, promised));
  verdict.value = parts.value;
  verdict.normal = parts.normal;
  verdict.witness = parts.witness;
  const double phi = std::abs(bracket.lower / 2 + bracket.upper / 2);
  const double scale = std::isfinite(phi) && phi > 0 ? phi : size;
  verdict.error_abs = least_error(bracket, value);
  verdict.error_rel_size = verdict.error_abs / size;
  verdict.ulps = verdict.error_abs / (std::nextafter(scale, kInfinity) - scale);
  return verdict;
}

Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const CaseClaim& claim,
                         double tolerance) {
  return verdict_on(pair, bracket, claim, {false, false, false}, tolerance);
}

Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const MetricTraits& traits,
                         const RunOutcome& outcome, double tolerance) {
  const bool may_skip = traits.gives.ever(&Gives::nothing);
  if (const auto word = word_without_answer(outcome, may_skip)) return verdict_of(*word);
  const Gives gives = promised(traits.gives, bracket, pair_size(pair));
  const std::optional<CaseClaim> said = claim_of(outcome);
  if (!said) return verdict_on_sign(outcome.answer.sign, gives, bracket, pair_size(pair));
  Verdict verdict = verdict_on(pair, bracket, *said, gives, tolerance);
  if (traits.own_tolerance != tolerance) {
    verdict.own_word = verdict_on(pair, bracket, *said, gives, traits.own_tolerance).word;
  }
  return verdict;
}

}  // namespace touchstone
