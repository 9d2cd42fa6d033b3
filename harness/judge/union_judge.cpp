// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/union_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/arithmetic/unit_vector.hpp"
#include "geometry/body.hpp"
#include "harness/judge/exact_vectors.hpp"

namespace touchstone {
namespace {

/// Some ulps of 1: more than coordinates and the difference of two of them lose.
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

/// The least n.p of a piece's points, exactly.
Rational least_along(const UnionPiece& piece, const Pose& X_WU, const ExactVec3& n) {
  std::optional<Rational> least;
  for (const Vec3& v : std::get<PolytopePtr>(piece.body.core())->vertices()) {
    const Rational along = dot(n, exact_point(X_WU, exact_point(piece.X_UP, exact(v))));
    if (!least || along < *least) least = along;
  }
  return *least;
}

/// No b - a is longer [m].
double longest(const UnionPair& pair) {
  const auto reach = [](const BodyUnion& body) {
    double most = 0;
    for (const UnionPiece& piece : body.pieces) {
      for (const Vec3& v : std::get<PolytopePtr>(piece.body.core())->vertices()) {
        most = std::max(most, v.norm() + piece.X_UP.t.norm());
      }
    }
    return most;
  };
  return (pair.X_WA.t - pair.X_WB.t).norm() + reach(pair.A) + reach(pair.B);
}

/// The bounding radius of a piece; of a polygon in its plane, as its prism is as high as the scene.
double piece_size(const ConvexBody& body, bool in_plane) {
  const auto* polytope = std::get_if<PolytopePtr>(&body.core());
  if (!in_plane || polytope == nullptr) return body.bounding_radius();
  double most = 0;
  for (const Vec3& v : (*polytope)->vertices()) {
    most = std::max(most, (v - (*polytope)->interior_point()).head<2>().norm());
  }
  return most;
}

class UnionJudge : public BracketPhiJudge {
 public:
  UnionJudge(const UnionPair& pair, const UnionTruth& truth, const Bracket& bracket,
             const GivesByRegime& gives)
      : BracketPhiJudge(bracket, gives, union_size(pair)), pair_(pair), truth_(truth) {}

  PartVerdict normal(const Vec3& given, double tolerance) const override {
    if (!has_parts()) return PartVerdict::not_given;
    if (!is_unit(given)) return PartVerdict::invalid;
    const Rational t = tolerated(tolerance) + Rational(kRounding * longest(pair_)),
                   length(given.norm());
    const Rational phi(truth_.lower);
    const ExactVec3 n = exact(given), back = exact(-given);
    std::vector<Rational> least_A, least_B;
    for (const UnionPiece& a : pair_.A.pieces) least_A.push_back(least_along(a, pair_.X_WA, n));
    for (const UnionPiece& b : pair_.B.pieces) least_B.push_back(least_along(b, pair_.X_WB, back));
    for (std::size_t i = 0; i < least_A.size(); ++i) {
      for (std::size_t j = 0; j < least_B.size(); ++j) {
        // No gap is wider than its pieces are apart.
        const Rational gap = (least_A[i] + least_B[j]) / length;
        if (gap >= phi - t && gap <= phi + t && distance(i, j) <= phi + t) {
          return PartVerdict::valid;
        }
      }
    }
    return PartVerdict::invalid;
  }

  PartVerdict witnesses(const WitnessPoints& p, const Vec3* /*valid_normal*/,
                        double tolerance) const override {
    if (!has_parts()) return PartVerdict::not_given;
    const auto& [p_WA, p_WB] = p;
    if (is_beyond_bodies(p)) return PartVerdict::invalid;
    const Rational rounding(kRounding * (p_WA.lpNorm<1>() + p_WB.lpNorm<1>()));
    const Rational t = tolerated(tolerance) + rounding;
    const Rational apart((p_WA - p_WB).norm()), phi(truth_.lower);
    const bool right = distance(p_WA, pair_.A, pair_.X_WA) <= t && apart <= phi + t &&
                       distance(p_WB, pair_.B, pair_.X_WB) <= t && apart >= phi - t;
    return right ? PartVerdict::valid : PartVerdict::invalid;
  }

 private:
  /// Whether normals and points have a meaning.
  bool has_parts() const { return truth_.sign == 1 && truth_.has_squares; }
  Rational tolerated(double tolerance) const { return Rational(tolerance) * Rational(size()); }

  Rational distance(std::size_t i, std::size_t j) const {
    const UnionPair pieces{{{pair_.A.pieces[i]}}, pair_.X_WA, {{pair_.B.pieces[j]}}, pair_.X_WB};
    return Rational(solve_unions(pieces).lower);
  }

  static Rational distance(const Vec3& p, const BodyUnion& body, const Pose& X) {
    PolytopeInput input;
    input.vertices = {Vec3::Zero()};
    const ConvexBody point = make_body(make_polytope(input).value()).value();
    return Rational(solve_unions({body, X, {{{"", point, {}}}}, {Mat3::Identity(), p}}).lower);
  }

  const UnionPair& pair_;
  const UnionTruth& truth_;
};

}  // namespace

double union_size(const UnionPair& pair) {
  const auto largest = [&](const BodyUnion& body) {
    double most = 0;
    for (const UnionPiece& piece : body.pieces) {
      most = std::max(most, piece_size(piece.body, pair.in_plane) + piece.body.radius());
    }
    return most;
  };
  const double a = largest(pair.A), b = largest(pair.B);
  if (a == 0 || b == 0) return a + b > 0 ? a + b : 1;
  return std::min(a, b);
}

Bracket bracket_of(const UnionTruth& truth) {
  Bracket bracket;
  bracket.lower = truth.lower;
  bracket.upper = truth.upper;
  const Rational lower(truth.lower);
  if (truth.exact && truth.has_squares && lower * lower != truth.squared) {
    bracket.lower = std::nextafter(truth.lower, -HUGE_VAL);
    bracket.upper = std::nextafter(truth.upper, HUGE_VAL);
  }
  return bracket;
}

Verdict judge_unions(const UnionPair& pair, const UnionTruth& truth, const CaseClaim& claim,
                     double tolerance) {
  const Bracket bracket = bracket_of(truth);
  const GivesByRegime gives = gives_of(claim);
  return judge_claim(UnionJudge(pair, truth, bracket, gives), claim, tolerance);
}

}  // namespace touchstone
