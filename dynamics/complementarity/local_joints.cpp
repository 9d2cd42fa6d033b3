// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/local_joints.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "dynamics/complementarity/dense_rows.hpp"
#include "dynamics/complementarity/local_law.hpp"
#include "geometry/arithmetic/double_double.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Joints are dependent where a pivot of R, or of their rows, is below this share of the largest [1].
constexpr double kRankOfJoints = 1e-10;
constexpr int kMaxFactoredVelocities = 600;  ///< M is made dense: 600^2 entries
/// Where joints are nearly dependent R^+ has lost digits, and each refinement gives some back.
constexpr int kRefinements = 2;

/// The inverse of a part of R on its range, the rows and columns scaled to a diagonal of ones.
std::vector<double> inverse_on_range(const std::vector<double>& R, std::size_t joints,
                                     const std::vector<int>& rows) {
  const auto size = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd part(size, size);
  Eigen::VectorXd root(size);
  for (Eigen::Index r = 0; r < size; ++r) {
    const double own = R[at(rows[at(r)]) * joints + at(rows[at(r)])];
    root[r] = own > 0 ? 1 / std::sqrt(own) : 1;
  }
  for (Eigen::Index r = 0; r < size; ++r) {
    for (Eigen::Index c = 0; c < size; ++c) {
      part(r, c) = root[r] * R[at(rows[at(r)]) * joints + at(rows[at(c)])] * root[c];
    }
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(kRankOfJoints);
  decomposition.compute(part);
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> inverse =
      root.asDiagonal() * decomposition.pseudoInverse() * root.asDiagonal();
  return {inverse.data(), inverse.data() + inverse.size()};
}

/// The velocities that the rows move, with those that M couples to them, ascending.
std::vector<Eigen::Index> velocities_of(const DenseRows& M, const DenseRows& rows) {
  std::vector<Eigen::Index> own;
  std::vector<char> seen(static_cast<std::size_t>(M.cols()), 0);
  const auto add = [&](const auto& row) {
    for (Eigen::Index k = 0; k < row.size(); ++k) {
      if (row[k] == 0 || std::exchange(seen[at(k)], 1) != 0) continue;
      own.push_back(k);
    }
  };
  for (Eigen::Index r = 0; r < rows.rows(); ++r) add(rows.row(r));
  for (std::size_t k = 0; k < own.size(); ++k) add(M.row(own[k]));
  std::sort(own.begin(), own.end());
  return own;
}

}  // namespace

JointlessStep::JointlessStep(const LocalStep& step) : given_(step) {
  const std::vector<double>& R = step.joints.R;
  const std::size_t joints = step.joints.s.size();
  std::vector<char> seen(joints, 0);
  for (std::size_t first = 0; first < joints; ++first) {
    if (seen[first] != 0) continue;
    Joined joined{{static_cast<int>(first)}, {}};
    seen[first] = 1;
    for (std::size_t k = 0; k < joined.rows.size(); ++k) {
      const std::size_t r = at(joined.rows[k]);
      for (std::size_t c = 0; c < joints; ++c) {
        if (seen[c] != 0 || (R[r * joints + c] == 0 && R[c * joints + r] == 0)) continue;
        seen[c] = 1;
        joined.rows.push_back(static_cast<int>(c));
      }
    }
    joined_.push_back(std::move(joined));
  }
  if (joints == 0) return;
  if (!factor_rows()) {
    for (Joined& joined : joined_) joined.inverse = inverse_on_range(R, joints, joined.rows);
  }
  reduce();
}

bool JointlessStep::factor_rows() {
  if (given_.system == nullptr || given_.system->velocities > kMaxFactoredVelocities) return false;
  const Eigen::Index size = given_.system->velocities;
  const DenseRows M = dense_of_rows(given_.system->mass, size);
  const DenseRows H = dense_of_rows(given_.system->contact, size);
  const DenseRows G = dense_of_rows(given_.system->joint, size);
  if (M != M.transpose()) return false;
  X_ = Eigen::MatrixXd(H.rows(), 0);
  lift_ = Eigen::MatrixXd(G.rows(), 0);
  for (const Joined& joined : joined_) {
    const std::vector<Eigen::Index> own = velocities_of(M, G(joined.rows, Eigen::all));
    if (own.empty()) continue;
    const Eigen::LLT<Eigen::MatrixXd> factor(M(own, own));
    if (factor.info() != Eigen::Success) {
      X_ = lift_ = Eigen::MatrixXd();
      return false;
    }
    const Eigen::MatrixXd contacts = factor.matrixL().solve(H(Eigen::all, own).transpose());  // B'
    Eigen::MatrixXd rows = factor.matrixL().solve(G(joined.rows, own).transpose());           // A'
    Eigen::VectorXd scale = rows.colwise().norm();
    for (double& length : scale) length = length > 0 ? 1 / length : 1;
    rows = (rows * scale.asDiagonal()).eval();
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(kRankOfJoints);
    qr.compute(rows);
    const Eigen::Index rank = qr.rank(), before = lift_.cols();
    const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(qr.rows(), rank);
    const Eigen::MatrixXd inverse = qr.matrixR()
                                        .topLeftCorner(rank, rank)
                                        .triangularView<Eigen::Upper>()
                                        .solve(Eigen::MatrixXd::Identity(rank, rank));
    X_.conservativeResize(Eigen::NoChange, before + rank);
    X_.rightCols(rank) = contacts.transpose() * Q;
    lift_.conservativeResize(Eigen::NoChange, before + rank);
    lift_.rightCols(rank).setZero();
    for (Eigen::Index k = 0; k < rank; ++k) {
      const int r = qr.colsPermutation().indices()[k];
      lift_.row(joined.rows[at(r)]).tail(rank) = scale[r] * inverse.row(k);
    }
  }
  y_ = -lift_.transpose() * vector_of(given_.joints.s);
  return true;
}

std::vector<double> JointlessStep::held(const std::vector<double>& values) const {
  std::vector<double> result(values.size(), 0);
  for (const Joined& joined : joined_) {
    for (int k = 0; k <= kRefinements && !joined.inverse.empty(); ++k) {
      std::vector<double> left;  // values - R result
      for (const int r : joined.rows) {
        left.push_back(values[at(r)]);
        const double* row = given_.joints.R.data() + at(r) * values.size();
        for (const int c : joined.rows) left.back() -= row[c] * result[at(c)];
      }
      const double* entry = joined.inverse.data();
      for (const int r : joined.rows) {
        for (const double x : left) result[at(r)] += *entry++ * x;
      }
    }
  }
  return result;
}

void JointlessStep::reduce() {
  const auto size = static_cast<std::size_t>(given_.dimension);
  const std::size_t joints = given_.joints.s.size();
  const std::vector<double>& V = given_.joints.V;
  const std::size_t rows = given_.q.size();
  reduced_.cone = given_.cone;
  reduced_.directions = given_.directions;
  reduced_.dimension = given_.dimension;
  reduced_.mu = given_.mu;
  reduced_.q = given_.q;
  const Eigen::VectorXd added = X_ * y_;
  const std::vector<double> of_s = held(given_.joints.s);
  const auto product = [&](std::size_t row, const std::vector<double>& by) {
    double sum = 0;
    for (std::size_t k = 0; k < joints; ++k) sum += V[row * joints + k] * by[k];
    return sum;
  };
  for (std::size_t row = 0; row < rows; ++row) {
    reduced_.q[row] += is_factored() ? added[static_cast<Eigen::Index>(row)] : -product(row, of_s);
  }
  std::vector<std::vector<double>> of_rows;  // R^+ V' by column
  std::vector<char> jointed(rows / size, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto begin = V.begin() + static_cast<std::ptrdiff_t>(row * joints);
    const std::vector<double> line(begin, begin + static_cast<std::ptrdiff_t>(joints));
    const bool any = std::any_of(line.begin(), line.end(), [](double x) { return x != 0; });
    if (any) jointed[row / size] = 1;
    of_rows.push_back(any ? held(line) : std::vector<double>(joints, 0));
  }
  BlockRows& W = reduced_.W;
  W.rows = W.columns = given_.W.rows;
  W.begin.push_back(0);
  for (std::size_t i = 0; i < rows / size; ++i) {
    std::map<int, std::vector<double>> blocks;
    for (int k = given_.W.begin[i]; k < given_.W.begin[i + 1]; ++k) {
      const auto begin = given_.W.value.begin() + static_cast<std::ptrdiff_t>(at(k) * size * size);
      blocks[given_.W.column[at(k)]].assign(begin,
                                            begin + static_cast<std::ptrdiff_t>(size * size));
    }
    for (std::size_t j = 0; j < rows / size && jointed[i] != 0; ++j) {
      if (jointed[j] == 0) continue;
      std::vector<double> block(size * size);
      for (std::size_t k = 0; k < size * size; ++k) {
        const auto r = static_cast<Eigen::Index>(i * size + k / size);
        const auto c = static_cast<Eigen::Index>(j * size + k % size);
        block[k] = is_factored() ? X_.row(r).dot(X_.row(c)) : product(at(r), of_rows[at(c)]);
      }
      if (std::all_of(block.begin(), block.end(), [](double x) { return x == 0; })) continue;
      std::vector<double>& there = blocks[static_cast<int>(j)];
      there.resize(size * size);
      for (std::size_t k = 0; k < size * size; ++k) there[k] -= block[k];
    }
    for (const auto& [column, block] : blocks) {
      W.column.push_back(column);
      W.value.insert(W.value.end(), block.begin(), block.end());
    }
    W.begin.push_back(static_cast<int>(W.column.size()));
  }
}

std::vector<double> JointlessStep::joint_velocities(const std::vector<double>& P) const {
  const LocalJoints& joints = given_.joints;
  std::vector<double> velocities = joints.s;
  for (std::size_t row = 0; row < P.size(); ++row) {
    for (std::size_t k = 0; k < velocities.size(); ++k) {
      velocities[k] += joints.V[row * velocities.size() + k] * P[row];
    }
  }
  return velocities;
}

double JointlessStep::joint_error(const std::vector<double>& P,
                                  const std::vector<double>& l) const {
  const std::size_t joints = l.size();
  if (joints == 0 || P.size() != given_.q.size()) return 0;
  const Eigen::VectorXd mobility = own_mobility(given_);
  double unit = 0;
  for (std::size_t row = 0; row < P.size(); ++row) {
    const double own = mobility[static_cast<Eigen::Index>(row / at(given_.dimension))];
    unit = std::max(unit, std::abs(reduced_.q[row]) / std::sqrt(own));
  }
  double error = 0;
  for (std::size_t r = 0; r < joints; ++r) {
    // Joints that contradict each other may have impulses beside which the contradiction is rounding.
    DoubleDouble left{given_.joints.s[r], 0};
    for (std::size_t row = 0; row < P.size(); ++row) {
      left = left + two_product(given_.joints.V[row * joints + r], P[row]);
    }
    for (std::size_t k = 0; k < joints; ++k) {
      left = left + two_product(given_.joints.R[r * joints + k], l[k]);
    }
    const double own = given_.joints.R[r * joints + r];
    if (!std::isfinite(left.high) || (!(own > 0) && left.high != 0)) return HUGE_VAL;
    if (!(own > 0)) continue;
    unit = std::max(unit, std::abs(given_.joints.s[r]) / std::sqrt(own));
    error = std::max(error, std::abs(left.high) / std::sqrt(own));
  }
  return unit > 0 ? error / unit : error;
}

std::vector<double> JointlessStep::joint_impulses(const std::vector<double>& P) const {
  if (P.size() != given_.q.size()) return std::vector<double>(given_.joints.s.size(), 0);
  if (is_factored()) {
    const Eigen::VectorXd l = lift_ * (y_ - X_.transpose() * vector_of(P));
    return {l.begin(), l.end()};
  }
  std::vector<double> impulses = held(joint_velocities(P));
  for (double& x : impulses) x = -x;
  return impulses;
}

}  // namespace touchstone
