// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates/cover.hpp"

#include <algorithm>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

std::size_t digits_of(const IntegerVec3& r) {
  return std::max({mpz_sizeinbase(r.x.get_mpz_t(), 2), mpz_sizeinbase(r.y.get_mpz_t(), 2),
                   mpz_sizeinbase(r.z.get_mpz_t(), 2)});
}

/// c.r >= sqrt(P/Q) |r|
bool reaches(const IntegerVec3& c, const IntegerVec3& r, const Integer& P, const Integer& Q) {
  const Integer along = c.dot(r);
  return along > 0 && Integer(Q * along * along) >= Integer(P * r.squaredNorm());
}

}  // namespace

std::vector<CoverCone> octants() {
  std::vector<CoverCone> all;
  for (const int x : {1, -1}) {
    for (const int y : {1, -1}) {
      for (const int z : {1, -1}) {
        all.push_back({IntegerVec3{x, 0, 0}, IntegerVec3{0, y, 0}, IntegerVec3{0, 0, z}});
      }
    }
  }
  return all;
}

CoverCone levelled(const CoverCone& cone) {
  const std::array<std::size_t, 3> digits = {digits_of(cone[0]), digits_of(cone[1]),
                                             digits_of(cone[2])};
  const std::size_t longest = *std::max_element(digits.begin(), digits.end());
  CoverCone level;
  for (std::size_t k = 0; k < 3; ++k) level[k] = cone[k] * (Integer(1) << (longest - digits[k]));
  return level;
}

IntegerVec3 ray_between(const CoverCone& cone, const std::array<Integer, 3>& weights) {
  const CoverCone level = levelled(cone);
  return primitive(level[0] * weights[0] + level[1] * weights[1] + level[2] * weights[2]);
}

bool cover_proves(const Pair& pair, const Cover& cover, const Rational& phi_squared) {
  const IntegerPair integers = to_integers(pair);
  const Rational square = phi_squared * scaled_ratio(1, 1, -2 * integers.exponent);
  std::vector<CoverCone> cones = octants();
  std::reverse(cones.begin(), cones.end());
  std::vector<int> levels(cones.size(), 0);
  for (const CoverNode& node : cover) {
    if (cones.empty()) return false;
    const CoverCone cone = std::move(cones.back());
    const int level = levels.back();
    cones.pop_back();
    levels.pop_back();
    if (level > kMaxCoverLevel) return false;
    if (node.leaf) {
      const IntegerVec3 c = integers.B.vertices[at(node.vertices.vertex_B)] -
                            integers.A.vertices[at(node.vertices.vertex_A)];
      for (const IntegerVec3& r : cone) {
        if (!reaches(c, r, square.get_num(), square.get_den())) return false;
      }
      continue;
    }
    const auto& weights = node.weights;
    if (*std::min_element(weights.begin(), weights.end()) < 0) return false;
    if (std::count(weights.begin(), weights.end(), 0) > 1) return false;
    const IntegerVec3 r = ray_between(cone, weights);
    if (digits_of(r) > kMaxRayDigits) return false;
    for (std::size_t k = 3; k-- > 0;) {
      if (weights[k] == 0) continue;
      cones.push_back(cone);
      cones.back()[k] = r;
      levels.push_back(level + 1);
    }
  }
  return cones.empty();
}

}  // namespace touchstone
