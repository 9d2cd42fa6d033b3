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
  std::uint64_t directions = 0;  ///< bit k is set if it slides with an impulse along d_k
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< normal c and tangential f [N s]
};

/// What is remembered of the contacts of a pair, in their order. Invalid if their number has
/// changed.
using ContactMemory = std::vector<RememberedContact>;

}  // namespace touchstone
