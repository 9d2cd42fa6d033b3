// SPDX-License-Identifier: GPL-3.0-or-later
// Steps with contact constraints (contact_constraint.hpp) and friction cones: a search for the
// contact of each I and X that may carry a force.
//
// A node has chosen one contact of each I and X. These and the contacts of U make a step of Stewart
// & Trinkle without constraints; no other contact has a force. The node's solution keeps every
// chosen psi at 0 or above, so that each constraint is open. It solves the whole step if the judge
// (residual.hpp) accepts it: no contact presses while another psi of its constraint is above 0.
//
// The first node has the contacts of largest psi in the motion without friction. A node that is not
// accepted is followed by the contacts of largest psi in its own solution. Then come the nodes that
// differ in one constraint: first in one whose choice presses below another contact, then in any.
// The node of the least residual is taken first. This is a heuristic: a step with friction
// minimises nothing, so that a residual bounds no other node.
#pragma once

#include <functional>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "dynamics/complementarity/residual.hpp"
#include "dynamics/complementarity/sparse_problem.hpp"
#include "dynamics/complementarity/stop_token.hpp"

namespace touchstone {

inline constexpr std::string_view kFrictionBranch = "friction_branch";

/// Whether a contact of the problem has a cone with mu > 0.
bool has_cones(const SparseProblem& problem);

class FrictionBranch {
 public:
  /// Solves a step without constraints as it is posed. nullptr where no solution is found; else
  /// valid until the next call.
  using Solve = std::function<const StepSolution*(const SparseProblem& problem)>;
  /// Largest number of nodes. Of 20,000 random steps none that was solved took more than 38.
  static constexpr int kMaxNodes = 100;
  /// Largest number of nodes without a solution. Each is slow: all links of its chain fail.
  static constexpr int kMaxUnsolved = 16;

  /// `problem` has constraints, and cones or frictionless contacts; `frictionless` solves it without
  /// friction. Returns false, and leaves `solution` invalid, if no node is accepted. The step may
  /// still have a solution: of each node only one solution is judged.
  bool solve(const SparseProblem& problem, const StepSolution& frictionless,
             const Solve& solve_node, StepSolution& solution);
  void set_stop(const StopToken& stop) { stop_ = stop; }
  /// Nodes of the last call.
  int nodes() const { return nodes_; }

 private:
  /// Another contact of one constraint.
  struct Change {
    std::size_t constraint;
    int contact;
  };
  struct Node {
    /// Residual of its solution; infinity where none was found.
    double residual = std::numeric_limits<double>::infinity();
    int number = 0;               ///< in the order in which they were made
    bool wide = false;            ///< `changes` are of every constraint
    std::vector<int> chosen;      ///< contact of each constraint, of U its own
    std::vector<Change> changes;  ///< those that have not been followed
  };
  static bool later(const Node& a, const Node& b) {
    return std::tuple(a.wide, a.residual, a.number) > std::tuple(b.wide, b.residual, b.number);
  }

  bool gives_up() const;
  bool follow(std::vector<int> chosen);
  void pose(const std::vector<int>& chosen);
  void expand(const StepSolution& of_node, const std::vector<int>& chosen);
  void find_rates(const Eigen::VectorXd& u);
  int largest(const ContactConstraint& constraint, int otherwise) const;
  std::vector<int> all_largest(const std::vector<int>& chosen) const;
  std::vector<Change> changes(const std::vector<int>& chosen, const std::vector<int>* above) const;

  StopToken stop_;
  const SparseProblem* problem_ = nullptr;
  const Solve* solve_node_ = nullptr;
  StepSolution* solution_ = nullptr;
  Residual residual_;
  SparseProblem node_;         ///< the step of the last node
  std::vector<int> contacts_;  ///< its contacts, ascending
  std::vector<double> rates_;  ///< psi of each contact of the problem [m/s]
  double same_rate_ = 0;       ///< rates that differ by less are the same [m/s]
  std::vector<double> directions_;
  std::set<std::vector<int>> seen_;
  std::vector<Node> open_;  ///< a heap, the least residual on top
  int nodes_ = 0;
  int unsolved_ = 0;  ///< nodes without a solution, those that are no longer open, too
};

}  // namespace touchstone
