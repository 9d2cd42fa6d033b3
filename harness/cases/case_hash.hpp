// SPDX-License-Identifier: GPL-3.0-or-later
// A number made of a case's id alone: what depends on it is the same on every machine, whatever
// else is run, in whatever order.
#pragma once

#include <cstdint>
#include <string_view>

#include "geometry/hash.hpp"

namespace touchstone {

/// FNV-1a of 64 bits, its bits then mixed by the finaliser of SplitMix64 (Steele, Lea & Flood
/// 2014), so that every remainder is as likely as any other.
constexpr std::uint64_t hash_of_id(std::string_view id) {
  std::uint64_t hash = hash_text(id);
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

}  // namespace touchstone
