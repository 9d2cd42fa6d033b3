// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers by which a workspace knows again the shapes of its last query: an address may be reused.
#pragma once

#include <atomic>
#include <cstdint>

namespace touchstone {

/// Never 0, and no two alike.
inline std::uint64_t next_shape_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace touchstone
