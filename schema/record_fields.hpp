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

#include <concepts>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "schema/field_list.hpp"
#include "schema/json_value.hpp"

namespace touchstone {

/// What is written of a value of type V.
template <class V>
struct ValueWriters {
  static std::string json(const void* place, const FieldText& text) {
    const V& value = *static_cast<const V*>(place);
    if (!text.absence.empty() && is_absent_value(value)) return "";
    if constexpr (ListValue<V>) {
      if (text.on_lines) {
        return json_list(json_items(value, [](const auto& item) { return json_value(item); }));
      }
    }
    return json_value(value);
  }
  static std::string csv(const void* place, const FieldText& /*text*/) {
    return csv_value(*static_cast<const V*>(place));
  }
  static std::string table(const void* place, const FieldText& text) {
    return table_value(*static_cast<const V*>(place), text);
  }
};

/// A getter of a value that the record T keeps, made of a function without captures.
template <class T, class V>
struct KeptValue {
  V& (*get)(T&);
  V& operator()(T& record) const { return get(record); }
  const V& operator()(const T& record) const { return get(const_cast<T&>(record)); }
};

template <class T>
class RecordFields : public FieldList {
 public:
  template <class Get>
  RecordFields& add(const FieldText& text, Get get) {
    return add_value(text, shared(get));
  }
  template <class Get, class U>
  RecordFields& add(const FieldText& text, Get get, const RecordFields<U>& inner) {
    return add_record(text, shared(get), inner);
  }

  /// Adds a field whose cells in tables are what `cell` makes of the record.
  template <class Get, class Cell>
  RecordFields& add_as(const FieldText& text, Get get, Cell cell) {
    add(text, get);
    take_cells_from([cell](const void* record, const Writer&, const FieldText&) -> std::string {
      return std::invoke(cell, *static_cast<const T*>(record));
    });
    return *this;
  }

  /// Adds an object that holds some of the record's own fields. `is_there` tells whether a record
  /// has it; nullptr: each has.
  RecordFields& add_part(const FieldText& text, const RecordFields<T>& part,
                         bool (*is_there)(const T&) = nullptr) {
    add_field(
        text, {.kind = JsonKind::object, .fields = part.shapes()},
        [is_there](const void* record, const Writer& write, const FieldText& how) {
          const bool is_here = is_there == nullptr || is_there(*static_cast<const T*>(record));
          return is_here ? write(record, how) : std::string();
        },
        [part](const void* record, const FieldText&) { return part.object_of(record).row(); })
        .read = [part](const JsonNode& node, void* record) {
      if (!node.is_null()) part.read_checked_into(node, record);
    };
    add_columns(part.columns());
    return *this;
  }

  /// Adds the fields and columns of a record that this one holds, as if they were its own.
  template <class Get, class U>
  RecordFields& include(Get get, const RecordFields<U>& inner) {
    return include_record(shared(get), inner);
  }

  /// Adds more fields and columns of this record.
  RecordFields& include(const RecordFields& more) {
    append(more);
    return *this;
  }

  /// Adds a column of CSV or of tables that JSON does not have.
  template <class Get>
  RecordFields& column(const FieldText& text, Get get) {
    add_value_column(text, shared(get));
    return *this;
  }

  /// Picks the fields with these keys, in this order, without columns.
  RecordFields only(std::initializer_list<std::string_view> keys) const {
    RecordFields some;
    some.append_only(*this, keys);
    return some;
  }

  /// Appends the record's keys and values to the JSON object `object`.
  JsonObject object(const T& record, JsonObject object = {}) const {
    return object_of(&record, std::move(object));
  }
  /// Writes the record as JSON on one line.
  std::string row(const T& record) const { return object_of(&record).row(); }

  /// Throws JsonRefusal where a value is not as described. Values that are not kept as they are
  /// written are checked only.
  T read(const JsonNode& node) const {
    check_fields(node, shapes());
    return read_checked(node);
  }
  /// Reads what is checked already.
  T read_checked(const JsonNode& node) const {
    T record{};
    read_checked_into(node, &record);
    return record;
  }

  /// The line of names and a line for each record.
  template <class Records>
  std::string csv(const Records& records) const {
    std::string text = csv_names();
    for (const T& record : records) text += csv_line(&record);
    return text;
  }

  /// The cells of a table's row: of fields that have a title.
  std::vector<std::string> cells(const T& record) const { return cells_of(&record); }

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

  /// The getter as one of a type that others of the same value share, where it captures nothing:
  /// each type costs the compiler what follows from it.
  template <class Get>
  static auto shared(Get get) {
    using Given = std::invoke_result_t<Get, const T&>;
    if constexpr (kIsKept<Get> && std::is_convertible_v<Get, Value<Get>& (*)(T&)>) {
      return KeptValue<T, Value<Get>>{get};
    } else if constexpr (!kIsKept<Get> && std::is_convertible_v<Get, Given (*)(const T&)>) {
      return static_cast<Given (*)(const T&)>(get);
    } else {
      return get;
    }
  }

  template <class Get>
  static Visit visit_value(Get get) {
    return [get](const void* record, const Writer& write, const FieldText& text) {
      const Value<Get>& value = std::invoke(get, *static_cast<const T*>(record));
      return write(&value, text);
    };
  }

  /// What `visit` makes of the record that `get` gives; "" where that is a null pointer.
  template <class Get>
  static Visit visit_inner(Get get, Visit visit) {
    return [get, visit = std::move(visit)](const void* record, const Writer& write,
                                           const FieldText& text) {
      const Value<Get>& inner = std::invoke(get, *static_cast<const T*>(record));
      if constexpr (std::is_pointer_v<Value<Get>>) {
        return inner == nullptr ? std::string() : visit(inner, write, text);
      } else {
        return visit(&inner, write, text);
      }
    };
  }

  template <class Get>
  void add_value_column(const FieldText& text, Get get) {
    using Writers = ValueWriters<Value<Get>>;
    FieldList::add_column(text, visit_value(get), &Writers::csv, &Writers::table);
  }

  template <class Get>
  RecordFields& add_value(FieldText text, Get get) {
    using V = Value<Get>;
    if constexpr (std::unsigned_integral<V> && !std::same_as<V, bool>) {
      if (text.min == kAnyNumber) text.min = 0;
    }
    Field& field = add_field(text, json_shape<V>(), visit_value(get), &ValueWriters<V>::json);
    if constexpr (kIsKept<Get>) {
      field.read = [get](const JsonNode& node, void* record) {
        std::invoke(get, *static_cast<T*>(record)) = read_value<V>(node);
      };
    }
    add_value_column(text, get);
    return *this;
  }

  template <class Get, class U>
  RecordFields& add_record(const FieldText& text, Get get, const RecordFields<U>& inner) {
    using V = Value<Get>;
    Field& field = add_field(text, inner_shape<V>(inner), visit_value(get),
                             [inner](const void* value, const FieldText& how) {
                               const V& given = *static_cast<const V*>(value);
                               const bool is_absent =
                                   !how.absence.empty() && is_absent_value(given);
                               return is_absent ? "" : inner_json(given, inner, how.on_lines);
                             });
    if constexpr (kIsKept<Get>) {
      field.read = [get, inner](const JsonNode& node, void* record) {
        std::invoke(get, *static_cast<T*>(record)) = read_inner<V>(node, inner);
      };
    }
    if constexpr (std::same_as<V, U>) add_inner_columns(get, inner);
    return *this;
  }

  template <class Get, class U>
  RecordFields& include_record(Get get, const RecordFields<U>& inner) {
    for (std::size_t k = 0; k < inner.fields().size(); ++k) {
      const auto& theirs = inner.fields()[k];
      const FieldShape& shape = inner.shapes()[k];
      Field& field =
          add_field(shape.text, shape.value, visit_inner(get, theirs.visit), theirs.json);
      if constexpr (kIsKept<Get>) {
        if (!theirs.read) continue;
        field.read = [get, read = theirs.read](const JsonNode& node, void* record) {
          read(node, &std::invoke(get, *static_cast<T*>(record)));
        };
      }
    }
    add_inner_columns(get, inner);
    return *this;
  }

  template <class Get, class U>
  void add_inner_columns(Get get, const RecordFields<U>& inner) {
    for (const Column& column : inner.columns()) {
      FieldList::add_column(column.text, visit_inner(get, column.visit), column.csv, column.table);
    }
  }

  template <class V, class U>
  static JsonShape inner_shape(const RecordFields<U>& inner) {
    if constexpr (OptionalValue<V>) {
      JsonShape shape = inner_shape<typename V::value_type>(inner);
      shape.nullable = true;
      return shape;
    } else if constexpr (ListValue<V>) {
      return {.kind = JsonKind::list,
              .items = std::make_shared<JsonShape>(inner_shape<typename V::value_type>(inner)),
              .fields = {}};
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
      return inner.read_checked(node);
    }
  }
};

/// What a record has besides its name: `fields`, behind the field "versions" unless they keep what
/// wrote the record (schema/version.hpp).
std::vector<FieldShape> with_versions(const std::vector<FieldShape>& fields);
/// How a record that this program writes begins: its name, then "versions" unless `fields` have it.
JsonObject record_head(std::string_view name, const std::vector<FieldShape>& fields);

/// A record that a command writes, as a whole: its name with its version, and what it is. Behind
/// its name stands what wrote it: this program, unless its fields keep what did.
template <class T>
struct RecordDescription {
  std::string_view schema;  ///< "touchstone.converge/1"
  std::string_view title;
  RecordFields<T> fields;  ///< besides "schema", and "versions" where this program fills it in

  /// The record as a file.
  std::string document(const T& record) const { return object(record).document(); }
  /// The record on one line.
  std::string row(const T& record) const { return object(record).row(); }
  /// What it has besides "schema".
  std::vector<FieldShape> shapes() const { return with_versions(fields.shapes()); }
  /// Its JSON Schema.
  std::string json_schema() const { return schema_of_record(schema, title, shapes()); }
  /// Throws JsonRefusal where it is another record, or a value is not as described.
  T read(const JsonNode& root) const {
    check(root);
    return fields.read_checked(root);
  }
  void check(const JsonNode& root) const { check_record(root, schema, shapes()); }
  /// Throws JsonRefusal where it is another record or has a key that is not described: for readers
  /// that check the values by rules of their own.
  void check_keys(const JsonNode& root) const { check_record_keys(root, schema, shapes()); }

 private:
  JsonObject object(const T& record) const {
    return fields.object(record, record_head(schema, fields.shapes()));
  }
};

}  // namespace touchstone
