// SPDX-License-Identifier: MIT
// Contact solvers of siconos (libsiconos-numerics), by its fc3d_driver: nonsmooth Gauss-Seidel, the
// nonsmooth Newton methods of Alart and Curnier, Fischer and Burmeister and the natural map, and
// ADMM.
//
// Conventions of siconos, and what becomes of them here:
// - velocity = M reaction + q, a contact's rows normal first: as ours. Blocks lie column by column.
// - The cone is round, in space. 0 from the driver means that its error is below dparam[TOL]: this
//   is taken for "solved", and dparam[RESIDU] for its residual, which is divided by |q|.
// Parameters: the tolerance is 1e-10 and the most iterations are 10,000, since siconos' own, 1e-4
// and from 200 on, do not mean a solution of 1e-9. All others are those of siconos.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "peers/solver_peer.hpp"

namespace {

constexpr double kTolerance = 1e-10;
constexpr int kMaxIterations = 10000;

using Options = std::unique_ptr<SolverOptions, void (*)(SolverOptions*)>;

/// W for Gauss-Seidel, which takes it by blocks.
class BlockMatrix {
 public:
  explicit BlockMatrix(const touchstone_step& step)
      : values_(9 * std::size_t{step.block_begin[step.contact_count]}),
        begin_(step.block_begin, step.block_begin + step.contact_count + 1),
        column_(step.block_column, step.block_column + step.block_begin[step.contact_count]) {
    const std::uint32_t count = step.contact_count;
    for (std::size_t k = 0; k < column_.size(); ++k) {
      double* block = values_.data() + 9 * k;
      for (std::size_t e = 0; e < 9; ++e) block[e % 3 * 3 + e / 3] = step.blocks[9 * k + e];
      blocks_.push_back(block);
    }
    for (std::uint32_t i = 0; i < count; ++i) ends_.push_back(3 * (i + 1));
    W_.nbblocks = static_cast<unsigned>(column_.size());
    W_.block = blocks_.data();
    W_.blocknumber0 = W_.blocknumber1 = count;
    W_.blocksize0 = W_.blocksize1 = ends_.data();
    W_.filled1 = begin_.size();
    W_.filled2 = column_.size();
    W_.index1_data = begin_.data();
    W_.index2_data = column_.data();
    matrix_ = NM_new_SBM(static_cast<int>(3 * count), static_cast<int>(3 * count), &W_);
  }
  BlockMatrix(const BlockMatrix&) = delete;
  BlockMatrix& operator=(const BlockMatrix&) = delete;
  ~BlockMatrix() {
    NM_clear_not_SBM(matrix_);
    std::free(W_.diagonal_blocks);
    std::free(matrix_);
  }

  NumericsMatrix* get() const { return matrix_; }

 private:
  std::vector<double> values_;
  std::vector<std::size_t> begin_, column_;
  std::vector<double*> blocks_;
  std::vector<unsigned> ends_;
  SparseBlockStructuredMatrix W_{};
  NumericsMatrix* matrix_ = nullptr;
};

/// W for all others.
class TripletMatrix {
 public:
  explicit TripletMatrix(const touchstone_step& step) {
    const auto rows = static_cast<int>(3 * step.contact_count);
    matrix_ = NM_create(NM_SPARSE, rows, rows);
    NM_triplet_alloc(matrix_, 9 * std::size_t{step.block_begin[step.contact_count]});
    matrix_->matrix2->origin = NSM_TRIPLET;
    peer::for_entries(step, [this](std::size_t row, std::size_t column, double entry) {
      NM_entry(matrix_, static_cast<int>(row), static_cast<int>(column), entry);
    });
  }
  TripletMatrix(const TripletMatrix&) = delete;
  TripletMatrix& operator=(const TripletMatrix&) = delete;
  ~TripletMatrix() {
    NM_clear(matrix_);
    std::free(matrix_);
  }

  NumericsMatrix* get() const { return matrix_; }

 private:
  NumericsMatrix* matrix_ = nullptr;
};

template <int kSolver, class Matrix>
void solve(const touchstone_step& step, touchstone_step_answer& answer) {
  const Matrix W(step);
  const Options options(solver_options_create(kSolver), solver_options_delete);
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kMaxIterations;
  std::vector<double> q(step.q, step.q + 3 * std::size_t{step.contact_count});
  std::vector<double> mu(step.mu, step.mu + step.contact_count);
  std::vector<double> reaction(q.size(), 0), velocity(q.size(), 0);
  FrictionContactProblem problem{3, static_cast<int>(step.contact_count), W.get(), q.data(),
                                 mu.data()};
  const int failed = fc3d_driver(&problem, reaction.data(), velocity.data(), options.get());
  std::copy(reaction.begin(), reaction.end(), answer.impulses);
  answer.status = failed == 0 ? TOUCHSTONE_STEP_SOLVED : TOUCHSTONE_STEP_APPROXIMATE;
  answer.given = TOUCHSTONE_HAS_RESIDUAL | TOUCHSTONE_HAS_ITERATIONS;
  answer.residual = options->dparam[SICONOS_DPARAM_RESIDU];
  answer.iterations = static_cast<std::uint64_t>(options->iparam[SICONOS_IPARAM_ITER_DONE]);
}

template <int kSolver, class Matrix = TripletMatrix>
touchstone_solver_1 solver(const char* name, const char* summary) {
  return peer::step_solver<solve<kSolver, Matrix>>(name, summary, TOUCHSTONE_CONE_ROUND, 0);
}

const touchstone_solver_1 kSolvers[] = {
    solver<SICONOS_FRICTION_3D_NSGS, BlockMatrix>("siconos_nsgs", "nonsmooth Gauss-Seidel"),
    solver<SICONOS_FRICTION_3D_NSN_AC>("siconos_nsn_ac", "Newton on Alart and Curnier's function"),
    solver<SICONOS_FRICTION_3D_NSN_FB>("siconos_nsn_fb",
                                       "Newton on Fischer and Burmeister's function"),
    solver<SICONOS_FRICTION_3D_NSN_NM>("siconos_nsn_nm", "Newton on the natural map"),
    solver<SICONOS_FRICTION_3D_ADMM>("siconos_admm", "alternating directions of multipliers")};

}  // namespace

TOUCHSTONE_SOLVER_PEERS(kSolvers)
