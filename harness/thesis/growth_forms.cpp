// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/growth_forms.hpp"

#include "geometry/index.hpp"
#include "geometry/shapes.hpp"
#include "harness/judge/sure_inradius.hpp"
#include "harness/thesis/pair_claims.hpp"

namespace touchstone {
namespace {

/// By which part of itself a bounding radius may be rounded [1].
constexpr double kRadiusSlack = 1e-12;

Check forms_check() {
  Check check;
  check.name = "remark2.19";
  check.heading = "f_1(r) = (r - 1)/r and f_2(r) = r - 1 as metrics (thesis, Remark 2.19)\n";
  check.subjects = "metric";
  check.claims = {{"symmetric", "f(A, B) = f(B, A)"},
                  {"sign", "f is below, at or above 0 as bodies overlap, touch or are apart"},
                  {"lower", "s/R <= |f|, R the sum of the bodies' bounding radii"},
                  {"upper", "|f| <= s/r, r the sum of their inradii"},
                  {"triangle", "f(A, C) <= f(A, B) + f(B, C), C being A on B's other side"}};
  check.legend = "f_1: counted only, but for the triangle. Radii are about interior points.\n";
  check.must_be_seen = MustBeSeen::on_all_families;
  check.shown = 1;
  return check;
}

/// A on the other side of B, its interior point as far away.
Pose beyond(const Pair& pair) {
  const Vec3 x_A = pair.X_WA.R * pair.A->interior_point() + pair.X_WA.t;
  const Vec3 x_B = pair.X_WB.R * pair.B->interior_point() + pair.X_WB.t;
  return {pair.X_WA.R, pair.X_WA.t + 2 * (x_B - x_A)};
}

struct Grown {
  Truth truth;
  std::optional<Rational> r;  ///< nothing where rho is undefined
};
Grown grown(Oracle& oracle, const Pair& pair) {
  Grown one{oracle.solve(pair), {}};
  if (one.truth.ratio) one.r = 1 / (1 - one.truth.ratio->rho);
  return one;
}

}  // namespace

Rational growth_form(int k, const Rational& r) { return k == 1 ? Rational(1 - 1 / r) : r - 1; }

FormBounds form_bounds(const Pair& pair, const Truth& truth, const Rational& f) {
  FormBounds found;
  const Rational f_squared = f * f;
  const Rational R = (Rational(pair.A->bounding_radius()) + Rational(pair.B->bounding_radius())) *
                     (1 + Rational(kRadiusSlack));
  found.lower = ClaimFinding::of(truth.phi_squared <= f_squared * R * R);
  const double in_A = sure_inradius(*pair.A);
  const double in_B = sure_inradius(*pair.B);
  if (in_A > 0 && in_B > 0) {
    const Rational in = Rational(in_A) + Rational(in_B);
    found.upper = ClaimFinding::of(f_squared * in * in <= truth.phi_squared);
  }
  return found;
}

Case row_of_cubes(double apart) {
  return example_case("cubes-" + std::to_string(static_cast<int>(apart)) + "-apart",
                      {make_box(Vec3(1, 1, 1)),
                       {},
                       make_box(Vec3(1, 1, 1)),
                       Pose{Mat3::Identity(), Vec3(0, 0, apart)}});
}

void judge_forms(Oracle& oracle, const Case& c, std::vector<CheckRow>& rows) {
  const Grown AB = grown(oracle, c.pair());
  const Grown BA = grown(oracle, swapped(c.pair()));
  const Pose X_WC = beyond(c.pair());
  const Grown AC = grown(oracle, {c.pair().A, c.pair().X_WA, c.pair().A, X_WC});
  const Grown BC = grown(oracle, {c.pair().B, c.pair().X_WB, c.pair().A, X_WC});
  for (int k = 1; k <= 2; ++k) {
    CheckRow& row = rows[at(k - 1)];
    ++row.cases;
    FormBounds bounds;
    ClaimFinding symmetric, sign, triangle;
    if (AB.r && BA.r) {
      const Rational f = growth_form(k, *AB.r);
      symmetric = ClaimFinding::of(f == growth_form(k, *BA.r));
      sign = ClaimFinding::of(sgn(f) == AB.truth.sign);
      bounds = form_bounds(c.pair(), AB.truth, f);
      if (AC.r && BC.r) {
        triangle = ClaimFinding::of(growth_form(k, *AC.r) <= f + growth_form(k, *BC.r));
      }
    }
    row.claim("symmetric").add(symmetric, c.id);
    row.claim("sign").add(sign, c.id);
    row.claim("lower").add(bounds.lower, c.id);
    row.claim("upper").add(bounds.upper, c.id);
    row.claim("triangle").add(triangle, c.id);
  }
}

CheckReport check_forms(const ClaimOptions& options) {
  return judge_cases(
      forms_check(), {{"f_1", "triangle", false, false, false}, {"f_2", "triangle"}},
      with_examples(options, {row_of_cubes(2), row_of_cubes(3)}), 4, [] { return Oracle(); },
      [](Oracle& oracle, const CheckedCase& one, std::vector<CheckRow>& rows) {
        judge_forms(oracle, one.c, rows);
      });
}

}  // namespace touchstone
