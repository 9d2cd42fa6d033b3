// SPDX-License-Identifier: GPL-3.0-or-later
// Lemke's algorithm in rationals (Cottle, Pang & Stone [cottle_pang_stone1992], algorithm 4.4.5),
// with the lexicographic rule: it ends, and rounds nothing. Shares no code with the solvers of
// steps, which it judges. For small problems: a full tableau.
#pragma once

#include <vector>

#include "geometry/arithmetic/rational.hpp"

namespace touchstone {

using ExactVector = std::vector<Rational>;
using ExactRows = std::vector<ExactVector>;  ///< rows of one length

Rational dot(const ExactVector& a, const ExactVector& b);

/// How the algorithm ended: with a solution, or on a ray that leads away from all.
struct LemkeAnswer {
  bool solved = false;
  ExactVector z;    ///< the solution of w = M z + q, 0 <= w perp z >= 0; empty on a ray
  ExactVector ray;  ///< the z part of the ray, at least 0 and not all 0; empty where it is solved
};

/// `M` is n x n, `q` n.
LemkeAnswer exact_lemke(const ExactRows& M, const ExactVector& q);

/// Whether z solves the problem: by substitution.
bool solves(const ExactRows& M, const ExactVector& q, const ExactVector& z);

/// What exact_lemke says of min |x|^2 / 2 subject to rows x >= least.
struct NearestAnswer {
  bool feasible = false;
  ExactVector x;       ///< the nearest point to 0, where there is one
  ExactVector farkas;  ///< else y >= 0 with y rows = 0 and y.least > 0
};
NearestAnswer exact_nearest(const ExactRows& rows, const ExactVector& least);

}  // namespace touchstone
