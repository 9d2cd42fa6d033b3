// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/frame.hpp"

#include <cctype>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

#include "geometry/arithmetic/trigonometry.hpp"
#include "geometry/index.hpp"
#include "import/rejection.hpp"

namespace touchstone {
namespace {

struct Sines {
  double sin = 0;
  double cos = 1;
};

Sines sines_of(const Angle& angle) {
  constexpr double kMillionths = 1e6;
  constexpr long kTurn = 360'000'000;  // millionths of a degree
  if (!angle.in_degrees) return {std::sin(angle.value), std::cos(angle.value)};
  const double millionths = std::round(angle.value * kMillionths);
  if (std::abs(millionths) < 1e15 && millionths / kMillionths == angle.value) {
    const SinCos exact = sin_cos_of_turn(static_cast<long>(millionths) % kTurn, kTurn);
    return {exact.sin.high, exact.cos.high};
  }
  const double radians = std::fmod(angle.value, 360) * (std::numbers::pi / 180);
  return {std::sin(radians), std::cos(radians)};
}

/// About coordinate axis k.
Frame turn_about(int k, const Sines& turn) {
  Frame X;
  const auto i = at((k + 1) % 3);
  const auto j = at((k + 2) % 3);
  X.R[4 * i] = X.R[4 * j] = turn.cos;
  X.R[3 * i + j] = -turn.sin;
  X.R[3 * j + i] = turn.sin;
  return X;
}

}  // namespace

Frame operator*(const Frame& X_AB, const Frame& X_BC) {
  Frame X_AC;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      Rational sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += X_AB.R[3 * row + k] * X_BC.R[3 * k + column];
      X_AC.R[3 * row + column] = sum;
    }
    Rational sum = X_AB.t[row];
    for (std::size_t k = 0; k < 3; ++k) sum += X_AB.R[3 * row + k] * X_BC.t[k];
    X_AC.t[row] = sum;
  }
  return X_AC;
}

Frame inverse(const Frame& X_PF) {
  const auto& R = X_PF.R;
  Frame X_FP;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const std::size_t i = 3 * ((row + 1) % 3), j = 3 * ((row + 2) % 3);
      const std::size_t k = (column + 1) % 3, l = (column + 2) % 3;
      X_FP.R[3 * column + row] = R[i + k] * R[j + l] - R[i + l] * R[j + k];
    }
  }
  const Rational determinant = R[0] * X_FP.R[0] + R[1] * X_FP.R[3] + R[2] * X_FP.R[6];
  if (determinant == 0) reject("a frame cannot be inverted");
  for (Rational& entry : X_FP.R) entry /= determinant;
  Frame back;
  for (std::size_t k = 0; k < 3; ++k) back.t[k] = -X_PF.t[k];
  return X_FP * back;
}

Frame translation(const Vec3& t) {
  if (!t.allFinite()) reject("a position is beyond the range of doubles");
  Frame X;
  for (int k = 0; k < 3; ++k) X.t[at(k)] = t[k];
  return X;
}

Frame slide_along(const Vec3& axis, double length) {
  if (axis.stableNorm() == 0) reject("an axis has length 0");
  return translation(axis.stableNormalized() * length);
}

Frame rotation(const Mat3& R) {
  if (!R.allFinite()) reject("a rotation is beyond the range of doubles");
  Frame X;
  for (int k = 0; k < 9; ++k) X.R[at(k)] = R(k / 3, k % 3);
  return X;
}

Frame rotation(const std::array<double, 4>& q_wxyz) {
  for (const double entry : q_wxyz) {
    if (!std::isfinite(entry)) reject("a quaternion is beyond the range of doubles");
  }
  const Rational w(q_wxyz[0]), x(q_wxyz[1]), y(q_wxyz[2]), z(q_wxyz[3]);
  const Rational length = w * w + x * x + y * y + z * z;
  if (length == 0) reject("a quaternion has length 0");
  Frame X;
  X.R = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  for (Rational& entry : X.R) entry /= length;
  return X;
}

Frame rotation_about(const Vec3& axis, const Angle& angle) {
  for (int k = 0; k < 3; ++k) {
    if (axis[(k + 1) % 3] != 0 || axis[(k + 2) % 3] != 0 || axis[k] == 0) continue;
    const Sines turn = sines_of(angle);
    return turn_about(k, {axis[k] > 0 ? turn.sin : -turn.sin, turn.cos});
  }
  const double length = axis.stableNorm();
  if (length == 0) reject("an axis has length 0");
  const Sines half = sines_of({angle.value / 2, angle.in_degrees});
  return rotation(
      std::array{half.cos * length, half.sin * axis.x(), half.sin * axis.y(), half.sin * axis.z()});
}

Frame euler_rotation(const std::array<Angle, 3>& angles, const std::string& sequence) {
  Frame X;
  if (sequence.size() != 3) reject("a sequence of Euler angles has three letters");
  for (std::size_t k = 0; k < 3; ++k) {
    const int lower = std::tolower(static_cast<unsigned char>(sequence[k]));
    if (lower < 'x' || lower > 'z') reject("a sequence of Euler angles is of x, y and z");
    const Frame turn = turn_about(lower - 'x', sines_of(angles[k]));
    X = lower == sequence[k] ? X * turn : turn * X;
  }
  return X;
}

Frame roll_pitch_yaw(const std::array<Angle, 3>& angles) { return euler_rotation(angles, "XYZ"); }

Frame z_axis_to(const Vec3& axis) {
  const double length = axis.stableNorm();
  if (length == 0) reject("an axis has length 0");
  const Vec3 v = axis / length;
  const double across = v.x() * v.x() + v.y() * v.y();
  if (across == 0)
    return rotation(std::array{v.z() > 0 ? 1.0 : 0.0, v.z() > 0 ? 0.0 : 1.0, 0.0, 0.0});
  // q = (1 + z, -y, x, 0), of length sqrt(2 (1 + z)); 1 + z without cancellation.
  const double w = v.z() > 0 ? 1 + v.z() : across / (1 - v.z());
  return rotation(std::array{w, -v.y(), v.x(), 0.0});
}

Frame axes_rotation(const Vec3& x, const Vec3& y) {
  const Vec3 z = x.cross(y);
  if (!(z.stableNorm() > 0)) reject("two axes are parallel");
  Mat3 R;
  R.col(0) = x.stableNormalized();
  R.col(2) = z.stableNormalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return rotation(R);
}

Result<Pose> rounded_pose(const Frame& X) {
  Mat3 R;
  Vec3 t;
  for (int k = 0; k < 9; ++k) R(k / 3, k % 3) = round_to_double(X.R[at(k)]);
  for (int k = 0; k < 3; ++k) t[k] = round_to_double(X.t[at(k)]);
  return make_pose(R, t);
}

}  // namespace touchstone
