// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/box/box_shape.hpp"

#include <bit>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <vector>

#include "geometry/aligned_box.hpp"
#include "geometry/index.hpp"

namespace touchstone {

std::optional<BoxShape> BoxShape::of(const Polytope& polytope) {
  BoxShape shape(polytope);
  if (shape.body.refusal != nullptr || !shape.name_features(polytope)) return std::nullopt;
  return shape;
}

BoxShape::BoxShape(const Polytope& polytope) : body(polytope) {
  if (body.refusal != nullptr) return;
  const AlignedBox box = *as_aligned_box(polytope);
  least = box.least;
  most = box.most;
  longest = body.half.norm();
  farthest = least.cwiseAbs().cwiseMax(most.cwiseAbs()).lpNorm<1>();
}

/// False if a feature has no name: points within a facet or an edge may cut it in parts.
bool BoxShape::name_features(const Polytope& polytope) {
  std::vector<int> corner(polytope.vertices().size(), -1);
  for (const int v : polytope.extreme()) {
    const Vec3& p = polytope.vertices()[at(v)];
    int bits = 0;
    for (int i = 0; i < 3; ++i) bits |= static_cast<int>(p[i] == most[i]) << i;
    corner[at(v)] = bits;
  }
  constexpr int kMaxNumber = std::numeric_limits<std::uint16_t>::max();
  int named = 0;
  const auto name = [&](const auto& vertices, int index, int axes) {
    unsigned all = 7;
    unsigned any = 0;
    int corners = 0;
    for (const int v : vertices) {
      const int bits = corner[at(v)];
      if (bits < 0) continue;
      all &= static_cast<unsigned>(bits);
      any |= static_cast<unsigned>(bits);
      ++corners;
    }
    const unsigned free = any & ~all;
    if (corners != 1 << axes || std::popcount(free) != axes || index > kMaxNumber) return;
    numbers_[free][all] = static_cast<std::uint16_t>(index);
    ++named;
  };
  for (const int v : polytope.extreme()) {
    name(std::initializer_list<int>{v}, v, 0);
  }
  for (std::size_t i = 0; i < polytope.edges().size(); ++i) {
    const Edge& edge = polytope.edges()[i];
    name(std::initializer_list<int>{edge.v0, edge.v1}, static_cast<int>(i), 1);
  }
  for (std::size_t i = 0; i < polytope.facets().size(); ++i) {
    name(polytope.facets()[i].vertices, static_cast<int>(i), 2);
  }
  return named == 8 + 12 + 6;
}

}  // namespace touchstone
