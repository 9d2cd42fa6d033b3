// SPDX-License-Identifier: GPL-3.0-or-later
// "repeat" of a body in a scene file: the body many times, on a grid.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "dynamics/scene.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// Most bodies of a scene file.
inline constexpr std::uint64_t kMaxFileBodies = 100'000;

struct Repeat {
  std::array<std::uint64_t, 3> count = {1, 1, 1};
  Vec3 spacing = Vec3::Zero();        ///< along the world's axes [m]
  std::optional<std::uint64_t> seed;  ///< seed of random turns; nothing: no body is turned

  std::uint64_t bodies() const { return count[0] * count[1] * count[2]; }
};

/// Refuses what `before` bodies and these would be too many with.
Repeat repeat_of(const JsonNode& node, std::uint64_t before);

/// Adds the bodies NAME[0], NAME[1], ...: along x first, then y, then z.
void add_repeated(const Repeat& repeat, const Body& body, const BodyState& start, Scene& scene);

}  // namespace touchstone
