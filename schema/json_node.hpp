// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the values of a JSON record one by one, and says in one line where it breaks which rule.
// (Case files have a reader of their own, which knows about unknown keys and long numbers.)
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// What a record gets wrong; caught where the file's name is known.
class JsonRefusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value of the record and its place, as messages call it.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, std::string place)
      : value_(value), place_(std::move(place)) {}

  [[noreturn]] void refuse(const std::string& rule) const;
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  JsonNode at(const char* key) const;
  std::vector<JsonNode> items() const;
  std::vector<std::string> keys() const;  ///< of an object
  /// Refuses an object with any other key: a mistyped one would be a rule that silently does not
  /// hold.
  void allow_only(std::initializer_list<std::string_view> known) const;
  std::string text() const;
  bool truth() const;          ///< true or false
  std::string dumped() const;  ///< the value as JSON text
  std::uint64_t whole() const;
  /// A whole number of things, at most 1e15.
  std::uint64_t count() const;
  bool is_null() const { return value_.is_null(); }
  bool is_string() const { return value_.is_string(); }
  double number() const;  ///< finite
  double nonnegative() const;

 private:
  const nlohmann::json& value_;
  std::string place_;
};

/// Parses text that is not nested deeply.
nlohmann::json parse_bounded_json(std::string_view text);

/// The parser's words without its error code, printable and short.
std::string shortened_message(std::string what);

/// Reads a file that is to be JSON text. `limit` as in read_input_file [byte].
Result<std::string> read_json_text(const std::string& path, std::size_t limit);

}  // namespace touchstone
