// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/pair_claims.hpp"

#include <utility>

#include "harness/thesis/active_sets.hpp"
#include "harness/thesis/corner_triples.hpp"
#include "harness/thesis/growth_forms.hpp"
#include "harness/thesis/lipschitz.hpp"
#include "harness/thesis/pointed_cones.hpp"

namespace touchstone {

Case example_case(const std::string& name, Pair pair) {
  Case c;
  c.id = "example:" + name;
  c.family = "example";
  c.bodies = std::move(pair);
  return c;
}

CheckOptions with_examples(const ClaimOptions& options, std::vector<Case> examples) {
  CheckOptions all = options;
  CaseSource& source = *all.sources.emplace(all.sources.begin());
  source.name = source.group = "example";
  source.count = examples.size();
  source.cases = std::move(examples);
  return all;
}

const std::vector<PaperClaim>& pair_claims() {
  static const std::vector<PaperClaim> kClaims = {
      {"remark2.18", "Hart: the bounds of Theorem 2.16 where one body is fixed",
       ClaimCases::families, 10, check_fixed_body},
      {"remark2.19", "Hart: whether (r - 1)/r and r - 1 are metrics", ClaimCases::families, 10,
       check_forms},
      {"remark3.11", "Hart: any three facets of a corner give the same event", ClaimCases::problems,
       100, check_triples},
      {"sets4.11", "Hart: when nearly active pairs and events are none, and their least values",
       ClaimCases::families, 2, check_sets},
      {"lemma6.4", "Hart: how fast rho changes as bodies move", ClaimCases::families, 10,
       check_lipschitz},
      {"theorem5.8", "Hart: pointed friction cones make steps solvable, and (5.20)",
       ClaimCases::problems, 100, check_pointed}};
  return kClaims;
}

}  // namespace touchstone
