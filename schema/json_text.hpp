// SPDX-License-Identifier: GPL-3.0-or-later
// Composes JSON text, for everything that the program prints: doubles as the shortest text that
// reads back the same (which nlohmann's printer does not promise), keys in the order given.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

/// NaN and infinities become null; a negative zero keeps its sign.
std::string json_number(double x);
/// Quoted and escaped; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
/// On one line: [1, 2, 3].
std::string json_vector(const Vec3& v);
/// Items that are JSON already, on one line.
std::string json_row(const std::vector<std::string>& items);
/// Items that are JSON already, each on its own line.
std::string json_list(const std::vector<std::string>& items);

/// An object whose values are JSON already.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string value);
  /// Each key on its own line.
  std::string text() const;
  /// On one line.
  std::string row() const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

}  // namespace touchstone
