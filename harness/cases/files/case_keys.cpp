// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <vector>

#include "harness/cases/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr std::array<std::string_view, 6> kCaseKeys{"id", "source", "a", "pose_a", "b", "pose_b"};
constexpr std::array<std::string_view, 8> kPartKeys{
    "box_half_extents", "vertices", "half_spaces", "facets", "interior_point", "t", "R", "q"};

constexpr std::size_t kShortest = 5;         ///< letters; two edits make anything of a short key
constexpr std::size_t kMaxComparedKey = 40;  ///< nothing longer is compared [byte]

std::span<const std::string_view> keys_at(std::size_t depth) {
  if (depth == 1) return kCaseKeys;
  if (depth == 2) return kPartKeys;
  return {};
}

bool same_letters(std::string_view one, std::string_view two) {
  return std::equal(one.begin(), one.end(), two.begin(), two.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

}  // namespace

bool is_known_key(std::size_t depth, std::string_view key) {
  const auto keys = keys_at(depth);
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string meant_key(std::size_t depth, std::string_view key) {
  return meant_key(key, keys_at(depth));
}

std::string meant_key(std::string_view key, std::span<const std::string_view> known) {
  if (key.size() > kMaxComparedKey) return "";
  std::vector<std::string> candidates;
  for (const std::string_view candidate : known) {
    if (same_letters(candidate, key)) return std::string(candidate);
    if (candidate.size() >= kShortest) candidates.emplace_back(candidate);
  }
  return nearest_name(key, candidates);
}

}  // namespace touchstone
