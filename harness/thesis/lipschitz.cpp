// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/lipschitz.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "harness/judge/sure_inradius.hpp"
#include "harness/thesis/pair_claims.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr int kMotions = 4;  ///< for each case

Check lipschitz_check() {
  Check check;
  check.name = "lemma6.4";
  check.heading = "How fast rho changes as bodies move (thesis, Lemma 6.4)\n";
  check.subjects = "where";
  check.sources = "family";
  check.claims = {
      {"r", "|r' - r| <= (delta min(r, r') + e)/R: A moves by e, and turns by delta at most"},
      {"rho", "|rho' - rho| <= 4 (delta + e)/R", kMeasuredColumns}};
  check.legend =
      "Omega_1: where rho is at least -1 before and after; R: the sum of the bodies' inradii.\n"
      "max error: the largest |rho' - rho| R/(delta + e)\n";
  check.must_be_seen = MustBeSeen::on_all_families;
  check.shown = 1;
  return check;
}

Rational root_above(const Rational& squared) {
  return Rational(round_sqrt_to_double(squared)) * (1 + Rational(0x1p-50));
}

/// A shift and a turn about the interior point, of 1 to 2^-12 of the size.
Pose random_motion(const Pair& pair, Random& random) {
  const double size = std::ldexp(pair_size(pair), -static_cast<int>(random.below(13)));
  const Vec3 axis = random.unit_vector();
  const double half = std::min(0.5, size / (2 * pair.A->bounding_radius()));
  const std::array<double, 4> q = {1, half * axis.x(), half * axis.y(), half * axis.z()};
  const Mat3 turn = make_pose(q, Vec3::Zero()).value().R;
  const Vec3 center = pair.A->interior_point();
  Pose to;
  to.R = random.below(2) == 0 ? pair.X_WA.R : Mat3(turn * pair.X_WA.R);
  to.t = pair.X_WA.t + (pair.X_WA.R - to.R) * center;
  if (random.below(2) == 0) to.t += size * random.in_unit_ball();
  return to;
}

std::optional<Rational> growth(Oracle& oracle, const Pair& pair) {
  const Truth truth = oracle.solve(pair);
  if (!truth.ratio) return std::nullopt;
  return Rational(1 / (1 - truth.ratio->rho));
}

void judge_motion(Oracle& oracle, const Case& c, const Pose& to, std::vector<CheckRow>& rows) {
  const double in_A = sure_inradius(*c.pair().A);
  const double in_B = sure_inradius(*c.pair().B);
  const auto before = growth(oracle, c.pair());
  const auto after = growth(oracle, {c.pair().A, to, c.pair().B, c.pair().X_WB});
  LipschitzFindings found;
  if (before && after && in_A > 0 && in_B > 0) {
    found = lipschitz(*before, *after, moved(*c.pair().A, c.pair().X_WA, to),
                      Rational(in_A) + Rational(in_B));
  }
  rows[0].claim("r").add(found.rho_allowed.checked ? found.r : ClaimFinding(), c.id);
  rows[0].claim("rho").add(found.rho_allowed, c.id);
  rows[1].claim("r").add(found.r, c.id);
  rows[1].claim("rho").add(found.rho_anywhere, c.id);
}

/// Two cubes of half extent 1 whose centres are 1/8 apart.
Case deep_cubes() {
  return example_case(
      "deep-cubes",
      {make_box(Vec3(1, 1, 1)), {}, make_box(Vec3(1, 1, 1)), {Mat3::Identity(), {0, 0, 0.125}}});
}

}  // namespace

Moved moved(const Polytope& A, const Pose& from, const Pose& to) {
  const ExactVec3 way = exact_point(to, A.interior_point()) - exact_point(from, A.interior_point());
  Rational farthest;
  for (const Vec3& vertex : A.vertices()) {
    const ExactVec3 beside = exact_point(to, vertex) - exact_point(from, vertex) - way;
    farthest = std::max(farthest, dot(beside, beside));
  }
  return {root_above(dot(way, way)), root_above(farthest)};
}

LipschitzFindings lipschitz(const Rational& before, const Rational& after, const Moved& way,
                            const Rational& R) {
  LipschitzFindings found;
  const Rational change = abs(Rational(after - before));
  found.r = ClaimFinding::of(change * R <= way.delta * std::min(before, after) + way.e);
  const Rational rho_change = change / (before * after);
  const Rational length = way.delta + way.e;
  if (length == 0) return found;
  constexpr int kSlope = (1 + kAllowed) * (1 + kAllowed);
  found.rho_anywhere = ClaimFinding::of(rho_change * R <= kSlope * length);
  found.rho_anywhere.error = round_to_double(rho_change * R / length);
  if (std::min(before, after) * (1 + kAllowed) >= 1) found.rho_allowed = found.rho_anywhere;
  return found;
}

CheckReport check_lipschitz(const ClaimOptions& options) {
  return judge_cases(
      lipschitz_check(), {{"Omega_1"}, {"anywhere", "rho"}}, with_examples(options, {deep_cubes()}),
      4, [] { return Oracle(); },
      [&](Oracle& oracle, const CheckedCase& one, std::vector<CheckRow>& rows) {
        for (CheckRow& row : rows) ++row.cases;
        Random random(options.seed, one.index, one.c.pair().A->content_hash());
        for (int k = 0; k < kMotions; ++k) {
          judge_motion(oracle, one.c, random_motion(one.c.pair(), random), rows);
        }
      });
}

}  // namespace touchstone
