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

/// The two shapes that a workspace was asked about last. A Body has its number in `id`.
struct LastPair {
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;

  template <class Body>
  [[gnu::always_inline]] bool is(const Body& A, const Body& B) const {
    return id_A == A.id && id_B == B.id;
  }
  template <class Body>
  [[gnu::always_inline]] void set(const Body& A, const Body& B) {
    id_A = A.id;
    id_B = B.id;
  }
};

}  // namespace touchstone
