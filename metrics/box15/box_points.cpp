// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/box15/box_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "metrics/arithmetic/center_offset.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kColumns = 6;
/// A product with the axis below this is rounding [parts of the axis' length].
constexpr double kLevel = 0x1p-96;
/// Columns whose angle is below this are parallel [rad].
constexpr double kOneSide = 0x1p-90;
/// Where another axis is as good, the point that is out of reach of one is in reach once columns
/// that rise by less than this leave their ends [parts of the axis' length].
constexpr double kSlightRise = 0x1p-44;
/// What may be left across the axis [parts of its length along it, and of the smaller box].
constexpr double kNothingLeft = 0x1p-50;
constexpr int kMaxSweeps = 100;

double sign_of(double x) { return x < 0 ? -1 : 1; }

/// What a rounded centre leaves out.
Vec3 rest_of(const Dd3& v) { return {v[0].low, v[1].low, v[2].low}; }

DoubleDouble magnitude(DoubleDouble x) { return x.high < 0 ? -x : x; }

DoubleDouble clamped(DoubleDouble x) {
  return (magnitude(x) - DoubleDouble{1, 0}).high < 0 ? x : DoubleDouble{sign_of(x.high), 0};
}

/// Where along each column, in parts of its half extent, the meeting point is.
class MeetingPoint {
 public:
  MeetingPoint(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB,
               const BoxAxis& axis, const Vec3& n) {
    for (int i = 0; i < 3; ++i) {
      column_[at(i)] = exactly(X_WA.R.col(i));
      column_[at(3 + i)] = exactly(X_WB.R.col(i));
      half_[at(i)] = A.exact_half[at(i)];
      half_[at(3 + i)] = B.exact_half[at(i)];
    }
    u_ = cross(column_[axis.first], column_[axis.second]);
    if (rounded(u_).dot(n) < 0) u_ = -u_;
    q_ = center_offset(A.center, X_WA, B.center, X_WB) +
         (rotate(X_WA.R, rest_of(A.exact_center)) - rotate(X_WB.R, rest_of(B.exact_center)));
    split(axis);
    spread();
    reach();
  }

  /// The coefficient of a column, A's first: 1 is B's end towards A, and A's end towards B.
  const DoubleDouble& along(std::size_t k) const { return part_[k]; }

 private:
  /// Puts columns at an end, unless they are across the axis.
  void split(const BoxAxis& axis) {
    const double level = kLevel * rounded(u_).norm();
    for (std::size_t k = 0; k < kColumns; ++k) {
      const double rise = dot(column_[k], u_).high;
      across_[k] = k == axis.first || k == axis.second || std::abs(rise) <= level;
      if (!across_[k]) take(k, {sign_of(rise), 0});
    }
  }

  void take(std::size_t k, DoubleDouble part) {
    part_[k] = part;
    q_ = q_ - scaled(part * half_[k], column_[k]);
  }

  /// How the columns lie beside one of them.
  struct Side {
    std::array<double, kColumns>
        turn{};         ///< side of it on which each is; 0 where they are parallel
    DoubleDouble part;  ///< how much q is of the width across it
  };

  Side side_along(std::size_t k) const {
    const Dd3 across = cross(u_, column_[k]);
    const double level = kOneSide * rounded(across).norm();
    Side side;
    DoubleDouble width;
    for (std::size_t l = 0; l < kColumns; ++l) {
      if (!across_[l]) continue;
      const DoubleDouble turn = dot(across, column_[l]);
      if (std::abs(turn.high) <= level) continue;
      side.turn[l] = sign_of(turn.high);
      width = width + scaled(side.turn[l], half_[l] * turn);
    }
    if (width.high > 0) side.part = dot(q_, across) / width;
    return side;
  }

  /// Shares q among the columns across the axis.
  void spread() {
    std::size_t best = kColumns;
    Side side;
    for (std::size_t k = 0; k < kColumns; ++k) {
      if (!across_[k]) continue;
      const Side one = side_along(k);
      // The parts of nearly parallel columns may differ in their low doubles alone.
      if (best < kColumns && !((magnitude(one.part) - magnitude(side.part)).high > 0)) continue;
      best = k;
      side = one;
    }
    const DoubleDouble part = clamped(side.part);
    for (std::size_t l = 0; l < kColumns; ++l) {
      if (across_[l] && side.turn[l] != 0) take(l, scaled(side.turn[l], part));
    }
    // The columns along the side share what is left.
    DoubleDouble length;
    const auto product = [&](std::size_t l) { return dot(column_[l], column_[best]); };
    const auto is_along = [&](std::size_t l) { return across_[l] && side.turn[l] == 0; };
    for (std::size_t l = 0; l < kColumns; ++l) {
      if (is_along(l)) length = length + scaled(sign_of(product(l).high), half_[l] * product(l));
    }
    const DoubleDouble rest = clamped(dot(q_, column_[best]) / length);
    for (std::size_t l = 0; l < kColumns; ++l) {
      if (is_along(l)) take(l, scaled(sign_of(product(l).high), rest));
    }
  }

  bool is_left_over() const {
    const Vec3 q = rounded(q_);
    const auto size = [this](std::size_t first) {
      return Vec3(half_[first].high, half_[first + 1].high, half_[first + 2].high).norm();
    };
    const double length = q.norm() + std::min(size(0), size(3));
    return q.cross(rounded(u_)).norm() > kNothingLeft * length * rounded(u_).norm();
  }

  /// Where axes differ by less than a double-double tells, the one taken may be that of a point
  /// that is just out of reach: moves columns by what is left, which changes the depth by no more.
  void reach() {
    const DoubleDouble uu = dot(u_, u_);
    const double level = kSlightRise * rounded(u_).norm();
    for (int sweep = 0; sweep < kMaxSweeps && is_left_over(); ++sweep) {
      for (std::size_t k = 0; k < kColumns; ++k) {
        const DoubleDouble rise = dot(column_[k], u_);
        if (std::abs(rise.high) > level) continue;
        const DoubleDouble left = dot(q_, column_[k]) - dot(q_, u_) * rise / uu;
        const DoubleDouble old = part_[k];
        const DoubleDouble next = clamped(old + left / (half_[k] * dot(column_[k], column_[k])));
        take(k, next - old);
        part_[k] = next;
      }
    }
  }

  std::array<Dd3, kColumns> column_;
  std::array<DoubleDouble, kColumns> half_, part_;
  std::array<bool, kColumns> across_{};
  Dd3 u_;
  Dd3 q_;  ///< what is left of the way from B's centre to A's, but for a part along u [m]
};

/// The point of a box at +-1 times these coefficients, world [m].
Vec3 placed(const BoxBody& box, const Pose& X, double sign, const MeetingPoint& where,
            std::size_t first) {
  Dd3 p;
  for (std::size_t i = 0; i < 3; ++i) {
    p[i] = box.exact_center[i] + scaled(sign, where.along(first + i) * box.exact_half[i]);
  }
  return rounded(exactly(X.t) + rotate(X.R, p));
}

}  // namespace

WitnessPoints points_of_boxes(const BoxBody& A, const Pose& X_WA, const BoxBody& B,
                              const Pose& X_WB, const BoxAxis& axis, const Vec3& n) {
  const MeetingPoint where(A, X_WA, B, X_WB, axis, n);
  return {placed(A, X_WA, -1, where, 0), placed(B, X_WB, 1, where, 3)};
}

}  // namespace touchstone
