// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_facets/exact_facets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/arithmetic/exchange_bound.hpp"

namespace touchstone {
namespace {

using exact::dot;
using exact::Integer3;
using exact::Integer33;

/// Exchanges by the largest violation; later ones follow Bland's rule, so that no basis comes back.
constexpr int kMaxGreedy = 64;
/// Rounding of y.q and a level in doubles, in parts of |y||q| and of the level.
constexpr double kExcessRounding = 0x1p-49;

Integer scaled(double x, int exponent) {
  Integer result;
  set_scaled(result, x, exponent);
  return result;
}

void shift_up(Integer& x, int bits) { x <<= static_cast<mp_bitcnt_t>(bits); }

/// numerator / denominator * 2^exponent, denominator > 0.
double rounded(const Integer& numerator, const Integer& denominator, int exponent) {
  Integer up = numerator;
  Integer down = denominator;
  shift_up(exponent >= 0 ? up : down, std::abs(exponent));
  return round_quotient(up, down);
}

int bits_of(const Integer& x) { return static_cast<int>(mpz_sizeinbase(x.get_mpz_t(), 2)); }

int bits_of(const Integer3& v) { return std::max({bits_of(v[0]), bits_of(v[1]), bits_of(v[2])}); }

/// The exponent e with 2^(e-2) < |x| / denominator < 2^e, by the largest entry of x; for x = 0 one
/// that is below every other.
template <class Number>
int exponent_of(const Number& x, const Integer& denominator) {
  constexpr int kBelowAll = std::numeric_limits<int>::min() / 2;
  return x == Number{} ? kBelowAll : bits_of(x) - bits_of(denominator) + 1;
}

/// v / 2^bits, rounded to doubles.
Vec3 rounded_direction(const Integer3& v, int bits) {
  const Integer one(1);
  return {rounded(v[0], one, -bits), rounded(v[1], one, -bits), rounded(v[2], one, -bits)};
}

/// A row of the program: W.z + f <= t beta.
struct ExactRow {
  std::array<Integer, 4> coefficient;  ///< W, beta
  Integer f;
};

class ExactProgram {
 public:
  ExactProgram(const FacetBody& A, const Pose& X_WA, const FacetBody& B, const Pose& X_WB,
               bool fixed_B)
      : bodies_{&A, &B},
        fixed_B_(fixed_B),
        R_exponent_(exact::least_exponent(X_WA.R, exact::least_exponent(X_WB.R, 0))) {
    const int center = exact::least_exponent(A.center, exact::least_exponent(B.center, 0));
    unit_ = exact::least_exponent(X_WA.t, exact::least_exponent(X_WB.t, R_exponent_ + center));
    const std::array<const Pose*, 2> poses = {&X_WA, &X_WB};
    for (std::size_t b = 0; b < 2; ++b) {
      const Integer33 R = exact::scaled(poses[b]->R, R_exponent_);
      for (std::size_t i = 0; i < 3; ++i) {
        const Integer3& next = R[(i + 1) % 3];
        const Integer3& last = R[(i + 2) % 3];
        for (std::size_t j = 0; j < 3; ++j) {
          cofactor_[b][i][j] =
              next[(j + 1) % 3] * last[(j + 2) % 3] - next[(j + 2) % 3] * last[(j + 1) % 3];
        }
      }
      determinant_[b] = dot(R[0], cofactor_[b][0]);
      const Integer3 c = exact::scaled(bodies_[b]->center, unit_ - R_exponent_);
      const Integer3 t = exact::scaled(poses[b]->t, unit_);
      for (std::size_t i = 0; i < 3; ++i) {
        const Integer place = dot(R[i], c) + t[i];
        centers_[b][i] = place;
        d_[i] += b == 0 ? place : Integer(-place);
      }
    }
  }

  /// Starts at `basis`; false if it is singular or not dual feasible.
  bool begin_at(const FacetBasis& basis) {
    basis_ = basis;
    return factor() && std::all_of(inverse_[3].begin(), inverse_[3].end(),
                                   [](const Integer& multiplier) { return sgn(multiplier) >= 0; });
  }

  bool run() {
    LoopBound bound = bound_of_exchanges("ratio_facets: exchange of rows in integers");
    for (pivots_ = 0;; ++pivots_) {
      bound.step();
      aim();
      const FacetEntry entering = violated(pivots_ >= kMaxGreedy);
      if (entering.body < 0) return sgn(p_[3]) > 0;
      if (!exchange(entering)) return false;
    }
  }

  FacetExit exit() const {
    FacetExit exit;
    exit.rho = round_quotient(p_[3] - det_, p_[3]);
    exit.r = {round_quotient(p_[3], det_), 0};
    exit.basis = basis_;
    exit.pivots = pivots_;
    Integer3 m;
    for (std::size_t k = 0; k < 4; ++k) {
      const Integer3 W = {rows_[k].coefficient[0], rows_[k].coefficient[1],
                          rows_[k].coefficient[2]};
      const int bits = bits_of(W);
      exit.multiplier[k] =
          rounded(inverse_[3][k], det_, bits - unit_) * rounded_direction(W, bits).norm();
      if (basis_[k].body != 0) continue;
      for (std::size_t i = 0; i < 3; ++i) m[i] += inverse_[3][k] * W[i];
    }
    exit.parts = parts(m);
    return exit;
  }

 private:
  /// p_A = x_A + z/r and p_B = x_B + (z + d)/r, with (z, r) = (-p, p_3)/det; with B fixed x_A + z.
  FacetParts parts(const Integer3& m) const {
    using exact::operator*;
    using exact::operator+;
    using exact::operator-;
    const Integer3 p = {p_[0], p_[1], p_[2]};
    FacetParts parts;
    parts.normal = exact::rounded_unit(-m);
    parts.x_W = exact::rounded_point(det_ * centers_[0] - p, det_, unit_);
    parts.witnesses.p_WA = exact::rounded_point(p_[3] * centers_[0] - p, p_[3], unit_);
    parts.witnesses.p_WB =
        fixed_B_ ? parts.x_W
                 : exact::rounded_point(p_[3] * centers_[1] + (det_ * d_ - p), p_[3], unit_);
    return parts;
  }

  ExactRow row(const FacetEntry& entry) const {
    ExactRow row;
    if (entry.body < 0) {
      row.coefficient[at(entry.row)] = 1;
      return row;
    }
    const auto b = at(entry.body);
    const FacetBody& body = *bodies_[b];
    const Vec3& normal = body.normal(entry.row);
    const int normal_place = exact::least_exponent(normal, 0);
    const int origin_place = exact::least_exponent(body.origin(), 0);
    const double offset = body.offset(entry.row);
    const int b_place =
        std::min(normal_place + origin_place, offset == 0 ? 0 : to_dyadic(offset).exponent);
    const Integer3 n = exact::scaled(normal, normal_place);
    const Integer3 origin = exact::scaled(body.origin(), b_place - normal_place);
    for (std::size_t i = 0; i < 3; ++i) row.coefficient[i] = dot(cofactor_[b][i], n);
    row.coefficient[3] = determinant_[b] * (scaled(offset, b_place) - dot(n, origin));
    // In units of length 2^unit_ and of W.
    const int shift = R_exponent_ + b_place - normal_place - unit_;
    if (shift >= 0) {
      shift_up(row.coefficient[3], shift);
    } else {
      for (std::size_t i = 0; i < 3; ++i) shift_up(row.coefficient[i], -shift);
    }
    if (entry.body == 1) {
      for (std::size_t i = 0; i < 3; ++i) row.f += row.coefficient[i] * d_[i];
      if (fixed_B_) {
        row.f -= row.coefficient[3];
        row.coefficient[3] = 0;
      }
    }
    return row;
  }

  /// Makes the adjugate and the determinant (positive) of the basis, by pairs of rows, and p. False
  /// if the basis is singular.
  bool factor() {
    for (std::size_t k = 0; k < 4; ++k) rows_[k] = row(basis_[k]);
    const auto at = [&](std::size_t k, std::size_t i) -> const Integer& {
      return rows_[k].coefficient[i];
    };
    std::array<std::array<std::array<Integer, 4>, 4>, 2> minors;
    for (std::size_t pair = 0; pair < 2; ++pair) {
      for (std::size_t j = 1; j < 4; ++j) {
        for (std::size_t i = 0; i < j; ++i) {
          minors[pair][i][j] =
              at(2 * pair, i) * at(2 * pair + 1, j) - at(2 * pair, j) * at(2 * pair + 1, i);
        }
      }
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t partner = k ^ 1U;
      const auto& minor = minors[k < 2 ? 1 : 0];
      for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t a = i == 0 ? 1 : 0;
        const std::size_t b = i <= 1 ? 2 : 1;
        const std::size_t c = i <= 2 ? 3 : 2;
        inverse_[i][k] = at(partner, a) * minor[b][c] - at(partner, b) * minor[a][c] +
                         at(partner, c) * minor[a][b];
        if ((k + i) % 2 == 1) inverse_[i][k] = -inverse_[i][k];
      }
    }
    det_ = 0;
    for (std::size_t i = 0; i < 4; ++i) det_ += at(0, i) * inverse_[i][0];
    if (sgn(det_) == 0) return false;
    if (sgn(det_) < 0) {
      det_ = -det_;
      for (auto& line : inverse_) {
        for (Integer& entry : line) entry = -entry;
      }
    }
    for (std::size_t i = 0; i < 4; ++i) {
      p_[i] = 0;
      for (std::size_t k = 0; k < 4; ++k) p_[i] += inverse_[i][k] * rows_[k].f;
    }
    return true;
  }

  /// Rounds the point to doubles in each body's axes, and the right-hand side of its rows: t, or 1
  /// on a fixed B. Both are divided by the power of two that brings the terms of a row to about 1:
  /// what underflows is then nothing beside the doubt.
  void aim() {
    const Integer one(1);
    for (std::size_t b = 0; b < 2; ++b) {
      const bool fixed = b == 1 && fixed_B_;
      const Integer& level = fixed ? one : p_[3];
      const Integer& level_part = fixed ? one : det_;
      const Integer denominator = determinant_[b] * det_;
      Integer3 z;
      for (std::size_t i = 0; i < 3; ++i) z[i] = (b == 0 ? 0 : Integer(det_ * d_[i])) - p_[i];
      Integer3 q;
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 3; ++i) q[j] += cofactor_[b][i][j] * z[i];
      }
      const int unit_of_q = unit_ - R_exponent_;
      int scale = exponent_of(level, level_part);
      if (bodies_[b]->in_range || sgn(level) == 0) {
        const int longest = bodies_[b]->in_range ? std::ilogb(bodies_[b]->longest) : 0;
        scale = std::max(scale, exponent_of(q, denominator) + unit_of_q + longest);
      }
      level_[b] = rounded(level, level_part, -scale);
      for (std::size_t j = 0; j < 3; ++j) {
        q_[b][static_cast<Eigen::Index>(j)] = rounded(q[j], denominator, unit_of_q - scale);
      }
    }
  }

  bool is_violated(const FacetEntry& entry) const {
    if (std::find(basis_.begin(), basis_.end(), entry) != basis_.end()) return false;
    const ExactRow r = row(entry);
    Integer excess = r.f * det_;
    for (std::size_t i = 0; i < 4; ++i) excess -= r.coefficient[i] * p_[i];
    return sgn(excess) > 0;
  }

  /// A violated row, or none (body < 0): the first one, or one that doubles see as the worst.
  FacetEntry violated(bool first) const {
    FacetEntry found;
    double most = 0;
    for (const bool exactly : {false, true}) {
      for (int body = 0; body < 2; ++body) {
        const auto b = at(body);
        const FacetBody& rows = *bodies_[b];
        const double level = level_[b];
        const double doubt =
            rows.in_range ? kExcessRounding * (std::abs(level) + rows.longest * q_[b].lpNorm<1>())
                          : std::numeric_limits<double>::infinity();
        for (int k = 0; k < rows.count(); ++k) {
          const double excess = rows.dual(k).dot(q_[b]) - level;
          if (excess < -doubt) continue;
          if (exactly || first) {
            if (excess > doubt || is_violated({body, k})) return {body, k};
          } else if (excess > doubt && excess - doubt > most) {
            most = excess - doubt;
            found = {body, k};
          }
        }
      }
      if (first || found.body >= 0) return found;
    }
    return found;
  }

  static bool comes_first(const FacetEntry& i, const FacetEntry& j) {
    return i.body != j.body ? i.body < j.body : i.row < j.row;
  }

  bool exchange(const FacetEntry& entering) {
    const ExactRow r = row(entering);
    std::array<Integer, 4> direction;
    std::size_t out = 4;
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t i = 0; i < 4; ++i) direction[k] += r.coefficient[i] * inverse_[i][k];
      // A row that fixes z has the multiplier 0 and leaves whatever the sign of its direction.
      const bool fixed = basis_[k].body < 0 && basis_[k].row != kRowOfT;
      if (fixed) direction[k] = abs(direction[k]);
      if (sgn(direction[k]) <= 0) continue;
      if (out == 4) {
        out = k;
        continue;
      }
      const int order = cmp(inverse_[3][k] * direction[out], inverse_[3][out] * direction[k]);
      if (order < 0 || (order == 0 && comes_first(basis_[k], basis_[out]))) out = k;
    }
    if (out == 4) return false;
    basis_[out] = entering;
    return factor();
  }

  std::array<const FacetBody*, 2> bodies_;
  bool fixed_B_;
  int R_exponent_ = 0;  ///< entries of R are whole multiples of 2^R_exponent_ [1]
  int unit_ = 0;        ///< lengths in the world are whole multiples of 2^unit_ [m]
  std::array<Integer33, 2> cofactor_;
  std::array<Integer, 2> determinant_;
  std::array<Integer3, 2> centers_;  ///< x_A, x_B
  Integer3 d_;
  FacetBasis basis_;
  std::array<ExactRow, 4> rows_;
  std::array<std::array<Integer, 4>, 4> inverse_;  ///< times det_
  Integer det_;
  std::array<Integer, 4> p_;  ///< (-z, t), times det_
  std::array<Vec3, 2> q_{Vec3::Zero(), Vec3::Zero()};
  std::array<double, 2> level_{};
  int pivots_ = 0;
};

}  // namespace

std::optional<FacetExit> find_exact_facet_exit(const FacetBody& A, const Pose& X_WA,
                                               const FacetBody& B, const Pose& X_WB, bool fixed_B,
                                               const FacetBasis& start) {
  ExactProgram program(A, X_WA, B, X_WB, fixed_B);
  const bool of_rows = std::all_of(start.begin(), start.end(),
                                   [](const FacetEntry& entry) { return entry.body >= 0; });
  if (!of_rows || !program.begin_at(start)) {
    program.begin_at({FacetEntry{-1, 0}, FacetEntry{-1, 1}, FacetEntry{-1, 2}, {-1, kRowOfT}});
  }
  if (!program.run()) return std::nullopt;
  return program.exit();
}

}  // namespace touchstone
