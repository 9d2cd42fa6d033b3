// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/pose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/tests/number_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

using Quaternion = std::array<double, 4>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string reason_of(const Mat3& R, const Vec3& t = Vec3::Zero()) {
  const Result<Pose> pose = make_pose(R, t);
  return pose ? "accepted" : pose.reason();
}

TEST(MakePose, KeepsTheTwelveDoublesAsTheyStand) {
  Mat3 R = Mat3::Identity();
  R(0, 1) = 4e-7;
  const Result<Pose> pose = make_pose(R, {1, -2, 1e300});
  ASSERT_TRUE(pose.ok()) << pose.reason();
  EXPECT_EQ(pose.value().R, R);
  EXPECT_EQ(pose.value().t, Vec3(1, -2, 1e300));
}

TEST(MakePose, RejectsWhatIsNotOrthonormalToSixDigits) {
  Mat3 R = Mat3::Identity();
  R(0, 1) = 0.9e-6;
  EXPECT_EQ(reason_of(R), "accepted");
  R(0, 1) = 1.1e-6;
  EXPECT_EQ(reason_of(R),
            "R: rows/columns not orthonormal to 1e-6 (worst |R'R - I| = 1.1e-06): "
            "give more digits, or q");
  EXPECT_THAT(reason_of(Mat3::Identity() * 1.001), HasSubstr("not orthonormal"));
  EXPECT_THAT(reason_of(Mat3::Zero()), HasSubstr("not orthonormal"));
  EXPECT_THAT(reason_of(Mat3::Identity() * 1e300), HasSubstr("not orthonormal"));
}

TEST(MakePose, RejectsMirrors) {
  EXPECT_EQ(reason_of(-Mat3::Identity()), "R mirrors (det < 0)");
  EXPECT_EQ(reason_of(Vec3(1, 1, -1).asDiagonal()), "R mirrors (det < 0)");
}

TEST(MakePose, RejectsWhatIsNotFinite) {
  Mat3 R = Mat3::Identity();
  R(2, 1) = kNan;
  EXPECT_EQ(reason_of(R), "R is not finite");
  EXPECT_EQ(reason_of(Mat3::Identity(), {0, kInfinity, 0}), "t is not finite");
  EXPECT_EQ(make_pose(Quaternion{1, 0, kNan, 0}, Vec3::Zero()).reason(), "q is not finite");
  EXPECT_EQ(make_pose(Quaternion{1, 0, 0, 0}, {kNan, 0, 0}).reason(), "t is not finite");
  EXPECT_EQ(make_pose(Quaternion{0, -0.0, 0, 0}, Vec3::Zero()).reason(), "q has zero length");
}

TEST(MakePose, ReadsQuaternionsOfAnyLength) {
  const Mat3 third_of_a_turn = (Mat3() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished();
  for (const double length : {1.0, 0.5, 1e200, 1e-200, 1e308, 5e-324, -3.0}) {
    const Result<Pose> pose = make_pose(Quaternion{length, length, length, length}, {1, 2, 3});
    ASSERT_TRUE(pose.ok()) << pose.reason();
    EXPECT_EQ(pose.value().R, third_of_a_turn) << length;
    EXPECT_EQ(pose.value().t, Vec3(1, 2, 3));
  }
}

TEST(MakePose, RoundsEachEntryOfAQuaternionsRotationOnce) {
  Random random(30);
  for (int i = 0; i < 2000; ++i) {
    const Quaternion q = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                          random.uniform(-1, 1) * 1e-9};
    const Rational w = q[0];
    const Rational x = q[1];
    const Rational y = q[2];
    const Rational z = q[3];
    const Rational length = w * w + x * x + y * y + z * z;
    const Result<Pose> pose = make_pose(q, Vec3::Zero());
    ASSERT_TRUE(pose.ok());
    const Mat3& R = pose.value().R;
    ASSERT_EQ(R(0, 0), round_to_double(1 - 2 * (y * y + z * z) / length)) << i;
    ASSERT_EQ(R(0, 1), round_to_double(2 * (x * y - w * z) / length)) << i;
    ASSERT_EQ(R(1, 0), round_to_double(2 * (x * y + w * z) / length)) << i;
    ASSERT_EQ(R(0, 2), round_to_double(2 * (x * z + w * y) / length)) << i;
    ASSERT_EQ(R(2, 0), round_to_double(2 * (x * z - w * y) / length)) << i;
    ASSERT_EQ(R(1, 1), round_to_double(1 - 2 * (x * x + z * z) / length)) << i;
    ASSERT_EQ(R(1, 2), round_to_double(2 * (y * z - w * x) / length)) << i;
    ASSERT_EQ(R(2, 1), round_to_double(2 * (y * z + w * x) / length)) << i;
    ASSERT_EQ(R(2, 2), round_to_double(1 - 2 * (x * x + y * y) / length)) << i;
    ASSERT_TRUE(make_pose(R, Vec3::Zero()).ok()) << i;
  }
}

/// The integer polynomials of a quaternion over its square, written down once more.
Mat3 matrix_of_integers(const Quaternion& q, int exponent) {
  std::array<mpz_class, 4> integer;
  for (std::size_t i = 0; i < 4; ++i) set_scaled(integer[i], q[i], exponent);
  const auto& [w, x, y, z] = integer;
  const mpz_class length = w * w + x * x + y * y + z * z;
  const auto entry = [&length](const mpz_class& numerator) {
    return round_quotient(numerator, length);
  };
  const auto cosine = [&](const mpz_class& a, const mpz_class& b) {
    return entry(length - 2 * (a * a + b * b));
  };
  Mat3 R;
  R << cosine(y, z), entry(2 * (x * y - w * z)), entry(2 * (x * z + w * y)),
      entry(2 * (x * y + w * z)), cosine(x, z), entry(2 * (y * z - w * x)),
      entry(2 * (x * z - w * y)), entry(2 * (y * z + w * x)), cosine(x, y);
  return R;
}

/// A million operands: entries that nearly cancel or are ties of rounding, and lengths at and
/// beyond the range in which doubles are trusted.
TEST(MakePose, RoundsEachEntryOfNastyQuaternionsOnce) {
  NumberSamples near_one(Random(20261125, 1), -40, 40);
  NumberSamples close(Random(20261125, 2), -2, 2);
  Random& random = near_one.random();
  int entries = 0;
  for (int i = 0; i < 250000; ++i) {
    NumberSamples& samples = i % 2 == 0 ? near_one : close;
    Quaternion q{};
    for (std::size_t k = 0; k < 4; ++k) {
      q[k] = k > 0 && random.below(3) == 0 ? samples.beside(q[random.below(k)]) : samples.number();
      if (i % 4 == 1) q[k] = std::round(16 * q[k]);
    }
    if (q == Quaternion{}) continue;
    const int shift = i % 8 == 0   ? static_cast<int>(random.below(1800)) - 900
                      : i % 8 == 2 ? 199 + static_cast<int>(random.below(3))
                      : i % 8 == 4 ? -199 - static_cast<int>(random.below(3))
                                   : 0;
    for (double& entry : q) entry = std::ldexp(entry, shift);
    const Result<Pose> pose = make_pose(q, Vec3::Zero());
    ASSERT_TRUE(pose.ok()) << pose.reason();
    // The entries' last bits are in sight: 2^-40 2^-60 2^-52.
    ASSERT_EQ(pose.value().R, matrix_of_integers(q, std::max(shift - 160, -1074)))
        << i << std::hexfloat << ": " << q[0] << ' ' << q[1] << ' ' << q[2] << ' ' << q[3];
    entries += 9;
  }
  EXPECT_GT(entries, 2000000);
}

}  // namespace
}  // namespace touchstone
