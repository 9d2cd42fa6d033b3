// SPDX-License-Identifier: GPL-3.0-or-later
// A case: one pair with the id by which anyone replays it on any machine.
#pragma once

#include <cstdint>
#include <string>

#include "geometry/pair.hpp"

namespace touchstone {

struct Case {
  std::string id;      ///< "random-boxes:42:123456", "field:fcl-503" or "file:NAME:ID"
  std::string family;  ///< "random-boxes", "field", "file:NAME"
  std::string source;  ///< where the pair comes from; empty for generated ones
  Pair pair;
};

}  // namespace touchstone
