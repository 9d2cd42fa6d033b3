// SPDX-License-Identifier: GPL-3.0-or-later
// Branch and bound over which contact of each I and X constraint holds (contact_constraint.hpp).
//
// A node has chosen a contact for some of these constraints: it is the quadratic program
// min |u - free|^2 with psi >= 0 for the unilateral contacts and the chosen ones. The others
// are left out, so that its minimum is a lower bound of all nodes below it. The node of the least
// minimum is looked at first; if all constraints hold there, it is the nearest velocity to `free`
// that the constraints allow. Else the constraint that is violated most is decided, one node for
// each of its contacts.
#pragma once

#include <utility>
#include <vector>

#include "dynamics/complementarity/quadratic_program.hpp"
#include "dynamics/complementarity/reduced_rows.hpp"

namespace touchstone {

class PegBranch {
 public:
  enum class End { solved, infeasible, limit };
  /// Largest number of programs that are solved.
  static constexpr int kMaxNodes = 10'000;

  /// `rows` are of `problem`, which has constraints. Fills `solution` but for its residual.
  /// `infeasible`: no choice allows any velocity.
  End solve(const StepProblem& problem, ReducedRows& rows, StepSolution& solution);
  void set_stop(const StopToken& stop) {
    stop_ = stop;
    program_.set_stop(stop);
  }
  /// Programs that the last call solved.
  int nodes() const { return nodes_; }

 private:
  struct Node {
    double cost = 0;          ///< |u - start|^2 [J]
    int number = 0;           ///< in the order in which they were made
    int violated = -1;        ///< the constraint that is violated most, -1: all hold
    std::vector<int> chosen;  ///< contact of each constraint, -1: undecided
  };
  static bool later(const Node& a, const Node& b) {
    return std::pair(a.cost, a.number) > std::pair(b.cost, b.number);
  }

  bool run(const std::vector<int>& chosen);
  double rate(int contact) const;
  double largest_rate(const ContactConstraint& constraint, int& contact) const;
  int most_violated(const std::vector<int>& chosen) const;
  double cost() const;
  void open(std::vector<int> chosen);
  void release(std::vector<int>& chosen);
  void expand(const std::vector<int>& chosen, StepSolution& solution);

  StopToken stop_;
  const StepProblem* problem_ = nullptr;
  ReducedRows* reduced_ = nullptr;
  QuadraticProgram program_;
  std::vector<int> contacts_;         ///< contact of each row of the program
  std::vector<double> rows_, q_, u_;  ///< u of the last program
  std::vector<Node> open_;            ///< a heap, the least on top
  int nodes_ = 0;
  bool gave_up_ = false;  ///< a program took too many steps
};

}  // namespace touchstone
