// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/scaled_step.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"

namespace touchstone {

void ScaledStep::assign(const StepProblem& problem, StepRows rows) {
  reduced_.assign(problem);
  choose_rows(rows);
}

void ScaledStep::assign(const StepProblem& problem, FrictionLaw law) {
  reduced_.assign(problem);
  const bool lcp = law == FrictionLaw::stewart_trinkle && scaled().has_cones();
  choose_rows(lcp ? StepRows::lcp : StepRows::relaxed);
}

void ScaledStep::choose_rows(StepRows rows) {
  rows_ = rows;
  shift_.assign(at(contacts()), 0);
  list_variables();
}

void ScaledStep::list_variables() {
  variables_.clear();
  first_.clear();
  for (int i = 0; i < contacts(); ++i) {
    first_.push_back(size());
    const bool cone = scaled().grips(i);
    if (cone && rows_ == StepRows::relaxed) {
      for (int k = 0; k < problem().directions; ++k) {
        variables_.push_back({Kind::generator, i, k});
      }
      continue;
    }
    variables_.push_back({Kind::normal, i, 0});
    for (int k = 0; cone && k < problem().directions; ++k) {
      variables_.push_back({Kind::direction, i, k});
    }
    if (cone && rows_ == StepRows::lcp) {
      variables_.push_back({Kind::slip, i, 0});
    }
  }
}

void ScaledStep::write_row(int variable, double* out) const {
  const Variable& v = variables_[at(variable)];
  const std::size_t dof = scaled().dof();
  const double* n = reduced_.normal(v.contact);
  if (v.kind == Kind::normal) {
    std::copy(n, n + dof, out);
    return;
  }
  if (v.kind == Kind::slip) {
    std::fill(out, out + dof, 0.0);
    return;
  }
  const double* x = reduced_.tangent(v.contact);
  const double* y = x + dof;
  const double d_x = scaled().direction(v.k)[0];
  const double d_y = scaled().direction(v.k)[1];
  if (v.kind == Kind::direction) {
    for (std::size_t j = 0; j < dof; ++j) {
      out[j] = d_x * x[j] + d_y * y[j];
    }
    return;
  }
  const double mu = scaled().friction(v.contact).mu;
  const double s = std::sqrt(1 + mu * mu);
  for (std::size_t j = 0; j < dof; ++j) {
    out[j] = (n[j] + mu * (d_x * x[j] + d_y * y[j])) / s;
  }
}

double ScaledStep::constant(int variable) const {
  const Variable& v = variables_[at(variable)];
  const double normal = reduced_.normal_constant(v.contact);
  const double shift = shift_[at(v.contact)];
  switch (v.kind) {
    case Kind::normal:
      return normal + (rows_ == StepRows::relaxed ? shift : 0);
    case Kind::slip:
      return 0;
    default:
      break;
  }
  const double* d = scaled().direction(v.k);
  const double* tangent = reduced_.tangent_constant(v.contact);
  const double along = d[0] * tangent[0] + d[1] * tangent[1];
  if (v.kind == Kind::direction) {
    return along + (rows_ == StepRows::fixed_slip ? shift : 0);
  }
  const double mu = scaled().friction(v.contact).mu;
  return (normal + shift + mu * along) / std::sqrt(1 + mu * mu);
}

void ScaledStep::write_rows(std::vector<double>& rows, std::vector<double>& q) const {
  rows.resize(variables_.size() * scaled().dof());
  q.resize(variables_.size());
  for (int i = 0; i < size(); ++i) {
    write_row(i, &rows[at(i) * scaled().dof()]);
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
    return c.kind == Kind::normal      ? scaled().friction(r.contact).mu
           : c.kind == Kind::direction ? -1
                                       : 0;
  }
  return r.kind == Kind::direction && c.kind == Kind::slip ? 1 : 0;
}

void ScaledStep::write_matrix(const std::vector<double>& rows, std::vector<double>& m) const {
  const std::size_t n = variables_.size();
  const std::size_t dof = scaled().dof();
  m.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool zero = variables_[i].kind == Kind::slip;
    for (std::size_t j = 0; j <= i; ++j) {
      const double product = zero ? 0 : dot(&rows[i * dof], &rows[j * dof], dof);
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

/// Adds the scaled impulse z of one variable to the contact's impulses.
void ScaledStep::add_impulse(const Variable& v, double z, StepSolution& s) const {
  const double root = scaled().root_mass(v.contact);
  double normal = v.kind == Kind::normal ? z : 0;
  double direction = v.kind == Kind::direction ? z : 0;
  if (v.kind == Kind::generator) {
    const double mu = scaled().friction(v.contact).mu;
    normal = z / std::sqrt(1 + mu * mu);
    direction = mu * normal;
  }
  const Eigen::Index contact = v.contact;
  s.normal_impulse[contact] += root * normal;
  if (direction != 0) {
    const double* d = scaled().direction(v.k);
    s.direction_impulse[contact * problem().directions + v.k] += root * direction;
    s.tangent_impulse[2 * contact] += root * direction * d[0];
    s.tangent_impulse[2 * contact + 1] += root * direction * d[1];
  }
}

void ScaledStep::expand(const std::vector<int>& active, const std::vector<double>& z,
                        StepSolution& s) {
  s.clear_impulses(problem());
  s.u = Eigen::Map<const Eigen::VectorXd>(reduced_.start().data(), dof());
  row_.resize(scaled().dof());
  for (std::size_t i = 0; i < active.size(); ++i) {
    const Variable& v = variables_[at(active[i])];
    if (v.kind == Kind::slip || !(z[i] > 0)) {
      continue;
    }
    write_row(active[i], row_.data());
    add_multiple(z[i], row_.data(), s.u.data(), row_.size());
    add_impulse(v, z[i], s);
  }
  for (int i = 0; i < contacts(); ++i) {
    if (scaled().is_cone(i)) {
      s.slip[i] = scaled().slip_of(i, s.u.data()) / scaled().root_mass(i);
    }
  }
  reduced_.add_bilateral(s);
}

double ScaledStep::error(const StepSolution& s) const {
  double worst = 0;
  for (int i = 0; i < contacts(); ++i) {
    const double root = scaled().root_mass(i);
    const double mu = scaled().friction(i).mu;
    const double c = s.normal_impulse[i] / root;
    const double lambda = s.slip[i] * root;
    double w = scaled().normal_velocity(i, s.u.data());
    if (rows_ == StepRows::relaxed && scaled().is_cone(i)) {
      w += shift_[at(i)] - mu * lambda;
    }
    worst = std::max(worst, std::abs(std::min(c, w)));
    if (!scaled().grips(i)) {
      continue;
    }
    const auto [along_x, along_y] = scaled().tangent_velocity(i, s.u.data());
    double spare = mu * c;
    for (int k = 0; k < problem().directions; ++k) {
      const double beta = s.direction_impulse[i * problem().directions + k] / root;
      const double* d = scaled().direction(k);
      const double slide = d[0] * along_x + d[1] * along_y;
      worst = std::max(worst, std::abs(std::min(beta, slide + lambda)));
      spare -= beta;
    }
    worst = std::max(worst, std::abs(std::min(lambda, spare)));
  }
  return worst == 0 ? 0 : worst / scale();
}

}  // namespace touchstone
