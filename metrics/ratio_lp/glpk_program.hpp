// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio metric's linear program in GLPK: from scaled facets to an optimal basis. Internal to
// `ratio_lp`.
//
// In units in which the interior points are 1 apart (z = (x - x_A)/|d|, tau = t s/|d|, w_k = s
// a_k/b_k for a length s that makes the w_k of order 1, and d^ = d/|d|) the seeds' program, scaled
// to b = 1, is
//
//   rows   min tau   s.t.  w_k.z - tau <= -f_k, tau >= 0;  f_k = 0 on A, f_k = w_k.d^ on B
//   dual   max f.y   s.t.  sum y_k w_k = 0, sum y_k <= 1, y >= 0.
//
// Where B is fixed its rows are w_k.z + (w_k.d^ - s_B/|d|) <= 0, with a length s_B of their own:
// they have another f_k, and no tau, so that their y_k are left out of sum y_k <= 1.
//
// Both have an obvious basis to start from: tau = 0, z = 0 is dual feasible for the first, y = 0
// primal feasible for the second.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "metrics/ratio_lp/ratio_lp.hpp"

namespace touchstone {

/// The facets of both bodies, A's first: structure of arrays.
struct LpFacets {
  std::vector<double> x, y, z;  ///< w_k [1]
  std::vector<double> f;        ///< f_k [1]
  int count = 0;                ///< facets in use; the arrays may be longer
  int growing = 0;              ///< the first ones, whose bodies grow: their rows hold tau
};

/// A basis of the dual form: four columns of the matrix (w_k; 1), or -1 - i for the slack of row i.
using RatioBasis = std::array<int, 4>;

struct RatioProgramResult {
  bool optimal = false;
  RatioBasis basis{};
  int iterations = 0;  ///< exchanges of GLPK's simplex
  std::string note;    ///< GLPK's status if not optimal
};

/// Solves one program from its standard basis, so that an answer does not depend on the queries
/// before it.
///
/// GLPK keeps its memory in one environment per thread (Debian's library has thread-local storage:
/// glp_config("TLS")). The one problem object of a thread lives beside it, not in a Workspace: a
/// Workspace may move between threads, and may not free an environment in which others still live.
/// Both go when the thread ends. GLPK calls abort() on an internal error unless a hook jumps out;
/// here one does, the thread's environment is made anew, and the error is the note.
RatioProgramResult solve_with_glpk(RatioProgram form, const LpFacets& facets);

}  // namespace touchstone
