// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the values of a JSON record one by one, and says in one line where it breaks which rule.
// (Case files have a reader of their own, which knows about unknown keys and long numbers.)
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
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
  bool has(const char* key) const;
  JsonNode at(const char* key) const;
  std::vector<JsonNode> items() const;
  std::vector<std::string> keys() const;  ///< names in an object; refuses other values
  /// Rejects an object with any other key: a mistyped one would be a rule that silently does not
  /// hold. The line names the known key that was probably meant.
  void allow_only(const std::vector<std::string_view>& known) const;
  std::string text() const;
  bool truth() const;          ///< true or false
  std::string dumped() const;  ///< the value as JSON text
  const nlohmann::json& value() const { return value_; }
  const std::string& place() const { return place_; }
  std::uint64_t whole() const;
  /// A whole number of things, at most 1e15.
  std::uint64_t count() const;
  bool is_null() const;
  bool is_string() const;
  bool is_list() const;
  bool is_number() const;
  double number() const;  ///< finite
  double nonnegative() const;

 private:
  const nlohmann::json& value_;
  std::string place_;
};

/// Calls `read(root)` on parsed text. What the text or `read` refuses is the reason.
std::optional<std::string> visit_json(std::string_view text,
                                      const std::function<void(const JsonNode& root)>& read);

/// What `read(root)` makes of JSON text, or why it is rejected: in one line that begins with
/// `name`.
template <class Read>
auto read_json(std::string_view text, const std::string& name, const Read& read)
    -> Result<decltype(read(std::declval<JsonNode>()))> {
  std::optional<decltype(read(std::declval<JsonNode>()))> made;
  const auto refusal = visit_json(text, [&](const JsonNode& root) { made = read(root); });
  if (refusal) return Error{name + ": " + *refusal};
  return std::move(*made);
}

/// " (JSON has no NaN and no Infinity)" where the parser stopped at a spelling of one, at this
/// `position` in the text, counted from 1 [byte]; else empty.
std::string literal_hint(std::string_view text, std::size_t position);

/// For readers with rules of their own; a discarded value if the text is not JSON. Only one source
/// compiles the parser, which takes a second.
nlohmann::json parse_json(std::string_view text);

/// The parser's words without its error code, printable and short.
std::string shortened_message(std::string what);

/// Reads a file that is to be JSON text. `limit` as in read_input_file [byte].
Result<std::string> read_json_text(const std::string& path, std::size_t limit);

}  // namespace touchstone
