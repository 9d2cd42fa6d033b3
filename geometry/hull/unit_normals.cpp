// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/unit_normals.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/arithmetic/predicates.hpp"
#include "geometry/arithmetic/registers.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Triangles in a block, which stays in the fastest cache.
constexpr std::size_t kBlock = 32;
using BlockColumn = std::array<double, kBlock>;
using BlockColumns3 = std::array<BlockColumn, 3>;

/// The steps of unit_normal for kBlock triangles in columns. The loops are free of branches, so
/// that a compiler vectorises them over triangles; where unit_normal would branch, both ends of its
/// interval are kept, and `settled` decides.
struct Block {
  std::array<BlockColumns3, 3> corner;
  BlockColumns3 high, low;  ///< the normal in double-double
  BlockColumn size;         ///< bound of every product in the normal
  BlockColumn square_high, square_low;
  BlockColumn root;
  BlockColumns3 least, most;  ///< the unit normal's entries at both ends of an interval

  void multiply(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const auto point = [this, k](std::size_t c) {
        return Vec3(corner[c][0][k], corner[c][1][k], corner[c][2][k]);
      };
      const Vec3 a = point(0);
      const Dd3 u = difference(point(1), a);
      const Dd3 v = difference(point(2), a);
      const Dd3 n = cross(u, v);
      const DoubleDouble square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
      for (std::size_t i = 0; i < 3; ++i) {
        high[i][k] = n[i].high;
        low[i][k] = n[i].low;
      }
      size[k] = (std::abs(u[0].high) + std::abs(u[1].high) + std::abs(u[2].high)) *
                (std::abs(v[0].high) + std::abs(v[1].high) + std::abs(v[2].high));
      square_high[k] = square.high;
      square_low[k] = square.low;
    }
  }

  void take_roots(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) root[k] = std::sqrt(square_high[k]);
  }

  void divide(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const DoubleDouble rest =
          DoubleDouble{square_high[k], square_low[k]} - two_product(root[k], root[k]);
      const DoubleDouble length = quick_two_sum(root[k], rest.high / (2 * root[k]));
      for (std::size_t i = 0; i < 3; ++i) {
        const double q = high[i][k] / length.high;
        const DoubleDouble product = two_product(q, length.high);
        const double left =
            ((high[i][k] - product.high) - product.low) + (low[i][k] - q * length.low);
        const double step = left / length.high;
        const double error = 0x1p-97 * std::abs(q);
        least[i][k] = q + (step - error);
        most[i][k] = q + (step + error);
      }
    }
  }

  /// Whether unit_normal gives this normal, without exact arithmetic or a longer division. Its own
  /// bound of the products is smaller than `size`.
  bool settled(std::size_t k) const {
    const double largest =
        std::max({std::abs(high[0][k]), std::abs(high[1][k]), std::abs(high[2][k])});
    return largest > 0x1p-40 * size[k] && largest > 1e-130 && least[0][k] == most[0][k] &&
           least[1][k] == most[1][k] && least[2][k] == most[2][k];
  }
};

void compute(Block& block, std::size_t count) {
  block.multiply(count);
  block.take_roots(count);
  block.divide(count);
}

#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten]] void compute_wide(Block& block, std::size_t count) {
  compute(block, count);
}
#endif

}  // namespace

void unit_normals(std::span<const Vec3> points, std::span<const Corners> triangles,
                  std::span<Vec3> normals, bool wide) {
  assert(triangles.size() == normals.size());
  Block block;
  for (std::size_t start = 0; start < triangles.size(); start += kBlock) {
    const std::size_t count = std::min(kBlock, triangles.size() - start);
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t c = 0; c < 3; ++c) {
        const Vec3& p = points[at(triangles[start + k][c])];
        for (int i = 0; i < 3; ++i) block.corner[c][at(i)][k] = p[i];
      }
    }
#if defined(__x86_64__)
    if (wide) {
      compute_wide(block, count);
    } else {
      compute(block, count);
    }
#else
    static_cast<void>(wide);
    compute(block, count);
#endif
    for (std::size_t k = 0; k < count; ++k) {
      if (block.settled(k)) {
        // + 0.0: no negative zeros.
        normals[start + k] = {block.least[0][k] + 0.0, block.least[1][k] + 0.0,
                              block.least[2][k] + 0.0};
      } else {
        const auto& [a, b, c] = triangles[start + k];
        normals[start + k] = unit_normal(points[at(a)], points[at(b)], points[at(c)]);
      }
    }
  }
}

void unit_normals(std::span<const Vec3> points, std::span<const Corners> triangles,
                  std::span<Vec3> normals) {
  unit_normals(points, triangles, normals, machine_registers() == Registers::wide);
}

}  // namespace touchstone
