// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on manifolds as claims of a check: one for each word, which holds where the word is not
// said, and two figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/check/check.hpp"
#include "harness/manifold/manifold_judge.hpp"

namespace touchstone {

/// The claims of the words, in their order, then `lost_share` and `spread`, which are not judged.
std::vector<CheckClaim> manifold_claims();

/// A number that is not judged, of which its largest value and how often it is large are shown.
CheckClaim figure_claim(std::string_view name, std::string_view meaning);
/// Adds a value of it [1].
void add_figure(std::string_view name, double value, const std::string& id, CheckRow& row);

/// A policy for the head of the table: "k = 4, slack 5 %, points midway, depth positive in overlap".
std::string policy_text(const ManifoldPolicy& policy);

/// How many manifolds make use of each part of a policy.
std::vector<CountText> policy_counts();
void count_uses(const ManifoldVerdict& verdict, CheckRow& row);
/// A line on the parts that are declared and that no manifold of the row makes use of, and one where
/// no manifold has a point; empty if there are none.
std::string never_seen(const ManifoldPolicy& policy, const CheckRow& row);

/// Adds the verdict on the manifold of a case: a finding for each word that could be said.
void add_verdict(const ManifoldVerdict& verdict, const std::string& id, CheckRow& row);

}  // namespace touchstone
