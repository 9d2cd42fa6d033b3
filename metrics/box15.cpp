// SPDX-License-Identifier: GPL-3.0-or-later
// With e_i, f_j the columns of R_A, R_B as they stand, h and g the half extents and c = c_A - c_B
// the offset of the centres, B + (-A) is the zonotope -c + sum of [-1, 1] h_i e_i and [-1, 1] g_j
// f_j, and
//     gap(u) = u.c - sum_i h_i |u.e_i| - sum_j g_j |u.f_j|.
// The normals of its facets are +- the products of two of the six columns: a_i = e_i+1 x e_i+2, b_j
// likewise, and e_i x f_j. Since |e_i x f_j . e_i+1| = |a_i+2 . f_j| and |e_i x f_j . f_j+1| = |e_i
// . b_j+2|, eighteen products and two determinants make all fifteen sums.
//
// All fifteen are evaluated in doubles, with a bound. What may be the largest gap is evaluated
// again in double-double, and the largest of these is the answer.
//
// Bounds. Columns have lengths in [0.99, 1.01]. With s = 2^-53 and reach = |c|_1 + sum of h and g:
//   In doubles: an entry of a product of two columns is off by 2.1 s, hence the product by 3.7 s,
//   its product with a third column by 8 s, with c by 10 s |c|. A gap times |u| is therefore off by
//   less than 32 s reach with its own sums, and |u| by 4 s, which costs the quotient 5 s reach /
//   |u|: together less than kInDoubles reach / |u|.
//   In double-double: entries of u are differences of two exact products, so that u is good to
//   2^-102 of itself however nearly parallel the columns are. Products with u are then good to
//   2^-100 |u|, and the gap of the unit direction to 2^-97 reach.
// A product that is shorter than kParallel belongs to a facet of C that is a strip of width 2.1
// min(h, g) kParallel: where the nearest point of C's surface lies on it, the plane of the facet
// beyond the strip is farther from 0 by that much at most. It is left out.
#include "metrics/box15.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "geometry/aligned_box.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/registers.hpp"
#include "metrics/pose_refusal.hpp"

namespace touchstone {
namespace {

constexpr double kInDoubles = 0x1p-47;
constexpr double kParallel = 1e-30;
/// Above this length one compensation leaves 2^-104 of a product of columns.
constexpr double kShort = 0x1p-2;
constexpr std::size_t kAxes = 15;
using Sixteen = Eigen::Array<double, 16, 1>;

class BoxShape final : public Shape {
 public:
  explicit BoxShape(const Polytope& polytope) {
    if (polytope.dimension() < 3) {
      refusal = "flat body";
      return;
    }
    const auto box = as_aligned_box(polytope);
    if (!box) {
      refusal = "not a box along its local axes";
      return;
    }
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const DoubleDouble sum = two_sum(box->least[i], box->most[i]);
      const DoubleDouble width = two_sum(box->most[i], -box->least[i]);
      exact_center[k] = {0.5 * sum.high, 0.5 * sum.low};
      exact_half[k] = {0.5 * width.high, 0.5 * width.low};
    }
    center = rounded(exact_center);
    half = rounded(exact_half);
  }

  const char* refusal = nullptr;
  Dd3 exact_center, exact_half;  ///< local [m]
  Vec3 center, half;             ///< the same, rounded
};

constexpr std::array<int, 3> kNext = {1, 2, 0};
constexpr std::array<int, 3> kAfterNext = {2, 0, 1};

/// `kFused`: with the machine's fused multiply-add, to the same bits.
template <bool kFused>
class BoxPair {
 public:
  BoxPair(const BoxShape& A, const Pose& X_WA, const BoxShape& B, const Pose& X_WB)
      : A_(A), X_WA_(X_WA), B_(B), X_WB_(X_WB) {}

  Answer run() {
    Answer answer;
    if (far_apart()) return disjoint(0);
    place();
    if (sweep()) return disjoint(kAxes);
    answer.work.iterations = kAxes;
    Best best;
    for (std::size_t p = 0; p < kAxes; ++p) {
      // Written so that an axis without a direction, of which nothing is known, is looked at.
      if (!(least_square_[p] > limit_)) consider(p, best);
    }
    if (best.gap.high > 0) return disjoint(kAxes);
    answer.status = AnswerStatus::answered;
    answer.value = 0 + best.gap.high;  // touching is 0, not -0
    answer.normal = Vec3(rounded(best.u) / best.length);
    return answer;
  }

 private:
  struct Best {
    DoubleDouble gap{-std::numeric_limits<double>::infinity(), 0};
    Dd3 u;              ///< from B to A, world
    double length = 1;  ///< of u
  };

  static Answer disjoint(std::size_t axes) {
    Answer answer;
    answer.status = AnswerStatus::sign_only;
    answer.sign = 1;
    answer.work.iterations = static_cast<int>(axes);
    return answer;
  }

  /// Whether the centres are farther apart than the boxes reach together: not to be decided below,
  /// where numbers might leave the range of doubles.
  bool far_apart() const {
    const Vec3 c = (X_WA_.t - X_WB_.t) + (X_WA_.R * A_.center - X_WB_.R * B_.center);
    const double largest =
        std::max(X_WA_.t.lpNorm<Eigen::Infinity>(), X_WB_.t.lpNorm<Eigen::Infinity>()) +
        A_.center.lpNorm<1>() + B_.center.lpNorm<1>();
    return !(c.lpNorm<Eigen::Infinity>() - 1e-14 * largest <=
             1.02 * (A_.half.sum() + B_.half.sum()));
  }

  void place() {
    c_ = difference(X_WA_.t, X_WB_.t);
    if (!A_.center.isZero(0)) c_ = c_ + turned(X_WA_.R, A_.exact_center);
    if (!B_.center.isZero(0)) c_ = c_ - turned(X_WB_.R, B_.exact_center);
  }

  /// All gaps in doubles. True as soon as one is positive for certain.
  bool sweep() {
    const Vec3 c = rounded(c_);
    const Vec3& h = A_.half;
    const Vec3& g = B_.half;
    const double error = kInDoubles * (c.lpNorm<1>() + h.sum() + g.sum());
    const auto& e = X_WA_.R;
    const auto& f = X_WB_.R;
    Mat3 a, b;
    for (int i = 0; i < 3; ++i) {
      a.col(i) = e.col(kNext[at(i)]).cross(e.col(kAfterNext[at(i)]));
      b.col(i) = f.col(kNext[at(i)]).cross(f.col(kAfterNext[at(i)]));
    }
    const Mat3 af = (a.transpose() * f).cwiseAbs();
    const Mat3 eb = (e.transpose() * b).cwiseAbs();

    Sixteen excess;  // gap times length
    Sixteen square;
    const double volume_A = std::abs(a.col(0).dot(e.col(0)));
    const double volume_B = std::abs(b.col(0).dot(f.col(0)));
    for (int i = 0; i < 3; ++i) {
      excess[i] = std::abs(a.col(i).dot(c)) - h[i] * volume_A - af.row(i).dot(g.transpose());
      square[i] = a.col(i).squaredNorm();
      excess[3 + i] = std::abs(b.col(i).dot(c)) - g[i] * volume_B - eb.col(i).dot(h);
      square[3 + i] = b.col(i).squaredNorm();
    }
    if ((excess.head<6>() > error).any()) return true;
    for (int i = 0; i < 3; ++i) {
      const Vec3 e_i = e.col(i);
      const Vec3 moment = c.cross(e_i);  // (e x f).c = (c x e).f
      const int i1 = kNext[at(i)];
      const int i2 = kAfterNext[at(i)];
      for (int j = 0; j < 3; ++j) {
        const int j1 = kNext[at(j)];
        const int j2 = kAfterNext[at(j)];
        const Vec3 f_j = f.col(j);
        const int p = 6 + 3 * i + j;
        excess[p] = std::abs(moment.dot(f_j)) - (h[i1] * af(i2, j) + h[i2] * af(i1, j)) -
                    (g[j1] * eb(i, j2) + g[j2] * eb(i, j1));
        square[p] = e_i.cross(f_j).squaredNorm();
      }
    }
    excess[15] = excess[14];
    square[15] = square[14];
    // No gap is positive for certain: depths are compared by their squares, without a root.
    if ((excess > error).any()) return true;
    least_square_ = (-excess - error).max(0).square() / square;
    limit_ = ((error - excess).square() / square).minCoeff();
    return false;
  }

  /// The gap along one axis, in double-double.
  void consider(std::size_t p, Best& best) const {
    const int k = static_cast<int>(p);
    const int i = k < 6 ? kNext[p % 3] : (k - 6) / 3;
    const int j = k < 6 ? kAfterNext[p % 3] : (k - 6) % 3;
    const Mat3& first = k < 3 || k >= 6 ? X_WA_.R : X_WB_.R;
    const Mat3& second = k < 3 ? X_WA_.R : X_WB_.R;
    const Dd3 u = product_of(first.col(i), second.col(j));
    const DoubleDouble square = dot<kFused>(u, u);
    if (!(square.high > kParallel * kParallel)) return;
    const DoubleDouble along = dot<kFused>(u, c_);
    // Without the two columns that u is perpendicular to.
    DoubleDouble width;
    for (int m = 0; m < 3; ++m) {
      const bool of_A = k < 3 ? m == k : k < 6 || m != i;
      const bool of_B = k < 3 || (k < 6 ? m == k - 3 : m != j);
      if (of_A) width = plus(width, u, X_WA_.R, m, A_.exact_half[at(m)]);
      if (of_B) width = plus(width, u, X_WB_.R, m, B_.exact_half[at(m)]);
    }
    const DoubleDouble length = root(square);
    const DoubleDouble gap = quotient(magnitude(along) - width, length);
    const bool better =
        gap.high > best.gap.high || (gap.high == best.gap.high && gap.low > best.gap.low);
    if (!better) return;
    best = {gap, along.high < 0 ? -u : u, length.high};
  }

  /// width + |u.w| h, w a column.
  static DoubleDouble plus(DoubleDouble width, const Dd3& u, const Mat3& R, int m, DoubleDouble h) {
    const DoubleDouble high =
        dot_of_doubles<kFused>(u[0].high, R(0, m), u[1].high, R(1, m), u[2].high, R(2, m));
    // Of a column almost perpendicular to u the high part may be less than what the low parts add.
    const DoubleDouble along = magnitude(two_sum(
        high.high, high.low + ((u[0].low * R(0, m) + u[1].low * R(1, m)) + u[2].low * R(2, m))));
    const DoubleDouble term = product<kFused>(along.high, h.high);
    const DoubleDouble sum = two_sum(width.high, term.high);
    return quick_two_sum(
        sum.high, (sum.low + width.low) + (term.low + (along.low * h.high + along.high * h.low)));
  }

  /// The root of a > 0.
  static DoubleDouble root(DoubleDouble a) {
    const double first = std::sqrt(a.high);
    const DoubleDouble back = product<kFused>(first, first);
    return quick_two_sum(first, (((a.high - back.high) - back.low) + a.low) / (2 * first));
  }
  static DoubleDouble quotient(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    const DoubleDouble back = product<kFused>(first, b.high);
    return quick_two_sum(first,
                         (((a.high - back.high) - back.low) + (a.low - first * b.low)) / b.high);
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static DoubleDouble magnitude(DoubleDouble x) { return x.high < 0 ? -x : x; }
  /// The product of two columns: where it is not short, one compensation is enough.
  static Dd3 product_of(const Vec3& v, const Vec3& w) {
    Dd3 u = {compensated(v[1], w[2], v[2], w[1]), compensated(v[2], w[0], v[0], w[2]),
             compensated(v[0], w[1], v[1], w[0])};
    if (rounded(u).squaredNorm() > kShort * kShort) return u;
    const auto entry = [&](int i, int j) {
      return two_product(v[i], w[j]) - two_product(v[j], w[i]);
    };
    return {entry(1, 2), entry(2, 0), entry(0, 1)};
  }
  /// a b - c d
  static DoubleDouble compensated(double a, double b, double c, double d) {
    const DoubleDouble ab = product<kFused>(a, b);
    const DoubleDouble cd = product<kFused>(c, d);
    const DoubleDouble high = two_sum(ab.high, -cd.high);
    return quick_two_sum(high.high, high.low + (ab.low - cd.low));
  }

  const BoxShape& A_;
  const Pose& X_WA_;
  const BoxShape& B_;
  const Pose& X_WB_;
  Dd3 c_;                 ///< centre of A from B's, world
  Sixteen least_square_;  ///< no depth is less, squared; the last is the last axis again
  double limit_ = 0;      ///< the least depth is not more, squared
};

// The same source for machines with a fused multiply-add and without, chosen when the program runs.
#if defined(__x86_64__)
[[gnu::target("fma"), gnu::flatten]] Answer run_fused(const BoxShape& A, const Pose& X_WA,
                                                      const BoxShape& B, const Pose& X_WB) {
  return BoxPair<true>(A, X_WA, B, X_WB).run();
}
#endif

const char* refusal(const BoxShape& A, const Pose& X_WA, const BoxShape& B, const Pose& X_WB) {
  if (A.refusal != nullptr) return A.refusal;
  if (B.refusal != nullptr) return B.refusal;
  return pose_refusal(X_WA, X_WB);
}

class Box15 final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<BoxShape>(polytope);
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const auto& A = static_cast<const BoxShape&>(shape_A);
    const auto& B = static_cast<const BoxShape&>(shape_B);
    if (const char* why = refusal(A, X_WA, B, X_WB); why != nullptr) {
      Answer answer;
      answer.note = why;
      return answer;
    }
#if defined(__x86_64__)
    if (machine_registers() == Registers::wide) return run_fused(A, X_WA, B, X_WB);
#endif
    return BoxPair<false>(A, X_WA, B, X_WB).run();
  }
};

}  // namespace

std::unique_ptr<Metric> make_box15() { return std::make_unique<Box15>(); }

}  // namespace touchstone
