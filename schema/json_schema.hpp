// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Schema (draft 2020-12) as text, composed of descriptions: what a record's keys are, of which
// type, and what they mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// "number", "string", "boolean", "integer", or several: "number or null".
std::string schema_of_type(std::string_view types, std::string_view meaning = "");
/// One of these strings.
std::string schema_of_words(const std::vector<std::string_view>& words);
std::string schema_of_list(const std::string& items, std::string_view meaning = "");
/// A list of so many.
std::string schema_of_tuple(const std::string& items, int count);
std::string schema_or_null(const std::string& schema);

/// A key that an object has; one that it may lack is optional.
struct SchemaKey {
  std::string_view key;
  std::string schema;
  bool optional = false;
};

/// Keys that are not listed are allowed only if `open`.
std::string schema_of_object(const std::vector<SchemaKey>& keys, std::string_view meaning = "",
                             bool open = false);

/// A whole document of this name.
std::string schema_document(std::string_view name, std::string_view title,
                            const std::string& schema);

}  // namespace touchstone
