// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_seidel/seidel_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "metrics/ratio_seidel/seidel_steps.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kPermutationSeed = 0x5e1de1;

/// In the recursion a row counts as violated beyond this part of tau and of |w||z|: above the
/// rounding of a few dozen exchanges. What it lets through is found when the result is certified.
constexpr double kCoarseViolation = 1e-14;
/// Exchanges with pivots below this part of the column are not made.
constexpr double kMinPivot = 1e-11;
/// Exchanges of the first rows, before the recursion: enough for two boxes.
constexpr int kMaxFirstExchanges = 24;
/// About the largest number of rows in the first stage, of the body that has more rows.
constexpr int kFirstTurn = 8 * SeidelRows::kBlock;

/// Number of rows of a body up to the end of a stage: all of them at stage `stages`.
int stage_end(int count, int stage, int stages) {
  const int share = ((count - 1) >> (stages - stage)) + 1;
  return std::min(count, std::max(share, SeidelRows::kBlock));
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
    const Vec3& row = rows[at(facet[i])];
    x[i] = row.x();
    y[i] = row.y();
    z[i] = row.z();
    longest = std::max(longest, row.stableNorm());
  }
}

SeidelProgram::SeidelProgram(const SeidelRows& A, const SeidelRows& B, const Real33& T_A,
                             const Real33& T_B, const Real3& dhat, Real fixed_level)
    : rows_{&A, &B},
      T_{T_A, T_B},
      T_double_{T_A.cast<double>(), T_B.cast<double>()},
      dhat_(dhat),
      dhat_double_(dhat.cast<double>()),
      fixed_level_(fixed_level),
      grows_{1, fixed_level > 0 ? 0.0 : 1.0} {
  while ((std::max(A.count, B.count) >> stages_) > kFirstTurn) ++stages_;
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
  for (int exchanges = 0; exchanges < kMaxFirstExchanges; ++exchanges) {
    SeidelEntry worst;
    double most = 0;
    for (int body = 0; body < 2; ++body) {
      const auto b = at(body);
      const int end = stage_end(rows_[b]->count, 0, stages_);
      visits_ += static_cast<std::uint64_t>(end);
      for (int k = 0; k < end; k += SeidelRows::kBlock) {
        const auto value = rows_along(*rows_[b], k, aim_[b]);
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
      if (stage > 0) before[b] = std::min(ends[b], stage_end(rows_[b]->count, stage - 1, stages_));
    }
    bool more = false;
    for (std::size_t b = 0; b < 2; ++b) {
      const int body = static_cast<int>(b);
      const int end = std::min(ends[b], stage_end(rows_[b]->count, stage, stages_));
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
  const auto b = at(body);
  const SeidelRows& rows = *rows_[b];
  const Vec3 q = aim_[b];
  const double threshold = threshold_[b];
  int found = end;
  for (int k = begin - begin % SeidelRows::kBlock; k < found; k += SeidelRows::kBlock) {
    const auto product = rows_along(rows, k, q);
    if (!(product.maxCoeff() > threshold)) continue;
    const SeidelBlock value = product;
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
  bound_.step();
  if (std::find(basis_.begin(), basis_.end(), entering) != basis_.end()) return false;
  const auto b = at(entering.body);
  const auto k = at(entering.index);
  const Vec3 w = T_double_[b] * Vec3(rows_[b]->x[k], rows_[b]->y[k], rows_[b]->z[k]);
  const double f = b == 0 ? 0 : w.dot(dhat_double_) - static_cast<double>(fixed_level_);
  Vec4 direction;
  Vec4 multipliers;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec4& row = inverse_[i];
    direction[i] = row[0] * w.x() + row[1] * w.y() + row[2] * w.z() + grows_[b] * row[3];
    multipliers[i] = row[3];
  }
  const int out = leaving_entry<double>(basis_, multipliers, direction, kMinPivot, 1e-15);
  if (out < 0) return false;
  const auto o = at(out);
  const double inverse_pivot = 1 / direction[o];
  for (double& entry : inverse_[o]) entry *= inverse_pivot;
  for (std::size_t i = 0; i < 4; ++i) {
    if (i == o) continue;
    for (std::size_t j = 0; j < 4; ++j) inverse_[i][j] -= direction[i] * inverse_[o][j];
  }
  const double violation =
      f - (w.x() * point_[0] + w.y() * point_[1] + w.z() * point_[2] + grows_[b] * point_[3]);
  for (std::size_t j = 0; j < 4; ++j) point_[j] += violation * inverse_[o][j];
  basis_[o] = entering;
  ++pivots_;
  aim();
  return true;
}

/// Sets aim_ and threshold_: a row is violated if its product with aim_ is above threshold_.
void SeidelProgram::aim() {
  const Vec3 z(-point_[0], -point_[1], -point_[2]);
  const double tau = point_[3];
  aim_ = {T_double_[0].transpose() * z, T_double_[1].transpose() * (z + dhat_double_)};
  for (std::size_t b = 0; b < 2; ++b) {
    const double limit = level(b, tau);
    threshold_[b] =
        limit + kCoarseViolation * (std::abs(limit) + rows_[b]->longest * aim_[b].lpNorm<1>());
  }
}

bool SeidelProgram::fixed_rows_hold_zero(double margin) const {
  const SeidelRows& rows = *rows_[1];
  const Vec3 q = T_double_[1].transpose() * dhat_double_;
  const auto limit = static_cast<double>(fixed_level_);
  const double threshold = limit - margin * (limit + rows.longest * q.lpNorm<1>());
  for (int k = 0; k < rows.count; k += SeidelRows::kBlock) {
    if (rows_along(rows, k, q).maxCoeff() > threshold) return false;
  }
  return true;
}

}  // namespace touchstone
