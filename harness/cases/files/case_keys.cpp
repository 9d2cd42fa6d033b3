// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <vector>

#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr std::array<std::string_view, 7> kCaseKeys{"id", "source", "a",    "pose_a",
                                                    "b",  "pose_b", "claim"};
constexpr std::array<std::string_view, 16> kBodyKeys{
    "box_half_extents", "vertices", "half_spaces", "facets", "interior_point", "mesh",     "scale",
    "polygon",          "core",     "radius",      "sphere", "capsule",        "cylinder", "cone",
    "ellipsoid",        "union"};
constexpr std::array<std::string_view, 18> kPieceKeys{
    "box_half_extents", "vertices", "half_spaces", "facets", "interior_point", "mesh",     "scale",
    "polygon",          "core",     "radius",      "sphere", "capsule",        "cylinder", "cone",
    "ellipsoid",        "union",    "name",        "pose"};
constexpr std::array<std::string_view, 11> kCoreKeys{
    "box_half_extents", "vertices", "half_spaces", "facets",   "interior_point", "mesh", "scale",
    "polygon",          "cylinder", "cone",        "ellipsoid"};
constexpr std::array<std::string_view, 1> kSphereKeys{"radius"};
constexpr std::array<std::string_view, 2> kRoundKeys{"radius", "half_length"};
constexpr std::array<std::string_view, 1> kEllipsoidKeys{"semi_axes"};
constexpr std::array<std::string_view, 3> kPoseKeys{"t", "R", "q"};
constexpr std::array<std::string_view, 4> kClaimKeys{"phi", "normal", "points", "by"};

constexpr std::size_t kShortest = 5;         ///< letters; two edits make anything of a short key
constexpr std::size_t kMaxComparedKey = 40;  ///< nothing longer is compared [byte]

bool same_letters(std::string_view one, std::string_view two) {
  return std::equal(one.begin(), one.end(), two.begin(), two.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

}  // namespace

std::span<const std::string_view> keys_of(std::string_view part) {
  if (part.empty()) return kCaseKeys;
  if (part == "a" || part == "b") return kBodyKeys;
  if (part == "pose_a" || part == "pose_b") return kPoseKeys;
  if (part == "claim") return kClaimKeys;
  if (part.starts_with("a.") || part.starts_with("b.")) {
    std::string_view inner = part.substr(2);
    constexpr std::string_view kPiece = "union.piece";
    if (inner == kPiece) return kPieceKeys;
    if (inner.starts_with(kPiece)) inner.remove_prefix(kPiece.size() + 1);
    if (inner == "pose") return kPoseKeys;
    if (inner == "core") return kCoreKeys;
    if (inner == "sphere") return kSphereKeys;
    if (inner == "capsule") return kRoundKeys;
    if (inner.starts_with("core.")) inner.remove_prefix(5);
    if (inner == "cylinder" || inner == "cone") return kRoundKeys;
    if (inner == "ellipsoid") return kEllipsoidKeys;
  }
  return {};
}

bool is_known_key(std::string_view part, std::string_view key) {
  const auto keys = keys_of(part);
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string_view hint_of_key(std::string_view part, std::string_view key) {
  struct Hint {
    bool of_pose;
    std::string_view key, hint;
  };
  constexpr std::array<Hint, 6> kHints{{
      {false, "radius", "a radius stands beside core, or in the shape"},
      {false, "scale", "give the lengths as they are"},
      {false, "size", "box_half_extents are halves of it"},
      {true, "quat", "q is w, x, y, z"},
      {true, "rpy", "give q or R"},
      {true, "scale", "give the bodies' lengths as they are"},
  }};
  const bool is_pose = part.starts_with("pose_") || part.ends_with(".pose");
  if (part == "claim" || part.empty()) return {};
  for (const Hint& hint : kHints) {
    if (hint.of_pose == is_pose && hint.key == key) return hint.hint;
  }
  return {};
}

std::string meant_case_key(std::string_view key) {
  if (key.size() > kMaxComparedKey) return "";
  std::vector<std::string> candidates;
  for (const std::string_view known : kCaseKeys) {
    if (same_letters(known, key)) return std::string(known);
    if (known.size() >= kShortest) candidates.emplace_back(known);
  }
  return nearest_name(key, candidates);
}

}  // namespace touchstone
