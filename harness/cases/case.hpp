// SPDX-License-Identifier: GPL-3.0-or-later
// A case: one pair with the id by which anyone replays it on any machine.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "geometry/pair.hpp"

namespace touchstone {

/// What somebody's program said of a pair.
struct CaseClaim {
  double phi = 0;                             ///< signed distance [m]
  std::optional<Vec3> normal;                 ///< from B to A, world
  std::optional<std::array<Vec3, 2>> points;  ///< witness points on A and on B, world [m]
  std::string by;                             ///< name of the program; may be empty
};

struct Case {
  std::string id;      ///< "random-boxes:42:123456", "field:fcl-503" or "file:NAME:ID"
  std::string family;  ///< "random-boxes", "field", "file:NAME"
  std::string source;  ///< where the pair comes from; empty for generated ones
  Pair pair;
  std::shared_ptr<const CaseClaim> claim = nullptr;  ///< nullptr where the case makes none
};

}  // namespace touchstone
