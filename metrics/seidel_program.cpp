// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/seidel_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

using Real = SeidelProgram::Real;
using Block = Eigen::Array<double, SeidelRows::kBlock, 1>;

constexpr std::uint64_t kPermutationSeed = 0x5e1de1;

/// In the recursion a row counts as violated beyond this part of tau and of |w||z|: above the
/// rounding of a few dozen exchanges. What it lets through is found when the result is certified.
constexpr double kCoarseViolation = 1e-14;
/// Rounding of a row's product in doubles is below this part of |w||z| and tau.
constexpr double kRounding = 2e-15;
/// A certified basis is violated by at most this part of tau: r is then wrong by that relative
/// amount. It is what the rounding of the rows' own coefficients comes to.
constexpr Real kViolation = 1e-16L;
/// Multipliers sum to 1; down to minus this they are zeros of a degenerate basis.
constexpr Real kNegativeMultiplier = 1e-15L;
/// Exchanges with pivots below this part of the column are not made, in doubles and exactly.
constexpr double kSmallestPivot = 1e-11;
constexpr Real kSmallestExactPivot = 1e-15L;
/// Residuals of a refined basis: what rounding in extended precision leaves of sums of its terms.
constexpr double kResidual = 1e-18;
/// One is the rule; the inverse of a nearly singular basis needs more, or is no use.
constexpr int kMostRefinements = 3;
/// Exchanges of the first rows, before the recursion: enough for two boxes.
constexpr int kMostFirstExchanges = 24;
/// Exchanges of a certification, and of one from the start: ends a cycle among degenerate bases.
constexpr int kMostExactExchanges = 64;
constexpr int kMostExchangesFromStart = 512;
/// Rows of the longer body in the first turn, at most.
constexpr int kFirstTurn = 8 * SeidelRows::kBlock;

/// Rows of a body in the first `stage` turns: all of them in turn `stages`.
int turn_end(int count, int stage, int stages) {
  const int share = ((count - 1) >> (stages - stage)) + 1;
  return std::min(count, std::max(share, SeidelRows::kBlock));
}

/// rows.q of one block: an expression, so that what only its largest is wanted of is never stored.
auto along(const SeidelRows& rows, int begin, const Vec3& q) {
  using Column = Eigen::Map<const Block>;
  return Column(rows.x.data() + begin) * q.x() + Column(rows.y.data() + begin) * q.y() +
         Column(rows.z.data() + begin) * q.z();
}

/// The basic entry whose multiplier reaches zero first when `direction` enters; of equal ones that
/// with the largest pivot. -1 if there is none.
template <class T>
int leaving(const std::array<SeidelEntry, 4>& basis, const std::array<T, 4>& multipliers,
            const std::array<T, 4>& direction, T smallest_pivot, T equal_steps) {
  T largest_entry = 0;
  for (const T entry : direction) largest_entry = std::max(largest_entry, std::abs(entry));
  int found = -1;
  T largest = 0;
  T least = std::numeric_limits<T>::infinity();
  for (std::size_t i = 0; i < 4; ++i) {
    // The slack of z_i = 0 stays at zero whatever the sign of its direction: it leaves at once.
    const bool fixed = basis[i].body < 0 && basis[i].index < 3;
    const T step = fixed ? std::abs(direction[i]) : direction[i];
    if (!(step > smallest_pivot * largest_entry)) continue;
    const T ratio = fixed ? 0 : std::max<T>(multipliers[i], 0) / step;
    const bool equal = found >= 0 && std::abs(ratio - least) <= equal_steps;
    if (equal ? step > largest : ratio < least) {
      least = ratio;
      largest = step;
      found = static_cast<int>(i);
    }
  }
  return found;
}

/// Of tau in the column of an entry: (w_k; 1), (e_i; 0) or (0; 1).
Real last_coefficient(const SeidelEntry& entry) {
  return entry.body >= 0 || entry.index == 3 ? 1 : 0;
}

}  // namespace

void SeidelRows::assign(const std::vector<Vec3>& rows) {
  count = static_cast<int>(rows.size());
  facet.resize(rows.size());
  std::iota(facet.begin(), facet.end(), 0);
  Random random(kPermutationSeed, rows.size());
  for (std::size_t i = rows.size(); i > 1; --i) std::swap(facet[i - 1], facet[random.below(i)]);
  const std::size_t padded = (rows.size() + kBlock - 1) / kBlock * kBlock;
  for (auto* column : {&x, &y, &z}) column->assign(padded, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vec3& row = rows[static_cast<std::size_t>(facet[i])];
    x[i] = row.x();
    y[i] = row.y();
    z[i] = row.z();
    longest = std::max(longest, row.stableNorm());
  }
}

SeidelProgram::SeidelProgram(const SeidelRows& A, const SeidelRows& B, const Real33& T_A,
                             const Real33& T_B, const Real3& dhat)
    : rows_{&A, &B},
      T_{T_A, T_B},
      T_double_{T_A.cast<double>(), T_B.cast<double>()},
      dhat_(dhat),
      dhat_double_(dhat.cast<double>()) {
  while ((std::max(A.count, B.count) >> stages_) > kFirstTurn) ++stages_;
}

SeidelProgram::Real3 SeidelProgram::row(const SeidelEntry& entry) const {
  if (entry.body < 0) return entry.index < 3 ? Real3(Real3::Unit(entry.index)) : Real3::Zero();
  const auto body = static_cast<std::size_t>(entry.body);
  const SeidelRows& rows = *rows_[body];
  const auto k = static_cast<std::size_t>(entry.index);
  return T_[body] * Real3(rows.x[k], rows.y[k], rows.z[k]);
}

bool SeidelProgram::solve() {
  start();
  descend(0, rows_[0]->count, rows_[1]->count);
  return certify();
}

/// The basis of slacks (z = 0, tau = 0), then exchanges of the most violated of the first rows.
void SeidelProgram::start() {
  for (std::size_t i = 0; i < 4; ++i) {
    basis_[i] = {-1, static_cast<int>(i)};
    inverse_[i] = {};
    inverse_[i][i] = 1;
  }
  point_ = {};
  aim();
  for (int exchanges = 0; exchanges < kMostFirstExchanges; ++exchanges) {
    SeidelEntry worst;
    double most = 0;
    for (int body = 0; body < 2; ++body) {
      const auto b = static_cast<std::size_t>(body);
      const int end = turn_end(rows_[b]->count, 0, stages_);
      visits_ += static_cast<std::uint64_t>(end);
      for (int k = 0; k < end; k += SeidelRows::kBlock) {
        const auto value = along(*rows_[b], k, aim_[b]);
        if (!(value.maxCoeff() - threshold_[b] > most)) continue;
        Eigen::Index lane = 0;
        most = value.maxCoeff(&lane) - threshold_[b];
        worst = {body, k + static_cast<int>(lane)};
      }
    }
    if (worst.body < 0 || !exchange(worst)) return;
  }
}

/// Makes the first `end_A` and `end_B` rows satisfied, with `tight` rows known to be tight.
void SeidelProgram::descend(int tight, int end_A, int end_B) {
  const std::array<int, 2> ends = {end_A, end_B};
  for (int stage = 0; stage <= stages_; ++stage) {
    // Rows of each body that come before those looked at.
    std::array<int, 2> before{};
    for (std::size_t b = 0; b < 2; ++b) {
      if (stage > 0) before[b] = std::min(ends[b], turn_end(rows_[b]->count, stage - 1, stages_));
    }
    bool more = false;
    for (std::size_t b = 0; b < 2; ++b) {
      const int body = static_cast<int>(b);
      const int end = std::min(ends[b], turn_end(rows_[b]->count, stage, stages_));
      for (int k = first_violated(body, before[b], end); k < end;
           k = first_violated(body, k + 1, end)) {
        before[b] = k;
        if (exchange({body, k}) && tight < 3) descend(tight + 1, before[0], before[1]);
      }
      before[b] = end;
      more = more || end < ends[b];
    }
    if (!more) return;
  }
}

int SeidelProgram::first_violated(int body, int begin, int end) {
  const auto b = static_cast<std::size_t>(body);
  const SeidelRows& rows = *rows_[b];
  const Vec3 q = aim_[b];
  const double threshold = threshold_[b];
  int found = end;
  for (int k = begin - begin % SeidelRows::kBlock; k < found; k += SeidelRows::kBlock) {
    const auto product = along(rows, k, q);
    if (!(product.maxCoeff() > threshold)) continue;
    const Block value = product;
    for (int i = std::max(k, begin); i < std::min(k + SeidelRows::kBlock, end); ++i) {
      if (!(value[i - k] > threshold)) continue;
      found = i;
      break;
    }
  }
  visits_ += static_cast<std::uint64_t>(std::max(found - begin, 0));
  return found;
}

/// One step of the simplex, in doubles. False if the row is in the basis or no pivot is large
/// enough: nothing is done then.
bool SeidelProgram::exchange(const SeidelEntry& entering) {
  if (std::find(basis_.begin(), basis_.end(), entering) != basis_.end()) return false;
  const auto b = static_cast<std::size_t>(entering.body);
  const auto k = static_cast<std::size_t>(entering.index);
  const Vec3 w = T_double_[b] * Vec3(rows_[b]->x[k], rows_[b]->y[k], rows_[b]->z[k]);
  const double f = b == 0 ? 0 : w.dot(dhat_double_);
  Vec4 direction;
  Vec4 multipliers;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec4& row = inverse_[i];
    direction[i] = row[0] * w.x() + row[1] * w.y() + row[2] * w.z() + row[3];
    multipliers[i] = row[3];
  }
  const int out = leaving<double>(basis_, multipliers, direction, kSmallestPivot, 1e-15);
  if (out < 0) return false;
  const auto o = static_cast<std::size_t>(out);
  const double pivot = 1 / direction[o];
  for (double& entry : inverse_[o]) entry *= pivot;
  for (std::size_t i = 0; i < 4; ++i) {
    if (i == o) continue;
    for (std::size_t j = 0; j < 4; ++j) inverse_[i][j] -= direction[i] * inverse_[o][j];
  }
  const double violation =
      f - (w.x() * point_[0] + w.y() * point_[1] + w.z() * point_[2] + point_[3]);
  for (std::size_t j = 0; j < 4; ++j) point_[j] += violation * inverse_[o][j];
  basis_[o] = entering;
  ++pivots_;
  aim();
  return true;
}

void SeidelProgram::aim() {
  const Vec3 z(-point_[0], -point_[1], -point_[2]);
  const double tau = point_[3];
  aim_ = {T_double_[0].transpose() * z, T_double_[1].transpose() * (z + dhat_double_)};
  for (std::size_t b = 0; b < 2; ++b) {
    threshold_[b] =
        tau + kCoarseViolation * (std::abs(tau) + rows_[b]->longest * aim_[b].lpNorm<1>());
  }
}

/// The basis found is nearly always optimal; then refining its point and multipliers proves it.
/// Otherwise it is solved again, with exchanges until it is optimal; if that fails, from the
/// slacks.
bool SeidelProgram::certify() {
  if (refine() && dual_feasible() && most_violated().body < 0) return true;
  for (const int most : {kMostExactExchanges, kMostExchangesFromStart}) {
    if (most == kMostExchangesFromStart) {
      for (int i = 0; i < 4; ++i) basis_[static_cast<std::size_t>(i)] = {-1, i};
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
    f[i] = basis_[i].body == 1 ? w.dot(dhat_) : 0;
    multipliers_[i] = inverse_[i][3];
    longest = std::max(longest, w.cast<double>().lpNorm<1>());
  }
  Real3 p(point_[0], point_[1], point_[2]);
  tau_ = point_[3];
  bool solved = false;
  for (int step = 0; step <= kMostRefinements && !solved; ++step) {
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
    f[i] = basis_[i].body == 1 ? w.dot(dhat_) : 0;
  }
  for (std::size_t c = 0; c < 4; ++c) {
    std::size_t best = c;
    for (std::size_t i = c + 1; i < 4; ++i) {
      if (std::abs(m[i][c]) > std::abs(m[best][c])) best = i;
    }
    if (!(std::abs(m[best][c]) > 0)) return false;
    std::swap(m[c], m[best]);
    const Real inverse = 1 / m[c][c];
    for (std::size_t j = c; j < 8; ++j) m[c][j] *= inverse;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == c || m[i][c] == 0) continue;
      const Real factor = m[i][c];
      for (std::size_t j = c; j < 8; ++j) m[i][j] -= factor * m[c][j];
    }
  }
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
  Real most = kViolation * std::abs(tau_);
  const Vec3 z = z_.cast<double>();
  const auto tau = static_cast<double>(tau_);
  const std::array<Vec3, 2> q = {T_double_[0].transpose() * z,
                                 T_double_[1].transpose() * (z + dhat_double_)};
  for (std::size_t b = 0; b < 2; ++b) {
    const SeidelRows& rows = *rows_[b];
    const double norm_T = T_double_[b].norm();
    const double doubt = kRounding * (std::abs(tau) + rows.longest * norm_T * (z.lpNorm<1>() + 1));
    const Real3 exact_q = T_[b].transpose() * (b == 0 ? z_ : Real3(z_ + dhat_));
    visits_ += static_cast<std::uint64_t>(rows.count);
    for (int k = 0; k < rows.count; k += SeidelRows::kBlock) {
      const auto product = along(rows, k, q[b]);
      if (!(product.maxCoeff() > tau - doubt)) continue;
      const Block value = product;
      for (int j = k; j < std::min(k + SeidelRows::kBlock, rows.count); ++j) {
        if (!(value[j - k] > tau - doubt)) continue;
        const auto i = static_cast<std::size_t>(j);
        const Real violation =
            rows.x[i] * exact_q.x() + rows.y[i] * exact_q.y() + rows.z[i] * exact_q.z() - tau_;
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
    direction[i] = row[0] * w.x() + row[1] * w.y() + row[2] * w.z() + row[3];
  }
  const int out = leaving<Real>(basis_, multipliers_, direction, kSmallestExactPivot, 1e-18L);
  if (out < 0) return false;
  basis_[static_cast<std::size_t>(out)] = entering;
  ++pivots_;
  return factor();
}

}  // namespace touchstone
