// SPDX-License-Identifier: GPL-3.0-or-later
// Remark 3.11 of Hart's thesis [hart2007thesis]: any three facets that make a corner give the same
// event of that corner and a plane. Of each three the system (3.5) is solved in rationals: A^-1 b,
// t* of (3.7), and its derivatives by (3.8) and Lemma 3.5.
#pragma once

#include <array>

#include "geometry/pair.hpp"
#include "harness/check/paper_claim.hpp"
#include "harness/judge/exact_vectors.hpp"

namespace touchstone {

/// What three facets of A's corner and a facet of B give.
struct TripleEvent {
  bool regular = false;                   ///< the system has one solution; else nothing else is set
  ExactVec3 arm = {};                     ///< A^-1 b, world axes, from x_A [m]
  Rational beyond;                        ///< c.A^-1 b - delta: an event has it below 0
  Rational t;                             ///< t*, or 0 where it has none
  ExactVec3 by_place = {}, by_turn = {};  ///< derivatives of t by x_A [1/m] and A's rotation [1]
  bool operator==(const TripleEvent&) const = default;
};
TripleEvent triple_event(const Pair& pair, const std::array<int, 3>& facets_A, int facet_B);

/// A's facets that have this corner.
std::vector<int> facets_at(const Polytope& body, int vertex);

Check triples_check();
CheckReport check_triples(const ClaimOptions& options);

}  // namespace touchstone
