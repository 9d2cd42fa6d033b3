// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/visible_text.hpp"

#include <algorithm>
#include <array>

#include "schema/json_text.hpp"

namespace touchstone {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};
/// Control characters, those that reorder or join text, surrogates, private use, no characters.
constexpr std::array<CodeRange, 15> kInvisible = {{{0, 0x1F},
                                                   {0x7F, 0x9F},
                                                   {0xAD, 0xAD},
                                                   {0x61C, 0x61C},
                                                   {0x180E, 0x180E},
                                                   {0x200B, 0x200F},
                                                   {0x2028, 0x202E},
                                                   {0x2060, 0x206F},
                                                   {0xD800, 0xF8FF},
                                                   {0xFDD0, 0xFDEF},
                                                   {0xFE00, 0xFE0F},
                                                   {0xFEFF, 0xFEFF},
                                                   {0xFFF0, 0xFFFB},
                                                   {0xFFFE, 0xFFFF},
                                                   {0xE0000, 0x10FFFF}}};

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) -> char32_t {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0;
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t bytes = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xC0U) != 0x80) return {};
    code = (code << 6U) | (byte(k) & 0x3FU);
  }
  // A longer form than needed could hide a control character.
  constexpr std::array<char32_t, 3> kFirstOfLength = {0x80, 0x800, 0x10000};
  if (code < kFirstOfLength.at(bytes - 2) || code > 0x10FFFF) return {};
  return {code, bytes};
}

bool is_visible(char32_t code) {
  return std::none_of(kInvisible.begin(), kInvisible.end(), [&](const CodeRange& range) {
    return range.first <= code && code <= range.last;
  });
}

std::string seen_text(std::string_view text) {
  const std::string valid = valid_text(text);
  std::string seen;
  seen.reserve(valid.size());
  for (std::string_view left = valid; !left.empty();) {
    const Character character = first_character(left);
    const std::size_t bytes = std::max<std::size_t>(character.bytes, 1);
    const char letter = left.front();
    if (is_visible(character.code) || letter == '\n' || letter == '\t') {
      seen += left.substr(0, bytes);
    } else {
      seen += "\xef\xbf\xbd";
    }
    left.remove_prefix(bytes);
  }
  return seen;
}

}  // namespace touchstone
