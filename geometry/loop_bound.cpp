// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/loop_bound.hpp"

#include <string>

namespace touchstone {

void throw_endless_loop(const char* loop, std::int64_t max_steps) {
  throw EndlessLoop(std::string(loop) + " exceeds its bound of " + std::to_string(max_steps) +
                    " steps");
}

}  // namespace touchstone
