// SPDX-License-Identifier: GPL-3.0-or-later
// Theorem 5.8 and the bound (5.20) of Hart's thesis [hart2007thesis] on random steps, in rationals.
//
// 5.8: where the friction cone is pointed the mixed problem (5.1)-(5.2) has a solution. (5.20): its
// velocity is at most |v^(l+1)|_M^2 <= |v^(l) + h M^-1 k|_M^2 + c^2 |Delta_-|^2, where Delta_- is
// what bounds ask for. No c is printed. With the least d that has (n_i + mu_i d_k).d >= 1 for all
// contacts and directions c = |d|_M does it: |Delta_-| d is feasible for the relaxation that v^(l+1)
// solves, and v^(l+1) is the nearest point to the free velocity there. Such a d exists exactly where
// the cone is pointed. Elsewhere any velocity x of that set does in its place: |x| for c |Delta_-|.
#pragma once

#include "harness/check/paper_claim.hpp"
#include "harness/thesis/exact_lemke.hpp"

namespace touchstone {

/// A step in whitened velocities, M = 1 (dynamics/complementarity/step_problem.hpp): contact i has
/// rows N_i, T_i along x and y and its four directions x, y, -x, -y.
struct ExactStep {
  ExactVector free;
  ExactRows normal, tangent_x, tangent_y;
  ExactVector bound;  ///< Delta
  ExactVector mu;
};

/// What random steps are: one to four contacts of a body in space or of one in the plane, or of
/// one between two planes that nearly face each other.
enum class StepKind : std::uint8_t { space, plane, wedge };
ExactStep random_step(StepKind kind, std::uint64_t seed, std::uint64_t index);

/// The least d with (N_i + mu_i d_k T_i) d >= 1; not feasible where the cone is not pointed.
NearestAnswer pointedness(const ExactStep& step);

/// M and q of (5.1)-(5.2) without the velocity: z = (c, beta, lambda).
struct ExactProblem {
  ExactRows M;
  ExactVector q;
};
ExactProblem mixed_problem(const ExactStep& step);
ExactVector velocity(const ExactStep& step, const ExactVector& z);

/// The solution of (5.7) with Gamma = 0: the nearest to the free velocity of those that its rows
/// allow. The cone is pointed.
ExactVector relaxed_velocity(const ExactStep& step);

Check pointed_check();
/// Adds what is claimed of a step, with `answer` as the solution of its mixed problem.
void judge_step(const ExactStep& step, const LemkeAnswer& answer, const std::string& id,
                CheckRow& row);
CheckReport check_pointed(const ClaimOptions& options);

}  // namespace touchstone
