// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_facets/facet_proof.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"
#include "metrics/arithmetic/compensated.hpp"

namespace touchstone {
namespace {

// Scaled normals have entries below 1, so |n| < 1.74, and R is orthonormal to 1e-6: |W| < 1.75. A
// compensated dot product is good to 2^-102 of its terms. From that, with room to spare:
//   W:    2^-99 in each entry (cof(R) to 2^-101, three products);
//   beta: 2^-98 of it;
//   f:    2^-97 |d|_1, and 1.75 times what d is off;
//   M:    cross products of two W to 2^-95 in length, their products with a third to 2^-93.
constexpr double kBetaError = 0x1p-98;
constexpr double kLeverError = 0x1p-97;
constexpr double kMinorError = 0x1p-93;
/// Rounding of the sums of products of M with f and beta, in parts of their terms [1].
constexpr double kSumError = 0x1p-97;
/// Rounding of a quotient in double-double, relative [1].
constexpr double kQuotientError = 0x1p-99;
/// Relative error of r that is allowed where rows are compared by it [1].
constexpr double kGrowthError = 0x1p-75;
/// Residuals of rows in double-double, in parts of their terms; and what that and kGrowthError come
/// to in the refined point, in parts of `off`, which holds 2^-47 of the same terms.
constexpr double kResidualError = 0x1p-94;
constexpr double kRefinedError = 0x1p-28;
/// Range of |d|_1 in which products of doubles keep all their digits [m].
constexpr double kMinDistance = 1e-100;
constexpr double kMaxDistance = 1e100;

template <bool kFused>
class FacetProver {
 public:
  FacetProver(const FacetBody& A, const Mat3& R_WA, const FacetBody& B, const Mat3& R_WB,
              const CenterOffset& ray, const FacetSimplex& simplex)
      : bodies_{&A, &B}, R_{&R_WA, &R_WB}, ray_(ray), simplex_(simplex) {}

  [[gnu::always_inline]] FacetVerdict run() {
    FacetVerdict verdict;
    distance_ = rounded(ray_.d).lpNorm<1>();
    if (!(distance_ > kMinDistance && distance_ < kMaxDistance)) return verdict;
    bounds_ = simplex_.bounds(ray_.error);
    if (!bounds_.known) return verdict;
    const FacetDoubts doubts = simplex_.not_below(bounds_.margin);
    if (doubts.too_many) return verdict;
    place_basis();
    if (!make_minors() || !make_sums()) return verdict;
    refine();
    for (int i = 0; i < doubts.count; ++i) {
      const FacetEntry entry = doubts.rows[at(i)];
      const Sign sign = sign_of_excess(entry);
      if (sign == Sign::negative) continue;
      if (sign == Sign::positive) verdict.violated = entry;
      return verdict;
    }
    FacetExit exit;
    exit.basis = simplex_.basis();
    if (!evaluate(exit)) return verdict;
    fill(exit);
    verdict.exit = exit;
    return verdict;
  }

 private:
  [[gnu::always_inline]] static DoubleDouble minor_of(const Mat3& R, int i, int j, int k, int l) {
    return dot_of_doubles<kFused>(R(i, k), R(j, l), -R(i, l), R(j, k), 0, 0);
  }

  struct Placed {
    Dd3 W{};
    DoubleDouble beta;  ///< coefficient of t
    DoubleDouble f;
    double scale = 0;  ///< beta, whether or not t grows the body
    double terms = 0;  ///< |f| + beta before B is fixed: the size that roundings are in parts of
  };

  [[gnu::always_inline]] void place_body(std::size_t b) {
    const Mat3& R = *R_[b];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        cofactor_[b][at(i)][at(j)] =
            minor_of(R, (i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
      }
    }
    determinant_[b] = dot<kFused>(exactly(R.row(0)), cofactor_[b][0]);
  }

  [[gnu::always_inline]] Placed placed(const FacetEntry& entry) const {
    const auto b = at(entry.body);
    const Dd3 n = exactly(bodies_[b]->scaled_normal(entry.row));
    Placed row;
    for (std::size_t i = 0; i < 3; ++i) row.W[i] = dot<kFused>(cofactor_[b][i], n);
    row.beta = determinant_[b] * bodies_[b]->scaled_b(entry.row);
    row.scale = row.beta.high;
    if (entry.body == 1) row.f = dot<kFused>(row.W, ray_.d);
    row.terms = std::abs(row.f.high) + row.scale;
    if (entry.body == 1 && simplex_.fixed_B()) {
      row.f = row.f - row.beta;
      row.beta = {};
    }
    return row;
  }

  [[gnu::always_inline]] void place_basis() {
    place_body(0);
    place_body(1);
    for (std::size_t k = 0; k < 4; ++k) rows_[k] = placed(simplex_.basis()[k]);
  }

  [[gnu::always_inline]] static Dd3 crossed(const Dd3& a, const Dd3& b) {
    const auto entry = [&](std::size_t i, std::size_t j) {
      return dot<kFused>(Dd3{a[i], a[j], {}}, Dd3{b[j], -b[i], {}});
    };
    return {entry(1, 2), entry(2, 0), entry(0, 1)};
  }

  /// Makes the minors M, positive; false if rounding leaves the sign of one in doubt.
  [[gnu::always_inline]] bool make_minors() {
    const Dd3 of_01 = crossed(rows_[0].W, rows_[1].W);
    const Dd3 of_23 = crossed(rows_[2].W, rows_[3].W);
    M_ = {dot<kFused>(rows_[1].W, of_23), -dot<kFused>(rows_[0].W, of_23),
          dot<kFused>(rows_[3].W, of_01), -dot<kFused>(rows_[2].W, of_01)};
    if (M_[0].high < 0) {
      for (DoubleDouble& minor : M_) minor = -minor;
    }
    return std::all_of(M_.begin(), M_.end(),
                       [](const DoubleDouble& minor) { return minor.high > kMinorError; });
  }

  /// Makes sum M f, sum M beta and r; false if r is not within kGrowthError.
  [[gnu::always_inline]] bool make_sums() {
    for (std::size_t k = 0; k < 4; ++k) {
      const Placed& row = rows_[k];
      along_ = along_ + M_[k] * row.f;
      span_ = span_ + M_[k] * row.beta;
      error_ += (kMinorError + (kSumError + kBetaError) * M_[k].high) * row.terms;
      if (simplex_.basis()[k].body == 1) {
        error_ += M_[k].high * (kLeverError * distance_ + 2 * ray_.error);
      }
    }
    const double least = std::min(along_.high, span_.high);
    if (!(error_ <= 0.25 * kGrowthError * least)) return false;
    r_ = along_ / span_;
    return true;
  }

  /// z: the point in doubles, corrected by what it leaves of the rows of the basis.
  [[gnu::always_inline]] void refine() {
    const Vec3 z = *R_[0] * simplex_.q();
    Vec3 correction = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
      const Placed& row = rows_[k];
      const double residual = excess(row, exactly(z)) / row.scale;
      for (int i = 0; i < 3; ++i) {
        correction[i] -= simplex_.inverse()[at(i)][k] * residual;
      }
    }
    correction = *R_[0] * correction;
    for (int i = 0; i < 3; ++i) z_[at(i)] = two_sum(z[i], correction[i]);
  }

  /// W.z + f - r beta.
  [[gnu::always_inline]] double excess(const Placed& row, const Dd3& z) const {
    return (dot<kFused>(row.W, z) + row.f - r_ * row.beta).high;
  }

  enum class Sign { negative, open, positive };

  [[gnu::always_inline]] Sign sign_of_excess(const FacetEntry& entry) const {
    const Placed row = placed(entry);
    const double value = excess(row, z_) / row.scale;
    const double moved = (bounds_.norm_E + kRefinedError) * (bounds_.off + 0x1p-50) +
                         4 * bounds_.spread * ray_.error;
    const double size = bodies_[at(entry.body)]->dual(entry.row).norm();
    const double doubt =
        size * ((2 * moved + 4 * kResidualError) * bounds_.length + 2 * ray_.error) +
        2 * kGrowthError * r_.high + 4 * kResidualError;
    if (value < -doubt) return Sign::negative;
    return value > doubt ? Sign::positive : Sign::open;
  }

  /// Evaluates rho; false if it is not known to be correctly rounded.
  [[gnu::always_inline]] bool evaluate(FacetExit& exit) const {
    const DoubleDouble gap = along_ - span_;
    if (!(std::abs(gap.high) > error_)) return false;
    const DoubleDouble rho = gap / along_;
    const double part =
        error_ / std::abs(gap.high) + error_ / (along_.high - error_) + kQuotientError;
    const double off = 2 * part * std::abs(rho.high);
    exit.rho = rho.high + (rho.low - off);
    exit.r = r_;
    return exit.rho == rho.high + (rho.low + off);
  }

  [[gnu::always_inline]] void fill(FacetExit& exit) const {
    exit.z = z_;
    // m from A's rows and from B's agree; fewer have less to cancel.
    const int body = exit.basis[2].body == 1 ? 0 : 1;
    Dd3 m{};
    for (std::size_t k = 0; k < 4; ++k) {
      exit.multiplier[k] = M_[k].high * rounded(rows_[k].W).norm() / span_.high;
      if (exit.basis[k].body == body) m = m + scaled(M_[k], rows_[k].W);
    }
    exit.m = body == 0 ? rounded(m) : -rounded(m);
  }

  std::array<const FacetBody*, 2> bodies_;
  std::array<const Mat3*, 2> R_;
  const CenterOffset& ray_;
  const FacetSimplex& simplex_;
  FacetBounds bounds_;
  double distance_ = 0;  ///< |d|_1 [m]
  std::array<std::array<Dd3, 3>, 2> cofactor_{};
  std::array<DoubleDouble, 2> determinant_{};
  std::array<Placed, 4> rows_{};
  std::array<DoubleDouble, 4> M_{};
  DoubleDouble along_;  ///< sum M f
  DoubleDouble span_;   ///< sum M beta
  double error_ = 0;    ///< bound on the error of along_ and of span_
  DoubleDouble r_;
  Dd3 z_{};
};

}  // namespace

FacetVerdict judge_facet_basis(const FacetBody& A, const Mat3& R_WA, const FacetBody& B,
                               const Mat3& R_WB, const CenterOffset& ray,
                               const FacetSimplex& simplex) {
  return ask_with(machine_registers(), [&](auto fused) {
    return FacetProver<fused.value>(A, R_WA, B, R_WB, ray, simplex).run();
  });
}

}  // namespace touchstone
