// SPDX-License-Identifier: GPL-3.0-or-later
// A case: one pair with the id by which anyone replays it on any machine.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/hash.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

struct ConvexPair;
struct UnionPair;

/// What somebody's program said of a pair.
struct CaseClaim {
  double phi = 0;                             ///< signed distance [m]
  std::optional<Vec3> normal;                 ///< from B to A, world
  std::optional<std::array<Vec3, 2>> points;  ///< witness points on A and on B, world [m]
  std::string by;                             ///< name of the program; may be empty
};

struct Case {
  std::string id;      ///< "random-boxes:42:123456", "field:fcl-503" or "file:NAME:ID"
  std::string family;  ///< "random-boxes", "field", "file:NAME"
  std::string source;  ///< where the pair comes from; empty for generated ones
  Pair pair;  ///< where `curved` has the bodies, boxes about the curved cores: see put_curved
  std::shared_ptr<const CaseClaim> claim = nullptr;  ///< nullptr where the case makes none
  /// The pair if a core is curved, else nullptr.
  std::shared_ptr<const ConvexPair> curved = nullptr;
  /// The pair if a body is a union of pieces, else nullptr.
  std::shared_ptr<const UnionPair> unions = nullptr;
};

/// Makes the pair the case's. Where a core is curved, Case::pair has the box about it, with the same
/// radius: the box serves counts and hashes, and no truth or answer is of it.
void put_curved(const ConvexPair& pair, Case& c);

/// Makes the pair the case's. Case::pair has the first piece of either body, or the box about it:
/// no truth or answer is of that.
void put_union(UnionPair pair, Case& c);

/// What becomes of cases with a curved core or a union: they are refused, unless the caller looks
/// at Case::curved, and for `with_unions` at Case::unions as well.
enum class CurvedCases { refused, taken, with_unions };
/// The end of a refusal.
inline constexpr const char* kCurvedTakers = ": only touchstone ask, verify and validate take that";
inline constexpr const char* kUnionTakers = "is a union of pieces: only touchstone ask takes that";

/// A number made of a case's id alone: what depends on it is the same on every machine, whatever
/// else is run, in whatever order. FNV-1a of 64 bits, its bits then mixed by the finaliser of
/// SplitMix64 (Steele, Lea & Flood 2014), so that every remainder is as likely as any other.
constexpr std::uint64_t hash_of_id(std::string_view id) {
  std::uint64_t hash = hash_text(id);
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

}  // namespace touchstone
