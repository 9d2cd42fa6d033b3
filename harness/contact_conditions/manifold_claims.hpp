// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on manifolds as claims of a check: one for each word, which holds where the word is not
// said, and two figures.
#pragma once

#include <string>
#include <vector>

#include "harness/check/check.hpp"
#include "harness/manifold/manifold_judge.hpp"

namespace touchstone {

/// The claims of the words, in their order, then `lost_share` and `spread`, which are not judged.
std::vector<CheckClaim> manifold_claims();

/// Adds the verdict on the manifold of a case: a finding for each word that could be said.
void add_verdict(const ManifoldVerdict& verdict, const std::string& id, CheckRow& row);

}  // namespace touchstone
