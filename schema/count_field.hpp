// SPDX-License-Identifier: GPL-3.0-or-later
// The description of a record's counts. One table of these says what each count means and what it
// is called; JSON, its reader, the columns of a store and the tables that people read are made from
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schema/json_text.hpp"

namespace touchstone {

template <class Record>
struct CountField {
  const char* part;     ///< what it belongs to: in nested JSON an object, or "" for the record
  const char* key;      ///< its key there
  const char* column;   ///< its name in flat records: a store, the accuracy table, comparisons
  const char* title;    ///< in tables that people read; "" if it is not shown there
  const char* meaning;  ///< a number of these
  std::uint64_t (*read)(const Record&);
  std::uint64_t& (*write)(Record&);
};

/// The count that the pointers to members `path` lead to, one inside the other.
template <class Record, auto... path>
constexpr CountField<Record> count_field(const char* part, const char* key, const char* column,
                                         const char* title, const char* meaning) {
  return {part,
          key,
          column,
          title,
          meaning,
          [](const Record& record) { return (record.*....*path); },
          [](Record& record) -> std::uint64_t& { return (record.*....*path); }};
}

/// Adds the counts of one part under their keys.
template <class Record>
void add_part(JsonObject& json, std::span<const CountField<Record>> fields, std::string_view part,
              const Record& record) {
  for (const auto& field : fields) {
    if (field.part == part) json.add(field.key, std::to_string(field.read(record)));
  }
}

/// The counts that are shown under one title, added up.
template <class Record>
std::uint64_t titled_count(std::span<const CountField<Record>> fields, std::string_view title,
                           const Record& record) {
  std::uint64_t count = 0;
  for (const auto& field : fields) {
    if (field.title == title) count += field.read(record);
  }
  return count;
}

}  // namespace touchstone
