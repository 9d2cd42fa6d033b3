// SPDX-License-Identifier: GPL-3.0-or-later
// The truth that campaigns judge by where doubles settle it, held against the exact truth of the
// same pair: sign, phi and rho as they are rounded, the numbers that their tails and doubts
// enclose, the normal. So are variants of each case that are near ties: every vertex moved by an
// ulp or two, and every vertex doubled by one so moved.
#pragma once

#include "harness/check/check_run.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// A case with its vertices moved, or doubled by moved ones: a pure function of the case's id and
/// pair. Of bodies that cannot be made so nothing is left: the pair has no bodies.
enum class Variant { jiggled, doubled };
Pair variant_of(const Case& c, Variant variant);

/// The subjects: the cases as they are, and their two variants.
inline const std::vector<CheckSubject> kFastTruthSubjects = {{"given"}, {"jiggled"}, {"doubled"}};
Check fast_truth_check();

/// Holds one case and its variants against the exact truth. `rows`: one for each subject.
void check_fast_truth(const Case& c, QuickOracle& quick, Oracle& exact,
                      std::vector<CheckRow>& rows);

CheckReport audit_fast_truth(const CheckOptions& options);

}  // namespace touchstone
