// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/block_factor.hpp"

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {

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

std::size_t BlockFactor::find(int row, int column) const {
  const auto begin = row_.begin() + static_cast<std::ptrdiff_t>(first_[at(column)]);
  const auto end = row_.begin() + static_cast<std::ptrdiff_t>(first_[at(column) + 1]);
  return static_cast<std::size_t>(std::lower_bound(begin, end, row) - row_.begin());
}

/// Subtracts what column k contributes to the rest.
void BlockFactor::eliminate(int k) {
  const std::size_t begin = first_[at(k)];
  const std::size_t count = first_[at(k) + 1] - begin;
  scaled_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    scaled_[i].noalias() = lower_[begin + i] * diagonal_[at(k)];
  }
  for (std::size_t j = 0; j < count; ++j) {
    const int column = row_[begin + j];
    if (symmetric_) {
      diagonal_[at(column)].noalias() -= scaled_[j] * lower_[begin + j].transpose();
    } else {
      diagonal_[at(column)].noalias() -= scaled_[j] * upper_[begin + j];
    }
    std::size_t target = first_[at(column)];
    for (std::size_t i = j + 1; i < count; ++i) {
      while (row_[target] != row_[begin + i]) ++target;
      if (symmetric_) {
        lower_[target].noalias() -= scaled_[i] * lower_[begin + j].transpose();
      } else {
        lower_[target].noalias() -= scaled_[i] * upper_[begin + j];
        upper_[target].noalias() -= scaled_[j] * upper_[begin + i];
      }
    }
  }
}

bool BlockFactor::factor() {
  for (int k = 0; k < bodies_; ++k) {
    const Block inverse = diagonal_[at(k)].partialPivLu().inverse();
    if (!inverse.allFinite()) return false;
    diagonal_[at(k)] = inverse;
    eliminate(k);
  }
  return true;
}

void BlockFactor::solve(Eigen::VectorXd& x) {
  using Part = Eigen::Matrix<double, 6, 1>;
  const auto part = [&x, this](int k) { return x.segment<6>(Eigen::Index{6} * body_[at(k)]); };
  for (int k = 0; k < bodies_; ++k) {
    const Part own = diagonal_[at(k)] * part(k);
    part(k) = own;
    for (std::size_t i = first_[at(k)]; i < first_[at(k) + 1]; ++i) {
      part(row_[i]).noalias() -= lower_[i] * own;
    }
  }
  for (int k = bodies_; k-- > 0;) {
    Part sum = Part::Zero();
    for (std::size_t i = first_[at(k)]; i < first_[at(k) + 1]; ++i) {
      if (symmetric_) {
        sum.noalias() += lower_[i].transpose() * part(row_[i]);
      } else {
        sum.noalias() += upper_[i] * part(row_[i]);
      }
    }
    part(k).noalias() -= diagonal_[at(k)] * sum;
  }
}

}  // namespace touchstone
