// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_facets/facet_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"
#include "metrics/arithmetic/inverse.hpp"

namespace touchstone {
namespace {

/// Unit roundoff of doubles [1].
constexpr double kUnitRoundoff = 0x1p-53;
/// Relative error of w, f and q_B that the errors of M and e bring: a few dozen roundings each [1].
constexpr double kRowError = 64 * kUnitRoundoff;
/// Beyond this part of t and of |y||q| a row counts as violated.
constexpr double kViolation = 64 * kUnitRoundoff;
/// Exchanges with pivots below this part of the column are not made.
constexpr double kMinPivot = 1e-11;
/// Multipliers sum to 1; an earlier basis with one below this is not begun with.
constexpr double kMinMultiplier = 1e-12;
/// Growth of the sample of rows from one to the next, and least size of the first.
constexpr int kSampleGrowth = 8;
constexpr int kMinSample = 64;
/// Far beyond any honest search of these rows: ends a cycle among degenerate bases.
constexpr int kMaxPivots = 1000;
/// Times that the basis is factored anew after its exchanges and priced again.
constexpr int kMaxRefactorizations = 4;
/// Rounding of R c + t in double-double, in parts of its terms [1].
constexpr double kDoubleDouble = 0x1p-98;

int first_sample(int rows) {
  while (rows >= kSampleGrowth * kMinSample) rows /= kSampleGrowth;
  return (rows + kScanBlock - 1) / kScanBlock * kScanBlock;
}

using Block = Eigen::Array<double, kScanBlock, 1>;

/// y.q of one block.
Block along(const FacetBody& rows, int begin, const Vec3& q) {
  using Column = Eigen::Map<const Block>;
  return Column(rows.x.data() + begin) * q.x() + Column(rows.y.data() + begin) * q.y() +
         Column(rows.z.data() + begin) * q.z();
}

SupportScan fastest_scan() {
  static const SupportScan scan = support_scans().back().scan;
  return scan;
}

}  // namespace

CenterOffset facet_ray(const FacetBody& A, const Pose& X_WA, const FacetBody& B, const Pose& X_WB) {
  // The translations first: far from 0 their difference is exact.
  CenterOffset ray;
  ray.d = difference(X_WA.t, X_WB.t);
  if (!A.center.isZero(0)) ray.d = ray.d + rotate(X_WA.R, A.center);
  if (!B.center.isZero(0)) ray.d = ray.d - rotate(X_WB.R, B.center);
  // Each entry of R c is below 1.001 |c|_1.
  const double terms =
      (X_WA.t - X_WB.t).lpNorm<1>() + 4 * (A.center.lpNorm<1>() + B.center.lpNorm<1>());
  ray.error = kDoubleDouble * terms;
  return ray;
}

FacetSimplex::FacetSimplex(const FacetBody& A, const Mat3& R_WA, const FacetBody& B,
                           const Mat3& R_WB, const Vec3& d, bool fixed_B)
    : bodies_{&A, &B},
      fixed_B_(fixed_B),
      end_{static_cast<int>(A.x.size()), static_cast<int>(B.x.size())} {
  const Mat3 R_BW = inverse_of(R_WB);
  M_ = R_BW * R_WA;
  e_ = R_BW * d;
}

bool FacetSimplex::begin() {
  // On the segment q = -s g, g = R_A^-1 d, q_B = (1 - s) e: A's largest row grows with s, B's with
  // 1 - s. A fixed B is reached where it comes down to 1. A start needs no better inverse of M than
  // its transpose.
  const Vec3 g = M_.transpose() * e_;
  q_of_ = {-g, e_};
  basis_.fill({});
  for (int& end : end_) end = first_sample(end);
  const Highest of_A = highest(0);
  const Highest of_B = highest(1);
  if (!(of_A.value > 0 && of_B.value > (fixed_B_ ? 1 : 0))) return false;
  const double s = fixed_B_ ? 1 - 1 / of_B.value : of_B.value / (of_A.value + of_B.value);
  if (!std::isfinite(s)) return false;
  q_ = -s * g;
  t_ = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    basis_[i] = {-1, static_cast<int>(i)};
    inverse_[i].fill(0);
    inverse_[i][i] = 1;
  }
  aim();
  return exchange({0, of_A.row}) && exchange({1, of_B.row});
}

bool FacetSimplex::begin_at(const FacetBasis& basis) {
  basis_ = basis;
  return factor() && std::all_of(inverse_[3].begin(), inverse_[3].end(),
                                 [](double multiplier) { return multiplier > kMinMultiplier; });
}

FacetSimplex::Row FacetSimplex::row(const FacetEntry& entry) const {
  const Vec3 y = bodies_[at(entry.body)]->dual(entry.row);
  if (entry.body == 0) return {y, 0, 1};
  if (fixed_B_) return {M_.transpose() * y, y.dot(e_) - 1, 0};
  return {M_.transpose() * y, y.dot(e_), 1};
}

double FacetSimplex::size(const FacetEntry& entry) const {
  return bodies_[at(entry.body)]->dual(entry.row).norm();
}

/// Enlarges the sample of rows; false if it holds all rows already.
bool FacetSimplex::look_at_more() {
  bool more = false;
  for (std::size_t b = 0; b < 2; ++b) {
    const auto all = static_cast<int>(bodies_[b]->x.size());
    more = more || end_[b] < all;
    end_[b] = std::min(all, kSampleGrowth * end_[b]);
  }
  return more;
}

/// Inverse of the basis by Gauss and Jordan, rows exchanged; then the point.
bool FacetSimplex::factor() {
  std::array<std::array<double, 8>, 4> m{};
  for (std::size_t k = 0; k < 4; ++k) {
    rows_[k] = row(basis_[k]);
    for (std::size_t j = 0; j < 3; ++j) m[k][j] = rows_[k].w[static_cast<Eigen::Index>(j)];
    m[k][3] = rows_[k].last;
    m[k][4 + k] = 1;
  }
  if (!invert_beside(m)) return false;
  Vec4 p{};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      inverse_[i][k] = m[i][4 + k];
      p[i] += inverse_[i][k] * rows_[k].f;
    }
  }
  q_ = Vec3(-p[0], -p[1], -p[2]);
  t_ = p[3];
  if (!q_.allFinite() || !std::isfinite(t_)) return false;
  fresh_ = true;
  aim();
  return true;
}

void FacetSimplex::aim() { q_of_ = {q_, M_ * q_ + e_}; }

/// Whole blocks between rows of the basis are left to the kernel; blocks with such a row in them
/// are looked at here.
FacetSimplex::Highest FacetSimplex::highest(int body) const {
  const auto b = at(body);
  const FacetBody& rows = *bodies_[b];
  const Vec3& q = q_of_[b];
  // Blocks of the basis, ascending; a sentinel behind the last.
  std::array<int, 5> skipped{};
  std::size_t count = 0;
  for (const FacetEntry& entry : basis_) {
    if (entry.body != body) continue;
    const int block = entry.row - entry.row % kScanBlock;
    std::size_t place = count++;
    for (; place > 0 && skipped[place - 1] > block; --place) skipped[place] = skipped[place - 1];
    skipped[place] = block;
  }
  skipped[count++] = end_[b];
  Highest found{-1, -std::numeric_limits<double>::infinity()};
  int begin = 0;
  for (std::size_t s = 0; s < count; ++s) {
    const int end = skipped[s];
    if (end > begin) {
      const int k = begin + fastest_scan()(rows.x.data() + begin, rows.y.data() + begin,
                                           rows.z.data() + begin, end - begin, q);
      const int row = std::min(k, rows.count() - 1);
      const double value = rows.dual(row).dot(q);
      if (value > found.value) found = {row, value};
    }
    if (end < begin || end == end_[b]) continue;  // a block with two rows of the basis
    const Block value = along(rows, end, q);
    for (int k = end; k < std::min(end + kScanBlock, rows.count()); ++k) {
      if (!(value[k - end] > found.value)) continue;
      if (std::find(basis_.begin(), basis_.end(), FacetEntry{body, k}) == basis_.end()) {
        found = {k, value[k - end]};
      }
    }
    begin = end + kScanBlock;
  }
  return found;
}

/// False if no pivot is large enough: nothing is done then.
bool FacetSimplex::exchange(const FacetEntry& entering) {
  const Row r = row(entering);
  Vec4 direction{};
  double largest_entry = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    direction[k] = r.w.x() * inverse_[0][k] + r.w.y() * inverse_[1][k] + r.w.z() * inverse_[2][k] +
                   r.last * inverse_[3][k];
    largest_entry = std::max(largest_entry, std::abs(direction[k]));
  }
  std::size_t out = 4;
  double least = 0;
  double largest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    // A row that only fixes q leaves at once, whatever the sign of its direction.
    const bool fixed = basis_[k].body < 0 && basis_[k].row < kRowOfT;
    const double step = fixed ? std::abs(direction[k]) : direction[k];
    if (!(step > kMinPivot * largest_entry)) continue;
    const double ratio = fixed ? 0 : std::max(inverse_[3][k], 0.0) / step;
    if (out == 4 || ratio < least || (ratio == least && step > largest)) {
      out = k;
      least = ratio;
      largest = step;
    }
  }
  if (out == 4) return false;
  // B^-1 with row `out` of B replaced: its column is divided by the pivot, and taken off the
  // others.
  const double pivot = 1 / direction[out];
  const double violation = r.f - (r.last * t_ - r.w.dot(q_));
  Vec4 p{};
  for (std::size_t i = 0; i < 4; ++i) {
    const double entry = inverse_[i][out] * pivot;
    for (std::size_t k = 0; k < 4; ++k) inverse_[i][k] -= direction[k] * entry;
    inverse_[i][out] = entry;
    p[i] = violation * entry;
  }
  q_ -= Vec3(p[0], p[1], p[2]);
  t_ += p[3];
  basis_[out] = entering;
  rows_[out] = r;
  fresh_ = false;
  ++pivots_;
  aim();
  return true;
}

bool FacetSimplex::run() {
  const auto before = [](const FacetEntry& i, const FacetEntry& j) {
    return i.body != j.body ? i.body < j.body : i.row < j.row;
  };
  for (int refactorizations = 0; refactorizations <= kMaxRefactorizations;) {
    std::array<double, 2> excess{};
    for (std::size_t b = 0; b < 2; ++b) {
      highest_[b] = highest(static_cast<int>(b));
      excess[b] = highest_[b].value - level(b) -
                  kViolation * (std::abs(level(b)) + bodies_[b]->longest * q_of_[b].lpNorm<1>());
    }
    const int body = excess[1] > excess[0] ? 1 : 0;
    const auto b = at(body);
    if (excess[b] > 0) {
      if (pivots_ == kMaxPivots || !exchange({body, highest_[b].row})) return false;
    } else if (look_at_more()) {
      continue;
    } else if (fresh_) {
      return true;
    } else {
      // What follows depends on the basis alone, not on the way to it.
      std::sort(basis_.begin(), basis_.end(), before);
      if (basis_.front().body < 0 || !factor()) return false;
      ++refactorizations;
    }
  }
  return false;
}

bool FacetSimplex::enter(const FacetEntry& row) {
  return pivots_ < kMaxPivots && exchange(row) && run();
}

/// Let p* solve the exact basis and p be the point at hand. With residuals s = f - B p, each known
/// to kRowError of its terms, X the inverse in doubles and E = 1 - X B, p* - p = (1 - E)^-1 X s:
/// for |E| <= 1/2 at most twice |X| |s|, in a norm in which lengths are measured by `length`.
FacetBounds FacetSimplex::bounds(double ray_error) const {
  FacetBounds bounds;
  bounds.length = q_.lpNorm<Eigen::Infinity>() + e_.lpNorm<Eigen::Infinity>() + ray_error;
  // Maxima may lose a NaN.
  if (!q_.allFinite() || !e_.allFinite()) return bounds;
  if (!(t_ > 0) || !(bounds.length > 0)) return bounds;
  const Vec4 unit = {bounds.length, bounds.length, bounds.length, t_};
  Vec4 residual{};
  Vec4 terms{};
  Vec4 sizes{};
  for (std::size_t k = 0; k < 4; ++k) {
    const Row& r = rows_[k];
    sizes[k] = size(basis_[k]);
    terms[k] = 3 * bounds.length * sizes[k] + std::max(t_, 1 - r.last);
    residual[k] = std::abs(r.f - (r.last * t_ - r.w.dot(q_))) + kRowError * terms[k] +
                  2 * sizes[k] * ray_error;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    double moved = 0;
    double rounding = 0;
    double spread = 0;
    Vec4 E{};
    E[i] = 1;
    for (std::size_t k = 0; k < 4; ++k) {
      const double x = inverse_[i][k];
      moved += std::abs(x) * residual[k];
      rounding += std::abs(x) * terms[k];
      spread += std::abs(x) * sizes[k];
      for (std::size_t j = 0; j < 3; ++j) E[j] -= x * rows_[k].w[static_cast<Eigen::Index>(j)];
      E[3] -= x * rows_[k].last;
    }
    double sum = kRowError * rounding;
    for (std::size_t j = 0; j < 4; ++j) sum += std::abs(E[j]) * unit[j];
    bounds.norm_E = std::max(bounds.norm_E, sum / unit[i]);
    bounds.off = std::max(bounds.off, 2 * moved / unit[i]);
    bounds.spread = std::max(bounds.spread, spread / unit[i]);
  }
  bounds.known = bounds.norm_E <= 0.5 && std::isfinite(bounds.off);
  // The largest difference of two entries is below twice their norm.
  const double along =
      2 * bounds.length * bounds.off + kRowError * (q_.norm() + e_.norm()) + 2 * ray_error;
  for (std::size_t b = 0; b < 2; ++b) {
    bounds.margin[b] = bodies_[b]->longest * along + t_ * bounds.off + kRowError * level(b);
  }
  return bounds;
}

FacetDoubts FacetSimplex::not_below(const std::array<double, 2>& margin) const {
  FacetDoubts doubts;
  for (std::size_t b = 0; b < 2; ++b) {
    const double least = level(b) - margin[b];
    if (highest_[b].value < least) continue;
    const FacetBody& rows = *bodies_[b];
    const Vec3& q = q_of_[b];
    for (int begin = 0; begin < rows.count(); begin += kScanBlock) {
      const Block value = along(rows, begin, q);
      if (value.maxCoeff() < least) continue;
      for (int k = begin; k < std::min(begin + kScanBlock, rows.count()); ++k) {
        const FacetEntry entry{static_cast<int>(b), k};
        if (value[k - begin] < least ||
            std::find(basis_.begin(), basis_.end(), entry) != basis_.end()) {
          continue;
        }
        if (doubts.count == FacetDoubts::kMax) {
          doubts.too_many = true;
          return doubts;
        }
        doubts.rows[at(doubts.count++)] = entry;
      }
    }
  }
  return doubts;
}

}  // namespace touchstone
