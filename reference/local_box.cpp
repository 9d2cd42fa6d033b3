// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/local_box.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "geometry/double_double.hpp"

namespace touchstone {

std::optional<LocalBox> as_box(const Polytope& polytope) {
  const std::vector<Vec3>& v = polytope.vertices();
  if (v.size() != 8) return std::nullopt;
  // Opposite corners of a box differ in every entry; v[7] is opposite to v[0] in a box of
  // make_box's order, and in any order the farthest is.
  std::size_t far = 7;
  if (!((v[0] - v[7]).array() != 0).all()) {
    const auto distance = [&](const Vec3& x) { return (x - v[0]).squaredNorm(); };
    far = static_cast<std::size_t>(
        std::max_element(v.begin(), v.end(),
                         [&](const Vec3& a, const Vec3& b) { return distance(a) < distance(b); }) -
        v.begin());
  }
  // Eight distinct vertices with entries of these two are the eight corners.
  unsigned seen = 0;
  for (const Vec3& x : v) {
    unsigned corner = 0;
    for (int i = 0; i < 3; ++i) {
      if (x[i] == v[far][i]) {
        corner |= 1U << static_cast<unsigned>(i);
      } else if (x[i] != v[0][i]) {
        return std::nullopt;
      }
    }
    seen |= 1U << corner;
  }
  if (seen != 0xffU) return std::nullopt;
  LocalBox box;
  for (int i = 0; i < 3; ++i) {
    const DoubleDouble sum = two_sum(v[0][i], v[far][i]);
    const DoubleDouble width = two_sum(v[far][i], -v[0][i]);
    if (sum.low != 0 || width.low != 0) return std::nullopt;
    box.centre[i] = 0.5 * sum.high;
    box.half[i] = 0.5 * std::abs(width.high);
  }
  return box;
}

}  // namespace touchstone
