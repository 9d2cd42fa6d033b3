// SPDX-License-Identifier: GPL-3.0-or-later
// A case: one pair with the id by which anyone replays it on any machine.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "geometry/body_union.hpp"
#include "geometry/hash.hpp"
#include "geometry/pair.hpp"
#include "harness/asking/asked_pair.hpp"

namespace touchstone {

/// What somebody's program said of a pair.
struct CaseClaim {
  double phi = 0;                             ///< signed distance [m]
  std::optional<Vec3> normal;                 ///< from B to A, world
  std::optional<std::array<Vec3, 2>> points;  ///< witness points on A and on B, world [m]
  std::string by;                             ///< name of the program; may be empty
};

/// What a case asks about: two polytopes; two convex bodies, of which a core is curved; two bodies
/// of which one at least is a union.
using CaseBodies = std::variant<Pair, ConvexPair, UnionPair>;

struct Case {
  std::string id;      ///< "random-boxes:42:123456", "field:fcl-503" or "file:NAME:ID"
  std::string family;  ///< "random-boxes", "field", "file:NAME"
  std::string source;  ///< where the pair comes from; empty for generated ones
  CaseBodies bodies;
  std::shared_ptr<const CaseClaim> claim = nullptr;  ///< nullptr where the case makes none

  /// The polytopes. Throws HarnessError with the case's id where the bodies are others.
  const Pair& pair() const;
  /// The bodies if a core is curved and none is a union, else nullptr.
  const ConvexPair* curved() const { return std::get_if<ConvexPair>(&bodies); }
  /// The bodies if one is a union, else nullptr.
  const UnionPair* unions() const { return std::get_if<UnionPair>(&bodies); }
  /// What metrics are asked about. Throws HarnessError with the case's id where a body is a union.
  AskedPair asked() const { return curved() ? AskedPair(curved()) : AskedPair(&pair()); }
};

/// The bodies, which are convex, each with its radius. Throws HarnessError as Case::asked().
ConvexPair convex_pair(const Case& c);

/// Which alternatives of CaseBodies a caller takes: the first, the first two, all.
enum class CurvedCases { refused, taken, with_unions };
/// Why a caller does not take such bodies; empty where it does.
std::string why_refused(const CaseBodies& bodies, CurvedCases taken);
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
