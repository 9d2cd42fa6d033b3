// SPDX-License-Identifier: GPL-3.0-or-later
// Names of parametrised tests.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace touchstone {

/// The text's letters and digits, with one underscore for everything between them: Google Test
/// accepts no other characters.
inline std::string test_name(std::string_view text) {
  std::string name;
  bool between = false;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      between = !name.empty();
      continue;
    }
    if (between) name += '_';
    name += c;
    between = false;
  }
  return name;
}

}  // namespace touchstone
