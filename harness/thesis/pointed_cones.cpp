// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/pointed_cones.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dynamics/complementarity/chain.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kDirections = 4;
constexpr std::array<const char*, 3> kKindNames = {"space", "plane", "wedge"};

ExactVector combination(const ExactVector& a, const Rational& factor, const ExactVector& b) {
  ExactVector sum = a;
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += factor * b[k];
  return sum;
}

/// Row k of contact i: d_k T_i.
ExactVector direction_row(const ExactStep& step, std::size_t i, std::size_t k) {
  const ExactVector& along = k % 2 == 0 ? step.tangent_x[i] : step.tangent_y[i];
  return combination(ExactVector(along.size()), k < 2 ? 1 : -1, along);
}

/// Eighths: sums and products of them stay short.
Rational random_eighths(Random& random, int least, int most) {
  const auto range = static_cast<std::uint64_t>(most - least + 1);
  return Rational(least + static_cast<long>(random.below(range))) / 8;
}

ExactVector random_row(Random& random, std::size_t dof) {
  ExactVector row;
  for (std::size_t k = 0; k < dof; ++k) row.push_back(random_eighths(random, -8, 8));
  return row;
}

StepProblem step_problem(const ExactStep& step) {
  const auto n = static_cast<Eigen::Index>(step.bound.size());
  const auto dof = static_cast<Eigen::Index>(step.free.size());
  StepProblem problem;
  problem.directions = static_cast<int>(kDirections);
  problem.free.resize(dof);
  problem.normal.resize(n, dof);
  problem.tangent.resize(2 * n, dof);
  problem.bound.resize(n);
  problem.joint = RowMatrix::Zero(0, dof);
  problem.joint_bound = Eigen::VectorXd::Zero(0);
  for (Eigen::Index k = 0; k < dof; ++k) {
    const auto column = static_cast<std::size_t>(k);
    problem.free[k] = step.free[column].get_d();
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto contact = static_cast<std::size_t>(i);
      problem.normal(i, k) = step.normal[contact][column].get_d();
      problem.tangent(2 * i, k) = step.tangent_x[contact][column].get_d();
      problem.tangent(2 * i + 1, k) = step.tangent_y[contact][column].get_d();
    }
  }
  for (std::size_t i = 0; i < step.bound.size(); ++i) {
    problem.bound[static_cast<Eigen::Index>(i)] = step.bound[i].get_d();
    problem.friction.push_back({FrictionKind::cone, step.mu[i].get_d()});
  }
  return problem;
}

/// The rows (n_i + mu_i d_k) of the relaxation.
ExactRows cone_rows(const ExactStep& step) {
  ExactRows rows;
  for (std::size_t i = 0; i < step.bound.size(); ++i) {
    for (std::size_t k = 0; k < kDirections; ++k) {
      rows.push_back(combination(step.normal[i], step.mu[i], direction_row(step, i, k)));
    }
  }
  return rows;
}

/// What the bounds ask for of each of these rows: -Delta - Gamma.
ExactVector asked_of_rows(const ExactStep& step, const ExactVector& gamma) {
  ExactVector least;
  for (std::size_t i = 0; i < step.bound.size(); ++i) {
    least.insert(least.end(), kDirections, -step.bound[i] - gamma[i]);
  }
  return least;
}

/// Whether |v|_M^2 <= |free|_M^2 + c^2 |Delta_-|^2.
ClaimFinding energy_bound(const ExactStep& step, const ExactVector& v, const Rational& c_squared) {
  Rational asked;
  for (const Rational& one : step.bound) asked = std::max(asked, Rational(-one));
  ClaimFinding bound =
      ClaimFinding::of(dot(v, v) <= dot(step.free, step.free) + c_squared * asked * asked);
  bound.error = round_sqrt_to_double(c_squared);
  return bound;
}

/// (5.20) where no c is known before: that of the least velocity that the bounds allow with Gamma =
/// mu lambda, as a multiple of |Delta_-|.
ClaimFinding bound_unpointed(const ExactStep& step, const ExactVector& z) {
  ExactVector gamma;
  Rational asked;
  for (std::size_t i = 0; i < step.bound.size(); ++i) {
    gamma.push_back(step.mu[i] * z[(1 + kDirections) * step.bound.size() + i]);
    asked = std::max(asked, Rational(-step.bound[i]));
  }
  const NearestAnswer least = exact_nearest(cone_rows(step), asked_of_rows(step, gamma));
  if (!least.feasible) return {true, false, "the solution's own bounds allow no velocity"};
  const Rational size = dot(least.x, least.x);
  return energy_bound(step, velocity(step, z), asked > 0 ? Rational(size / (asked * asked)) : size);
}

/// Whether a step whose cone is not pointed has a solution all the same, and its bound.
void judge_unpointed(const ExactStep& step, const LemkeAnswer& answer, bool solved,
                     const std::string& id, CheckRow& row) {
  ExactVector least;
  for (const Rational& bound : step.bound) least.push_back(-bound);
  ClaimFinding found = ClaimFinding::of(solved);
  if (!solved && !exact_nearest(step.normal, least).feasible) {
    found.counted = 1;
    found.why = "no velocity fulfils its bounds";
  }
  row.claim("unpointed").add(found, id);
  row.claim("solvable").add({}, id);
  row.claim("bound").add({}, id);
  row.claim("relaxed").add({}, id);
  row.claim("ours").add({}, id);
  row.claim("bound_unpointed").add(solved ? bound_unpointed(step, answer.z) : ClaimFinding(), id);
}

}  // namespace

ExactStep random_step(StepKind kind, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, static_cast<std::uint64_t>(kind));
  const std::size_t dof = kind == StepKind::space ? 6 : 3;
  const std::size_t contacts = 1 + random.below(4);
  static const std::array<Rational, 4> kMu = {0, Rational(1, 4), Rational(1, 2), 1};
  ExactStep step;
  step.free = random_row(random, dof);
  for (std::size_t i = 0; i < contacts; ++i) {
    ExactVector normal = random_row(random, dof);
    if (kind == StepKind::wedge) {
      // Half of the wedges are channels, whose planes face each other.
      const bool opposed = i % 2 == 1;
      normal = {random.below(2) == 0 ? 0 : random_eighths(random, 0, 2), opposed ? -1 : 1, 0};
    }
    step.normal.push_back(std::move(normal));
    step.tangent_x.push_back(kind == StepKind::wedge
                                 ? ExactVector{1, 0, random_eighths(random, -8, 8)}
                                 : random_row(random, dof));
    step.tangent_y.push_back(kind == StepKind::space ? random_row(random, dof) : ExactVector(dof));
    step.bound.push_back(random_eighths(random, -8, 4));
    step.mu.push_back(kMu.at(random.below(kMu.size())));
  }
  return step;
}

NearestAnswer pointedness(const ExactStep& step) {
  const ExactRows rows = cone_rows(step);
  return exact_nearest(rows, ExactVector(rows.size(), 1));
}

ExactProblem mixed_problem(const ExactStep& step) {
  const std::size_t n = step.bound.size();
  ExactRows rows = step.normal;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < kDirections; ++k) rows.push_back(direction_row(step, i, k));
  }
  const std::size_t forces = rows.size();
  ExactProblem problem;
  for (std::size_t i = 0; i < forces; ++i) {
    ExactVector& row = problem.M.emplace_back(forces + n);
    for (std::size_t j = 0; j < forces; ++j) row[j] = dot(rows[i], rows[j]);
    if (i >= n) row[forces + (i - n) / kDirections] = 1;
    problem.q.push_back(dot(rows[i], step.free) + (i < n ? step.bound[i] : Rational(0)));
  }
  for (std::size_t i = 0; i < n; ++i) {
    ExactVector& row = problem.M.emplace_back(forces + n);
    row[i] = step.mu[i];
    for (std::size_t k = 0; k < kDirections; ++k) row[n + kDirections * i + k] = -1;
    problem.q.emplace_back(0);
  }
  return problem;
}

ExactVector velocity(const ExactStep& step, const ExactVector& z) {
  const std::size_t n = step.bound.size();
  ExactVector v = step.free;
  for (std::size_t i = 0; i < n; ++i) {
    v = combination(v, z[i], step.normal[i]);
    for (std::size_t k = 0; k < kDirections; ++k) {
      v = combination(v, z[n + kDirections * i + k], direction_row(step, i, k));
    }
  }
  return v;
}

ExactVector relaxed_velocity(const ExactStep& step) {
  const ExactRows rows = cone_rows(step);
  ExactVector least = asked_of_rows(step, ExactVector(step.bound.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) least[i] -= dot(rows[i], step.free);
  return combination(step.free, 1, exact_nearest(rows, least).x);
}

Check pointed_check() {
  Check check;
  check.name = "theorem5.8";
  check.heading = "Steps whose friction cone is pointed (thesis, Theorem 5.8 and (5.20))\n";
  check.sources = "steps";
  check.claims = {
      {"solvable", "the mixed problem of a pointed cone has a solution"},
      {"bound", "(5.20) with c = |d|, d the least with (n + mu d_k).d >= 1", kMeasuredColumns},
      {"relaxed", "Proposition 5.10: the same of the program (5.7) with Gamma = 0"},
      {"ours", "the solvers of steps solve it to a residual of 1e-9"},
      {"unpointed",
       "where the cone is not pointed there is a solution, too: not judged",
       kJudgedColumns,
       {},
       false,
       false,
       {{"no_velocity", "no velocity fulfils the bounds, which proves that none exists",
         "no velocity fulfils the bounds"}}},
      {"bound_unpointed",
       "where it is solved nevertheless: (5.20) with c |Delta_-| the size of the least "
       "velocity that the bounds allow",
       kMeasuredColumns, "its bound"}};
  check.legend = "max error: the largest c\n";
  check.must_be_seen = MustBeSeen::always;
  check.shown = 3;
  return check;
}

void judge_step(const ExactStep& step, const LemkeAnswer& answer, const std::string& id,
                CheckRow& row) {
  ++row.cases;
  const ExactProblem problem = mixed_problem(step);
  const bool solved = answer.solved && solves(problem.M, problem.q, answer.z);
  const NearestAnswer pointed = pointedness(step);
  if (!pointed.feasible) return judge_unpointed(step, answer, solved, id, row);
  row.claim("unpointed").add({}, id);
  row.claim("bound_unpointed").add({}, id);
  row.claim("solvable").add(ClaimFinding::of(solved), id);
  StepSolver solver;
  row.claim("ours").add(
      ClaimFinding::of(solver.solve(step_problem(step), FrictionLaw::stewart_trinkle).solved), id);
  const Rational c_squared = dot(pointed.x, pointed.x);
  row.claim("bound").add(
      solved ? energy_bound(step, velocity(step, answer.z), c_squared) : ClaimFinding(), id);
  row.claim("relaxed").add(energy_bound(step, relaxed_velocity(step), c_squared), id);
}

CheckReport check_pointed(const ClaimOptions& options) {
  return judge_problems(
      pointed_check(), options, kKindNames,
      [&](std::size_t kind, std::uint64_t index, const std::string& id, CheckRow& row) {
        const ExactStep step = random_step(static_cast<StepKind>(kind), options.seed, index);
        const ExactProblem problem = mixed_problem(step);
        judge_step(step, exact_lemke(problem.M, problem.q), id, row);
      });
}

}  // namespace touchstone
