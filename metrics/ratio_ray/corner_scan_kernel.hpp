// SPDX-License-Identifier: GPL-3.0-or-later
// Scans of all vertices of a small body (RayBody::corners), in registers: which is farthest along a
// direction, and which are not below a level. Internal to `ratio_ray`.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/ratio_ray/ray_body.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A block's four products with u, as SupportMap makes them.
[[gnu::always_inline]] inline Lanes along_block(const double* block, const Lanes& x, const Lanes& y,
                                                const Lanes& z) {
  const auto part = [block](std::size_t i) {
    return Lanes(block[i], block[i + 1], block[i + 2], block[i + 3]);
  };
  return (part(0) * x + part(4) * y) + part(8) * z;
}

/// The place of the first vertex that is farthest along u; 0 if u is not a number.
[[gnu::always_inline]] inline int farthest_corner(const RayBody& body, const Vec3& u) {
  const Lanes x = everywhere(u.data()[0]);
  const Lanes y = everywhere(u.data()[1]);
  const Lanes z = everywhere(u.data()[2]);
  const double* block = body.corners.data();
  const std::size_t blocks = body.corners.size() / kCornerBlock;
  std::array<Lanes, kMaxCorners / 4> along;
  // There are two at least.
  along[0] = along_block(block, x, y, z);
  along[1] = along_block(block + kCornerBlock, x, y, z);
  Lanes most = larger(along[0], along[1]);
  for (std::size_t i = 2; i < blocks; ++i) {
    along[i] = along_block(block + i * kCornerBlock, x, y, z);
    most = larger(along[i], most);
  }
  const Lanes top = everywhere(largest(most));
  std::uint32_t reached = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    reached |= bits_of(reinterpret_cast<Mask>(along[i].v == top.v)) << (4 * i);
  }
  return reached != 0 ? std::countr_zero(reached) : 0;
}

/// A bit for each place whose product with u is not below `level`.
[[gnu::always_inline]] inline std::uint32_t corners_not_below(const RayBody& body, const Vec3& u,
                                                              double level) {
  const Lanes x = everywhere(u.data()[0]);
  const Lanes y = everywhere(u.data()[1]);
  const Lanes z = everywhere(u.data()[2]);
  const Lanes limit = everywhere(level);
  const double* block = body.corners.data();
  const std::size_t blocks = body.corners.size() / kCornerBlock;
  std::uint32_t below = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    const Lanes along = along_block(block + i * kCornerBlock, x, y, z);
    below |= bits_of(reinterpret_cast<Mask>(along.v < limit.v)) << (4 * i);
  }
  return ~below & body.all_corners;
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
