// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/shape_arena.hpp"

#include "harness/asking/engine.hpp"
#include "harness/plugins/shape_arrays.hpp"

namespace touchstone {

void ShapeArena::forget() {
  known_.clear();
  used_ = 0;
  count_ = 0;
}

std::byte* ShapeArena::room_for(std::size_t bytes, plugin_channel::Questions& questions) {
  if (count_ == kRoom || bytes > plugin_channel::kArenaBytes - used_) return nullptr;
  std::byte* room = questions.arena.data() + used_;
  questions.shape_begin[count_++] = used_;
  used_ += bytes;
  return room;
}

std::optional<std::uint32_t> ShapeArena::add(const PolytopePtr& polytope,
                                             plugin_channel::Questions& questions) {
  const auto found = known_.find(polytope->content_hash());
  if (found != known_.end() && same_content(*found->second.polytope, *polytope)) {
    return found->second.number;
  }
  std::byte* room = room_for(shape_bytes(*polytope), questions);
  if (room == nullptr) return std::nullopt;
  write_shape(*polytope, next_id_++, room);
  known_[polytope->content_hash()] = {count() - 1, polytope};
  return count() - 1;
}

std::optional<std::uint32_t> ShapeArena::add(const ConvexBody& body,
                                             plugin_channel::Questions& questions) {
  if (!body.is_curved()) return add(std::get<PolytopePtr>(body.core()), questions);
  std::byte* room = room_for(curved_bytes(), questions);
  if (room == nullptr) return std::nullopt;
  write_curved(body, next_id_++, room);
  return count() - 1;
}

}  // namespace touchstone
