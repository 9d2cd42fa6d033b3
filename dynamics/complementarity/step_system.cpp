// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/step_system.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "dynamics/complementarity/local_step.hpp"
#include "dynamics/complementarity/step_number.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr int kVelocitiesOfBody = 6;

constexpr int kContactsAtOnce = 256;  ///< whose rows of W are made, then rounded
constexpr const char* kNoInverse = "has no inverse in doubles";
constexpr const char* kBeyondDoubles = "gives velocities beyond all doubles";

template <class Number>
using SystemMatrix = Eigen::SparseMatrix<Number, Eigen::RowMajor>;
template <class Number>
using SystemVector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
template <class Number>
using SystemPart = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;

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

template <class Number>
SystemMatrix<Number> sparse_of(const SparseRows& rows, int columns) {
  std::vector<Eigen::Triplet<Number>> entries;
  for (int i = 0; i < rows.rows(); ++i) {
    for (int k = rows.begin[at(i)]; k < rows.begin[at(i + 1)]; ++k) {
      entries.emplace_back(i, rows.column[at(k)], rows.value[at(k)]);
    }
  }
  SystemMatrix<Number> matrix(rows.rows(), columns);
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

/// Whether W has more blocks than it may: one for any two contacts that touch a common part of M.
bool makes_too_many_blocks(const StepSystem& system, int dimension) {
  const std::vector<std::vector<int>> sets = coupled_sets(system.mass);
  std::vector<std::size_t> set_of(at(system.velocities));
  for (std::size_t k = 0; k < sets.size(); ++k) {
    for (const int velocity : sets[k]) set_of[at(velocity)] = k;
  }
  const int contacts = system.contact.rows() / dimension;
  std::vector<std::vector<std::size_t>> touched(at(contacts));
  std::vector<std::vector<int>> touching(sets.size());
  for (int i = 0; i < contacts; ++i) {
    const int end = system.contact.begin[at((i + 1) * dimension)];
    for (int k = system.contact.begin[at(i * dimension)]; k < end; ++k) {
      const std::size_t set = set_of[at(system.contact.column[at(k)])];
      if (!touching[set].empty() && touching[set].back() == i) continue;
      touching[set].push_back(i);
      touched[at(i)].push_back(set);
    }
  }
  std::vector<int> met_by(at(contacts), -1);  // the contact that met this one last
  std::size_t blocks = 0;
  for (int i = 0; i < contacts; ++i) {
    for (const std::size_t set : touched[at(i)]) {
      for (const int j : touching[set]) {
        if (std::exchange(met_by[at(j)], i) != i) ++blocks;
      }
      if (blocks > kMaxBlocks) return true;
    }
  }
  return false;
}

/// Gauss' and Jordan's elimination of a matrix whose diagonal is about 1.
template <class Number>
SystemPart<Number> inverse_of(SystemPart<Number> part) {
  const Eigen::Index size = part.rows();
  SystemPart<Number> inverse = SystemPart<Number>::Identity(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index r = k; r < size; ++r) {
      const bool larger =
          std::abs(static_cast<double>(part(r, k))) > std::abs(static_cast<double>(part(pivot, k)));
      if (larger) pivot = r;
    }
    part.row(k).swap(part.row(pivot));
    inverse.row(k).swap(inverse.row(pivot));
    const Number divisor = part(k, k);
    for (Eigen::Index c = 0; c < size; ++c) {
      part(k, c) /= divisor;
      inverse(k, c) /= divisor;
    }
    for (Eigen::Index r = 0; r < size; ++r) {
      const Number factor = part(r, k);
      if (r == k || factor == Number(0)) continue;
      for (Eigen::Index c = 0; c < size; ++c) {
        part(r, c) -= factor * part(k, c);
        inverse(r, c) -= factor * inverse(k, c);
      }
    }
  }
  return inverse;
}

/// The inverse of a positive definite part of M, whose rows and columns are scaled for that by
/// powers of two.
template <class Number>
SystemPart<Number> inverse_of_mass(const Eigen::MatrixXd& part) {
  const Eigen::Index size = part.rows();
  const auto exponent = [&part](Eigen::Index k) { return -std::ilogb(part(k, k)) / 2; };
  SystemPart<Number> scaled(size, size);
  for (Eigen::Index r = 0; r < size; ++r) {
    for (Eigen::Index c = 0; c < size; ++c) {
      scaled(r, c) = std::ldexp(part(r, c), exponent(r) + exponent(c));
    }
  }
  SystemPart<Number> inverse = inverse_of(std::move(scaled));
  using std::ldexp;
  for (Eigen::Index r = 0; r < size; ++r) {
    for (Eigen::Index c = 0; c < size; ++c) {
      inverse(r, c) = ldexp(inverse(r, c), exponent(r) + exponent(c));
    }
  }
  return inverse;
}

/// The inverse of M, or what is wrong with M.
template <class Number>
std::string invert(const SparseRows& mass, SystemMatrix<Number>& inverse) {
  const auto M = sparse_of<double>(mass, mass.rows());
  std::vector<Eigen::Triplet<Number>> entries;
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
    const SystemPart<Number> inverted = inverse_of_mass<Number>(part);
    if (!inverted.template cast<double>().allFinite()) return kNoInverse;
    for (Eigen::Index r = 0; r < size; ++r) {
      for (Eigen::Index c = 0; c < size; ++c) {
        if (inverted(r, c) == Number(0)) continue;
        entries.emplace_back(set[at(r)], set[at(c)], inverted(r, c));
      }
    }
  }
  inverse.resize(mass.rows(), mass.rows());
  inverse.setFromTriplets(entries.begin(), entries.end());
  return "";
}

/// Adds rows of W, a contact's ones after another's.
template <class Number>
void add_blocks(const SystemMatrix<Number>& rows, int dimension, BlockRows& W) {
  const auto size = static_cast<std::size_t>(dimension) * at(dimension);
  for (int first = 0; first < static_cast<int>(rows.rows()); first += dimension) {
    std::map<int, std::vector<double>> blocks;
    for (int row = 0; row < dimension; ++row) {
      for (typename SystemMatrix<Number>::InnerIterator entry(rows, first + row); entry; ++entry) {
        const int column = static_cast<int>(entry.col());
        std::vector<double>& block = blocks[column / dimension];
        block.resize(size);
        block[at(row * dimension + column % dimension)] = static_cast<double>(entry.value());
      }
    }
    for (const auto& [column, block] : blocks) {
      W.column.push_back(column);
      W.value.insert(W.value.end(), block.begin(), block.end());
    }
    W.begin.push_back(static_cast<int>(W.column.size()));
  }
}

/// H times what impulses move.
template <class Number>
BlockRows blocks_of(const SystemMatrix<Number>& H, const SystemMatrix<Number>& moved,
                    int dimension) {
  const int rows = static_cast<int>(H.rows());
  const int rows_at_once = kContactsAtOnce * dimension;
  BlockRows W;
  W.rows = W.columns = rows / dimension;
  W.begin.push_back(0);
  for (int first = 0; first < rows; first += rows_at_once) {
    const SystemMatrix<Number> some = H.middleRows(first, std::min(rows_at_once, rows - first));
    add_blocks<Number>(some * moved, dimension, W);
  }
  return W;
}

template <class Number>
SystemVector<Number> vector_of(const std::vector<double>& values, int size) {
  if (values.empty()) return SystemVector<Number>::Zero(size);
  return Eigen::Map<const Eigen::VectorXd>(values.data(), size).cast<Number>();
}

template <class Number>
std::vector<double> rounded(const SystemVector<Number>& vector) {
  std::vector<double> doubles;
  doubles.reserve(at(static_cast<int>(vector.size())));
  for (const Number& x : vector) doubles.push_back(static_cast<double>(x));
  return doubles;
}

template <class Number>
std::vector<double> dense_rows(const SystemMatrix<Number>& matrix) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> dense(
      matrix.template cast<double>());
  return {dense.data(), dense.data() + dense.size()};
}

bool all_in_doubles(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// The local form, computed in these numbers and rounded at last.
template <class Number>
std::string set_form_in(LocalStep& step) {
  const StepSystem& system = *step.system;
  SystemMatrix<Number> inverse;
  if (std::string fault = invert(system.mass, inverse); !fault.empty()) return fault;
  const auto H = sparse_of<Number>(system.contact, system.velocities);
  const auto G = sparse_of<Number>(system.joint, system.velocities);
  const SystemVector<Number> force = vector_of<Number>(system.force, system.velocities);
  SystemVector<Number> start = vector_of<Number>(system.free, system.velocities);
  start += inverse * force;
  SystemVector<Number> q = vector_of<Number>(system.offset, static_cast<int>(H.rows()));
  q += H * start;
  step.W = blocks_of<Number>(H, inverse * SystemMatrix<Number>(H.transpose()), step.dimension);
  step.q = rounded<Number>(q);
  if (!all_in_doubles(step.W.value) || !all_in_doubles(step.q)) return kBeyondDoubles;
  if (G.rows() == 0) return "";
  const SystemMatrix<Number> by_joints = inverse * SystemMatrix<Number>(G.transpose());
  SystemVector<Number> s = vector_of<Number>(system.rest, static_cast<int>(G.rows()));
  s += G * start;
  step.joints = {dense_rows<Number>(H * by_joints), dense_rows<Number>(G * by_joints),
                 rounded<Number>(s)};
  const LocalJoints& joints = step.joints;
  const bool bounded =
      all_in_doubles(joints.V) && all_in_doubles(joints.R) && all_in_doubles(joints.s);
  return bounded ? "" : kBeyondDoubles;
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

// The inverse of an M of condition 1e10 has six digits in doubles.
std::string set_local_form(LocalStep& step) {
  const StepSystem& system = *step.system;
  const auto joints = static_cast<std::size_t>(system.joint.rows());
  if (joints * (joints + static_cast<std::size_t>(system.contact.rows())) > kMaxJointEntries) {
    return "has too many joints for its contacts";
  }
  if (makes_too_many_blocks(system, step.dimension)) {
    return "makes more than 20,000,000 blocks of contacts";
  }
  const std::string fault = set_form_in<StepNumber>(step);
  // Two doubles do not reach as far as one.
  const bool may_be_within = fault == kBeyondDoubles || fault == kNoInverse;
  return may_be_within ? set_form_in<double>(step) : fault;
}

}  // namespace touchstone
