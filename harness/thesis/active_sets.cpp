// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/active_sets.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "contact/events/nearly_active.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Growth ratios that pairs are brought to: overlapping, in E_3 or not, in A or not.
constexpr std::array kTargets = {0.9, 1.005, 1.05, 1.105, 1.2};
/// Components this near to Phi, and t to a limit, are not told apart [1].
constexpr double kSame = 1e-9;

Check sets_check() {
  Check check;
  check.name = "sets4.11";
  check.heading = "Nearly active pairs A and events E (thesis, 4.2, tolerances of 7.1)\n";
  check.subjects = "E_2";
  check.claims = {
      {"empty", "a pair in A has an event in E"},
      {"minimum", "(4.11): the least component over E is Phi", kJudgedColumns, {}, true, true}};
  check.legend =
      "printed: 0 <= component - Phi <= eps_t, active events only, whose component is Phi; mended: "
      "0 "
      "<= Phi - component <= eps_t.\n";
  check.must_be_seen = MustBeSeen::on_all_families;
  check.shown = 1;
  return check;
}

void judge_sets(const Pair& pair, const Rational& rho, const std::string& id,
                std::vector<CheckRow>& rows) {
  const ActiveSets sets = active_sets(pair, rho, {});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool empty = k == 0 ? sets.printed_empty : sets.mended == 0;
    ClaimFinding non_empty{sets.pair_active, !empty};
    non_empty.why = "rho " + short_text(round_to_double(rho));
    ClaimFinding minimum{k == 1 && sets.pair_active && !empty};
    if (minimum.checked) {
      minimum.held = sets.least_component >= round_to_double(rho) - kSame;
      minimum.why = non_empty.why + ", least component " + short_text(sets.least_component);
    }
    rows[k].claim("empty").add(non_empty, id);
    rows[k].claim("minimum").add(minimum, id);
  }
}

}  // namespace

ActiveSets active_sets(const Pair& pair, const Rational& rho, const SetTolerances& tolerances) {
  ActiveSets sets;
  sets.pair_active = rho <= tolerances.eps_t;
  if (!sets.pair_active) return sets;
  const Rational r = 1 / (1 - rho);
  sets.printed_empty = r - 1 > tolerances.eps_x;
  const double phi = round_to_double(rho);
  const double growth = round_to_double(r);
  EventTolerances window;
  window.ratio = true;
  window.delta_max = 1 / kSame;
  window.eps_below = growth - 1 / (1 - phi + round_to_double(tolerances.eps_t));
  window.eps_t = kSame;
  window.eps_x = std::numeric_limits<double>::infinity();
  window.eps_plane = kSame * pair_size(pair);  // dual feasible, or there is no component
  const EventBody A(*pair.A);
  const EventBody B(*pair.B);
  NearlyActive nearly;
  sets.least_component = phi;
  for (const Event& event : nearly.find_all(PlacedEventBody(A, pair.X_WA),
                                            PlacedEventBody(B, pair.X_WB), growth, window)) {
    if (event.t - 1 > round_to_double(tolerances.eps_x) + kSame) continue;
    ++sets.mended;
    sets.least_component = std::min(sets.least_component, event.value());
  }
  return sets;
}

Pair with_growth(const Pair& pair, double r, double target) {
  const Vec3 x_A = pair.X_WA.R * pair.A->interior_point() + pair.X_WA.t;
  const Vec3 x_B = pair.X_WB.R * pair.B->interior_point() + pair.X_WB.t;
  Pair moved = pair;
  moved.X_WA.t += (target / r - 1) * (x_A - x_B);
  return moved;
}

CheckReport check_sets(const ClaimOptions& options) {
  return judge_cases(
      sets_check(), {{"printed", "empty"}, {"mended", "minimum", false, false, false}}, options, 1,
      [] { return Oracle(); },
      [](Oracle& oracle, const CheckedCase& one, std::vector<CheckRow>& rows) {
        for (CheckRow& row : rows) ++row.cases;
        const Truth first = oracle.solve(one.c.pair());
        if (!first.ratio) return;
        const double r = round_to_double(Rational(1 / (1 - first.ratio->rho)));
        if (r < kSame) return;  // the ray from x_B through x_A is all rounding
        for (const double target : kTargets) {
          const Pair pair = with_growth(one.c.pair(), r, target);
          const Truth truth = oracle.solve(pair);
          if (truth.ratio) judge_sets(pair, truth.ratio->rho, one.c.id, rows);
        }
      });
}

}  // namespace touchstone
