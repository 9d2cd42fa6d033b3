// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/arm_table.hpp"

#include "geometry/index.hpp"

namespace touchstone {

ArmTable::ArmTable(const SupportMap& map)
    : along_(static_cast<int>(std::ceil(std::sqrt(map.count() / 1.5)))) {  // 6 n^2 = 4 V
  constexpr int kFaces = 6;
  cells_.reserve(at(kFaces * along_ * along_));
  const auto middle = [&](int i) { return (2 * i + 1.0) / along_ - 1; };
  for (int face = 0; face < kFaces; ++face) {
    const int axis = face / 2;
    for (int j = 0; j < along_; ++j) {
      for (int i = 0; i < along_; ++i) {
        Vec3 u;
        u[axis] = face % 2 == 0 ? 1 : -1;
        u[(axis + 1) % 3] = middle(i);
        u[(axis + 2) % 3] = middle(j);
        const int place = map.nearly_farthest(u);
        const Vec3& arm = map.arm(place);
        cells_.push_back({static_cast<float>(arm.x()), static_cast<float>(arm.y()),
                          static_cast<float>(arm.z()), place});
      }
    }
  }
}

}  // namespace touchstone
