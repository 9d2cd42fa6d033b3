// SPDX-License-Identifier: GPL-3.0-or-later
// Lemmas 1.1 to 1.4 of Williams, Lu & Trinkle [williams2016peg], and the intercontact constraint
// that is made of them, by enumeration.
//
// A statement on a and b depends on the signs of a, b, a - b and a + b alone: where these are what they
// are at one point, it holds or fails as it does there. The whole numbers -2 to 2 visit all 17 cells
// of these four lines, so that their 25 pairs are a proof. What is said of n gaps depends on their
// signs and on their order: whole numbers from -n to n visit all of these.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// A lemma, or what Figure 4 shows: the left side is to hold exactly where the right side does.
struct PegLemma {
  std::string_view name, meaning;
  std::function<bool(int a, int b)> left, right;
};

std::vector<PegLemma> peg_lemmas();

/// An intercontact constraint of several gaps psi, in the order of its contacts: whether some
/// slack variables fulfil (20) and (21), and whether force i may be positive then.
struct InterForm {
  std::function<bool(const std::vector<int>& psi)> open;
  std::function<bool(const std::vector<int>& psi, std::size_t i)> may_push;
};
/// (20) to (23), where each contact may carry a force.
InterForm inter_of_several();
/// (20) and (24): the first contact alone may.
InterForm inter_of_one();

/// Most gaps of a constraint that are enumerated.
inline constexpr int kMostGaps = 4;

Check peg_lemma_check(const std::vector<PegLemma>& lemmas);
/// Rows: the lemmas and what (20) to (23) fulfil; "at most one force", which the paper claims of
/// them and which fails; and what a single primary contact gives up.
CheckReport check_peg_lemmas(const std::vector<PegLemma>& lemmas, const InterForm& several,
                             const InterForm& one);
/// check_peg_lemmas() of peg_lemmas() and the two forms above.
CheckReport check_peg_lemmas(const ClaimOptions& options);

}  // namespace touchstone
