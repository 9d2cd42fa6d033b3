// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/step_system.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "dynamics/complementarity/local_step.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr int kVelocitiesOfBody = 6;

using SystemMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using SystemVector = Eigen::VectorXd;

/// The row of two bodies: 12 numbers from `row` on.
void add_body_row(const int* body, const double* row, SparseRows& out) {
  for (int side = 0; side < 2; ++side) {
    for (int k = 0; k < kVelocitiesOfBody && body[side] >= 0; ++k) {
      const double entry = row[side * kVelocitiesOfBody + k];
      if (entry != 0) out.add(body[side] * kVelocitiesOfBody + k, entry);
    }
  }
  out.end_row();
}

SystemMatrix sparse_of(const SparseRows& rows, int columns) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < rows.rows(); ++i) {
    for (int k = rows.begin[at(i)]; k < rows.begin[at(i + 1)]; ++k) {
      entries.emplace_back(i, rows.column[at(k)], rows.value[at(k)]);
    }
  }
  SystemMatrix matrix(rows.rows(), columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// Velocities that the matrix couples, ascending, set after set.
std::vector<std::vector<int>> coupled_sets(const SparseRows& mass) {
  std::vector<int> parent(at(mass.rows()));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int i) {
    while (parent[at(i)] != i) i = parent[at(i)] = parent[at(parent[at(i)])];
    return i;
  };
  for (int i = 0; i < mass.rows(); ++i) {
    for (int k = mass.begin[at(i)]; k < mass.begin[at(i + 1)]; ++k) {
      parent[at(root(i))] = root(mass.column[at(k)]);
    }
  }
  std::map<int, std::vector<int>> sets;
  for (int i = 0; i < mass.rows(); ++i) sets[root(i)].push_back(i);
  std::vector<std::vector<int>> all;
  for (auto& [first, set] : sets) all.push_back(std::move(set));
  return all;
}

/// The inverse of M, or what is wrong with M.
std::string invert(const SparseRows& mass, SystemMatrix& inverse) {
  const SystemMatrix M = sparse_of(mass, mass.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (const std::vector<int>& set : coupled_sets(mass)) {
    const auto size = static_cast<Eigen::Index>(set.size());
    if (size > kMaxCoupledVelocities) {
      return "couples " + std::to_string(size) + " velocities with each other, and at most " +
             std::to_string(kMaxCoupledVelocities) + " are judged";
    }
    Eigen::MatrixXd part(size, size);
    for (Eigen::Index r = 0; r < size; ++r) {
      for (Eigen::Index c = 0; c < size; ++c) part(r, c) = M.coeff(set[at(r)], set[at(c)]);
    }
    if (Eigen::LLT<Eigen::MatrixXd>((part + part.transpose()) / 2).info() != Eigen::Success) {
      return "is not positive definite";
    }
    const Eigen::MatrixXd inverted = part.inverse();
    if (!inverted.allFinite()) return "has no inverse in doubles";
    for (Eigen::Index r = 0; r < size; ++r) {
      for (Eigen::Index c = 0; c < size; ++c) {
        if (inverted(r, c) != 0) entries.emplace_back(set[at(r)], set[at(c)], inverted(r, c));
      }
    }
  }
  inverse.resize(mass.rows(), mass.rows());
  inverse.setFromTriplets(entries.begin(), entries.end());
  return "";
}

BlockRows blocks_of_system(const SystemMatrix& matrix, int dimension) {
  const auto size = static_cast<std::size_t>(dimension) * at(dimension);
  BlockRows W;
  W.rows = W.columns = static_cast<int>(matrix.rows()) / dimension;
  W.begin.push_back(0);
  for (int i = 0; i < W.rows; ++i) {
    std::map<int, std::vector<double>> blocks;
    for (int row = 0; row < dimension; ++row) {
      for (SystemMatrix::InnerIterator entry(matrix, i * dimension + row); entry; ++entry) {
        const int column = static_cast<int>(entry.col());
        std::vector<double>& block = blocks[column / dimension];
        block.resize(size);
        block[at(row * dimension + column % dimension)] = entry.value();
      }
    }
    for (const auto& [column, block] : blocks) {
      W.column.push_back(column);
      W.value.insert(W.value.end(), block.begin(), block.end());
    }
    W.begin.push_back(static_cast<int>(W.column.size()));
  }
  return W;
}

SystemVector vector_of(const std::vector<double>& values, int size) {
  if (values.empty()) return SystemVector::Zero(size);
  return Eigen::Map<const SystemVector>(values.data(), size);
}

std::vector<double> dense_rows(const SystemMatrix& matrix) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> dense(matrix);
  return {dense.data(), dense.data() + dense.size()};
}

}  // namespace

StepSystem system_of(const StepBodies& bodies) {
  constexpr int kSize = kVelocitiesOfBody;
  StepSystem system;
  system.velocities = static_cast<int>(bodies.free.size());
  system.free = bodies.free;
  for (int i = 0; i < system.velocities; ++i) {
    const int first = i / kSize * kSize;
    for (int k = 0; k < kSize; ++k) {
      const double entry = bodies.masses[at(i * kSize + k)];
      if (entry != 0) system.mass.add(first + k, entry);
    }
    system.mass.end_row();
  }
  const auto dimension = at(bodies.dimension);
  for (std::size_t i = 0; i < bodies.bound.size(); ++i) {
    for (std::size_t row = 0; row < dimension; ++row) {
      add_body_row(&bodies.contact_body[2 * i],
                   &bodies.contact_rows[(i * dimension + row) * 2 * kSize], system.contact);
      system.offset.push_back(row == 0 ? bodies.bound[i] : 0);
    }
  }
  for (std::size_t r = 0; r < bodies.joint_bound.size(); ++r) {
    add_body_row(&bodies.joint_body[2 * r], &bodies.joint_rows[r * 2 * kSize], system.joint);
  }
  system.rest = bodies.joint_bound;
  return system;
}

std::string set_local_form(LocalStep& step) {
  const StepSystem& system = *step.system;
  SystemMatrix inverse;
  if (std::string fault = invert(system.mass, inverse); !fault.empty()) return fault;
  const SystemMatrix H = sparse_of(system.contact, system.velocities);
  const SystemMatrix G = sparse_of(system.joint, system.velocities);
  const auto joints = static_cast<std::size_t>(G.rows());
  if (joints * (joints + static_cast<std::size_t>(H.rows())) > kMaxJointEntries) {
    return "has too many joints for its contacts";
  }
  const SystemVector start = vector_of(system.free, system.velocities) +
                             inverse * vector_of(system.force, system.velocities);
  const SystemMatrix moved = inverse * SystemMatrix(H.transpose());
  step.W = blocks_of_system(H * moved, step.dimension);
  const SystemVector q = H * start + vector_of(system.offset, static_cast<int>(H.rows()));
  step.q.assign(q.begin(), q.end());
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(step.W.value.begin(), step.W.value.end(), is_finite) || !q.allFinite()) {
    return "gives velocities beyond all doubles";
  }
  if (joints == 0) return "";
  const SystemMatrix by_joints = inverse * SystemMatrix(G.transpose());
  const SystemVector s = G * start + vector_of(system.rest, static_cast<int>(G.rows()));
  step.joints = {dense_rows(H * by_joints), dense_rows(G * by_joints), {s.begin(), s.end()}};
  const bool bounded = std::all_of(step.joints.V.begin(), step.joints.V.end(), is_finite) &&
                       std::all_of(step.joints.R.begin(), step.joints.R.end(), is_finite) &&
                       s.allFinite();
  return bounded ? "" : "gives velocities beyond all doubles";
}

}  // namespace touchstone
