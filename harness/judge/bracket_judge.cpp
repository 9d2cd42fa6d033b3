// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/bracket_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/arithmetic/unit_vector.hpp"
#include "geometry/body.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Right if every number of [lower, upper] passes, wrong if none does.
BracketPart decided(bool all, bool some) {
  if (all) return BracketPart::right;
  return some ? BracketPart::undecided : BracketPart::wrong;
}

BracketPart gravest(BracketPart x, BracketPart y) {
  if (x == BracketPart::wrong || y == BracketPart::wrong) return BracketPart::wrong;
  return x == BracketPart::undecided ? x : y;
}

/// x <= y + t, exactly; either may be infinite.
bool at_most(double x, double y, const Rational& t) {
  if (!std::isfinite(x) || !std::isfinite(y)) return x < y;
  return Rational(x) <= Rational(y) + t;
}

/// The word on an outcome with a fault, or without a sign or a finite value.
std::optional<Word> word_without_answer(const MetricTraits& traits, const RunOutcome& outcome) {
  if (const auto word = word_without_truth(outcome)) {
    const bool declared = *word == Word::skipped && traits.gives.ever(&Gives::nothing);
    return declared ? Word::not_applicable : *word;
  }
  const Answer& answer = outcome.answer;
  const bool is_there = answer.status == AnswerStatus::sign_only ||
                        (answer.status == AnswerStatus::answered && std::isfinite(answer.value));
  return is_there ? std::nullopt : std::optional(Word::no_answer);
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
  return {false, gives.separated.normal && gives.touching.normal && gives.penetrating.normal,
          gives.separated.witnesses && gives.touching.witnesses && gives.penetrating.witnesses};
}

Word word_on_sign(int said, const GivesByRegime& gives, const Bracket& bracket, double size) {
  const bool is_near = is_near_contact(bracket, size);
  const std::optional<int> sign = proven_sign(bracket);
  if (!is_near && !sign) return Word::undecided;
  if (!is_near && said != *sign) {
    const bool may_be_near = least_error(bracket, 0) <= kSignThreshold * size;
    return may_be_near ? Word::undecided : Word::wrong_sign;
  }
  return promised(gives, bracket, size).value ? Word::no_answer : Word::right;
}

PartVerdict part_verdict(BracketPart part) {
  if (part == BracketPart::right) return PartVerdict::valid;
  return part == BracketPart::wrong ? PartVerdict::invalid : PartVerdict::not_given;
}

class BracketJudge {
 public:
  BracketJudge(const ConvexPair& pair, const Bracket& bracket, double tolerance)
      : pair_(pair), bracket_(bracket), t_(Rational(tolerance) * Rational(pair_size(pair))) {}

  const Rational& tolerated() const { return t_; }

  BracketPart normal(const Vec3& n) const {
    if (!is_unit(n)) return BracketPart::wrong;
    const GapBounds gap = proven_gap(pair_, n);
    // Turned by the rounding of n, the gap changes by as much of the longest b - a.
    return decided(at_most(bracket_.upper, gap.lower, t_),
                   at_most(bracket_.lower, gap.upper, t_ + Rational(kRounding * longest())));
  }

  BracketPart witness(const Vec3& p_WA, const Vec3& p_WB,
                      const std::optional<Vec3>& claimed_normal) const {
    const Rational rounding(kRounding * (p_WA.lpNorm<1>() + p_WB.lpNorm<1>()));
    BracketPart all = gravest(within(pair_.A, pair_.X_WA, p_WA, rounding),
                              within(pair_.B, pair_.X_WB, p_WB, rounding));
    return gravest(all, along_normal(p_WA, p_WB, claimed_normal, rounding));
  }

 private:
  /// Whether p_A - p_B is within t of phi n for an n that is right as a normal.
  BracketPart along_normal(const Vec3& p_WA, const Vec3& p_WB, const std::optional<Vec3>& claimed,
                           const Rational& rounding) const {
    // Bounds of |phi| from those of phi.
    const double least = std::max({bracket_.lower, -bracket_.upper, 0.0});
    const double most = std::max(bracket_.upper, -bracket_.lower);
    const Vec3 apart = p_WA - p_WB;
    const double length = apart.norm();
    if (!at_most(least, length, t_ + rounding) || !at_most(length, most, t_ + rounding)) {
      return BracketPart::wrong;
    }
    const Vec3 toward_A = (bracket_.upper < 0 ? -1 : 1) * apart / length;
    const Vec3 proven = bracket_.evidence.direction.high.normalized();
    for (const auto& n : {std::optional(proven), std::optional(toward_A), claimed}) {
      if (!n || !n->allFinite() || normal(*n) != BracketPart::right) continue;
      const double off =
          std::max((apart - bracket_.lower * *n).norm(), (apart - bracket_.upper * *n).norm());
      if (at_most(off, 0, t_)) return BracketPart::right;
    }
    // Where |phi| > t each such n is within 2 t/|phi| of this one. Turned so far the gap gains no
    // more than as much of the longest b - a.
    const double t = round_to_double(t_ + rounding);
    if (!(least > 2 * t)) return BracketPart::undecided;
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
  BracketPart within(const ConvexBody& body, const Pose& X, const Vec3& p,
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

}  // namespace

bool BracketVerdict::is_wrong() const {
  return std::ranges::count(std::array{value, normal, witness}, BracketPart::wrong) > 0;
}

Word BracketVerdict::word() const {
  if (value == BracketPart::wrong) return other_sign ? Word::wrong_sign : Word::inaccurate;
  if (normal == BracketPart::wrong) return Word::invalid_normal;
  if (witness == BracketPart::wrong) return Word::invalid_witness;
  for (const BracketPart part : {value, normal, witness}) {
    if (part == BracketPart::undecided) return Word::undecided;
  }
  return Word::right;
}

double least_error(const Bracket& bracket, double value) {
  return std::max({bracket.lower - value, value - bracket.upper, 0.0});
}

std::optional<int> proven_sign(const Bracket& bracket) {
  if (bracket.lower > 0) return 1;
  if (bracket.upper < 0) return -1;
  return bracket.lower == 0 && bracket.upper == 0 ? std::optional(0) : std::nullopt;
}

BracketJudged judge_by_bracket(const ConvexPair& pair, const Bracket& bracket,
                               const MetricTraits& traits, const RunOutcome& outcome,
                               double tolerance) {
  if (const auto word = word_without_answer(traits, outcome)) return {*word, {}, {}};
  const Answer& answer = outcome.answer;
  const double size = pair_size(pair);
  if (answer.status == AnswerStatus::sign_only) {
    return {word_on_sign(answer.sign, traits.gives, bracket, size), {}, {}};
  }
  CaseClaim said;
  said.phi = answer.value;
  said.normal = answer.normal;
  if (answer.witnesses) said.points = {answer.witnesses->p_WA, answer.witnesses->p_WB};
  BracketJudged judged{{}, said, judge_by_bracket(pair, bracket, said, tolerance)};
  const Gives gives = promised(traits.gives, bracket, size);
  const bool lacks = (gives.normal && !said.normal) || (gives.witnesses && !said.points);
  judged.word = lacks && !judged.verdict.is_wrong() ? Word::missing : judged.verdict.word();
  return judged;
}

void judge_value(const Bracket& bracket, double value, const Rational& t, BracketVerdict& verdict) {
  const double a = bracket.lower, b = bracket.upper;
  const bool all = at_most(b, value, t) && at_most(value, a, t);
  verdict.value = decided(all, at_most(a, value, t) && at_most(value, b, t));
  verdict.other_sign =
      verdict.value == BracketPart::wrong && (value > 0 ? b < 0 : value < 0 && a > 0);
}

BracketVerdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket,
                                const CaseClaim& claim, double tolerance) {
  const BracketJudge judge(pair, bracket, tolerance);
  BracketVerdict verdict;
  judge_value(bracket, claim.phi, judge.tolerated(), verdict);
  if (claim.normal) verdict.normal = judge.normal(*claim.normal);
  if (claim.points) {
    verdict.witness = judge.witness((*claim.points)[0], (*claim.points)[1], claim.normal);
  }
  return verdict;
}

Verdict verdict_by_bracket(const ConvexPair& pair, const Bracket& bracket,
                           const MetricTraits& traits, const RunOutcome& outcome,
                           double tolerance) {
  const BracketJudged judged = judge_by_bracket(pair, bracket, traits, outcome, tolerance);
  Verdict verdict;
  verdict.word = verdict.own_word = judged.word;
  if (judged.said && traits.own_tolerance != tolerance) {
    verdict.own_word = judge_by_bracket(pair, bracket, traits, outcome, traits.own_tolerance).word;
  }
  if (judged.word == Word::undecided) return verdict;
  if (!judged.said) {
    const bool is_sign = word_without_answer(traits, outcome) == std::nullopt;
    const bool wrong = judged.word == Word::wrong_sign;
    if (is_sign) verdict.sign = wrong ? SignVerdict::wrong_sign : SignVerdict::right;
    return verdict;
  }
  const BracketVerdict& parts = judged.verdict;
  verdict.value = parts.value != BracketPart::wrong ? ValueVerdict::right
                  : parts.other_sign                ? ValueVerdict::wrong_sign
                                                    : ValueVerdict::inaccurate;
  verdict.normal = judged.said->normal ? part_verdict(parts.normal) : PartVerdict::absent;
  verdict.witness = judged.said->points ? part_verdict(parts.witness) : PartVerdict::absent;
  const double size = pair_size(pair);
  const double phi = std::abs(bracket.lower / 2 + bracket.upper / 2);
  const double scale = std::isfinite(phi) && phi > 0 ? phi : size;
  verdict.error_abs = least_error(bracket, judged.said->phi);
  verdict.error_rel_size = verdict.error_abs / size;
  verdict.ulps = verdict.error_abs / (std::nextafter(scale, kInfinity) - scale);
  return verdict;
}

}  // namespace touchstone
