// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/block_factor.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

using Block = BlockFactor::Block;

/// A becomes G with G G' = A, zero above the diagonal. False where A is not positive.
bool factor_cholesky(Block& A) {
  for (Eigen::Index j = 0; j < 6; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) A.col(j).tail(6 - j) -= A(j, k) * A.col(k).tail(6 - j);
    if (!(A(j, j) > 0)) return false;
    A.col(j).tail(6 - j) /= std::sqrt(A(j, j));
    A.col(j).head(j).setZero();
  }
  return A.allFinite();
}

/// X becomes X G^-T, by columns.
void divide_by_transpose(const Block& G, Block& X) {
  for (Eigen::Index j = 0; j < 6; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) X.col(j) -= G(j, k) * X.col(k);
    X.col(j) /= G(j, j);
  }
}

/// X becomes X A^-1 for the factors P A = L U.
void divide_by_lu(const Eigen::PartialPivLU<Block>& lu, Block& X) {
  const Block& LU = lu.matrixLU();
  for (Eigen::Index j = 0; j < 6; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) X.col(j) -= LU(k, j) * X.col(k);
    X.col(j) /= LU(j, j);
  }
  for (Eigen::Index j = 6; j-- > 0;) {
    for (Eigen::Index k = j + 1; k < 6; ++k) X.col(j) -= LU(k, j) * X.col(k);
  }
  X = (X * lu.permutationP()).eval();
}

}  // namespace

void BlockFactor::set_pattern(int bodies, const std::vector<std::pair<int, int>>& pairs) {
  std::vector<std::pair<int, int>> sorted;
  for (const auto& [a, b] : pairs) sorted.emplace_back(std::max(a, b), std::min(a, b));
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (bodies == bodies_ && sorted == pairs_) return;
  bodies_ = bodies;
  pairs_ = std::move(sorted);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < bodies; ++i) entries.emplace_back(i, i, 1);
  for (const auto& [a, b] : pairs_) {
    entries.emplace_back(a, b, 1);
    entries.emplace_back(b, a, 1);
  }
  Eigen::SparseMatrix<double> graph(bodies, bodies);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(graph, order);
  place_.assign(at(bodies), 0);
  body_.assign(at(bodies), 0);
  for (int i = 0; i < bodies; ++i) {
    body_[at(i)] = order.indices()[i];
    place_[at(order.indices()[i])] = i;
  }
  // A column's rows are those of its matrix and of the columns whose first row it is (fill).
  std::vector<std::vector<int>> rows(at(bodies));
  for (const auto& [a, b] : pairs_) {
    const auto [low, high] = std::minmax(place_[at(a)], place_[at(b)]);
    rows[at(low)].push_back(high);
  }
  first_.assign(1, 0);
  row_.clear();
  for (int k = 0; k < bodies; ++k) {
    std::vector<int>& own = rows[at(k)];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    row_.insert(row_.end(), own.begin(), own.end());
    first_.push_back(row_.size());
    if (own.empty()) continue;
    std::vector<int>& parent = rows[at(own.front())];
    parent.insert(parent.end(), own.begin() + 1, own.end());
  }
}

void BlockFactor::set_pattern(const SparseStep& step) {
  std::vector<std::pair<int, int>> pairs;
  const auto connect = [&pairs](const std::array<int, 2>& body) {
    if (body[0] >= 0 && body[1] >= 0) pairs.emplace_back(body[0], body[1]);
  };
  for (const SparseStep::Contact& contact : step.contacts()) connect(contact.block.body);
  for (const SparseStep::Joint& joint : step.joints()) connect(joint.block.body);
  set_pattern(step.problem().bodies, pairs);
}

void BlockFactor::clear(bool symmetric) {
  symmetric_ = symmetric;
  diagonal_.assign(at(bodies_), Block::Zero());
  lower_.assign(row_.size(), Block::Zero());
  if (!symmetric) upper_.assign(row_.size(), Block::Zero());
}

void BlockFactor::begin(bool symmetric) {
  clear(symmetric);
  for (int body = 0; body < bodies_; ++body) add(body, body, Block::Identity());
}

void BlockFactor::add_joints(const SparseStep& step, double stiffness) {
  const Block stiff = stiffness * Block::Identity();
  for (const SparseStep::Joint& joint : step.joints()) add_product<6>(joint.block, stiff);
}

std::size_t BlockFactor::find(int row, int column) const {
  const auto begin = row_.begin() + static_cast<std::ptrdiff_t>(first_[at(column)]);
  const auto end = row_.begin() + static_cast<std::ptrdiff_t>(first_[at(column) + 1]);
  return static_cast<std::size_t>(std::lower_bound(begin, end, row) - row_.begin());
}

/// Factors the diagonal block of column k, and divides the blocks below it by the factor.
bool BlockFactor::divide(int k) {
  const std::size_t end = first_[at(k) + 1];
  if (symmetric_) {
    Block& G = diagonal_[at(k)];
    if (!factor_cholesky(G)) return false;
    for (std::size_t i = first_[at(k)]; i < end; ++i) divide_by_transpose(G, lower_[i]);
    return true;
  }
  lu_[at(k)].compute(diagonal_[at(k)]);
  const Block& LU = lu_[at(k)].matrixLU();
  if (!LU.allFinite() || LU.diagonal().cwiseAbs().minCoeff() == 0) return false;
  for (std::size_t i = first_[at(k)]; i < end; ++i) divide_by_lu(lu_[at(k)], lower_[i]);
  return true;
}

/// Subtracts what column k contributes to the rest.
void BlockFactor::eliminate(int k) {
  const std::size_t begin = first_[at(k)];
  const std::size_t count = first_[at(k) + 1] - begin;
  for (std::size_t j = 0; j < count; ++j) {
    const int column = row_[begin + j];
    const Block& row = lower_[begin + j];
    if (symmetric_) {
      diagonal_[at(column)].noalias() -= row * row.transpose();
    } else {
      diagonal_[at(column)].noalias() -= row * upper_[begin + j];
    }
    std::size_t target = first_[at(column)];
    for (std::size_t i = j + 1; i < count; ++i) {
      while (row_[target] != row_[begin + i]) ++target;
      if (symmetric_) {
        lower_[target].noalias() -= lower_[begin + i] * row.transpose();
      } else {
        lower_[target].noalias() -= lower_[begin + i] * upper_[begin + j];
        upper_[target].noalias() -= lower_[begin + j] * upper_[begin + i];
      }
    }
  }
}

bool BlockFactor::factor() {
  if (!symmetric_) lu_.resize(at(bodies_));
  for (int k = 0; k < bodies_; ++k) {
    if (stop_.comes_at(k) || !divide(k)) return false;
    eliminate(k);
  }
  return true;
}

void BlockFactor::solve(Eigen::VectorXd& x) {
  using Part = Eigen::Matrix<double, 6, 1>;
  const auto part = [&x, this](int k) { return x.segment<6>(Eigen::Index{6} * body_[at(k)]); };
  for (int k = 0; k < bodies_; ++k) {
    Part own = part(k);
    if (symmetric_) {
      diagonal_[at(k)].triangularView<Eigen::Lower>().solveInPlace(own);
      part(k) = own;
    }
    for (std::size_t i = first_[at(k)]; i < first_[at(k) + 1]; ++i) {
      part(row_[i]).noalias() -= lower_[i] * own;
    }
  }
  for (int k = bodies_; k-- > 0;) {
    Part own = part(k);
    for (std::size_t i = first_[at(k)]; i < first_[at(k) + 1]; ++i) {
      if (symmetric_) {
        own.noalias() -= lower_[i].transpose() * part(row_[i]);
      } else {
        own.noalias() -= upper_[i] * part(row_[i]);
      }
    }
    if (symmetric_) {
      diagonal_[at(k)].triangularView<Eigen::Lower>().transpose().solveInPlace(own);
    } else {
      own = lu_[at(k)].solve(own).eval();
    }
    part(k) = own;
  }
}

}  // namespace touchstone
