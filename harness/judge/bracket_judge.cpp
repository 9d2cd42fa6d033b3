// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/bracket_judge.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/arithmetic/unit_vector.hpp"
#include "geometry/body.hpp"
#include "harness/judge/parts.hpp"
#include "reference/claims.hpp"

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

/// The least and the greatest |phi| of a bracket.
double least_phi(const Bracket& bracket) { return std::max({bracket.lower, -bracket.upper, 0.0}); }
double most_phi(const Bracket& bracket) { return std::max(bracket.upper, -bracket.lower); }

/// The sign that names the regime: nothing where the bracket does not tell it, or where phi is
/// within `near` [m] of 0 and not 0 exactly.
std::optional<int> proven_regime(const Bracket& bracket, double near) {
  const std::optional<int> sign = proven_sign(bracket);
  return sign == 0 || least_phi(bracket) > near ? sign : std::nullopt;
}

/// The word on a pair that was skipped. Where the bracket does not tell the regime, and rounding is
/// not the reason, no word is right unless all regimes have it.
Word word_of_skipping(const GivesByRegime& gives, const Bracket& bracket, double size) {
  const double near = kSignThreshold * size;
  if (const auto regime = proven_regime(bracket, near)) {
    return gives.at(*regime).nothing ? Word::not_applicable : Word::skipped;
  }
  if (!gives.ever(&Gives::nothing)) return Word::skipped;
  // Near contact any regime will do.
  const bool always = (gives.separated.nothing || bracket.upper <= near) &&
                      (gives.penetrating.nothing || bracket.lower >= -near);
  return always ? Word::not_applicable : Word::undecided;
}

/// Some ulps of 1: more than coordinates and the difference of two of them lose.
constexpr double kSomeUlps = 8 * std::numeric_limits<double>::epsilon();
constexpr double kSomeFloatUlps = 8 * double{std::numeric_limits<float>::epsilon()};

/// Geometry of one pair at one tolerance.
class ToleranceOfPair {
 public:
  ToleranceOfPair(const ConvexPair& pair, const Bracket& bracket, double tolerance)
      : pair_(pair), bracket_(bracket), t_(Rational(tolerance) * Rational(pair_size(pair))) {}

  /// `rounding`: by what that of its entries may turn n [1].
  PartVerdict normal(const Vec3& n, double rounding = kSomeUlps) const {
    if (!is_unit(n)) return PartVerdict::invalid;
    const GapBounds gap = proven_gap(pair_, n);
    // Turned by the rounding of n, the gap changes by as much of the longest b - a.
    return decided(at_most(bracket_.upper, gap.lower, t_),
                   at_most(bracket_.lower, gap.upper, t_ + Rational(rounding * longest())));
  }

  PartVerdict witness(const Vec3& p_WA, const Vec3& p_WB, const Vec3* valid_normal) const {
    const Rational rounding(kSomeUlps * (p_WA.lpNorm<1>() + p_WB.lpNorm<1>()));
    PartVerdict all = gravest(within(pair_.A, pair_.X_WA, p_WA, rounding),
                              within(pair_.B, pair_.X_WB, p_WB, rounding));
    return gravest(all, along_normal(p_WA, p_WB, valid_normal, rounding));
  }

 private:
  /// Whether p_A - p_B is within t of phi n for an n that is right as a normal.
  PartVerdict along_normal(const Vec3& p_WA, const Vec3& p_WB, const Vec3* valid_normal,
                           const Rational& rounding) const {
    const double least = least_phi(bracket_);
    const double most = most_phi(bracket_);
    const Vec3 apart = p_WA - p_WB;
    const double length = apart.norm();
    if (!at_most(least, length, t_ + rounding) || !at_most(length, most, t_ + rounding)) {
      return PartVerdict::invalid;
    }
    const Vec3 toward_A = (bracket_.upper < 0 ? -1 : 1) * apart / length;
    const Vec3 proven = bracket_.evidence.direction.high.normalized();
    for (const Vec3* n : std::initializer_list<const Vec3*>{&proven, &toward_A, valid_normal}) {
      if (n == nullptr || !n->allFinite() || normal(*n) != PartVerdict::valid) continue;
      const double off =
          std::max((apart - bracket_.lower * *n).norm(), (apart - bracket_.upper * *n).norm());
      if (at_most(off, 0, t_)) return PartVerdict::valid;
    }
    // Where |phi| > t each such n is within 2 t/|phi| of this one. Turned so far the gap gains no
    // more than as much of the longest b - a.
    const double t = round_to_double(t_ + rounding);
    if (!(least > 2 * t)) return PartVerdict::undecided;
    const Rational gain((2.1 * t / least + kSomeUlps) * longest());
    const double gap = proven_gap(pair_, toward_A).upper;
    return decided(false, at_most(bracket_.lower, gap, t_ + gain));
  }

  static constexpr double kNarrowest = 1e-27;  ///< what double words can tell [1]

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

class BracketJudge : public BracketPhiJudge {
 public:
  /// `value` is the bracket less the offset of what is said; from `reach` on it need say no more
  /// than apart [m].
  BracketJudge(const ConvexPair& pair, const Bracket& bracket, const Bracket& value,
               const GivesByRegime& gives, double reach, Scalar scalar = Scalar::float64)
      : BracketPhiJudge(value, gives, pair_size(pair)),
        pair_(pair),
        of_bodies_(bracket),
        reach_(reach),
        rounding_(scalar == Scalar::float64 ? kSomeUlps : kSomeFloatUlps) {}

  Gives promised(double own) const override {
    return bracket().upper > reach_ ? Gives{false, false, false} : BracketPhiJudge::promised(own);
  }

  PartVerdict normal(const Vec3& n, double tolerance) const override {
    return ToleranceOfPair(pair_, of_bodies_, tolerance).normal(n, rounding_);
  }

  PartVerdict witnesses(const WitnessPoints& p, const Vec3* valid_normal,
                        double tolerance) const override {
    if (is_beyond_bodies(p)) return PartVerdict::invalid;
    return ToleranceOfPair(pair_, of_bodies_, tolerance).witness(p.p_WA, p.p_WB, valid_normal);
  }

 private:
  const ConvexPair& pair_;
  const Bracket& of_bodies_;
  double reach_;
  double rounding_;  ///< by which normals may turn [1]
};

}  // namespace

Bracket less_offset(const Bracket& bracket, double offset) {
  Bracket less;
  less.lower = bracket.lower;
  less.upper = bracket.upper;
  if (offset == 0) return less;
  less.lower = std::nextafter(bracket.lower - offset, -kInfinity);
  less.upper = std::nextafter(bracket.upper - offset, kInfinity);
  return less;
}

double least_error(const Bracket& bracket, double value) {
  return std::max({bracket.lower - value, value - bracket.upper, 0.0});
}

std::optional<int> proven_sign(const Bracket& bracket) {
  if (bracket.lower > 0) return 1;
  if (bracket.upper < 0) return -1;
  return bracket.lower == 0 && bracket.upper == 0 ? std::optional(0) : std::nullopt;
}

Gives BracketPhiJudge::promised(double own) const {
  const auto regime = proven_regime(bracket_, open_within(own));
  return regime ? gives_.at(*regime) : promised_in_any_regime(gives_);
}

PartVerdict BracketPhiJudge::sign(int said, double own) const {
  const auto [least, most] = phis_of_sign(said, own);
  return decided(least <= bracket_.lower && bracket_.upper <= most,
                 least <= bracket_.upper && bracket_.lower <= most);
}

ValueVerdict BracketPhiJudge::value(double said, double tolerance, double own) const {
  const int sign_said = (said > 0) - (said < 0);
  const PartVerdict on_sign = sign(sign_said, own);
  if (on_sign == PartVerdict::invalid) return ValueVerdict::wrong_sign;
  const Rational all = limit(tolerance, least_phi(bracket_));
  const Rational some = limit(tolerance, most_phi(bracket_));
  const auto [least, most] = phis_of_sign(sign_said, own);
  if (!at_most(std::max(bracket_.lower, least), said, some) ||
      !at_most(said, std::min(bracket_.upper, most), some)) {
    return ValueVerdict::inaccurate;
  }
  const bool within = at_most(bracket_.upper, said, all) && at_most(said, bracket_.lower, all);
  return within && on_sign == PartVerdict::valid ? ValueVerdict::right : ValueVerdict::undecided;
}

void BracketPhiJudge::measure(double said, Verdict& verdict) const {
  const double phi = bracket_.lower / 2 + bracket_.upper / 2;
  verdict.error_abs = least_error(bracket_, said);
  verdict.error_rel_size = verdict.error_abs / size_;
  verdict.ulps = verdict.error_abs / ulp_of(std::isfinite(phi) ? phi : 0, size_);
}

std::pair<double, double> BracketPhiJudge::phis_of_sign(int said, double own) const {
  const double open = open_within(own);
  return {said < 0 ? -kInfinity : -open, said > 0 ? kInfinity : open};
}

Rational BracketPhiJudge::limit(double tolerance, double phi) const {
  const Rational t = Rational(tolerance) * Rational(size_);
  return std::isfinite(phi) ? std::max(t, Rational(ulp_of(phi, size_))) : t;
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

GivesByRegime gives_of(const CaseClaim& claim) {
  return in_every_regime({true, claim.normal.has_value(), claim.points.has_value(), false});
}

Answer answer_of(const CaseClaim& claim) {
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = claim.phi;
  answer.normal = claim.normal;
  if (claim.points) answer.witnesses = WitnessPoints{(*claim.points)[0], (*claim.points)[1]};
  return answer;
}

Verdict judge_claim(const BracketPhiJudge& judge, const CaseClaim& claim, double tolerance) {
  Verdict verdict = judge_answer(judge, answer_of(claim), tolerance, tolerance);
  // The tolerance is the claim's own, so within it the sign is open.
  verdict.word = verdict.own_word;
  return verdict;
}

Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const CaseClaim& claim,
                         double tolerance) {
  const GivesByRegime gives = gives_of(claim);
  return judge_claim(BracketJudge(pair, bracket, bracket, gives, kInfinity), claim, tolerance);
}

Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const MetricTraits& traits,
                         const RunOutcome& outcome, double tolerance) {
  const Bracket value = less_offset(bracket, traits.offset);
  const auto unanswered = word_without_answer(outcome, false);
  if (unanswered == Word::skipped) {
    return verdict_of(word_of_skipping(traits.gives, value, pair_size(pair)));
  }
  if (unanswered) return verdict_of(*unanswered);
  // So near to its reach that its rounding decides, either will do.
  const double reach =
      traits.reach - std::max(kSignThreshold, traits.own_tolerance) * pair_size(pair);
  return judge_answer(BracketJudge(pair, bracket, value, traits.gives, reach, traits.scalar),
                      outcome.answer, traits.own_tolerance, tolerance);
}

}  // namespace touchstone
