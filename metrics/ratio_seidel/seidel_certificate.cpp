// SPDX-License-Identifier: GPL-3.0-or-later
// What the recursion found in doubles is proven, or put right, in extended precision.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/index.hpp"
#include "metrics/arithmetic/inverse.hpp"
#include "metrics/ratio_seidel/seidel_program.hpp"
#include "metrics/ratio_seidel/seidel_steps.hpp"

namespace touchstone {
namespace {

/// Rounding of a row's product in doubles is below this part of |w||z| and tau.
constexpr double kRounding = 2e-15;
/// A certified basis is violated by at most this part of tau: r is then wrong by that relative
/// amount. It is what the rounding of the rows' own coefficients comes to.
constexpr SeidelProgram::Real kViolation = 1e-16L;
/// Multipliers sum to 1; down to minus this they are zeros of a degenerate basis.
constexpr SeidelProgram::Real kNegativeMultiplier = 1e-15L;
/// Exchanges with pivots below this part of the column are not made.
constexpr SeidelProgram::Real kMinExactPivot = 1e-15L;
/// Largest residuals of a refined basis, in parts of their terms: rounding in extended precision.
constexpr double kResidual = 1e-18;
/// Steps of refinement. One is the rule; the inverse of a nearly singular basis needs more, or is
/// useless.
constexpr int kMaxRefinements = 3;
/// Exchanges of a certification, and of one from the start: ends a cycle among degenerate bases.
constexpr int kMaxExactExchanges = 64;
constexpr int kMaxExchangesFromStart = 512;

}  // namespace

/// Coefficient of tau in an entry's column: (w_k; 1), on a fixed body (w_k; 0), (e_i; 0) or (0; 1).
SeidelProgram::Real SeidelProgram::last_coefficient(const SeidelEntry& entry) const {
  if (entry.body < 0) return entry.index == 3 ? 1 : 0;
  return grows_[at(entry.body)];
}

/// Cost f of an entry whose row is w.
SeidelProgram::Real SeidelProgram::cost(const SeidelEntry& entry, const Real3& w) const {
  return entry.body == 1 ? w.dot(dhat_) - fixed_level_ : 0;
}

SeidelProgram::Real3 SeidelProgram::row(const SeidelEntry& entry) const {
  if (entry.body < 0) return entry.index < 3 ? Real3(Real3::Unit(entry.index)) : Real3::Zero();
  const auto body = at(entry.body);
  const SeidelRows& rows = *rows_[body];
  const auto k = at(entry.index);
  return T_[body] * Real3(rows.x[k], rows.y[k], rows.z[k]);
}

/// The basis found is nearly always optimal; then refining its point and multipliers proves it.
/// Otherwise it is solved again, with exchanges until it is optimal; if that fails, from the
/// slacks.
bool SeidelProgram::certify() {
  if (refine() && dual_feasible() && most_violated().body < 0) return true;
  for (const int most : {kMaxExactExchanges, kMaxExchangesFromStart}) {
    if (most == kMaxExchangesFromStart) {
      for (int i = 0; i < 4; ++i) basis_[at(i)] = {-1, i};
    }
    if (!factor()) continue;
    for (int exchanges = 0; dual_feasible(); ++exchanges) {
      const SeidelEntry entering = most_violated();
      if (entering.body < 0) return true;
      if (exchanges == most || !exchange_exactly(entering)) break;
    }
  }
  return false;
}

/// Residuals of B'p = f and B y = (0, 0, 0, 1), B of columns (w_k; 1), in extended precision,
/// against the inverse in doubles: each step leaves |1 - B^-1 B| of the error. False if residuals
/// stay above rounding.
bool SeidelProgram::refine() {
  std::array<Real, 4> last{};
  std::array<Real, 4> f{};
  double longest = 1;
  for (std::size_t i = 0; i < 4; ++i) {
    const Real3& w = basic_[i] = row(basis_[i]);
    last[i] = last_coefficient(basis_[i]);
    f[i] = cost(basis_[i], w);
    multipliers_[i] = inverse_[i][3];
    longest = std::max(longest, w.cast<double>().lpNorm<1>());
  }
  Real3 p(point_[0], point_[1], point_[2]);
  tau_ = point_[3];
  bool solved = false;
  for (int step = 0; step <= kMaxRefinements && !solved; ++step) {
    std::array<double, 4> off_f{};
    Real3 sum = Real3::Zero();
    Real sum_last = -1;
    double primal = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      off_f[i] = static_cast<double>(f[i] - (basic_[i].dot(p) + last[i] * tau_));
      primal = std::max(primal, std::abs(off_f[i]));
      sum += multipliers_[i] * basic_[i];
      sum_last += multipliers_[i] * last[i];
    }
    const Vec3 off_sum = sum.cast<double>();
    const auto off_last = static_cast<double>(sum_last);
    const double dual = std::max(off_sum.lpNorm<Eigen::Infinity>(), std::abs(off_last));
    const double scale =
        std::abs(static_cast<double>(tau_)) + longest * p.cast<double>().lpNorm<1>();
    solved = primal <= kResidual * scale && dual <= kResidual * longest;
    if (solved) break;
    Vec4 step_p{};
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec4& inverse = inverse_[i];
      for (std::size_t j = 0; j < 4; ++j) step_p[j] += inverse[j] * off_f[i];
      multipliers_[i] -= inverse[0] * off_sum.x() + inverse[1] * off_sum.y() +
                         inverse[2] * off_sum.z() + inverse[3] * off_last;
    }
    p += Vec3(step_p[0], step_p[1], step_p[2]).cast<Real>();
    tau_ += step_p[3];
  }
  z_ = -p;
  sensitivity_ = 0;
  for (const Vec4& inverse : inverse_) {
    for (std::size_t j = 0; j < 3; ++j) sensitivity_ = std::max(sensitivity_, std::abs(inverse[j]));
  }
  return solved;
}

/// Inverse of the basis by Gauss and Jordan, rows exchanged; then multipliers and point.
bool SeidelProgram::factor() {
  std::array<std::array<Real, 8>, 4> m{};
  std::array<Real, 4> f{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Real3& w = basic_[i] = row(basis_[i]);
    for (std::size_t j = 0; j < 3; ++j) m[j][i] = w[static_cast<Eigen::Index>(j)];
    m[3][i] = last_coefficient(basis_[i]);
    m[i][4 + i] = 1;
    f[i] = cost(basis_[i], w);
  }
  if (!invert_beside(m)) return false;
  std::array<Real, 4> point{};
  bool finite = true;
  sensitivity_ = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      exact_inverse_[i][j] = m[i][4 + j];
      point[j] += f[i] * m[i][4 + j];
      if (j < 3) sensitivity_ = std::max(sensitivity_, std::abs(static_cast<double>(m[i][4 + j])));
    }
    multipliers_[i] = m[i][7];
    finite = finite && std::isfinite(multipliers_[i]);
  }
  z_ = -Real3(point[0], point[1], point[2]);
  tau_ = point[3];
  return finite && z_.allFinite() && std::isfinite(tau_);
}

bool SeidelProgram::dual_feasible() const {
  return std::all_of(multipliers_.begin(), multipliers_.end(),
                     [](Real y) { return y >= -kNegativeMultiplier; });
}

/// Rows that doubles cannot tell from satisfied ones are looked at in extended precision.
SeidelEntry SeidelProgram::most_violated() {
  SeidelEntry worst;
  Real most = kViolation * std::max(std::abs(tau_), fixed_level_);
  const Vec3 z = z_.cast<double>();
  const std::array<Vec3, 2> q = {T_double_[0].transpose() * z,
                                 T_double_[1].transpose() * (z + dhat_double_)};
  for (std::size_t b = 0; b < 2; ++b) {
    const SeidelRows& rows = *rows_[b];
    const double norm_T = T_double_[b].norm();
    const auto limit = static_cast<double>(level(b, tau_));
    const double doubt =
        kRounding * (std::abs(limit) + rows.longest * norm_T * (z.lpNorm<1>() + 1));
    const Real3 exact_q = T_[b].transpose() * (b == 0 ? z_ : Real3(z_ + dhat_));
    visits_ += static_cast<std::uint64_t>(rows.count);
    for (int k = 0; k < rows.count; k += SeidelRows::kBlock) {
      const auto product = rows_along(rows, k, q[b]);
      if (!(product.maxCoeff() > limit - doubt)) continue;
      const SeidelBlock value = product;
      for (int j = k; j < std::min(k + SeidelRows::kBlock, rows.count); ++j) {
        if (!(value[j - k] > limit - doubt)) continue;
        const auto i = at(j);
        const Real violation = rows.x[i] * exact_q.x() + rows.y[i] * exact_q.y() +
                               rows.z[i] * exact_q.z() - level(b, tau_);
        if (violation > most) {
          most = violation;
          worst = {static_cast<int>(b), j};
        }
      }
    }
  }
  if (std::find(basis_.begin(), basis_.end(), worst) != basis_.end()) return {};
  return worst;
}

bool SeidelProgram::exchange_exactly(const SeidelEntry& entering) {
  const Real3 w = row(entering);
  std::array<Real, 4> direction{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::array<Real, 4>& row = exact_inverse_[i];
    direction[i] =
        row[0] * w.x() + row[1] * w.y() + row[2] * w.z() + last_coefficient(entering) * row[3];
  }
  const int out = leaving_entry<Real>(basis_, multipliers_, direction, kMinExactPivot, 1e-18L);
  if (out < 0) return false;
  basis_[at(out)] = entering;
  ++pivots_;
  return factor();
}

}  // namespace touchstone
