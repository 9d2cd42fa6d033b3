// SPDX-License-Identifier: GPL-3.0-or-later
// Composes JSON text, for everything that the program prints: doubles as the shortest text that
// reads back the same (which nlohmann's printer does not promise), keys in the order given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

/// NaN and infinities become null; a negative zero keeps its sign.
std::string json_number(double x);
/// Infinities and NaN are the words "Infinity", "-Infinity" and "NaN".
std::string json_any_real(double x);
std::string json_count(std::uint64_t n);
/// Quoted and escaped; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
/// Neither quoted nor escaped; bytes that are not UTF-8 become U+FFFD.
std::string valid_text(std::string_view text);
/// On one line: [1, 2, 3].
std::string json_vector(const Vec3& v);
/// Items that are JSON already, on one line.
std::string json_row(const std::vector<std::string>& items);
/// Items that are JSON already, each on its own line.
std::string json_list(const std::vector<std::string>& items);

/// What `text` makes of each item.
template <class Items, class Text>
std::vector<std::string> json_items(const Items& items, const Text& text) {
  std::vector<std::string> made;
  for (const auto& item : items) made.push_back(text(item));
  return made;
}

/// An object whose values are JSON already.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string value);
  /// Each key on its own line.
  std::string text() const;
  /// text() as a whole file, whose last line ends.
  std::string document() const { return text() + "\n"; }
  /// On one line.
  std::string row() const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

}  // namespace touchstone
