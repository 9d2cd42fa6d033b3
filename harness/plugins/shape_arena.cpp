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

std::optional<std::uint32_t> ShapeArena::add(const PolytopePtr& polytope,
                                             plugin_channel::Questions& questions) {
  const auto found = known_.find(polytope->content_hash());
  if (found != known_.end() && same_content(*found->second.polytope, *polytope)) {
    return found->second.number;
  }
  const std::size_t bytes = shape_bytes(*polytope);
  if (count_ == kRoom || bytes > plugin_channel::kArenaBytes - used_) return std::nullopt;
  write_shape(*polytope, next_id_++, questions.arena.data() + used_);
  questions.shape_begin[count_] = used_;
  used_ += bytes;
  const auto number = static_cast<std::uint32_t>(count_++);
  known_[polytope->content_hash()] = {number, polytope};
  return number;
}

}  // namespace touchstone
