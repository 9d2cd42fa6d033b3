// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds. h = 2^-53. The columns have lengths in [0.99, 1.01], so that products of two or three of
// them are at most 1.04. reach = |c|_1 + sum h_k bounds every |c.u| and |sum mu_k w_k.u| except for
// that factor.
//   In doubles: an entry of u = w_i x w_j is off by 2.1 h, hence u by 3.7 h, a product u.w_k by 8
//   h, u.c by 9 h |c|, a gap by 13 h sum h_k + 9 h |c| + its own rounding: less than kBoxGap reach.
//   In double words (106 bits; 3 2^-106 for a sum, 5 2^-106 for a product: double_word.hpp): u is
//   exact except for 2^-104, u.w_k is off by less than 2^-100, a gap by less than kGapDD reach.
//   Underflow takes less than 2^-1000, which is nothing beside these bounds for lengths above
//   1e-30.
#include "reference/oracle/box_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "geometry/aligned_box.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "reference/arithmetic/double_word3.hpp"
#include "reference/oracle/zonotope_nearest.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMin = 1e-30;  ///< smallest half extent [m]
constexpr double kMax = 1e30;   ///< largest length [m]

constexpr double kGapDD = 0x1p-97;  ///< error of a gap in double words, relative to reach [1]
/// Error of c or d in double words, relative to the sum of its terms' magnitudes [1].
constexpr double kSumDD = 0x1p-100;
/// Relative error of a root and a quotient of numbers that have small relative errors already [1].
constexpr double kRelativeDD = 0x1p-98;
/// c must not be all cancellation, or its rounding would not be small beside reach.
constexpr double kMaxCancellation = 0x1p40;

/// The 15 pairs i < j of the six columns, and where to find them.
constexpr std::size_t kAxes = 15;
struct AxisTable {
  std::array<std::size_t, kAxes> i{}, j{};
  std::array<std::array<std::size_t, 6>, 6> of{};
};
constexpr AxisTable make_axis_table() {
  AxisTable table;
  std::size_t p = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j, ++p) {
      table.i[p] = i;
      table.j[p] = j;
      table.of[i][j] = table.of[j][i] = p;
    }
  }
  return table;
}
constexpr AxisTable kAxis = make_axis_table();

/// A product u of two columns, and gap(u) = along_c - width, gap(-u) = -along_c - width.
struct AxisValue {
  DoubleWord3 u;
  DoubleWord along_c;
  DoubleWord width;
};

class BoxPair {
 public:
  BoxPair(const Pair& pair, const LocalBox& A, const LocalBox& B);

  bool in_range() const { return in_range_; }
  bool set_interior_points(const Pair& pair, const LocalBox& A, const LocalBox& B);
  /// All 15 normals in doubles; false if two edges are too nearly parallel.
  bool sweep();

  // A result is written where its reader has it: copies would read the storage of an absent rho.
  bool settle(RoundedTruth& truth);
  std::optional<RoundedReal> settle_ratio();

 private:
  /// Centre or interior points: R_A a + t_A - R_B b - t_B.
  struct Offset {
    DoubleWord3 exact;
    Vec3 rounded = Vec3::Zero();
    double magnitude = 0;  ///< |rounded|_1
    double error = 0;      ///< bound of the error of `exact`
  };
  static Offset offset(const Pair& pair, const Vec3& a, const Vec3& b);

  bool settle_distance(std::size_t axis, RoundedTruth& truth);

  AxisValue value_of(std::size_t axis) const;
  std::optional<RoundedReal> exact_along_unit(std::size_t axis, const AxisValue& value) const;
  bool settle_along(std::size_t axis, RoundedTruth& truth);
  bool settle_at(const ZonotopeNearest& nearest, RoundedTruth& truth) const;

  Zonotope z_;
  Offset c_;
  Offset d_;
  bool same_offset_ = false;  ///< d = c
  bool in_range_ = false;

  std::array<Vec3, kAxes> u_;
  std::array<double, kAxes> along_c_{};  ///< u.c
  std::array<double, kAxes> width_{};    ///< sum h_k |u.w_k|
  std::array<double, kAxes> square_{};   ///< u.u
};

BoxPair::Offset BoxPair::offset(const Pair& pair, const Vec3& a, const Vec3& b) {
  const Vec3& t_A = pair.X_WA.t;
  const Vec3& t_B = pair.X_WB.t;
  const auto entry = [&](int i) {
    DoubleWord sum = DoubleWord::sum(t_A[i], -t_B[i]);
    if (!a.isZero(0)) {
      for (int j = 0; j < 3; ++j) sum = sum + DoubleWord::product(pair.X_WA.R(i, j), a[j]);
    }
    if (!b.isZero(0)) {
      for (int j = 0; j < 3; ++j) sum = sum - DoubleWord::product(pair.X_WB.R(i, j), b[j]);
    }
    return sum;
  };
  Offset out;
  out.exact = {entry(0), entry(1), entry(2)};
  out.rounded = out.exact.rounded();
  out.magnitude = out.rounded.lpNorm<1>();
  const double local = a.lpNorm<1>() + b.lpNorm<1>();
  if (local > 0) out.error = kSumDD * (t_A.lpNorm<1>() + t_B.lpNorm<1>() + 2 * local);
  return out;
}

BoxPair::BoxPair(const Pair& pair, const LocalBox& A, const LocalBox& B) {
  bool good = true;
  for (int k = 0; k < 3; ++k) {
    z_.w[at(k)] = pair.X_WA.R.col(k);
    z_.w[at(k) + 3] = pair.X_WB.R.col(k);
    z_.h[at(k)] = A.half[k];
    z_.h[at(k) + 3] = B.half[k];
  }
  for (std::size_t k = 0; k < 6; ++k) {
    const double square = z_.w[k].squaredNorm();
    good = good && square > 0.99 && square < 1.01 && z_.h[k] > kMin && z_.h[k] < kMax;
    z_.reach += z_.h[k];
  }
  const double magnitude = pair.X_WA.t.lpNorm<1>() + pair.X_WB.t.lpNorm<1>() +
                           A.centre.lpNorm<1>() + B.centre.lpNorm<1>();
  good = good && magnitude < kMax;
  if (!good) return;
  c_ = offset(pair, A.centre, B.centre);
  z_.c = c_.rounded;
  z_.reach += c_.magnitude;
  in_range_ = magnitude < kMaxCancellation * z_.reach;
}

bool BoxPair::set_interior_points(const Pair& pair, const LocalBox& A, const LocalBox& B) {
  const Vec3& a = pair.A->interior_point();
  const Vec3& b = pair.B->interior_point();
  const auto inside = [](const LocalBox& box, const Vec3& x) {
    // The difference is rounded, hence a little less than the half extents.
    return ((x - box.centre).cwiseAbs().array() < box.half.array() * (1 - 0x1p-40)).all();
  };
  if (!inside(A, a) || !inside(B, b)) return false;
  same_offset_ = a == A.centre && b == B.centre;
  d_ = same_offset_ ? c_ : offset(pair, a, b);
  return d_.magnitude > 0x1p-20 * z_.reach;
}

bool BoxPair::sweep() {
  for (std::size_t p = 0; p < kAxes; ++p) {
    u_[p] = z_.w[kAxis.i[p]].cross(z_.w[kAxis.j[p]]);
    along_c_[p] = u_[p].dot(c_.rounded);
    square_[p] = u_[p].squaredNorm();
    width_[p] = 0;
  }
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) {
      for (std::size_t k = j + 1; k < 6; ++k) {
        const double volume = std::abs(u_[kAxis.of[i][j]].dot(z_.w[k]));
        width_[kAxis.of[i][j]] += volume * z_.h[k];
        width_[kAxis.of[i][k]] += volume * z_.h[j];
        width_[kAxis.of[j][k]] += volume * z_.h[i];
      }
    }
  }
  return std::all_of(square_.begin(), square_.end(), [](double x) { return x > kMinSquare; });
}

bool BoxPair::settle(RoundedTruth& truth) {
  // |u| is off by 2^-40 of itself at worst, but then by 8 h absolutely; |gap| <= 1.1 reach.
  std::array<double, kAxes> most{};
  double least = -kInfinity;
  std::size_t best = 0;
  for (std::size_t p = 0; p < kAxes; ++p) {
    const double length = std::sqrt(square_[p]);
    const double value = (std::abs(along_c_[p]) - width_[p]) / length;
    const double error = 4 * kBoxGap * z_.reach / length;
    most[p] = value + error;
    if (value - error > least) {
      least = value - error;
      best = p;
    }
  }
  if (least > 0) return settle_distance(best, truth);
  if (!(most[best] < 0)) return false;
  const auto rivals = std::count_if(most.begin(), most.end(), [&](double x) { return x >= least; });
  if (rivals > 1) return false;
  return settle_along(best, truth);
}

AxisValue BoxPair::value_of(std::size_t axis) const {
  const std::size_t i = kAxis.i[axis];
  const std::size_t j = kAxis.j[axis];
  AxisValue out;
  out.u = cross(z_.w[i], z_.w[j]);
  out.along_c = dot(out.u, c_.exact);
  for (std::size_t k = 0; k < 6; ++k) {
    if (k != i && k != j) out.width = out.width + absolute(dot(out.u, z_.w[k])) * z_.h[k];
  }
  return out;
}

/// Along an axis of the world, phi is a sum of products of doubles, and often a double or half way
/// between two. All terms are multiples of one power of two; where that is above the error, the
/// computed sum is the exact one, and its high part that rounded to even.
std::optional<RoundedReal> BoxPair::exact_along_unit(std::size_t axis,
                                                     const AxisValue& value) const {
  const Vec3 u = value.u.rounded();
  int along = 0;
  if (c_.error > 0 || u.cwiseAbs().maxCoeff(&along) != 1 || u.lpNorm<1>() != 1 ||
      value.u.x.low != 0 || value.u.y.low != 0 || value.u.z.low != 0) {
    return std::nullopt;
  }
  // u is computed; that both columns are in the plane makes it exactly parallel to the axis, and
  // its length is of no account.
  if (z_.w[kAxis.i[axis]][along] != 0 || z_.w[kAxis.j[axis]][along] != 0) return std::nullopt;
  int unit = std::numeric_limits<int>::max();
  const auto refine = [&unit](double x, int exponent) {
    if (x != 0) unit = std::min(unit, to_dyadic(x).exponent + exponent);
  };
  refine(value.along_c.high, 0);
  refine(value.along_c.low, 0);
  for (std::size_t k = 0; k < 6; ++k) {
    if (k != kAxis.i[axis] && k != kAxis.j[axis]) {
      refine(z_.w[k][along], to_dyadic(z_.h[k]).exponent);
    }
  }
  const DoubleWord gap = absolute(value.along_c) - value.width;
  const auto is_multiple = [unit](double x) { return x == 0 || to_dyadic(x).exponent >= unit; };
  if (!is_multiple(gap.high) || !is_multiple(gap.low) ||
      !(kGapDD * z_.reach < std::ldexp(0.5, unit))) {
    return std::nullopt;
  }
  return RoundedReal{gap.high, gap.low, 0};
}

bool BoxPair::settle_along(std::size_t axis, RoundedTruth& truth) {
  const AxisValue value = value_of(axis);
  const double gap_error = kGapDD * z_.reach + 2 * c_.error;
  // Which of u and -u is the better one must be certain too.
  if (!(std::abs(value.along_c.high) > 2 * gap_error)) return false;
  const DoubleWord length = sqrt(dot(value.u, value.u));
  auto rounded = exact_along_unit(axis, value);
  if (!rounded) {
    const DoubleWord phi = (absolute(value.along_c) - value.width) / length;
    const double error = gap_error / length.high * (1 + 0x1p-20) + kRelativeDD * std::abs(phi.high);
    rounded = rounded_if_certain(phi, error);
  }
  if (!rounded || rounded->value == 0) return false;
  truth.sign = rounded->value > 0 ? 1 : -1;
  truth.phi = *rounded;
  truth.normal = value.u.rounded() * (sign_of(value.along_c.high) / length.high);
  return true;
}

bool BoxPair::settle_distance(std::size_t axis, RoundedTruth& truth) {
  ZonotopeNearest nearest(z_);
  if (!nearest.find(kAxis.i[axis], kAxis.j[axis], sign_of(along_c_[axis]))) return false;
  if (nearest.free_count() == 2)
    return settle_along(kAxis.of[nearest.free(0)][nearest.free(1)], truth);
  return settle_at(nearest, truth);
}

/// A vertex of A - B (|v|) or a point of an edge (|v x w| / |w|).
bool BoxPair::settle_at(const ZonotopeNearest& nearest, RoundedTruth& truth) const {
  DoubleWord3 v = c_.exact;
  for (std::size_t k = 0; k < 6; ++k) {
    if (nearest.is_free(k)) continue;
    const double mu = nearest.mu(k);
    v.x = v.x + DoubleWord::product(mu, z_.w[k].x());
    v.y = v.y + DoubleWord::product(mu, z_.w[k].y());
    v.z = v.z + DoubleWord::product(mu, z_.w[k].z());
  }
  DoubleWord phi;
  Vec3 x = v.rounded();
  if (nearest.free_count() == 0) {
    phi = sqrt(dot(v, v));
  } else {
    const Vec3& w = z_.w[nearest.free(0)];
    const DoubleWord3 moment = cross(v, w);
    const DoubleWord square = DoubleWord::product(w.x(), w.x()) +
                              DoubleWord::product(w.y(), w.y()) + DoubleWord::product(w.z(), w.z());
    phi = sqrt(dot(moment, moment) / square);
    x -= w * (w.dot(x) / w.squaredNorm());
  }
  const double error = kGapDD * z_.reach + 2 * c_.error + kRelativeDD * phi.high;
  const auto rounded = rounded_if_certain(phi, error);
  if (!rounded) return false;
  truth.sign = 1;
  truth.phi = *rounded;
  // x is off by 2^-47 reach; where that is too much beside it, no normal is claimed.
  if (kBoxGap * 4 * z_.reach < 0.5 * kNormalError * phi.high) truth.normal = x / x.norm();
  return true;
}

std::optional<RoundedReal> BoxPair::settle_ratio() {
  const double gap_error = kBoxGap * z_.reach;
  const double d_error = kBoxGap * d_.magnitude + 2 * d_.error;
  constexpr double kUp = 1 + 0x1p-50;
  constexpr double kDown = 1 - 0x1p-50;
  std::array<double, kAxes> most{};
  double least = -kInfinity;
  std::size_t best = 0;
  for (std::size_t p = 0; p < kAxes; ++p) {
    const double along_d = same_offset_ ? along_c_[p] : u_[p].dot(d_.rounded);
    const double magnitude = std::abs(along_d);
    // Where even the sign of u.d is open, the greater of the two gaps bounds both.
    const bool open = magnitude <= d_error;
    const double along_c = open ? std::abs(along_c_[p]) : sign_of(along_d) * along_c_[p];
    const double gap = along_c - width_[p];
    const double high = gap + gap_error;
    const double low = gap - gap_error;
    if (high < 0) {
      most[p] = high / (magnitude + d_error) * kDown;
    } else {
      most[p] = open ? kInfinity : high / (magnitude - d_error) * kUp;
    }
    if (open) continue;
    const double value =
        low < 0 ? low / (magnitude - d_error) * kUp : low / (magnitude + d_error) * kDown;
    if (value > least) {
      least = value;
      best = p;
    }
  }
  const auto rivals = std::count_if(most.begin(), most.end(), [&](double x) { return x >= least; });
  if (rivals > 1) return std::nullopt;
  const AxisValue value = value_of(best);
  DoubleWord along_d = same_offset_ ? value.along_c : dot(value.u, d_.exact);
  const bool flipped = along_d.high < 0;  // certain: |u.d| is above its error in doubles
  along_d = absolute(along_d);
  const DoubleWord gap = (flipped ? -value.along_c : value.along_c) - value.width;
  const DoubleWord rho = gap / along_d;
  const double error = (kGapDD * z_.reach + 2 * c_.error +
                        std::abs(rho.high) * (kGapDD * d_.magnitude + 2 * d_.error)) /
                           along_d.high * (1 + 0x1p-20) +
                       kRelativeDD * std::abs(rho.high);
  return rounded_if_certain(rho, error);
}

bool settle_pair(const Pair& pair, const LocalBox& A, const LocalBox& B, bool with_ratio,
                 RoundedTruth& truth) {
  BoxPair boxes(pair, A, B);
  if (!boxes.in_range()) return false;
  if (with_ratio && !boxes.set_interior_points(pair, A, B)) return false;
  if (!boxes.sweep() || !boxes.settle(truth)) return false;
  if (with_ratio) truth.rho = boxes.settle_ratio();
  return truth.rho.has_value() == with_ratio;
}

}  // namespace

std::optional<LocalBox> as_box(const Polytope& polytope) {
  const std::optional<AlignedBox> corners = as_aligned_box(polytope);
  if (!corners) return std::nullopt;
  LocalBox box;
  for (int i = 0; i < 3; ++i) {
    const DoubleWord sum = DoubleWord::sum(corners->least[i], corners->most[i]);
    const DoubleWord width = DoubleWord::sum(corners->most[i], -corners->least[i]);
    if (sum.low != 0 || width.low != 0) return std::nullopt;
    box.centre[i] = 0.5 * sum.high;
    box.half[i] = 0.5 * width.high;
  }
  return box;
}

std::optional<RoundedTruth> settle_boxes(const Pair& pair, const LocalBox& A, const LocalBox& B,
                                         bool with_ratio, bool fused) {
  std::optional<RoundedTruth> truth(std::in_place);
  const auto known = [&] { return settle_pair(pair, A, B, with_ratio, *truth); };
  if (!(fused ? call_fused(known) : known())) truth.reset();
  return truth;
}

}  // namespace touchstone
