// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/scaled_step.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dynamics/complementarity/dense.hpp"
#include "dynamics/complementarity/directions.hpp"

namespace touchstone {
namespace {

using Kind = ScaledStep::Variable::Kind;

/// n W n' is at least this share of its maximum over the contacts.
constexpr double kMobilityFloor = 1e-6;
/// The scale is at least this share of the terms whose sum is q (residual.hpp).
constexpr double kCancellation = 1e-6;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void ScaledStep::assign(const StepProblem& problem, StepRows rows) {
  problem_ = &problem;
  dof_ = at(problem.dof());
  if (directions_.size() != 2 * at(problem.directions)) {
    directions_ = cone_directions(problem.directions);
  }
  has_cones_ = false;
  for (int i = 0; i < problem.contacts(); ++i) {
    has_cones_ = has_cones_ || grips(i);
  }
  sticking_.assign(at(problem.contacts()), 0);
  scale_rows();
  eliminate();
  choose_rows(rows);
}

void ScaledStep::choose_rows(StepRows rows) {
  rows_ = rows;
  shift_.assign(root_mass_.size(), 0);
  list_variables();
}

void ScaledStep::shift(const std::vector<double>& by_contact) { shift_ = by_contact; }

void ScaledStep::scale_rows() {
  const StepProblem& p = *problem_;
  const std::size_t n = at(p.contacts());
  root_mass_.resize(n);
  scaled_normal_.assign(p.normal.data(), p.normal.data() + n * dof_);
  equalities_.clear(dof());
  const int joints = static_cast<int>(p.joint.rows());
  if (joints > 0) {
    order_.resize(at(joints));
    for (int r = 0; r < joints; ++r) {
      order_[at(r)] = r;
    }
    equalities_.add(p.joint.data(), p.joint_bound.data(), order_);
    for (std::size_t i = 0; i < n; ++i) {
      equalities_.project(&scaled_normal_[i * dof_]);
    }
  }
  joint_rank_ = equalities_.rank();
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = &scaled_normal_[i * dof_];
    root_mass_[i] = dot(row, row, dof_);
    largest = std::max(largest, root_mass_[i]);
  }
  if (largest == 0) {  // no contact can move: any unit will do
    largest = p.tangent.size() > 0 ? p.tangent.rowwise().squaredNorm().maxCoeff() : 0;
    largest = largest > 0 ? largest : 1;
  }
  scaled_tangent_.resize(2 * n * dof_);
  for (std::size_t i = 0; i < n; ++i) {
    const double root = 1 / std::sqrt(std::max(root_mass_[i], kMobilityFloor * largest));
    root_mass_[i] = root;
    const double* normal = p.normal.data() + i * dof_;
    const double* tangent = p.tangent.data() + 2 * i * dof_;
    for (std::size_t j = 0; j < dof_; ++j) {
      scaled_normal_[i * dof_ + j] = root * normal[j];
      scaled_tangent_[2 * i * dof_ + j] = root * tangent[j];
      scaled_tangent_[(2 * i + 1) * dof_ + j] = root * tangent[dof_ + j];
    }
  }
}

void ScaledStep::stick(const std::vector<char>& sticking) {
  equalities_.truncate(joint_rank_);
  sticking_ = sticking;
  const int joints = static_cast<int>(problem_->joint.rows());
  std::vector<double>& rows = active_rows_;
  rows.clear();
  // All rows at once, so that the best of them all are the basis; numbered by contact.
  order_.clear();
  for (int i = 0; i < contacts(); ++i) {
    if (sticking[at(i)] != 0) {
      const double* tangent = &scaled_tangent_[2 * at(i) * dof_];
      rows.insert(rows.end(), tangent, tangent + 2 * dof_);
      order_.push_back(joints + 2 * i);
      order_.push_back(joints + 2 * i + 1);
    }
  }
  equalities_.add(rows.data(), nullptr, order_);
  eliminate();
}

void ScaledStep::eliminate() {
  const std::size_t n = root_mass_.size();
  start_.assign(problem_->free.data(), problem_->free.data() + dof_);
  normal_rows_ = scaled_normal_.data();
  tangent_rows_ = scaled_tangent_.data();
  if (equalities_.rank() > 0) {
    equalities_.fulfil(start_.data());
    free_normal_ = scaled_normal_;
    free_tangent_ = scaled_tangent_;
    for (std::size_t i = 0; i < n; ++i) {
      equalities_.project(&free_normal_[i * dof_]);
      if (grips(static_cast<int>(i))) {
        equalities_.project(&free_tangent_[2 * i * dof_]);
        equalities_.project(&free_tangent_[(2 * i + 1) * dof_]);
      }
    }
    normal_rows_ = free_normal_.data();
    tangent_rows_ = free_tangent_.data();
  }
  normal_q_.resize(n);
  tangent_q_.resize(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    normal_q_[i] = dot(&scaled_normal_[i * dof_], start_.data(), dof_) +
                   root_mass_[i] * problem_->bound[static_cast<Eigen::Index>(i)];
    tangent_q_[2 * i] = dot(&scaled_tangent_[2 * i * dof_], start_.data(), dof_);
    tangent_q_[2 * i + 1] = dot(&scaled_tangent_[(2 * i + 1) * dof_], start_.data(), dof_);
  }
}

void ScaledStep::list_variables() {
  variables_.clear();
  first_.clear();
  for (int i = 0; i < contacts(); ++i) {
    first_.push_back(size());
    const bool cone = grips(i);
    if (cone && rows_ == StepRows::relaxed) {
      for (int k = 0; k < problem_->directions; ++k) {
        variables_.push_back({Kind::generator, i, k});
      }
      continue;
    }
    variables_.push_back({Kind::normal, i, 0});
    for (int k = 0; cone && k < problem_->directions; ++k) {
      variables_.push_back({Kind::direction, i, k});
    }
    if (cone && rows_ == StepRows::lcp) {
      variables_.push_back({Kind::slip, i, 0});
    }
  }
}

void ScaledStep::write_row(int variable, double* out) const {
  const Variable& v = variables_[at(variable)];
  const double* n = normal(v.contact);
  if (v.kind == Kind::normal) {
    std::copy(n, n + dof_, out);
    return;
  }
  if (v.kind == Kind::slip) {
    std::fill(out, out + dof_, 0.0);
    return;
  }
  const double* x = tangent(v.contact);
  const double* y = x + dof_;
  const double d_x = directions_[2 * at(v.k)];
  const double d_y = directions_[2 * at(v.k) + 1];
  if (v.kind == Kind::direction) {
    for (std::size_t j = 0; j < dof_; ++j) {
      out[j] = d_x * x[j] + d_y * y[j];
    }
    return;
  }
  const double mu = problem_->friction[at(v.contact)].mu;
  const double s = std::sqrt(1 + mu * mu);
  for (std::size_t j = 0; j < dof_; ++j) {
    out[j] = (n[j] + mu * (d_x * x[j] + d_y * y[j])) / s;
  }
}

double ScaledStep::constant(int variable) const {
  const Variable& v = variables_[at(variable)];
  const std::size_t i = at(v.contact);
  switch (v.kind) {
    case Kind::normal:
      return normal_q_[i] + (rows_ == StepRows::relaxed ? shift_[i] : 0);
    case Kind::slip:
      return 0;
    default:
      break;
  }
  const double along = directions_[2 * at(v.k)] * tangent_q_[2 * i] +
                       directions_[2 * at(v.k) + 1] * tangent_q_[2 * i + 1];
  if (v.kind == Kind::direction) {
    return along + (rows_ == StepRows::fixed_slip ? shift_[i] : 0);
  }
  const double mu = problem_->friction[i].mu;
  return (normal_q_[i] + shift_[i] + mu * along) / std::sqrt(1 + mu * mu);
}

double ScaledStep::scale() const {
  const StepProblem& p = *problem_;
  double q = 0;
  double terms = 0;
  const auto count = [&](const double* row, double value, double offset) {
    q = std::max(q, std::abs(value));
    double sum = std::abs(offset);
    for (std::size_t j = 0; j < dof_; ++j) {
      sum += std::abs(row[j] * start_[j]);
    }
    terms = std::max(terms, sum);
  };
  for (std::size_t i = 0; i < root_mass_.size(); ++i) {
    count(&scaled_normal_[i * dof_], normal_q_[i],
          root_mass_[i] * p.bound[static_cast<Eigen::Index>(i)]);
    if (p.friction[i].kind != FrictionKind::frictionless) {
      count(&scaled_tangent_[2 * i * dof_], tangent_q_[2 * i], 0);
      count(&scaled_tangent_[(2 * i + 1) * dof_], tangent_q_[2 * i + 1], 0);
    }
  }
  return std::max(q, kCancellation * terms);
}

void ScaledStep::write_rows(std::vector<double>& rows, std::vector<double>& q) const {
  rows.resize(variables_.size() * dof_);
  q.resize(variables_.size());
  for (int i = 0; i < size(); ++i) {
    write_row(i, &rows[at(i) * dof_]);
    q[at(i)] = constant(i);
  }
}

double ScaledStep::coupling(int row, int column) const {
  const Variable& r = variables_[at(row)];
  const Variable& c = variables_[at(column)];
  if (r.contact != c.contact) {
    return 0;
  }
  if (r.kind == Kind::slip) {
    return c.kind == Kind::normal      ? problem_->friction[at(r.contact)].mu
           : c.kind == Kind::direction ? -1
                                       : 0;
  }
  return r.kind == Kind::direction && c.kind == Kind::slip ? 1 : 0;
}

void ScaledStep::write_matrix(const std::vector<double>& rows, std::vector<double>& m) const {
  const std::size_t n = variables_.size();
  m.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool zero = variables_[i].kind == Kind::slip;
    for (std::size_t j = 0; j <= i; ++j) {
      const double product = zero ? 0 : dot(&rows[i * dof_], &rows[j * dof_], dof_);
      m[i * n + j] = product;
      m[j * n + i] = product;
    }
  }
  if (rows_ != StepRows::lcp) {
    return;
  }
  for (int i = 0; i < size(); ++i) {
    if (variables_[at(i)].kind == Kind::slip) {
      for (int j = first(variables_[at(i)].contact); j < i; ++j) {
        m[at(i) * n + at(j)] = coupling(i, j);
        m[at(j) * n + at(i)] = coupling(j, i);
      }
    }
  }
}

void ScaledStep::reduce_active(std::vector<int>& active) const {
  std::size_t kept = 0;
  int touching = -1;
  for (const int variable : active) {
    const Variable& v = variables_[at(variable)];
    if (v.kind == Kind::normal) {
      touching = v.contact;
    }
    if (v.kind == Kind::generator || touching == v.contact) {
      active[kept++] = variable;
    }
  }
  active.resize(kept);
}

bool ScaledStep::solve_active(const std::vector<int>& active, int refinements,
                              std::vector<double>& z) {
  const std::size_t n = active.size();
  active_rows_.resize(n * dof_);
  right_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    write_row(active[i], &active_rows_[i * dof_]);
    right_[i] = -constant(active[i]);
  }
  matrix_.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double product = dot(&active_rows_[i * dof_], &active_rows_[j * dof_], dof_);
      matrix_[i * n + j] = product;
      matrix_[j * n + i] = product;
      if (rows_ == StepRows::lcp &&
          variables_[at(active[i])].contact == variables_[at(active[j])].contact) {
        matrix_[i * n + j] += coupling(active[i], active[j]);
        matrix_[j * n + i] += i == j ? 0 : coupling(active[j], active[i]);
      }
    }
  }
  if (!lu_.factor(matrix_, n)) {
    return false;
  }
  lu_.solve(right_, z);
  for (int pass = 0; pass < refinements; ++pass) {
    // w of the rows themselves: forming M has squared their condition.
    wide_.assign(dof_, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < dof_; ++j) {
        wide_[j] += static_cast<long double>(active_rows_[i * dof_ + j]) * z[i];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      long double w = constant(active[i]);
      for (std::size_t j = 0; j < dof_; ++j) {
        w += active_rows_[i * dof_ + j] * wide_[j];
      }
      for (std::size_t j = 0; rows_ == StepRows::lcp && j < n; ++j) {
        w += static_cast<long double>(coupling(active[i], active[j])) * z[j];
      }
      right_[i] = static_cast<double>(-w);
    }
    lu_.solve(right_, rest_);
    add_multiple(1, rest_.data(), z.data(), n);
  }
  return true;
}

double ScaledStep::normal_velocity(int contact, const double* u) const {
  return dot(&scaled_normal_[at(contact) * dof_], u, dof_) +
         root_mass_[at(contact)] * problem_->bound[contact];
}

std::array<double, 2> ScaledStep::tangent_velocity(int contact, const double* u) const {
  const double* x = &scaled_tangent_[2 * at(contact) * dof_];
  return {dot(x, u, dof_), dot(x + dof_, u, dof_)};
}

double ScaledStep::slip_of(int contact, const double* u) const {
  const auto [along_x, along_y] = tangent_velocity(contact, u);
  double slip = 0;
  for (std::size_t k = 0; k < directions_.size(); k += 2) {
    slip = std::max(slip, -(directions_[k] * along_x + directions_[k + 1] * along_y));
  }
  return slip;
}

void ScaledStep::expand(const std::vector<int>& active, const std::vector<double>& z,
                        StepSolution& s) {
  const StepProblem& p = *problem_;
  const Eigen::Index n = contacts();
  const Eigen::Index joints = p.joint.rows();
  s.normal_impulse.setZero(n);
  s.direction_impulse.setZero(n * p.directions);
  s.slip.setZero(n);
  s.tangent_impulse.setZero(2 * n);
  s.joint_impulse.setZero(joints);
  s.u = Eigen::Map<const Eigen::VectorXd>(start_.data(), p.dof());
  rest_.resize(dof_);
  for (std::size_t i = 0; i < active.size(); ++i) {
    const Variable& v = variables_[at(active[i])];
    if (v.kind == Kind::slip || !(z[i] > 0)) {
      continue;
    }
    write_row(active[i], rest_.data());
    add_multiple(z[i], rest_.data(), s.u.data(), dof_);
    const double root = root_mass_[at(v.contact)];
    double normal = v.kind == Kind::normal ? z[i] : 0;
    double direction = v.kind == Kind::direction ? z[i] : 0;
    if (v.kind == Kind::generator) {
      const double mu = p.friction[at(v.contact)].mu;
      normal = z[i] / std::sqrt(1 + mu * mu);
      direction = mu * normal;
    }
    s.normal_impulse[v.contact] += root * normal;
    if (direction != 0) {
      const Eigen::Index contact = v.contact;
      s.direction_impulse[contact * p.directions + v.k] += root * direction;
      s.tangent_impulse[2 * contact] += root * direction * directions_[2 * at(v.k)];
      s.tangent_impulse[2 * contact + 1] += root * direction * directions_[2 * at(v.k) + 1];
    }
  }
  for (int i = 0; i < contacts(); ++i) {
    if (is_cone(i)) {
      s.slip[i] = slip_of(i, s.u.data()) / root_mass_[at(i)];
    }
  }
  if (equalities_.rank() == 0) {
    return;
  }
  // What is left of u - free without the contacts is the sum of the bilateral rows' impulses.
  for (std::size_t j = 0; j < dof_; ++j) {
    rest_[j] = s.u[static_cast<Eigen::Index>(j)] - p.free[static_cast<Eigen::Index>(j)];
  }
  for (int i = 0; i < contacts(); ++i) {
    const double root = root_mass_[at(i)];
    add_multiple(-s.normal_impulse[i] / root, &scaled_normal_[at(i) * dof_], rest_.data(), dof_);
    for (int k = 0; k < 2; ++k) {
      add_multiple(-s.tangent_impulse[2 * i + k] / root, &scaled_tangent_[at(2 * i + k) * dof_],
                   rest_.data(), dof_);
    }
  }
  equality_impulse_.assign(at(static_cast<int>(joints)) + 2 * root_mass_.size(), 0);
  equalities_.impulses(rest_.data(), equality_impulse_.data());
  for (Eigen::Index r = 0; r < joints; ++r) {
    s.joint_impulse[r] = equality_impulse_[static_cast<std::size_t>(r)];
  }
  for (int i = 0; i < contacts(); ++i) {
    if (sticking_[at(i)] != 0) {
      for (int k = 0; k < 2; ++k) {
        s.tangent_impulse[2 * i + k] =
            root_mass_[at(i)] * equality_impulse_[static_cast<std::size_t>(joints) + at(2 * i + k)];
      }
    }
  }
}

double ScaledStep::error(const StepSolution& s) const {
  const StepProblem& p = *problem_;
  double worst = 0;
  for (int i = 0; i < contacts(); ++i) {
    const double root = root_mass_[at(i)];
    const double c = s.normal_impulse[i] / root;
    const double lambda = s.slip[i] * root;
    double w = normal_velocity(i, s.u.data());
    if (rows_ == StepRows::relaxed && is_cone(i)) {
      w += shift_[at(i)] - p.friction[at(i)].mu * lambda;
    }
    worst = std::max(worst, std::abs(std::min(c, w)));
    if (!grips(i)) {
      continue;
    }
    const auto [along_x, along_y] = tangent_velocity(i, s.u.data());
    double spare = p.friction[at(i)].mu * c;
    for (int k = 0; k < p.directions; ++k) {
      const double beta = s.direction_impulse[i * p.directions + k] / root;
      const double slide = directions_[2 * at(k)] * along_x + directions_[2 * at(k) + 1] * along_y;
      worst = std::max(worst, std::abs(std::min(beta, slide + lambda)));
      spare -= beta;
    }
    worst = std::max(worst, std::abs(std::min(lambda, spare)));
  }
  const double unit = scale();
  return worst == 0 ? 0 : worst / unit;
}

}  // namespace touchstone
