// SPDX-License-Identifier: GPL-3.0-or-later
// What is remembered of a contact from one step to the next, whichever island it is in then.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace touchstone {

struct RememberedContact {
  enum class Action { none, presses, sticks, slides };
  Action action = Action::none;
  std::uint64_t directions = 0;  ///< of those that slide: a bit for each d_k with an impulse
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< c and the two of f [N s]
};

/// Of the contacts of a pair, in their order. Without use if their number has changed.
using ContactMemory = std::vector<RememberedContact>;

}  // namespace touchstone
