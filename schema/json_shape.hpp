// SPDX-License-Identifier: GPL-3.0-or-later
// What a value in JSON must be, as data: JSON Schema is made from it, and records that are read are
// held to it.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/json_node.hpp"

namespace touchstone {

/// The least value of a field that may be any number.
inline constexpr double kAnyNumber = -std::numeric_limits<double>::max();

inline constexpr double kMaxCount = 1e15;  ///< largest number of things that a record counts

/// What people and programs are told of a field of a record.
struct FieldText {
  std::string_view key = "";      ///< in JSON
  std::string_view meaning = "";  ///< what it tells, without its unit
  std::string_view unit = "";     ///< "m", "s", "J"; "" for a pure number
  std::string_view absence = "";  ///< when there is no value; "" if there always is one
  std::string_view gap = "";      ///< when an entry of a list is null; "" if none ever is
  bool omitted = false;           ///< whether JSON lacks the key then, in place of null
  bool on_lines = false;          ///< whether each key of a record, or item of a list, has a line
  std::string_view column = "";   ///< its name in CSV; "" if it is not there
  std::string_view title = "";    ///< its header in tables, may hold a newline; "" if not there
  std::string (*format)(double) = nullptr;  ///< a number in tables; nullptr: three digits
  bool is_kept = false;        ///< whether narrow tables keep the column; others go from the right
  std::string_view page = "";  ///< its header on pages, without the unit; "": the title
  std::vector<std::string_view> words = {};  ///< the only values that a text may have; empty: any
  double min = kAnyNumber;                   ///< least value of a number, or of each in a list
  double max = std::numeric_limits<double>::max();
  std::vector<std::string_view> lower_keys = {};  ///< keys of fields that it must not be below

  FieldText& null_where(std::string_view when) { return absence = when, *this; }
  FieldText& omitted_where(std::string_view when) { return omitted = true, null_where(when); }
  FieldText& entries_null_where(std::string_view when) { return gap = when, *this; }
  FieldText& with_lines() { return on_lines = true, *this; }
  FieldText& in_csv(std::string_view name) { return column = name, *this; }
  FieldText& in_table(std::string_view header, std::string (*how)(double) = nullptr) {
    return title = header, format = how, *this;
  }
  FieldText& kept() { return is_kept = true, *this; }
  FieldText& in_page(std::string_view header) { return page = header, *this; }
  FieldText& one_of(std::vector<std::string_view> all) { return words = std::move(all), *this; }
  FieldText& from(double least, double most = std::numeric_limits<double>::max()) {
    return min = least, max = most, *this;
  }
  FieldText& counts() { return from(0, kMaxCount); }
  template <class... Keys>
  FieldText& not_below(Keys... other_keys) {
    return (lower_keys.emplace_back(other_keys), ...), *this;
  }
};

inline FieldText field(std::string_view key, std::string_view meaning, std::string_view unit = "",
                       std::string_view header = "") {
  return {.key = key, .meaning = meaning, .unit = unit, .title = header};
}

/// A column of CSV or of tables that is not a field of JSON.
inline FieldText csv_column(std::string_view name) { return {.column = name}; }
inline FieldText table_column(std::string_view header, std::string_view meaning = "") {
  return {.meaning = meaning, .title = header};
}

enum class JsonKind { number, any_real, integer, text, boolean, list, object, any };

struct FieldShape;

struct JsonShape {
  JsonKind kind = JsonKind::any;
  bool nullable = false;
  std::size_t size = 0;  ///< how many items a list has; 0 for any number
  std::shared_ptr<const JsonShape> items = nullptr;  ///< shape of a list's items
  std::vector<FieldShape> fields;                    ///< fields of an object
};

struct FieldShape {
  FieldText text;
  JsonShape value;
};

/// JSON Schema of an object with these fields and no others.
std::string schema_of_fields(const std::vector<FieldShape>& fields, std::string_view meaning = "");

/// Throws JsonRefusal where a key is not described.
void check_keys(const JsonNode& object, const std::vector<FieldShape>& fields);
/// Throws JsonRefusal where a key is not described, a field is missing, of another type, out of its
/// range or below a number that it must not be below.
void check_fields(const JsonNode& object, const std::vector<FieldShape>& fields);

/// JSON Schema (draft 2020-12) of a whole record of this name: an object with the key "schema" and
/// these fields.
std::string schema_of_record(std::string_view name, std::string_view title,
                             const std::vector<FieldShape>& fields);

/// JSON Schema of a record of JSON lines: the first has the key "schema" and the fields `header`,
/// each other one the fields `line`.
std::string schema_of_lines(std::string_view name, std::string_view title,
                            const std::vector<FieldShape>& header,
                            const std::vector<FieldShape>& line);

/// Throws JsonRefusal where the key "schema" of a record does not say `name`, or what is beside it
/// is not as `fields` describe.
void check_record(const JsonNode& root, std::string_view name,
                  const std::vector<FieldShape>& fields);
/// check_record() of the name and the keys alone.
void check_record_keys(const JsonNode& root, std::string_view name,
                       const std::vector<FieldShape>& fields);

}  // namespace touchstone
