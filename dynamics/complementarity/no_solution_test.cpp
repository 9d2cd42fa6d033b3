// SPDX-License-Identifier: GPL-3.0-or-later
// Where the chain finds no solution of a class 1 problem, is there one?
//
// A search that is complete, and shares only the problem's matrix with the solvers of that class:
// branch over which of z_i and w_i is zero; a branch ends where no z >= 0 has w >= 0 with what was
// decided, which a quadratic program in z says.
#include <gtest/gtest.h>

#include <algorithm>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/tests/random_problems.hpp"

namespace touchstone {
namespace {

/// Relative to the largest |q|.
constexpr double kFeasibility = 1e-9;
constexpr double kZero = 1e-8;

class Search {
 public:
  enum class Answer { exists, none, gave_up };

  explicit Search(const StepProblem& p) {
    ScaledStep step;
    step.assign(p, StepRows::lcp);
    std::vector<double> rows;
    step.write_rows(rows, q_);
    step.write_matrix(rows, m_);
    const double scale = step.scale();
    for (double& q : q_) {
      q /= scale;
    }
    decided_.assign(q_.size(), Zero::either);
  }

  Answer run(int max_nodes) {
    left_ = max_nodes;
    return branch();
  }

 private:
  enum class Zero { either, z, w };

  void add_row(std::size_t i, double sign) {
    for (const std::size_t j : columns_) {
      rows_.push_back(sign * m_[i * q_.size() + j]);
    }
    constants_.push_back(sign * q_[i]);
  }

  /// The smallest z >= 0 with w >= 0 and what is decided; false if there is none.
  bool relax(std::vector<double>& z, bool& certain) {
    const std::size_t n = q_.size();
    columns_.clear();
    for (std::size_t j = 0; j < n; ++j) {
      if (decided_[j] != Zero::z) {
        columns_.push_back(j);
      }
    }
    rows_.clear();
    constants_.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        rows_.push_back(i == j ? 1 : 0);
      }
      constants_.push_back(0);
    }
    for (std::size_t i = 0; i < n; ++i) {
      add_row(i, 1);
      if (decided_[i] == Zero::w) {
        add_row(i, -1);
      }
    }
    const QuadraticProgramEnd end =
        program_.solve(rows_, constants_, static_cast<int>(columns_.size()), kFeasibility);
    certain = end != QuadraticProgramEnd::limit;
    z.assign(n, 0);
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      z[columns_[j]] = program_.x()[j];
    }
    return end == QuadraticProgramEnd::solved;
  }

  Answer branch() {
    if (--left_ < 0) {
      return Answer::gave_up;
    }
    const std::size_t n = q_.size();
    std::vector<double> z;
    bool certain = false;
    if (!relax(z, certain)) {
      return certain ? Answer::none : Answer::gave_up;
    }
    std::size_t worst = n;
    double most = kZero;
    Zero first = Zero::z;
    for (std::size_t i = 0; i < n; ++i) {
      double w = q_[i];
      for (std::size_t j = 0; j < n; ++j) {
        w += m_[i * n + j] * z[j];
      }
      if (decided_[i] == Zero::either && std::min(z[i], w) > most) {
        most = std::min(z[i], w);
        worst = i;
        first = z[i] < w ? Zero::z : Zero::w;
      }
    }
    if (worst == n) {
      return Answer::exists;
    }
    Answer answer = Answer::none;
    for (const Zero choice : {first, first == Zero::z ? Zero::w : Zero::z}) {
      decided_[worst] = choice;
      const Answer below = branch();
      if (below != Answer::none) {
        answer = below;
        break;
      }
    }
    decided_[worst] = Zero::either;
    return answer;
  }

  std::vector<double> m_, q_, rows_, constants_;
  std::vector<Zero> decided_;
  std::vector<std::size_t> columns_;
  QuadraticProgram program_;
  int left_ = 0;
};

TEST(NoSolution, IsNotClaimedWhereThereIsOne) {
  // The search that proves that there is no solution finds one where the chain does.
  int found = 0;
  for (const std::uint64_t index : {40, 77, 101}) {
    const StepProblem p = random_pile_problem(1, index, PileContacts::cones);
    StepSolver solver;
    ASSERT_TRUE(solver.solve(p, FrictionLaw::stewart_trinkle).solved);
    const Search::Answer answer = Search(p).run(1000);
    EXPECT_NE(answer, Search::Answer::none) << index;
    found += answer == Search::Answer::exists ? 1 : 0;
  }
  EXPECT_GE(found, 2);
}

TEST(NoSolution, IsProvenOfSmallPilesThatOnlyTheLastLinkSolves) {
  for (const std::uint64_t index : {2289, 8097, 8648}) {
    const StepProblem p = random_pile_problem(2, index, PileContacts::cones);
    StepSolver solver;
    const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
    EXPECT_TRUE(s.solved && s.stabilisation_dropped) << index;
    EXPECT_EQ(Search(p).run(1000), Search::Answer::none) << index;
  }
}

}  // namespace
}  // namespace touchstone
