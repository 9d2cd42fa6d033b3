// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the fields of a record once: its JSON, its JSON Schema, the rules for reading it, its
// CSV and its tables are made from the description.
//
//   static const auto kFields =
//       RecordFields<Run>()
//           .add(field("dt", "step", "s").in_csv("dt_s").in_table("h\ns"), &Run::dt)
//           .add(field("points", "by step"), &Run::points, point_fields());
//
// A getter is a pointer to a member or a function of the record. What it gives is a value of
// json_value.hpp or, with fields of its own, a record, an optional record or a list of records;
// RawJson takes the place of a record that its fields have written before. Of a record that is
// included it may give a pointer: where that is null there are neither values nor cells.
// A field that a getter gives by reference is read back, too.
#pragma once

#include <algorithm>
#include <cassert>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "schema/json_value.hpp"

namespace touchstone {

template <class T>
class RecordFields {
 public:
  /// A column of CSV and of tables; the columns of a record in a record are its own, too.
  struct Column {
    FieldText text;
    std::function<std::string(const T&)> csv, table;
  };

  template <class Get>
  RecordFields& add(FieldText text, Get get) {
    using V = Value<Get>;
    JsonShape shape = json_shape<V>();
    shape.nullable = !text.absence.empty() && !text.omitted;
    if constexpr (std::unsigned_integral<V> && !std::same_as<V, bool>) {
      if (text.min == kAnyNumber) text.min = 0;
    }
    const bool can_lack = !text.absence.empty();
    add_field(text, std::move(shape), [get, can_lack](const T& record) {
      const V& value = std::invoke(get, record);
      return can_lack && is_absent_value(value) ? std::string() : json_value(value);
    });
    add_column(text, get);
    if constexpr (kIsKept<Get>) {
      fields_.back().read = [get](const JsonNode& node, T& record) {
        std::invoke(get, record) = read_value<V>(node);
      };
    }
    return *this;
  }

  /// Adds a field whose cells in tables are what `cell` makes of the record.
  template <class Get, class Cell>
  RecordFields& add_as(const FieldText& text, Get get, Cell cell) {
    add(text, get);
    columns_.back().table = cell;
    return *this;
  }

  template <class Get, class U>
  RecordFields& add(FieldText text, Get get, const RecordFields<U>& inner) {
    using V = Value<Get>;
    JsonShape shape = inner_shape<V>(inner);
    shape.nullable = !text.absence.empty() && !text.omitted;
    const bool can_lack = !text.absence.empty();
    add_field(text, std::move(shape),
              [get, inner, can_lack, lines = text.on_lines](const T& record) {
                const V& value = std::invoke(get, record);
                return can_lack && is_absent_value(value) ? std::string()
                                                          : inner_json(value, inner, lines);
              });
    if constexpr (std::same_as<V, U>) add_columns(get, inner);
    if constexpr (kIsKept<Get>) {
      fields_.back().read = [get, inner](const JsonNode& node, T& record) {
        std::invoke(get, record) = read_inner<V>(node, inner);
      };
    }
    return *this;
  }

  /// Adds an object that holds some of the record's own fields. `is_there` tells whether a record
  /// has it; nullptr: each has.
  RecordFields& add_part(FieldText text, const RecordFields<T>& part,
                         bool (*is_there)(const T&) = nullptr) {
    JsonShape shape{.kind = JsonKind::object, .fields = part.shapes()};
    shape.nullable = !text.absence.empty() && !text.omitted;
    add_field(text, std::move(shape), [part, is_there](const T& record) {
      return is_there == nullptr || is_there(record) ? part.row(record) : std::string();
    });
    columns_.insert(columns_.end(), part.columns_.begin(), part.columns_.end());
    fields_.back().read = [part](const JsonNode& node, T& record) {
      if (!node.is_null()) part.read_into(node, record);
    };
    return *this;
  }

  /// Adds the fields and columns of a record that this one holds, as if they were its own.
  template <class Get, class U>
  RecordFields& include(Get get, const RecordFields<U>& inner) {
    for (std::size_t k = 0; k < inner.fields_.size(); ++k) {
      const auto& field = inner.fields_[k];
      add_field(inner.shapes_[k].text, inner.shapes_[k].value, of_inner(get, field.json));
      if constexpr (kIsKept<Get>) {
        if (!field.read) continue;
        fields_.back().read = [get, read = field.read](const JsonNode& node, T& record) {
          read(node, std::invoke(get, record));
        };
      }
    }
    add_columns(get, inner);
    return *this;
  }

  /// Adds more fields and columns of this record.
  RecordFields& include(const RecordFields& more) {
    const auto append = [](auto& list, const auto& items) {
      list.insert(list.end(), items.begin(), items.end());
    };
    append(shapes_, more.shapes_);
    append(fields_, more.fields_);
    append(columns_, more.columns_);
    return *this;
  }

  /// Adds a column of CSV or of tables that JSON does not have.
  template <class Get>
  RecordFields& column(FieldText text, Get get) {
    add_column(std::move(text), get);
    return *this;
  }

  /// Picks the fields with these keys, in this order, without columns.
  RecordFields only(std::initializer_list<std::string_view> keys) const {
    RecordFields some;
    for (const std::string_view key : keys) {
      const auto found = std::find_if(shapes_.begin(), shapes_.end(),
                                      [key](const auto& shape) { return shape.text.key == key; });
      assert(found != shapes_.end());
      some.shapes_.push_back(*found);
      some.fields_.push_back(fields_[static_cast<std::size_t>(found - shapes_.begin())]);
    }
    return some;
  }

  const std::vector<FieldShape>& shapes() const { return shapes_; }

  /// Appends the record's keys and values to the JSON object `object`.
  JsonObject object(const T& record, JsonObject object = {}) const {
    for (std::size_t k = 0; k < fields_.size(); ++k) {
      std::string value = fields_[k].json(record);
      const FieldText& text = shapes_[k].text;
      if (value.empty() && text.omitted) continue;
      object.add(text.key, value.empty() ? "null" : std::move(value));
    }
    return object;
  }
  /// Writes the record as JSON on one line.
  std::string row(const T& record) const { return object(record).row(); }

  /// Throws JsonRefusal where a value is not as described. Values that are not kept as they are
  /// written are checked only.
  T read(const JsonNode& node) const {
    check_fields(node, shapes_);
    T record{};
    read_into(node, record);
    return record;
  }
  /// Reads what is checked already.
  void read_into(const JsonNode& node, T& record) const {
    for (std::size_t k = 0; k < fields_.size(); ++k) {
      const std::string key(shapes_[k].text.key);
      if (fields_[k].read && node.has(key.c_str())) fields_[k].read(node.at(key.c_str()), record);
    }
  }

  const std::vector<Column>& columns() const { return columns_; }

  /// The line of names and a line for each record.
  template <class Records>
  std::string csv(const Records& records) const {
    std::string text = line([](const Column& column) { return std::string(column.text.column); });
    for (const T& record : records) {
      text += line([&](const Column& column) { return column.csv(record); });
    }
    return text;
  }

  /// The columns of a table, their headers, and the cells of a record: of fields with a title.
  std::vector<FieldText> table_columns() const {
    return titled([](const Column& column) { return column.text; });
  }
  std::vector<std::string> titles() const {
    return titled([](const Column& column) { return std::string(column.text.title); });
  }
  std::vector<std::string> cells(const T& record) const {
    return titled([&](const Column& column) { return column.table(record); });
  }

 private:
  template <class U>
  friend class RecordFields;

  template <class Get>
  using Value = std::remove_cvref_t<std::invoke_result_t<Get, const T&>>;
  /// Whether the record keeps the value, such that it can be read back.
  template <class Get>
  static constexpr bool kIsKept =
      std::is_lvalue_reference_v<std::invoke_result_t<Get, T&>>&&
          std::is_assignable_v<std::invoke_result_t<Get, T&>, Value<Get>> &&
      !std::is_pointer_v<Value<Get>>;

  struct Field {
    std::function<std::string(const T&)> json;  ///< "" where there is no value
    std::function<void(const JsonNode&, T&)> read;
  };

  template <class Json>
  void add_field(const FieldText& text, JsonShape shape, Json json) {
    shapes_.push_back({text, std::move(shape)});
    fields_.push_back({std::move(json), nullptr});
  }

  template <class Get>
  void add_column(FieldText text, Get get) {
    using V = Value<Get>;
    columns_.push_back(
        {text, [get](const T& record) { return csv_value<V>(std::invoke(get, record)); },
         [get, text](const T& record) { return table_value<V>(std::invoke(get, record), text); }});
  }

  template <class Get, class U>
  void add_columns(Get get, const RecordFields<U>& inner) {
    for (const auto& column : inner.columns()) {
      columns_.push_back({column.text, of_inner(get, column.csv), of_inner(get, column.table)});
    }
  }

  /// What `text` makes of the record that `get` gives; "" where that is a null pointer.
  template <class Get, class Text>
  static auto of_inner(Get get, Text text) {
    return [get, text](const T& record) -> std::string {
      if constexpr (std::is_pointer_v<Value<Get>>) {
        const auto* inner = std::invoke(get, record);
        return inner == nullptr ? std::string() : text(*inner);
      } else {
        return text(std::invoke(get, record));
      }
    };
  }

  template <class V, class U>
  static JsonShape inner_shape(const RecordFields<U>& inner) {
    if constexpr (OptionalValue<V>) {
      JsonShape shape = inner_shape<typename V::value_type>(inner);
      shape.nullable = true;
      return shape;
    } else if constexpr (ListValue<V>) {
      return {.kind = JsonKind::list,
              .items = std::make_shared<JsonShape>(inner_shape<typename V::value_type>(inner))};
    } else {
      return {.kind = JsonKind::object, .fields = inner.shapes()};
    }
  }

  template <class V, class U>
  static std::string inner_json(const V& value, const RecordFields<U>& inner, bool lines) {
    if constexpr (std::same_as<V, RawJson>) {
      return value.json;
    } else if constexpr (ListValue<V>) {
      return json_list(
          json_items(value, [&](const auto& item) { return inner_json(item, inner, lines); }));
    } else if constexpr (OptionalValue<V>) {
      return inner_json(*value, inner, lines);
    } else {
      return lines ? inner.object(value).text() : inner.row(value);
    }
  }

  template <class V, class U>
  static V read_inner(const JsonNode& node, const RecordFields<U>& inner) {
    if constexpr (std::same_as<V, RawJson>) {
      return {node.dumped()};
    } else if constexpr (ListValue<V>) {
      V list;
      if (node.is_null()) return list;
      for (const JsonNode& item : node.items()) {
        list.push_back(read_inner<typename V::value_type>(item, inner));
      }
      return list;
    } else if constexpr (OptionalValue<V>) {
      return node.is_null() ? V() : V(read_inner<typename V::value_type>(node, inner));
    } else {
      return inner.read(node);
    }
  }

  template <class Cell>
  std::string line(const Cell& cell) const {
    std::string text;
    for (const Column& column : columns_) {
      if (!column.text.column.empty()) text += cell(column) + ",";
    }
    if (text.empty()) return "";
    text.back() = '\n';
    return text;
  }

  template <class Cell>
  auto titled(const Cell& cell) const {
    std::vector<std::invoke_result_t<Cell, const Column&>> cells;
    for (const Column& column : columns_) {
      if (!column.text.title.empty()) cells.push_back(cell(column));
    }
    return cells;
  }

  std::vector<FieldShape> shapes_;
  std::vector<Field> fields_;  ///< what to do with each of `shapes_`
  std::vector<Column> columns_;
};

/// The field "versions" of a record (schema/version.hpp).
FieldShape versions_shape();
/// Versions of this program as JSON on one line.
std::string versions_json();

/// A record that a command writes, as a whole: its name with its version, and what it is. Behind
/// its name stands what wrote it: this program, unless its fields keep what did.
template <class T>
struct RecordDescription {
  std::string_view schema;  ///< "touchstone.converge/1"
  std::string_view title;
  RecordFields<T> fields;  ///< besides "schema"

  /// The record as a file.
  std::string document(const T& record) const { return object(record).document(); }
  /// The record on one line.
  std::string row(const T& record) const { return object(record).row(); }
  /// Its JSON Schema.
  std::string json_schema() const { return schema_of_record(schema, title, shapes()); }
  /// Throws JsonRefusal where it is another record, or a value is not as described.
  T read(const JsonNode& root) const {
    check(root);
    T record{};
    fields.read_into(root, record);
    return record;
  }
  void check(const JsonNode& root) const {
    check_schema_name(root, schema);
    check_fields(root, shapes());
  }
  /// What it has besides "schema".
  std::vector<FieldShape> shapes() const {
    std::vector<FieldShape> all = fields.shapes();
    if (!keeps_versions()) all.insert(all.begin(), versions_shape());
    return all;
  }

 private:
  bool keeps_versions() const {
    return std::any_of(fields.shapes().begin(), fields.shapes().end(),
                       [](const FieldShape& field) { return field.text.key == "versions"; });
  }
  JsonObject object(const T& record) const {
    JsonObject object = JsonObject().add("schema", json_string(schema));
    if (!keeps_versions()) object.add("versions", versions_json());
    return fields.object(record, std::move(object));
  }
};

}  // namespace touchstone
