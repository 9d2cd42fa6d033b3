// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/printable.hpp"

#include <algorithm>

#include "schema/visible_text.hpp"

namespace touchstone {
namespace {

void append_escaped(char byte, std::string& text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  text += "\\x";
  text += kDigits[value >> 4U];
  text += kDigits[value & 15U];
}

}  // namespace

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string made;
  std::size_t at = 0;
  while (at < text.size()) {
    const Character character = first_character(text.substr(at));
    const std::size_t bytes = std::max<std::size_t>(character.bytes, 1);
    if (at + bytes > max_bytes) return made + "...";
    const char lead = text[at];
    if (lead == '\n' || lead == '\r' || lead == '\t') {
      made += ' ';
    } else if (character.bytes > 0 && is_visible(character.code)) {
      made += text.substr(at, bytes);
    } else {
      for (std::size_t k = at; k < at + bytes; ++k) append_escaped(text[k], made);
    }
    at += bytes;
  }
  return made;
}

}  // namespace touchstone
