// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/residual.hpp"

#include <Eigen/SparseQR>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "dynamics/complementarity/constraint_rules.hpp"
#include "dynamics/complementarity/judged_rows.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

// The judge states its own tolerances, although the solvers have equal ones: it shares nothing with
// them.
/// Least mobility n W n' of a contact, as a share of the largest of all contacts [1].
constexpr double kJudgedMobilityFloor = 1e-6;
/// Least scale, as a share of the terms whose sum is q [1].
constexpr double kJudgedCancellation = 1e-6;
/// Joint rows, normalised, are dependent below this.
constexpr double kJointRank = 1e-10;

template <class Matrix>
bool entries_are_finite(const Matrix& matrix) {
  const double* entry = matrix.data();
  return std::all_of(entry, entry + matrix.size(), [](double x) { return std::isfinite(x); });
}

template <class Problem>
bool solution_sizes_match(const Problem& p, const StepSolution& s) {
  const Eigen::Index n = p.contacts();
  return s.u.size() == p.dof() && s.normal_impulse.size() == n &&
         s.direction_impulse.size() == n * p.directions && s.slip.size() == n &&
         s.tangent_impulse.size() == 2 * n && s.joint_impulse.size() == p.joint_bound.size();
}

bool rows_are_finite(const StepProblem& p) {
  return entries_are_finite(p.normal) && entries_are_finite(p.tangent) &&
         entries_are_finite(p.joint);
}

bool rows_are_finite(const SparseProblem& p) {
  const auto block_is_finite = [](const auto& block) { return entries_are_finite(block.rows); };
  return std::all_of(p.contact.begin(), p.contact.end(), block_is_finite) &&
         std::all_of(p.joint.begin(), p.joint.end(), block_is_finite);
}

template <class Problem>
bool all_finite(const Problem& p, const StepSolution& s) {
  return rows_are_finite(p) && entries_are_finite(p.free) && entries_are_finite(p.bound) &&
         entries_are_finite(p.joint_bound) && entries_are_finite(s.u) &&
         entries_are_finite(s.normal_impulse) && entries_are_finite(s.direction_impulse) &&
         entries_are_finite(s.slip) && entries_are_finite(s.tangent_impulse) &&
         entries_are_finite(s.joint_impulse) &&
         std::all_of(p.friction.begin(), p.friction.end(),
                     [](const ContactFriction& f) { return std::isfinite(f.mu); });
}

bool all_zero(const StepSolution& s) {
  return s.normal_impulse.isZero(0) && s.direction_impulse.isZero(0) && s.slip.isZero(0) &&
         s.tangent_impulse.isZero(0) && s.joint_impulse.isZero(0);
}

}  // namespace

void Residual::Scale::count(const judged_rows::Sum& sum, double offset, double root_mass) {
  q = std::max(q, root_mass * std::abs(sum.value + offset));
  terms = std::max(terms, root_mass * (sum.terms + std::abs(offset)));
}

void Residual::eliminate_joints(const StepProblem& p) {
  // n W n' = |n P|^2, P the projection onto the complement of the joint rows.
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
  if (p.contacts() > 0) projected -= decomposition.solve(joint * moved);
  for (int i = 0; i < p.contacts(); ++i) {
    root_mass_[at(i)] = projected.col(i).squaredNorm();
  }
}

// G' = Q R with as many columns of Q as the joint rows have rank, the part of a velocity that the
// joints hold is Q Q' times it.
void Residual::eliminate_joints(const SparseProblem& p) {
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd bound = p.joint_bound;
  judged_rows::for_joint_rows(p, [&](const judged_rows::Row& row, Eigen::Index r) {
    const double length = norm(row);
    if (length > 0) bound[r] /= length;
    for (std::size_t part = 0; part < row.stretches; ++part) {
      for (Eigen::Index j = 0; j < row.size && length > 0; ++j) {
        entries.emplace_back(static_cast<int>(row.column[part] + j), static_cast<int>(r),
                             row.values[part][j] / length);
      }
    }
  });
  Eigen::SparseMatrix<double> transposed(p.dof(), bound.size());
  transposed.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(kJointRank);
  qr.compute(transposed);
  const Eigen::Index rank = qr.rank();
  const Eigen::VectorXd missed =
      qr.colsPermutation().transpose() * Eigen::VectorXd(transposed.transpose() * p.free + bound);
  Eigen::VectorXd held = Eigen::VectorXd::Zero(p.dof());
  const Eigen::MatrixXd triangle = qr.matrixR().topLeftCorner(rank, rank);
  held.head(rank) = triangle.transpose().triangularView<Eigen::Lower>().solve(missed.head(rank));
  start_ = p.free - Eigen::VectorXd(qr.matrixQ() * held);
  std::vector<char> jointed(static_cast<std::size_t>(p.bodies), 0);
  for (const JointRows& joint : p.joint) {
    for (const int body : joint.body) {
      if (body >= 0) jointed[at(body)] = 1;
    }
  }
  for (int i = 0; i < p.contacts(); ++i) {
    const judged_rows::Row row = judged_rows::normal_row(p, i);
    double mobility = squared(row);
    bool held_by_joints = false;
    for (const int body : p.contact[at(i)].body) {
      held_by_joints = held_by_joints || (body >= 0 && jointed[at(body)] != 0);
    }
    if (held_by_joints) {
      Eigen::VectorXd moved = Eigen::VectorXd::Zero(p.dof());
      add_row(row, 1, moved);
      moved = qr.matrixQ().transpose() * moved;
      mobility = moved.tail(p.dof() - rank).squaredNorm();
    }
    root_mass_[at(i)] = mobility;
  }
}

template <class Problem>
void Residual::contact_masses(const Problem& p) {
  const int n = p.contacts();
  root_mass_.resize(static_cast<std::size_t>(n));
  if (p.joint_bound.size() == 0) {
    start_ = p.free;
    for (int i = 0; i < n; ++i) {
      root_mass_[at(i)] = squared(judged_rows::normal_row(p, i));
    }
  } else {
    eliminate_joints(p);
  }
  double largest = 0;
  for (const double mobility : root_mass_) largest = std::max(largest, mobility);
  if (largest == 0) {  // no contact can move: any unit will do, its rows' own is at hand
    for (int i = 0; i < 2 * n; ++i) {
      largest = std::max(largest, squared(judged_rows::tangent_row(p, i)));
    }
    largest = largest > 0 ? largest : 1;
  }
  for (double& value : root_mass_) {
    value = 1 / std::sqrt(std::max(value, kJudgedMobilityFloor * largest));
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
    direction_x_[at(k)] = swapped ? -across : along;
    direction_y_[at(k)] = swapped ? along : across;
  }
}

/// What w' is made of at zero impulses.
template <class Problem>
Residual::Scale Residual::scale(const Problem& p) const {
  Scale scale;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double root = root_mass_[at];
    const FrictionKind kind = p.friction[at].kind;
    scale.count(product(judged_rows::normal_row(p, i), start_), p.bound[i], root);
    if (kind == FrictionKind::frictionless) {
      continue;
    }
    const judged_rows::Sum x = product(judged_rows::tangent_row(p, 2 * i), start_);
    const judged_rows::Sum y = product(judged_rows::tangent_row(p, 2 * i + 1), start_);
    if (kind == FrictionKind::no_slip) {
      scale.count(x, 0, root);
      scale.count(y, 0, root);
      continue;
    }
    if (p.directions == kRoundCone) {
      scale.count({std::hypot(x.value, y.value), x.terms + y.terms}, 0, root);
      continue;
    }
    for (std::size_t k = 0; k < direction_x_.size(); ++k) {
      const double c = direction_x_[k];
      const double d = direction_y_[k];
      scale.count({c * x.value + d * y.value, std::abs(c) * x.terms + std::abs(d) * y.terms}, 0,
                  root);
    }
  }
  judged_rows::for_joint_rows(p, [&](const judged_rows::Row& row, Eigen::Index r) {
    const double length = norm(row);
    if (length > 0) {
      scale.count(product(row, p.free), p.joint_bound[r], 1 / length);
    }
  });
  return scale;
}

template <class Problem>
void Residual::add_impulses(const Problem& p, const StepSolution& s) {
  u_ = p.free;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    add_row(judged_rows::normal_row(p, i), s.normal_impulse[i], u_);
    add_row(judged_rows::tangent_row(p, 2 * i), s.tangent_impulse[2 * i], u_);
    add_row(judged_rows::tangent_row(p, 2 * i + 1), s.tangent_impulse[2 * i + 1], u_);
  }
  judged_rows::for_joint_rows(p, [&](const judged_rows::Row& row, Eigen::Index r) {
    add_row(row, s.joint_impulse[r], u_);
  });
}

/// The error of a contact with a round cone, both arguments and it in sqrt(J).
double Residual::round_error(double mu, const Eigen::Vector3d& P, const Eigen::Vector3d& w,
                             FrictionLaw law) {
  const Eigen::Vector2d wanted = P.tail<2>() - w.tail<2>();
  const double length = wanted.norm();
  const auto missed = [&](double c, double radius) {
    const Eigen::Vector2d f = length > radius ? Eigen::Vector2d(radius / length * wanted) : wanted;
    return std::hypot(P[0] - c, (P.tail<2>() - f).norm());
  };
  if (law == FrictionLaw::stewart_trinkle) {
    return std::max(std::abs(std::min(P[0], w[0])), missed(P[0], mu * std::max(P[0], 0.0)));
  }
  const double c = P[0] - w[0];
  // c is compared with 0, too: at mu = 0 a negative c would pass as inside the cone.
  if (c >= 0 && length <= mu * c) return missed(c, mu * c);
  // On the mantle, or at the apex.
  const double nearest = std::max(0.0, (c + mu * length) / (1 + mu * mu));
  return missed(nearest, mu * nearest);
}

/// The largest error of contact i, whose normal velocity is w; both in sqrt(J).
template <class Problem>
double Residual::contact_error(const Problem& p, const StepSolution& s, FrictionLaw law,
                               Eigen::Index i, double w) const {
  const double root = root_mass_[at(i)];
  const ContactFriction& friction = p.friction[at(i)];
  const double c = s.normal_impulse[i] / root;
  const double lambda = s.slip[i] * root;
  const double* beta = s.direction_impulse.data() + i * p.directions;
  const double x = root * product(judged_rows::tangent_row(p, 2 * i), u_).value;
  const double y = root * product(judged_rows::tangent_row(p, 2 * i + 1), u_).value;
  double f_x = s.tangent_impulse[2 * i] / root;
  double f_y = s.tangent_impulse[2 * i + 1] / root;
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(w)) return kUnjudgeable;
  if (friction.kind == FrictionKind::cone && p.directions == kRoundCone) {
    return std::max(round_error(friction.mu, {c, f_x, f_y}, {w, x, y}, law),
                    std::abs(lambda - std::hypot(x, y)));
  }
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

/// Largest error of all contacts and constraints in a problem with contact constraints [sqrt(J)].
template <class Problem>
double Residual::constraints_error(const Problem& p, const StepSolution& s) const {
  // Friction acts at the contact that presses. So with friction no force may be borrowed.
  const bool has_friction =
      std::any_of(p.friction.begin(), p.friction.end(), [](const ContactFriction& f) {
        return f.kind == FrictionKind::no_slip || (f.kind == FrictionKind::cone && f.mu > 0);
      });
  if (has_friction && s.form == ConstraintForm::lemke) return kUnjudgeable;
  std::vector<double> impulse;
  std::vector<double> rate;
  double worst = 0;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    const double root = root_mass_[at(i)];
    impulse.push_back(s.normal_impulse[i] / root);
    rate.push_back(product(judged_rows::normal_row(p, i), u_).value + p.bound[i]);
    // The rules below judge where a contact may press. With w = 0 this judges the force alone.
    worst = std::max(worst, contact_error(p, s, FrictionLaw::stewart_trinkle, i, 0));
  }
  return std::max(worst,
                  constraint_error(p.constraints, s.form, {impulse, rate, root_mass_}, s.chosen));
}

template <class Problem>
double Residual::judge(const Problem& p, const StepSolution& s, FrictionLaw law) {
  if (!solution_sizes_match(p, s) || !all_finite(p, s)) {
    return kUnjudgeable;
  }
  set_directions(p.directions);
  contact_masses(p);
  const Scale reached = scale(p);
  if (reached.q == 0) {
    return all_zero(s) && s.u == p.free ? 0 : kUnjudgeable;
  }
  const double unit = std::max(reached.q, kJudgedCancellation * reached.terms);
  add_impulses(p, s);
  // Sums of finite numbers may still be beyond doubles, and maxima may lose a NaN.
  if (!u_.allFinite()) return kUnjudgeable;
  // The claimed u may be rounded in its own largest entry.
  const double unit_u = std::max(unit, kJudgedCancellation * start_.lpNorm<Eigen::Infinity>());
  double worst = (s.u - u_).lpNorm<Eigen::Infinity>() / unit_u * unit;
  for (Eigen::Index i = 0; i < p.contacts() && p.constraints.empty(); ++i) {
    const double rate = product(judged_rows::normal_row(p, i), u_).value + p.bound[i];
    worst = std::max(worst, contact_error(p, s, law, i, root_mass_[at(i)] * rate));
  }
  if (!p.constraints.empty()) worst = std::max(worst, constraints_error(p, s));
  judged_rows::for_joint_rows(p, [&](const judged_rows::Row& row, Eigen::Index r) {
    const double length = norm(row);
    const double w = product(row, u_).value + p.joint_bound[r];
    const bool bounded = length > 0 && std::isfinite(w);
    worst = std::max(worst, bounded ? std::abs(w) / length : (w == 0 ? 0 : kUnjudgeable));
  });
  return std::isfinite(worst) ? worst / unit : kUnjudgeable;
}

template double Residual::judge(const StepProblem&, const StepSolution&, FrictionLaw);
template double Residual::judge(const SparseProblem&, const StepSolution&, FrictionLaw);

double residual(const StepProblem& problem, const StepSolution& solution, FrictionLaw law) {
  return Residual{}(problem, solution, law);
}

double residual(const SparseProblem& problem, const StepSolution& solution, FrictionLaw law) {
  return Residual{}(problem, solution, law);
}

}  // namespace touchstone
