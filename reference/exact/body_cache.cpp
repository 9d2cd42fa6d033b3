// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/body_cache.hpp"

#include <algorithm>

namespace touchstone {
namespace {

bool same_content(const Polytope& a, const Polytope& b) {
  return a.content_hash() == b.content_hash() && a.interior_point() == b.interior_point() &&
         a.vertices() == b.vertices();
}

}  // namespace

BodyCache::Entry& BodyCache::find(const PolytopePtr& polytope) {
  const auto hit = [&](Entry& entry) -> Entry& {
    entry.last_use = ++clock_;
    return entry;
  };
  for (const auto& entry : entries_) {
    if (entry->polytope == polytope) return hit(*entry);
  }
  for (const auto& entry : entries_) {
    if (entry->polytope && same_content(*entry->polytope, *polytope)) return hit(*entry);
  }
  if (entries_.size() < kCapacity) {
    entries_.push_back(std::make_unique<Entry>());
    std::swap(entries_.back(), entries_.front());
  }
  auto& oldest =
      *std::min_element(entries_.begin(), entries_.end(),
                        [](const auto& a, const auto& b) { return a->last_use < b->last_use; });
  // Until the body is made, which may throw, the entry is nobody's and the next to be filled.
  oldest->polytope = nullptr;
  oldest->last_use = 0;
  const ExactBody::Claim claim{polytope->facets(), polytope->edges()};
  if (oldest->body) {
    oldest->body->make(polytope->vertices(), claim);
  } else {
    oldest->body = std::make_unique<ExactBody>(polytope->vertices(), claim);
  }
  oldest->polytope = polytope;
  oldest->strictly_inside.reset();
  return hit(*oldest);
}

}  // namespace touchstone
