// SPDX-License-Identifier: GPL-3.0-or-later
// Which characters of a text a person sees. Names and messages come from anywhere: one that cannot
// be seen could move a cursor, reorder a line, or make a name look like another.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone {

/// One character of UTF-8; of none, no bytes.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;
};

/// The character that `text` begins with.
Character first_character(std::string_view text);

/// Not control characters (line ends and tabs are some), those that reorder or join text,
/// surrogates, private use, and codes that are no characters.
bool is_visible(char32_t code);

/// Valid UTF-8 with U+FFFD in place of what cannot be seen, but for line ends and tabs.
std::string seen_text(std::string_view text);

}  // namespace touchstone
