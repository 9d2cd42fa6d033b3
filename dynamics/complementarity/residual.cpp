// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// n W n' is at least this share of its maximum over the contacts.
constexpr double kMobilityFloor = 1e-6;
/// The scale is at least this share of the terms whose sum is q.
constexpr double kCancellation = 1e-6;
/// Joint rows, normalised, are dependent below this.
constexpr double kJointRank = 1e-10;

template <class Matrix>
bool finite(const Matrix& matrix) {
  const double* entry = matrix.data();
  return std::all_of(entry, entry + matrix.size(), [](double x) { return std::isfinite(x); });
}

bool sizes_match(const StepProblem& p, const StepSolution& s) {
  const Eigen::Index n = p.contacts();
  return s.u.size() == p.dof() && s.normal_impulse.size() == n &&
         s.direction_impulse.size() == n * p.directions && s.slip.size() == n &&
         s.tangent_impulse.size() == 2 * n && s.joint_impulse.size() == p.joint.rows();
}

bool all_finite(const StepProblem& p, const StepSolution& s) {
  return finite(p.free) && finite(p.normal) && finite(p.tangent) && finite(p.bound) &&
         finite(p.joint) && finite(p.joint_bound) && finite(s.u) && finite(s.normal_impulse) &&
         finite(s.direction_impulse) && finite(s.slip) && finite(s.tangent_impulse) &&
         finite(s.joint_impulse) &&
         std::all_of(p.friction.begin(), p.friction.end(),
                     [](const ContactFriction& f) { return std::isfinite(f.mu); });
}

bool all_zero(const StepSolution& s) {
  return s.normal_impulse.isZero(0) && s.direction_impulse.isZero(0) && s.slip.isZero(0) &&
         s.tangent_impulse.isZero(0) && s.joint_impulse.isZero(0);
}

/// row.x.
using Sum = Residual::Sum;
Sum product(const RowMatrix& rows, Eigen::Index i, const Eigen::VectorXd& x) {
  const double* row = rows.data() + i * rows.cols();
  Sum sum;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const double term = row[j] * x[j];
    sum.value += term;
    sum.terms += std::abs(term);
  }
  return sum;
}

void add_row(const RowMatrix& rows, Eigen::Index i, double factor, Eigen::VectorXd& u) {
  if (factor == 0) {
    return;
  }
  const double* row = rows.data() + i * rows.cols();
  for (Eigen::Index j = 0; j < u.size(); ++j) {
    u[j] += factor * row[j];
  }
}

}  // namespace

void Residual::Scale::count(const Sum& sum, double offset, double root_mass) {
  q = std::max(q, root_mass * std::abs(sum.value + offset));
  terms = std::max(terms, root_mass * (sum.terms + std::abs(offset)));
}

void Residual::contact_masses(const StepProblem& p) {
  // n W n' = |n P|^2, P the projection onto the complement of the joint rows.
  const int n = p.contacts();
  root_mass_.resize(static_cast<std::size_t>(n));
  double largest = 0;
  if (p.joint.rows() == 0) {
    start_ = p.free;
    for (int i = 0; i < n; ++i) {
      const double mobility = p.normal.row(i).squaredNorm();
      root_mass_[static_cast<std::size_t>(i)] = mobility;
      largest = std::max(largest, mobility);
    }
  } else {
    RowMatrix joint = p.joint;
    Eigen::VectorXd bound = p.joint_bound;
    for (Eigen::Index r = 0; r < joint.rows(); ++r) {
      const double norm = joint.row(r).norm();
      if (norm > 0) {
        joint.row(r) /= norm;
        bound[r] /= norm;
      }
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(kJointRank);
    decomposition.compute(joint);
    // The nearest velocity to `free` that the joints allow: a least-norm correction.
    start_ = p.free - decomposition.solve(joint * p.free + bound);
    const Eigen::MatrixXd moved = p.normal.transpose();
    // Eigen's triangular solve reads the first element even of an empty matrix.
    Eigen::MatrixXd projected = moved;
    if (n > 0) projected -= decomposition.solve(joint * moved);
    for (int i = 0; i < n; ++i) {
      const double mobility = projected.col(i).squaredNorm();
      root_mass_[static_cast<std::size_t>(i)] = mobility;
      largest = std::max(largest, mobility);
    }
  }
  if (largest == 0) {  // no contact can move: any unit will do, its rows' own is at hand
    largest = p.tangent.size() > 0 ? p.tangent.rowwise().squaredNorm().maxCoeff() : 0;
    largest = largest > 0 ? largest : 1;
  }
  for (double& value : root_mass_) {
    value = 1 / std::sqrt(std::max(value, kMobilityFloor * largest));
  }
}

void Residual::set_directions(int directions) {
  const auto n = static_cast<std::size_t>(directions);
  if (direction_x_.size() == n) {
    return;
  }
  direction_x_.resize(n);
  direction_y_.resize(n);
  for (int k = 0; k < directions; ++k) {
    // From the nearest axis, so that the axes themselves are exact.
    const int quarter = (4 * k + directions / 2) / directions;
    const double rest = 2 * std::numbers::pi * (4 * k - quarter * directions) / (4 * directions);
    const double sign = quarter % 4 >= 2 ? -1 : 1;
    const double along = sign * std::cos(rest);
    const double across = sign * std::sin(rest);
    const bool swapped = quarter % 2 == 1;
    direction_x_[static_cast<std::size_t>(k)] = swapped ? -across : along;
    direction_y_[static_cast<std::size_t>(k)] = swapped ? along : across;
  }
}

/// What w' is made of at zero impulses.
Residual::Scale Residual::scale(const StepProblem& p) const {
  Scale scale;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double root = root_mass_[at];
    const FrictionKind kind = p.friction[at].kind;
    scale.count(product(p.normal, i, start_), p.bound[i], root);
    if (kind == FrictionKind::frictionless) {
      continue;
    }
    const Sum x = product(p.tangent, 2 * i, start_);
    const Sum y = product(p.tangent, 2 * i + 1, start_);
    if (kind == FrictionKind::no_slip) {
      scale.count(x, 0, root);
      scale.count(y, 0, root);
      continue;
    }
    for (std::size_t k = 0; k < direction_x_.size(); ++k) {
      const double c = direction_x_[k];
      const double d = direction_y_[k];
      scale.count({c * x.value + d * y.value, std::abs(c) * x.terms + std::abs(d) * y.terms}, 0,
                  root);
    }
  }
  for (Eigen::Index r = 0; r < p.joint.rows(); ++r) {
    const double norm = p.joint.row(r).norm();
    if (norm > 0) {
      scale.count(product(p.joint, r, p.free), p.joint_bound[r], 1 / norm);
    }
  }
  return scale;
}

void Residual::add_impulses(const StepProblem& p, const StepSolution& s) {
  u_ = p.free;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    add_row(p.normal, i, s.normal_impulse[i], u_);
    add_row(p.tangent, 2 * i, s.tangent_impulse[2 * i], u_);
    add_row(p.tangent, 2 * i + 1, s.tangent_impulse[2 * i + 1], u_);
  }
  for (Eigen::Index r = 0; r < p.joint.rows(); ++r) {
    add_row(p.joint, r, s.joint_impulse[r], u_);
  }
}

/// The largest error of contact i, in sqrt(J).
double Residual::contact_error(const StepProblem& p, const StepSolution& s, FrictionLaw law,
                               Eigen::Index i) const {
  const double root = root_mass_[static_cast<std::size_t>(i)];
  const ContactFriction& friction = p.friction[static_cast<std::size_t>(i)];
  const double c = s.normal_impulse[i] / root;
  const double lambda = s.slip[i] * root;
  const double* beta = s.direction_impulse.data() + i * p.directions;
  const double x = root * product(p.tangent, 2 * i, u_).value;
  const double y = root * product(p.tangent, 2 * i + 1, u_).value;
  double f_x = s.tangent_impulse[2 * i] / root;
  double f_y = s.tangent_impulse[2 * i + 1] / root;
  double w = root * (product(p.normal, i, u_).value + p.bound[i]);
  if (friction.kind == FrictionKind::cone) {
    w -= law == FrictionLaw::relaxed ? friction.mu * lambda : 0;
    double worst = std::abs(std::min(c, w));
    double spare = friction.mu * c;
    for (std::size_t k = 0; k < direction_x_.size(); ++k) {
      const double impulse = beta[k] / root;
      const double slide = direction_x_[k] * x + direction_y_[k] * y;
      worst = std::max(worst, std::abs(std::min(impulse, slide + lambda)));
      spare -= impulse;
      f_x -= impulse * direction_x_[k];
      f_y -= impulse * direction_y_[k];
    }
    return std::max({worst, std::abs(std::min(lambda, spare)), std::abs(f_x), std::abs(f_y)});
  }
  double worst = std::max(std::abs(std::min(c, w)), std::abs(lambda));
  for (int k = 0; k < p.directions; ++k) {
    worst = std::max(worst, std::abs(beta[k]) / root);
  }
  const double f = std::max(std::abs(f_x), std::abs(f_y));
  if (friction.kind == FrictionKind::frictionless || c <= 0) {
    return std::max(worst, f);
  }
  const double slip = std::max(std::abs(x), std::abs(y));
  return std::max(worst, std::min(slip, std::max(c, f)));
}

double Residual::operator()(const StepProblem& p, const StepSolution& s, FrictionLaw law) {
  if (!sizes_match(p, s) || !all_finite(p, s)) {
    return kInfinity;
  }
  set_directions(p.directions);
  contact_masses(p);
  const Scale reached = scale(p);
  if (reached.q == 0) {
    return all_zero(s) && s.u == p.free ? 0 : kInfinity;
  }
  const double unit = std::max(reached.q, kCancellation * reached.terms);
  add_impulses(p, s);
  // The claimed u may be rounded in its own largest entry.
  const double unit_u = std::max(unit, kCancellation * start_.lpNorm<Eigen::Infinity>());
  double worst = (s.u - u_).lpNorm<Eigen::Infinity>() / unit_u * unit;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    worst = std::max(worst, contact_error(p, s, law, i));
  }
  for (Eigen::Index r = 0; r < p.joint.rows(); ++r) {
    const double norm = p.joint.row(r).norm();
    const double w = product(p.joint, r, u_).value + p.joint_bound[r];
    worst = std::max(worst, norm > 0 ? std::abs(w) / norm : (w == 0 ? 0 : kInfinity));
  }
  return std::isfinite(worst) ? worst / unit : kInfinity;
}

double residual(const StepProblem& problem, const StepSolution& solution, FrictionLaw law) {
  return Residual{}(problem, solution, law);
}

}  // namespace touchstone
