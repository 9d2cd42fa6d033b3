// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/combinations.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "dynamics/complementarity/lemke.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A row is fulfilled where it is broken by no more, relative to the largest rate [1].
constexpr double kFulfilled = 1e-8;

std::vector<std::vector<int>> alternatives(const StepProblem& problem) {
  std::vector<std::vector<int>> all;
  for (const ContactConstraint& constraint : problem.constraints) {
    auto& contacts = all.emplace_back();
    constraint.for_each([&](int contact) { contacts.push_back(contact); });
  }
  return all;
}

/// The nearest velocity that a set of rows allows.
class Rows {
 public:
  enum class End { feasible, infeasible, unknown };

  explicit Rows(const StepProblem& problem) : problem_(problem) {}

  /// min |u - free| subject to N u + b >= 0 of these contacts: u = free + N' z with
  /// 0 <= z perp N N' z + N free + b >= 0, rows of unit length.
  End solve(const std::set<int>& contacts) {
    const auto n = static_cast<Eigen::Index>(contacts.size());
    RowMatrix rows(n, problem_.dof());
    Eigen::VectorXd q(n);
    Eigen::Index r = 0;
    for (const int contact : contacts) {
      const double length = problem_.normal.row(contact).norm();
      if (length == 0) return End::unknown;
      rows.row(r) = problem_.normal.row(contact) / length;
      q[r] = rows.row(r).dot(problem_.free) + problem_.bound[contact] / length;
      ++r;
    }
    const double scale = std::max(1e-300, q.cwiseAbs().maxCoeff());
    const RowMatrix gram = rows * rows.transpose();
    const std::vector<double> covering(at(static_cast<int>(n)), 1);
    const LemkeEnd end = lemke_.solve(gram.data(), q.data(), covering.data(), static_cast<int>(n));
    // The matrix is semidefinite: a ray means that no velocity fulfils the rows.
    if (end == LemkeEnd::ray) return End::infeasible;
    if (end != LemkeEnd::solved) return End::unknown;
    const Eigen::VectorXd x =
        rows.transpose() * Eigen::Map<const Eigen::VectorXd>(lemke_.z().data(), n);
    if ((rows * x + q).minCoeff() < -kFulfilled * scale) return End::unknown;
    cost_ = x.squaredNorm();
    return End::feasible;
  }
  double cost() const { return cost_; }

 private:
  const StepProblem& problem_;
  Lemke lemke_;
  double cost_ = 0;
};

}  // namespace

std::uint64_t count_combinations(const StepProblem& problem, std::uint64_t limit) {
  std::uint64_t count = 1;
  for (const std::vector<int>& contacts : alternatives(problem)) {
    count *= contacts.size();
    if (count > limit) return limit + 1;
  }
  return count;
}

Combinations try_combinations(const StepProblem& problem) {
  const std::vector<std::vector<int>> choices = alternatives(problem);
  std::vector<std::size_t> place(choices.size(), 0);
  Combinations found;
  Rows rows(problem);
  for (;;) {
    std::set<int> contacts;
    for (std::size_t i = 0; i < place.size(); ++i) contacts.insert(choices[i][place[i]]);
    ++found.tried;
    const Rows::End end = rows.solve(contacts);
    found.undecided += end == Rows::End::unknown ? 1 : 0;
    if (end == Rows::End::feasible) {
      found.least = std::min(rows.cost(), found.least.value_or(rows.cost()));
    }
    std::size_t i = 0;
    while (i < place.size() && ++place[i] == choices[i].size()) place[i++] = 0;
    if (i == place.size()) return found;
  }
}

}  // namespace touchstone
