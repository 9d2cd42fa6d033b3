// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/random_constraints.hpp"

#include <utility>
#include <vector>

#include "dynamics/complementarity/sparse_problem.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// `contacts` is how many they name.
std::vector<ContactConstraint> random_constraints(Random& random, const RandomConstraintKind& kind,
                                                  int& contacts) {
  using Kind = ContactConstraint::Kind;
  const auto take = [&](int count) {
    std::vector<int> taken;
    for (int k = 0; k < count; ++k) taken.push_back(contacts++);
    return taken;
  };
  std::vector<ContactConstraint> constraints;
  const int least = kind.tight ? 5 : 1;
  const int count = least + static_cast<int>(random.below(kind.cross ? 4 : 8));
  for (int i = 0; i < count; ++i) {
    const std::uint64_t which = random.below(kind.cross ? 3 : 2);
    const int alternatives = 2 + static_cast<int>(random.below(kind.tight ? 1 : 3));
    if (which == 0) constraints.push_back({Kind::unilateral, take(1), {}});
    if (which == 1) {
      const int primaries = kind.several_primaries ? alternatives : 1;
      ContactConstraint& inter = constraints.emplace_back();
      inter.kind = Kind::inter;
      inter.primary = take(primaries);
      inter.other = take(alternatives - primaries);
    }
    if (which == 2) constraints.push_back({Kind::cross, {}, take(alternatives)});
  }
  return constraints;
}

}  // namespace

StepProblem random_constraint_problem(std::uint64_t seed, const RandomConstraintKind& kind) {
  Random random(seed, 4);
  const int bodies = kind.tight ? 1 : 1 + static_cast<int>(random.below(4));
  int contacts = 0;
  StepProblem problem;
  problem.constraints = random_constraints(random, kind, contacts);
  problem.normal = RowMatrix::Zero(contacts, kDofOfBody * bodies);
  problem.bound.resize(contacts);
  for (int i = 0; i < contacts; ++i) {
    for (int side = 0; side < 2; ++side) {
      const auto body = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(bodies)));
      problem.normal.row(i).segment<3>(kDofOfBody * body) = random.unit_vector().transpose();
      problem.normal.row(i).segment<3>(kDofOfBody * body + 3) = random.in_unit_ball().transpose();
    }
    problem.bound[i] = kind.tight ? random.uniform(-0.6, 0.2) : random.uniform(-0.3, 0.6);
    if (kind.tight) problem.normal.row(i).tail<kDofOfBody - 2>().setZero();
  }
  problem.free.resize(Eigen::Index{kDofOfBody} * bodies);
  for (double& entry : problem.free) entry = random.uniform(-1, 1);
  problem.tangent = RowMatrix::Zero(Eigen::Index{2} * contacts, problem.free.size());
  problem.friction.resize(static_cast<std::size_t>(contacts));
  problem.joint = RowMatrix::Zero(0, problem.free.size());
  problem.joint_bound = Eigen::VectorXd::Zero(0);
  return problem;
}

}  // namespace touchstone
