// SPDX-License-Identifier: GPL-3.0-or-later
// The chains on random piles: which share they solve, and what the solvers agree on.
#include "dynamics/tests/random_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <string>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/directions.hpp"
#include "dynamics/complementarity/residual.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kCount = 2000;

struct Tally {
  int solved = 0;
  int infeasible = 0;  // proven
  int altered = 0;     // solved, but not as posed
  int unsolved = 0;
  std::map<std::string, int> by_link;

  void print(const char* what) const {
    std::string line = std::string(what) + ":";
    for (const auto& [link, count] : by_link) {
      line += " " + link + " " + std::to_string(count) + ",";
    }
    line += " proven infeasible " + std::to_string(infeasible) + ", altered " +
            std::to_string(altered) + ", unsolved " + std::to_string(unsolved);
    std::puts(line.c_str());
  }
};

/// Whether no velocity has N u + b >= 0 (of relaxed cones (N + mu d T) u + b >= 0) and G u =
/// -joint_bound: a combination y >= 0 of the rows that no u can change and that is negative
/// (Farkas). Found by the quadratic program, proved here from the problem's own rows.
bool proven_infeasible(const StepProblem& p, bool relaxed) {
  const int directions = relaxed ? p.directions : 1;
  RowMatrix rows(p.contacts() * directions, p.dof());
  Eigen::VectorXd offsets(rows.rows());
  const std::vector<double> xy = cone_directions(p.directions);
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    for (int k = 0; k < directions; ++k) {
      const std::size_t first = 2 * static_cast<std::size_t>(k);
      const bool cone = relaxed && p.friction[at(i)].kind == FrictionKind::cone;
      const double mu = cone ? p.friction[at(i)].mu : 0;
      const Eigen::Index row = i * directions + k;
      rows.row(row) = p.normal.row(i) + mu * (xy[first] * p.tangent.row(2 * i) +
                                              xy[first + 1] * p.tangent.row(2 * i + 1));
      const double length = rows.row(row).norm();
      rows.row(row) /= length;
      offsets[row] = p.bound[i] / length;
    }
  }
  // Joint rows as pairs of inequalities.
  RowMatrix all(rows.rows() + 2 * p.joint.rows(), p.dof());
  all << rows, p.joint, -p.joint;
  Eigen::VectorXd b(all.rows());
  b << offsets, p.joint_bound, -p.joint_bound;
  for (Eigen::Index i = rows.rows(); i < all.rows(); ++i) {
    const double length = all.row(i).norm();
    all.row(i) /= length;
    b[i] /= length;
  }
  QuadraticProgram program;
  if (program.solve(std::vector<double>(all.data(), all.data() + all.size()),
                    std::vector<double>(b.data(), b.data() + b.size()), p.dof(),
                    1e-10 * b.cwiseAbs().maxCoeff()) != QuadraticProgramEnd::infeasible) {
    return false;
  }
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(
      program.certificate().data(), static_cast<Eigen::Index>(program.certificate().size()));
  // |u| up to 1e6 |b| would not undo it.
  return y.minCoeff() >= 0 &&
         (all.transpose() * y).norm() * 1e6 * b.cwiseAbs().maxCoeff() < -y.dot(b);
}

Tally solve_all(PileContacts contacts, FrictionLaw law) {
  Tally tally;
  for (std::uint64_t index = 0; index < kCount; ++index) {
    const StepProblem p = random_pile_problem(kSeed, index, contacts);
    StepSolver solver;
    const StepSolution& s = solver.solve(p, law);
    ++tally.by_link[std::string(s.solver)];
    const bool as_posed = s.solved && !s.stabilisation_dropped && !s.friction_bounded;
    if (as_posed) {
      EXPECT_LE(residual(p, s, law), kAcceptedResidual) << index;
      ++tally.solved;
    } else if (proven_infeasible(p, law == FrictionLaw::relaxed)) {
      ++tally.infeasible;
    } else {
      ++(s.solved ? tally.altered : tally.unsolved);
      if (contacts != PileContacts::mixed) {
        std::printf("seed %d index %d: not solved as posed\n", static_cast<int>(kSeed),
                    static_cast<int>(index));
      }
    }
  }
  return tally;
}

TEST(RandomPiles, AreOfManyKinds) {
  int joints = 0;
  int penetrating = 0;
  int ahead = 0;
  int no_slip = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const StepProblem p = random_pile_problem(kSeed, index, PileContacts::mixed);
    EXPECT_LE(p.contacts() * p.directions, 128);
    joints += p.joint.rows() > 0 ? 1 : 0;
    penetrating += (p.bound.array() < 0).any() ? 1 : 0;
    ahead += (p.bound.array() > 0).any() ? 1 : 0;
    no_slip += std::any_of(p.friction.begin(), p.friction.end(),
                           [](const ContactFriction& f) { return f.kind == FrictionKind::no_slip; })
                   ? 1
                   : 0;
  }
  EXPECT_GT(joints, 10);
  EXPECT_GT(penetrating, 40);
  EXPECT_GT(ahead, 40);
  EXPECT_GT(no_slip, 100);
}

/// FNV-1a over the bits of the first hundred problems' numbers.
std::uint64_t hash_of(PileContacts contacts) {
  std::uint64_t hash = 1469598103934665603U;
  const auto add = [&hash](const auto& matrix) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(matrix.data()[i] + 0.0)) * 1099511628211U;
    }
  };
  for (std::uint64_t index = 0; index < 100; ++index) {
    const StepProblem p = random_pile_problem(1, index, contacts);
    add(p.free);
    add(p.normal);
    add(p.tangent);
    add(p.bound);
    add(p.joint);
    add(p.joint_bound);
  }
  return hash;
}

TEST(RandomPiles, AreTheSameOnEveryMachine) {
  EXPECT_EQ(hash_of(PileContacts::cones), 0xec4453a7e0943c10U);
  EXPECT_EQ(hash_of(PileContacts::frictionless), 0x621c6a970f3d731bU);
  EXPECT_EQ(hash_of(PileContacts::mixed), 0x28197f2a4647dfc3U);
}

TEST(RandomPiles, OfConesAreSolvedToAThousandth) {
  const Tally tally = solve_all(PileContacts::cones, FrictionLaw::stewart_trinkle);
  tally.print("class 1");
  EXPECT_LE(tally.unsolved + tally.altered, kCount / 1000);
  EXPECT_GE(tally.solved, 0.99 * kCount);
}

TEST(RandomPiles, OfTheRelaxationAreSolvedOrProvenInfeasible) {
  const Tally tally = solve_all(PileContacts::cones, FrictionLaw::relaxed);
  tally.print("class 2");
  EXPECT_EQ(tally.unsolved + tally.altered, 0);
  EXPECT_GE(tally.solved, 0.99 * kCount);
}

TEST(RandomPiles, WithoutFrictionAreSolvedOrProvenInfeasible) {
  const Tally tally = solve_all(PileContacts::frictionless, FrictionLaw::stewart_trinkle);
  tally.print("class 3");
  EXPECT_EQ(tally.unsolved + tally.altered, 0);
  EXPECT_GE(tally.solved, 0.99 * kCount);
}

TEST(RandomPiles, WithNoSlipAreSolvedOrSayThatTheyAreAltered) {
  const Tally tally = solve_all(PileContacts::mixed, FrictionLaw::stewart_trinkle);
  tally.print("mixed");
  EXPECT_LE(tally.unsolved, kCount / 1000);
  EXPECT_GE(tally.solved, 0.8 * kCount);
}

TEST(RandomPiles, HaveOneVelocityForLemkeAndTheQuadraticProgram) {
  StepSolver by_program({SolverLink::quadratic_program});
  StepSolver by_lemke({SolverLink::lemke});
  int compared = 0;
  for (std::uint64_t index = 0; index < 400; ++index) {
    for (const PileContacts contacts : {PileContacts::cones, PileContacts::frictionless}) {
      const StepProblem p = random_pile_problem(kSeed + 1, index, contacts);
      const StepSolution& a = by_program.solve(p, FrictionLaw::relaxed);
      const StepSolution& b = by_lemke.solve(p, FrictionLaw::relaxed);
      if (a.solved && b.solved) {
        ++compared;
        EXPECT_LE((a.u - b.u).norm(), 1e-6 * p.free.norm()) << index;
      }
    }
  }
  EXPECT_GE(compared, 760);
}

TEST(RandomPiles, WarmStartFromAnotherProblemNeverGivesAWrongSolution) {
  StepSolver solver;
  int warm = 0;
  for (std::uint64_t index = 0; index < 300; ++index) {
    StepProblem p = random_pile_problem(kSeed + 2, index, PileContacts::mixed);
    Random random(kSeed, index);
    for (int change = 0; change < 6; ++change) {
      const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
      if (s.solved && !s.stabilisation_dropped && !s.friction_bounded) {
        EXPECT_LE(residual(p, s, FrictionLaw::stewart_trinkle), kAcceptedResidual) << index;
        warm += s.solver == "warm_start" ? 1 : 0;
      }
      // The next problem has other velocities: in turn by a thousandth and by up to twice.
      const double share = change % 2 == 0 ? 1e-3 : 2;
      for (Eigen::Index j = 0; j < p.dof(); ++j) {
        p.free[j] *= 1 + share * random.uniform(-1, 1);
      }
    }
  }
  EXPECT_GT(warm, 200);
}

TEST(RandomPiles, AreSolvedTheSameWithAFreshSolver) {
  for (std::uint64_t index = 0; index < 50; ++index) {
    const StepProblem p = random_pile_problem(kSeed, index, PileContacts::mixed);
    StepSolver a;
    StepSolver b;
    b.solve(random_pile_problem(kSeed, index + 1, PileContacts::cones), FrictionLaw::relaxed);
    b.forget();
    EXPECT_EQ(a.solve(p, FrictionLaw::stewart_trinkle).u,
              b.solve(p, FrictionLaw::stewart_trinkle).u)
        << index;
  }
}

}  // namespace
}  // namespace touchstone
