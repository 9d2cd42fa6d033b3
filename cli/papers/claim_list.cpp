// SPDX-License-Identifier: GPL-3.0-or-later
// Which claims of papers `reproduce` checks, of all rooms.
#include "benchmarks/converge/position_order.hpp"
#include "benchmarks/converge/scheme_comparison.hpp"
#include "benchmarks/converge/step_claims.hpp"
#include "benchmarks/papers/accelerations.hpp"
#include "benchmarks/peg/peg_crash.hpp"
#include "benchmarks/peg/peg_feasibility.hpp"
#include "benchmarks/peg/peg_friction.hpp"
#include "benchmarks/peg/peg_lemmas.hpp"
#include "cli/papers/names.hpp"
#include "harness/contact_conditions/indeterminate.hpp"
#include "harness/contact_conditions/mtd_normal.hpp"
#include "harness/thesis/pair_claims.hpp"

namespace touchstone {

const std::vector<PaperClaim>& paper_claims() {
  static const std::vector<PaperClaim> kClaims = [] {
    std::vector<PaperClaim> claims = pair_claims();
    claims.insert(
        claims.end(),
        {{"slides-rest", "Hart: no overlap where nothing moves", ClaimCases::scenes, 0, check_rest},
         {"theorem6.12", "Hart: speeds are bounded, and overlaps by C |v|^2 h^2",
          ClaimCases::scenes, 0, check_bounds},
         {"thesis-accuracy", "Hart: positions are accurate to O(h), held to steps of h/64",
          ClaimCases::scenes, 0, check_positions},
         {"comparators",
          "Hart: the largest step of other schemes, penalties among them, within 1 % of the truth",
          ClaimCases::scenes, 0, compare_schemes},
         {"mtd-normal",
          "Yi & Drumwright: the normal of minimum translation is piecewise continuous",
          ClaimCases::families, 4, check_mtd_normals},
         {"indeterminate", "Yi & Drumwright: normals that are not unique are found and can be used",
          ClaimCases::families, 10, check_indeterminate},
         {"peg-lemmas", "Williams, Lu & Trinkle: Lemmas 1.1 to 1.4 and an I, in every case",
          ClaimCases::every, 0, check_peg_lemmas},
         {"peg-friction", "Williams, Lu & Trinkle: whether a step with friction has a solution",
          ClaimCases::problems, 100, check_peg_friction},
         {"peg-crash", "Williams, Lu & Trinkle: steps that the standard model leaves unsolved",
          ClaimCases::scenes, 0, check_peg_crash},
         {"peg-feasibility", "Williams, Lu & Trinkle: feasible vertices as printed, beside ours",
          ClaimCases::scenes, 0, check_peg_feasibility},
         {"accelerations",
          "Yi & Drumwright: contacts that permit several forces permit several accelerations",
          ClaimCases::problems, 20, check_accelerations}});
    return claims;
  }();
  return kClaims;
}

}  // namespace touchstone
