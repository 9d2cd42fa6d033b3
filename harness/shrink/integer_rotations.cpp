// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/integer_rotations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "geometry/pose.hpp"

namespace touchstone {
namespace {

/// Largest entries of the approximations that are tried.
constexpr std::array kLargestEntries = {1, 2, 3, 4, 5, 7, 9, 20, 50, 99, 300, kMaxQuaternionEntry};

double largest_of(const Quaternion& q) {
  double largest = 0;
  for (const double entry : q) largest = std::max(largest, std::abs(entry));
  return largest;
}

/// The direction of the unit quaternion of R, to rounding.
Quaternion quaternion_near(const Mat3& R) {
  const Eigen::Quaterniond q(R);
  return {q.w(), q.x(), q.y(), q.z()};
}

/// q scaled so that its largest entry is `largest`, each entry rounded to an integer.
Quaternion rounded_to(const Quaternion& q, double largest) {
  Quaternion integers{};
  const double factor = largest / largest_of(q);
  for (std::size_t k = 0; k < 4; ++k) integers[k] = std::nearbyint(q[k] * factor);
  return reduced(integers);
}

/// The rotation with all entries 0 but w and the largest other.
Quaternion about_one_axis(Quaternion q) {
  std::size_t axis = 1;
  for (std::size_t k = 2; k < 4; ++k) {
    if (std::abs(q[k]) > std::abs(q[axis])) axis = k;
  }
  for (std::size_t k = 1; k < 4; ++k) {
    if (k != axis) q[k] = 0;
  }
  return q;
}

/// The 24 rotations of a cube, those near q first.
std::vector<Quaternion> quarter_turns(const Quaternion& q) {
  std::vector<Quaternion> turns;
  for (int code = 1; code < 81; ++code) {
    Quaternion turn{};
    int rest = code;
    for (double& entry : turn) {
      entry = rest % 3 - 1;
      rest /= 3;
    }
    if (std::all_of(turn.begin(), turn.end(), [](double entry) { return entry == 0; })) continue;
    if (rank_of(turn) > RotationRank::quarter_turns || reduced(turn) != turn) continue;
    turns.push_back(turn);
  }
  const auto nearness = [&q](const Quaternion& turn) {
    double dot = 0;
    double square = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      dot += turn[k] * q[k];
      square += turn[k] * turn[k];
    }
    return dot * dot / square;
  };
  std::stable_sort(turns.begin(), turns.end(), [&](const Quaternion& a, const Quaternion& b) {
    return nearness(a) > nearness(b);
  });
  return turns;
}

}  // namespace

RotationRank rank_of(const Quaternion& q) {
  const auto zeros = std::count(q.begin(), q.end(), 0.0);
  if (zeros == 3 && q[0] != 0) return RotationRank::identity;
  const double largest = largest_of(q);
  const bool equal = std::all_of(
      q.begin(), q.end(), [&](double entry) { return entry == 0 || std::abs(entry) == largest; });
  if (equal && zeros != 1) return RotationRank::quarter_turns;
  if (zeros == 2 && q[0] != 0) return RotationRank::one_axis;
  return largest <= kMaxQuaternionEntry ? RotationRank::small_integers : RotationRank::any;
}

Quaternion reduced(const Quaternion& q) {
  std::int64_t common = 0;
  for (const double entry : q) common = std::gcd(common, static_cast<std::int64_t>(entry));
  double divisor = static_cast<double>(common);
  const auto* first = std::find_if(q.begin(), q.end(), [](double entry) { return entry != 0; });
  if (*first < 0) divisor = -divisor;
  Quaternion result = q;
  for (double& entry : result) entry = entry == 0 ? 0 : entry / divisor;
  return result;
}

Mat3 rotation_of(const Quaternion& q) { return make_pose(q, Vec3::Zero()).value().R; }

std::optional<Quaternion> integer_quaternion_of(const Mat3& R) {
  constexpr double kNear = 1e-6;  // allowed distance from an integer: R is known to sixteen digits
  const Quaternion q = quaternion_near(R);
  const double largest = largest_of(q);
  for (int n = 1; n <= kMaxQuaternionEntry; ++n) {
    const bool near = std::all_of(q.begin(), q.end(), [&](double entry) {
      const double scaled = entry * (n / largest);
      return std::abs(scaled - std::nearbyint(scaled)) < kNear;
    });
    if (!near) continue;
    const Quaternion integers = rounded_to(q, n);
    if (rotation_of(integers) == R) return integers;
  }
  return std::nullopt;
}

std::vector<Quaternion> rotations_near(const Mat3& R) {
  constexpr std::size_t kTurns = 3;  // so many nearest quarter turns are tried
  const Quaternion q = quaternion_near(R);
  std::vector<Quaternion> all = {kIdentityRotation};
  const std::vector<Quaternion> turns = quarter_turns(q);
  all.insert(all.end(), turns.begin(), turns.begin() + kTurns);
  for (const int largest : kLargestEntries) all.push_back(rounded_to(about_one_axis(q), largest));
  for (const int largest : kLargestEntries) all.push_back(rounded_to(q, largest));
  std::vector<Quaternion> distinct;
  for (const Quaternion& candidate : all) {
    if (std::find(distinct.begin(), distinct.end(), candidate) == distinct.end()) {
      distinct.push_back(candidate);
    }
  }
  return distinct;
}

}  // namespace touchstone
