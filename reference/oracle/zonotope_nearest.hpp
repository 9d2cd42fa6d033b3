// SPDX-License-Identifier: GPL-3.0-or-later
// The point of the zonotope {c + sum mu_k w_k : |mu_k| <= h_k} that is nearest to the origin, in
// doubles: which mu_k are at their bounds and which are free. An active-set method (Stark & Parker
// 1995, "Bounded-variable least squares") guesses, an error bound accepts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "geometry/vector.hpp"

namespace touchstone {

/// Six columns of lengths in [0.99, 1.01]; reach = |c|_1 + sum h_k.
struct Zonotope {
  std::array<Vec3, 6> w;
  std::array<double, 6> h{};
  Vec3 c = Vec3::Zero();
  double reach = 0;
};

/// Bounds of the roundings in doubles, relative to reach; see box_truth.cpp.
inline constexpr double kBoxGap = 0x1p-48;
/// Squared length of the shortest product of two columns that is looked at: its direction is then
/// off by 2^-40.
inline constexpr double kMinSquare = 0x1p-20;

/// -1 where x < 0, else 1.
inline double sign_of(double x) { return x < 0 ? -1 : 1; }

class ZonotopeNearest {
 public:
  explicit ZonotopeNearest(const Zonotope& zonotope) : z_(zonotope) {}

  /// From the facet with the normal side w_i x w_j; the origin must be outside. Whether the bounds
  /// that it ends with are certainly those of the nearest point; at most two are free then.
  bool find(std::size_t i, std::size_t j, double side) { return walk(i, j, side) && certain(); }

  std::size_t free_count() const { return free_count_; }
  std::size_t free(std::size_t slot) const { return free_[slot]; }
  bool is_free(std::size_t k) const {
    const auto* const end = free_.begin() + free_count_;
    return std::find(free_.begin(), end, k) != end;
  }
  /// +-h_k where k is not free.
  double mu(std::size_t k) const { return mu_[k]; }

 private:
  bool walk(std::size_t i, std::size_t j, double side);
  bool certain() const;
  Vec3 fixed_sum() const;
  bool minimise_free(const Vec3& v, std::array<double, 3>& mu) const;

  const Zonotope& z_;
  std::array<double, 6> mu_{};
  std::array<std::size_t, 3> free_{};
  std::size_t free_count_ = 0;
};

}  // namespace touchstone
