// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/judge/sure_inradius.hpp"
#include "harness/thesis/pair_claims.hpp"
#include "reference/claims.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

Check fixed_body_check() {
  Check check;
  check.name = "remark2.18";
  check.heading = "Theorem 2.16 where one body is fixed (thesis, Remark 2.18)\n";
  check.subjects = "ball in A";
  check.claims = {{"lower", "s/D <= |rho|, of one sign"},
                  {"separate", "bodies apart: rho <= s/eps"},
                  {"overlap", "bodies that overlap by s <= eps: -s/eps <= rho"}};
  check.legend =
      "eps: as printed a ball of radius eps about its centre is in the body that grows; 2 eps: of "
      "twice that radius.\n";
  check.must_be_seen = MustBeSeen::on_all_families;
  check.shown = 3;
  return check;
}

void add_bound(const Case& c, const Pair& pair, const Truth& truth, std::vector<CheckRow>& rows) {
  const std::optional<Rational> r = solve_fixed_body(pair);
  for (int balls = 1; balls <= 2; ++balls) {
    CheckRow& row = rows[static_cast<std::size_t>(balls - 1)];
    const FixedBodyBound found = fixed_body_bound(pair, truth, r, balls);
    row.claim("lower").add(found.lower, c.id);
    row.claim("separate").add(found.separate, c.id);
    row.claim("overlap").add(found.overlap, c.id);
  }
}

}  // namespace

FixedBodyBound fixed_body_bound(const Pair& pair, const Truth& truth,
                                const std::optional<Rational>& r, int balls) {
  FixedBodyBound found;
  if (!r || *r == 0) return found;
  const Rational rho = 1 - 1 / *r;
  const Rational rho_squared = rho * rho;
  const Rational& s_squared = truth.phi_squared;
  if (sure_inradius(*pair.B) > 0) {  // x_B is in B
    found.lower = ClaimFinding::of(sgn(rho) == truth.sign &&
                                   s_squared <= rho_squared * exact_d_squared(pair));
  }
  const double radius = sure_inradius(*pair.A);
  if (radius <= 0) return found;
  const Rational eps = Rational(radius) / balls;
  const Rational eps_squared = eps * eps;
  ClaimFinding bound = ClaimFinding::of(rho_squared * eps_squared <= s_squared);
  if (truth.sign >= 0) {
    found.separate = bound;
  } else if (s_squared <= eps_squared) {
    if (!bound.held) {
      bound.rank = round_to_double(rho_squared * eps_squared / s_squared);
      bound.why = "rho " + short_text(round_to_double(rho)) + ", -s/eps " +
                  short_text(truth.phi / round_to_double(eps));
    }
    found.overlap = std::move(bound);
  }
  return found;
}

Case fixed_body_example() {
  return example_case("cube-on-block",
                      {make_box(Vec3(1, 1, 1)), Pose{Mat3::Identity(), Vec3(0, 0, 0.1)},
                       make_box(Vec3(4, 4, 1)), Pose{Mat3::Identity(), Vec3(0, 0, -1)}});
}

CheckReport check_fixed_body(const ClaimOptions& options) {
  return judge_cases(
      fixed_body_check(), {{"eps", "overlap"}, {"2 eps"}},
      with_examples(options, {fixed_body_example()}), 4, [] { return Oracle(); },
      [](Oracle& oracle, const CheckedCase& one, std::vector<CheckRow>& rows) {
        for (CheckRow& row : rows) ++row.cases;
        const Truth truth = oracle.solve(one.c.pair(), false);
        add_bound(one.c, one.c.pair(), truth, rows);
        add_bound(one.c, swapped(one.c.pair()), truth, rows);
      });
}

}  // namespace touchstone
