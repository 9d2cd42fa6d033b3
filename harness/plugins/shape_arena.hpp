// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes that a worker already has, by the numbers under which it knows them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "geometry/body.hpp"
#include "geometry/polytope.hpp"
#include "harness/plugins/plugin_channel.hpp"

namespace touchstone {

class ShapeArena {
 public:
  /// Beyond `remembered_bytes` it is time to forget.
  explicit ShapeArena(std::size_t remembered_bytes = plugin_channel::kRememberedBytes)
      : remembered_bytes_(remembered_bytes) {}

  /// Everything is forgotten: the worker has to forget as well.
  void forget();
  /// Whether it is time to forget.
  bool full() const { return used_ > remembered_bytes_ || count_ * 2 > kRoom; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }

  /// The number of `polytope`, whose arrays are written behind the others if it is new. Nothing
  /// where there is no room.
  std::optional<std::uint32_t> add(const PolytopePtr& polytope,
                                   plugin_channel::Questions& questions);
  /// The number of `body`. One with a curved core is written each time.
  std::optional<std::uint32_t> add(const ConvexBody& body, plugin_channel::Questions& questions);

 private:
  static constexpr std::size_t kRoom = plugin_channel::kMaxShapes;

  /// A new block of `bytes` bytes, numbered count() - 1 from here on; nullptr if the arena is full.
  std::byte* room_for(std::size_t bytes, plugin_channel::Questions& questions);

  struct Known {
    std::uint32_t number = 0;
    PolytopePtr polytope;
  };
  std::size_t remembered_bytes_;
  std::unordered_map<std::uint64_t, Known> known_;  ///< by content hash
  std::size_t used_ = 0;                            ///< bytes of the arena in use
  std::size_t count_ = 0;
  std::uint64_t next_id_ = 1;
};

}  // namespace touchstone
