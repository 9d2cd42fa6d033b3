// SPDX-License-Identifier: GPL-3.0-or-later
// FNV-1a of 64 bits (Fowler, Noll & Vo). The same values on every machine.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone {

inline constexpr std::uint64_t kHashStart = 0xcbf29ce484222325U;

/// `hash` with one more byte, or with a whole word in one step.
constexpr std::uint64_t hash_word(std::uint64_t hash, std::uint64_t word) {
  return (hash ^ word) * 0x100000001b3U;
}

/// `hash` with the bytes of `text`.
constexpr std::uint64_t hash_text(std::string_view text, std::uint64_t hash = kHashStart) {
  for (const char letter : text) hash = hash_word(hash, static_cast<unsigned char>(letter));
  return hash;
}

/// `hash` in hexadecimal digits, at most 16.
inline std::string hash_digits(std::uint64_t hash) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
  return {digits.data(), end};
}

}  // namespace touchstone
