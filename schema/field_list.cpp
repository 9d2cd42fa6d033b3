// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/field_list.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace touchstone {
namespace {

template <class T>
void append_all(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

JsonObject FieldList::object_of(const void* record, JsonObject object) const {
  for (std::size_t k = 0; k < fields_.size(); ++k) {
    const FieldText& text = shapes_[k].text;
    std::string value = fields_[k].visit(record, fields_[k].json, text);
    if (value.empty() && text.omitted) continue;
    object.add(text.key, value.empty() ? "null" : std::move(value));
  }
  return object;
}

void FieldList::read_checked_into(const JsonNode& node, void* record) const {
  for (std::size_t k = 0; k < fields_.size(); ++k) {
    const std::string key(shapes_[k].text.key);
    if (fields_[k].read && node.has(key.c_str())) fields_[k].read(node.at(key.c_str()), record);
  }
}

std::string FieldList::csv_names() const {
  std::string line;
  for (const Column& column : columns_) {
    if (!column.text.column.empty()) line += std::string(column.text.column) + ",";
  }
  if (!line.empty()) line.back() = '\n';
  return line;
}

std::string FieldList::csv_line(const void* record) const {
  std::string line;
  for (const Column& column : columns_) {
    if (column.text.column.empty()) continue;
    line += column.visit(record, column.csv, column.text) + ",";
  }
  if (!line.empty()) line.back() = '\n';
  return line;
}

std::vector<FieldText> FieldList::table_columns() const {
  std::vector<FieldText> texts;
  for (const Column& column : columns_) {
    if (!column.text.title.empty()) texts.push_back(column.text);
  }
  return texts;
}

std::vector<std::string> FieldList::titles() const {
  std::vector<std::string> titles;
  for (const FieldText& text : table_columns()) titles.emplace_back(text.title);
  return titles;
}

std::vector<std::string> FieldList::cells_of(const void* record) const {
  std::vector<std::string> cells;
  for (const Column& column : columns_) {
    if (column.text.title.empty()) continue;
    cells.push_back(column.visit(record, column.table, column.text));
  }
  return cells;
}

FieldList::Field& FieldList::add_field(const FieldText& text, JsonShape shape, Visit visit,
                                       Writer json) {
  // A value that may be absent is null, unless its key is missing then. An optional whose absence
  // nobody described stays null: that is what is written.
  shape.nullable = (shape.nullable || !text.absence.empty()) && !text.omitted;
  shapes_.push_back({text, std::move(shape)});
  return fields_.emplace_back(Field{std::move(visit), std::move(json), nullptr});
}

void FieldList::add_column(const FieldText& text, Visit visit, Writer csv, Writer table) {
  columns_.push_back({text, std::move(visit), std::move(csv), std::move(table)});
}

void FieldList::take_cells_from(Visit visit) {
  Column cells{columns_.back().text, std::move(visit), nullptr, nullptr};
  cells.text.column = "";
  columns_.back().text.title = "";
  columns_.push_back(std::move(cells));
}

void FieldList::add_columns(const std::vector<Column>& columns) { append_all(columns_, columns); }

void FieldList::append(const FieldList& more) {
  append_all(shapes_, more.shapes_);
  append_all(fields_, more.fields_);
  append_all(columns_, more.columns_);
}

void FieldList::append_only(const FieldList& from, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const auto found = std::find_if(from.shapes_.begin(), from.shapes_.end(),
                                    [key](const auto& shape) { return shape.text.key == key; });
    assert(found != from.shapes_.end());
    shapes_.push_back(*found);
    fields_.push_back(from.fields_[static_cast<std::size_t>(found - from.shapes_.begin())]);
  }
}

}  // namespace touchstone
