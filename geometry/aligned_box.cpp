// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/aligned_box.hpp"

#include <cstddef>
#include <vector>

#include "geometry/index.hpp"

namespace touchstone {

std::optional<AlignedBox> as_aligned_box(const Polytope& polytope) {
  const std::vector<int>& extreme = polytope.extreme();
  if (extreme.size() != 8) return std::nullopt;
  const auto corner = [&](std::size_t k) -> const Vec3& {
    return polytope.vertices()[at(extreme[k])];
  };
  AlignedBox box{corner(0), corner(0)};
  for (std::size_t k = 1; k < 8; ++k) {
    box.least = box.least.cwiseMin(corner(k));
    box.most = box.most.cwiseMax(corner(k));
  }
  // Eight distinct vertices with two values of each coordinate are the corners of a box.
  for (std::size_t k = 0; k < 8; ++k) {
    for (int i = 0; i < 3; ++i) {
      if (corner(k)[i] != box.least[i] && corner(k)[i] != box.most[i]) return std::nullopt;
    }
  }
  return box;
}

}  // namespace touchstone
