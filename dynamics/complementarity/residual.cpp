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

/// row.x, and in `terms` the sum of the absolute values of what is added up.
struct Sum {
  double value = 0;
  double terms = 0;
};
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

/// The largest |w'| at zero impulses and the largest sum of terms behind one.
struct Scale {
  double q = 0;
  double terms = 0;
  void count(const Sum& sum, double offset, double root_mass) {
    q = std::max(q, root_mass * std::abs(sum.value + offset));
    terms = std::max(terms, root_mass * (sum.terms + std::abs(offset)));
  }
};

}  // namespace

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
    const Eigen::MatrixXd projected = moved - decomposition.solve(joint * moved);
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

double Residual::operator()(const StepProblem& p, const StepSolution& s, FrictionLaw law) {
  if (!sizes_match(p, s) || !all_finite(p, s)) {
    return kInfinity;
  }
  const int n = p.contacts();
  const int directions = p.directions;
  if (static_cast<int>(directions_.size()) != 2 * directions) {
    directions_.clear();
    for (int k = 0; k < directions; ++k) {
      // From the nearest axis, so that the axes themselves are exact.
      const int quarter = (4 * k + directions / 2) / directions;
      const double rest = 2 * std::numbers::pi * (4 * k - quarter * directions) / (4 * directions);
      const double c = std::cos(rest);
      const double d = std::sin(rest);
      const bool swapped = quarter % 2 == 1;
      const double x = swapped ? -d : c;
      const double y = swapped ? c : d;
      const double sign = quarter % 4 >= 2 ? -1 : 1;
      directions_.push_back(sign * x);
      directions_.push_back(sign * y);
    }
  }
  contact_masses(p);

  // The scale.
  Scale scale;
  for (int i = 0; i < n; ++i) {
    const double root = root_mass_[static_cast<std::size_t>(i)];
    scale.count(product(p.normal, i, start_), p.bound[i], root);
    if (p.friction[static_cast<std::size_t>(i)].kind == FrictionKind::frictionless) {
      continue;
    }
    const Sum x = product(p.tangent, 2 * i, start_);
    const Sum y = product(p.tangent, 2 * i + 1, start_);
    if (p.friction[static_cast<std::size_t>(i)].kind == FrictionKind::no_slip) {
      scale.count(x, 0, root);
      scale.count(y, 0, root);
    } else {
      for (int k = 0; k < directions; ++k) {
        const double c = directions_[static_cast<std::size_t>(2 * k)];
        const double d = directions_[static_cast<std::size_t>(2 * k + 1)];
        scale.count({c * x.value + d * y.value, std::abs(c) * x.terms + std::abs(d) * y.terms}, 0,
                    root);
      }
    }
  }
  for (Eigen::Index r = 0; r < p.joint.rows(); ++r) {
    const double norm = p.joint.row(r).norm();
    if (norm > 0) {
      scale.count(product(p.joint, r, p.free), p.joint_bound[r], 1 / norm);
    }
  }
  if (scale.q == 0) {
    return all_zero(s) && s.u == p.free ? 0 : kInfinity;
  }
  const double unit = std::max(scale.q, kCancellation * scale.terms);

  // u from the impulses, and whether the claimed one is that.
  u_ = p.free;
  for (int i = 0; i < n; ++i) {
    add_row(p.normal, i, s.normal_impulse[i], u_);
    add_row(p.tangent, 2 * i, s.tangent_impulse[2 * i], u_);
    add_row(p.tangent, 2 * i + 1, s.tangent_impulse[2 * i + 1], u_);
  }
  for (Eigen::Index r = 0; r < p.joint.rows(); ++r) {
    add_row(p.joint, r, s.joint_impulse[r], u_);
  }
  double worst = 0;
  const double unit_u = std::max(unit, kCancellation * start_.cwiseAbs().maxCoeff());
  worst = std::max(worst, (s.u - u_).cwiseAbs().maxCoeff() / unit_u * unit);

  // The rows.
  for (int i = 0; i < n; ++i) {
    const double root = root_mass_[static_cast<std::size_t>(i)];
    const ContactFriction& friction = p.friction[static_cast<std::size_t>(i)];
    const double c = s.normal_impulse[i] / root;
    const double lambda = s.slip[i] * root;
    const double* beta = s.direction_impulse.data() + static_cast<Eigen::Index>(i) * directions;
    double w = root * (product(p.normal, i, u_).value + p.bound[i]);
    const bool cone = friction.kind == FrictionKind::cone;
    if (cone && law == FrictionLaw::relaxed) {
      w -= friction.mu * lambda;
    }
    worst = std::max(worst, std::abs(std::min(c, w)));
    double f_x = s.tangent_impulse[2 * i] / root;
    double f_y = s.tangent_impulse[2 * i + 1] / root;
    if (!cone) {
      worst = std::max(worst, std::abs(lambda));
      for (int k = 0; k < directions; ++k) {
        worst = std::max(worst, std::abs(beta[k]) / root);
      }
      const double f = std::max(std::abs(f_x), std::abs(f_y));
      if (friction.kind == FrictionKind::frictionless || c <= 0) {
        worst = std::max(worst, f);
      } else {
        const double slip = root * std::max(std::abs(product(p.tangent, 2 * i, u_).value),
                                            std::abs(product(p.tangent, 2 * i + 1, u_).value));
        worst = std::max(worst, std::min(slip, std::max(c, f)));
      }
      continue;
    }
    const double x = root * product(p.tangent, 2 * i, u_).value;
    const double y = root * product(p.tangent, 2 * i + 1, u_).value;
    double spare = friction.mu * c;
    for (int k = 0; k < directions; ++k) {
      const double d_x = directions_[static_cast<std::size_t>(2 * k)];
      const double d_y = directions_[static_cast<std::size_t>(2 * k + 1)];
      const double impulse = beta[k] / root;
      worst = std::max(worst, std::abs(std::min(impulse, d_x * x + d_y * y + lambda)));
      spare -= impulse;
      f_x -= impulse * d_x;
      f_y -= impulse * d_y;
    }
    worst = std::max({worst, std::abs(std::min(lambda, spare)), std::abs(f_x), std::abs(f_y)});
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
