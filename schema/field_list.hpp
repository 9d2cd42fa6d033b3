// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a record whose type is not known here: what all RecordFields share, compiled once.
// A record and a value are passed by their addresses.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "schema/json_shape.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

class FieldList {
 public:
  /// Makes a value's text; "" where there is no value.
  using Writer = std::function<std::string(const void* value, const FieldText& text)>;
  /// What `write` makes of the value that a record has.
  using Visit =
      std::function<std::string(const void* record, const Writer& write, const FieldText& text)>;
  using Reader = std::function<void(const JsonNode& node, void* record)>;

  /// A column of CSV and of tables; the columns of a record in a record are its own, too.
  struct Column {
    FieldText text;
    Visit visit;
    Writer csv, table;
  };

  const std::vector<FieldShape>& shapes() const { return shapes_; }
  const std::vector<Column>& columns() const { return columns_; }

  JsonObject object_of(const void* record, JsonObject object = {}) const;
  /// Reads what is checked already.
  void read_checked_into(const JsonNode& node, void* record) const;

  /// The lines of CSV with the names, and with the values of a record.
  std::string csv_names() const;
  std::string csv_line(const void* record) const;

  /// The columns of a table, their headers, and the cells of a record: those with a title.
  std::vector<FieldText> table_columns() const;
  std::vector<std::string> titles() const;
  std::vector<std::string> cells_of(const void* record) const;

 protected:
  struct Field {
    Visit visit;
    Writer json;
    Reader read;  ///< empty: the value is only checked
  };

  Field& add_field(const FieldText& text, JsonShape shape, Visit visit, Writer json);
  void add_column(const FieldText& text, Visit visit, Writer csv, Writer table);
  /// Makes the cells of the last column, but not its CSV, with `visit`.
  void take_cells_from(Visit visit);
  void add_columns(const std::vector<Column>& columns);
  void append(const FieldList& more);
  void append_only(const FieldList& from, std::initializer_list<std::string_view> keys);

  const std::vector<Field>& fields() const { return fields_; }

 private:
  std::vector<FieldShape> shapes_;
  std::vector<Field> fields_;  ///< what to do with each of `shapes_`
  std::vector<Column> columns_;
};

}  // namespace touchstone
