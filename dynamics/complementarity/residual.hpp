// SPDX-License-Identifier: GPL-3.0-or-later
// The independent judge of a step's solution: how far it is from fulfilling what StepProblem says.
//
// Shares no code with any solver. With the contact masses m_i = 1/(n_i W n_i'), W the inverse mass
// after eliminating the joints (n_i W n_i' is floored at 1e-6 of its maximum), impulses are divided
// by sqrt(m) and velocities multiplied by it: both are then in sqrt(J), whatever the units. lambda
// counts as a velocity and its row mu c - sum beta as an impulse. Then
//
//   r = max |min(z', w')| / max |q'|,
//
// w computed afresh from u, and u from the impulses; q is w at zero impulses. The same scale
// judges: a claimed u against that u; G u + joint_bound, each joint row with m = 1/|row|^2; f
// against sum beta d; and of a no-slip contact the better of "sticks" and "does not touch".
//
// A round cone has neither beta nor lambda in its law: its error is max(|min(c', w_N')|, |f' - p|),
// p the point of the disc of radius mu max(c', 0) that is nearest to f' - w_T'; relaxed |P' - p|, p
// the point of the cone nearest to P' - w'. A claimed lambda is held to |w_T|, and q counts |q_T'|.
//
// Where a problem has contact constraints their rules (constraint_rules.hpp) say of each contact
// whether it may press. Its friction is held to the cone of its own impulse (Stewart & Trinkle).
//
// Departure from the plain formula: where q cancels to less than 1e-6 of the terms that it is the
// sum of, 1e-6 of those terms is the scale. A residual of 1e-9 is then a few units in the last
// place of these; a solution in doubles cannot be better.
#pragma once

#include <vector>

#include "dynamics/complementarity/judged_rows.hpp"
#include "dynamics/complementarity/sparse_problem.hpp"
#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

/// A solution with a larger residual is not accepted [1].
inline constexpr double kAcceptedResidual = 1e-9;

/// Holds scratch space, so that judging a step allocates nothing (joints excepted).
class Residual {
 public:
  /// 0 for an exact solution; infinity where anything is not finite, a size is wrong, or where q =
  /// 0 and an impulse is not.
  double operator()(const StepProblem& problem, const StepSolution& solution, FrictionLaw law) {
    return judge(problem, solution, law);
  }
  double operator()(const SparseProblem& problem, const StepSolution& solution, FrictionLaw law) {
    return judge(problem, solution, law);
  }

 private:
  /// The largest |w'| at zero impulses, and the largest sum of terms behind one.
  struct Scale {
    double q = 0;
    double terms = 0;
    void count(const judged_rows::Sum& sum, double offset, double root_mass);
  };

  void set_directions(int directions);
  template <class Problem>
  double judge(const Problem& problem, const StepSolution& solution, FrictionLaw law);
  /// Sets start_, and root_mass_ to n W n' of each contact after the joints are eliminated.
  void eliminate_joints(const StepProblem& problem);
  void eliminate_joints(const SparseProblem& problem);
  template <class Problem>
  void contact_masses(const Problem& problem);
  template <class Problem>
  Scale scale(const Problem& problem) const;
  template <class Problem>
  void add_impulses(const Problem& problem, const StepSolution& solution);
  template <class Problem>
  double contact_error(const Problem& problem, const StepSolution& solution, FrictionLaw law,
                       Eigen::Index i, double w) const;

  static double round_error(double mu, const Eigen::Vector3d& P, const Eigen::Vector3d& w,
                            FrictionLaw law);
  template <class Problem>
  double constraints_error(const Problem& problem, const StepSolution& solution) const;

  std::vector<double> direction_x_;  ///< x of each d_k
  std::vector<double> direction_y_;  ///< y of each d_k
  std::vector<double> root_mass_;    ///< sqrt(m_i)
  Eigen::VectorXd start_;            ///< u at zero contact impulses
  Eigen::VectorXd u_;
};

/// Residual of one solution, as Residual measures it, with scratch space of its own.
double residual(const StepProblem& problem, const StepSolution& solution, FrictionLaw law);
double residual(const SparseProblem& problem, const StepSolution& solution, FrictionLaw law);

}  // namespace touchstone
