// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/json_shape.hpp"

#include <algorithm>
#include <cmath>

#include "schema/json_node.hpp"
#include "schema/json_text.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr double kRelativeRounding = 1e-9;  ///< relative [1]
constexpr double kNoMax = std::numeric_limits<double>::max();

const char* type_name(JsonKind kind) {
  switch (kind) {
    case JsonKind::number:
    case JsonKind::any_real:
      return "number";
    case JsonKind::integer:
      return "integer";
    case JsonKind::text:
      return "string";
    case JsonKind::boolean:
      return "boolean";
    case JsonKind::list:
      return "array";
    case JsonKind::object:
    case JsonKind::any:
      break;
  }
  return "object";
}

std::string schema_or_null(const std::string& schema) {
  return JsonObject().add("anyOf", json_row({schema, R"({"type": "null"})"})).row();
}

/// A whole document of this name.
std::string schema_document(std::string_view name, std::string_view title,
                            const std::string& schema) {
  return JsonObject()
      .add("$schema", json_string("https://json-schema.org/draft/2020-12/schema"))
      .add("$id", json_string(name))
      .add("title", json_string(title))
      .add("allOf", json_row({schema}))
      .document();
}

std::string meaning_with_unit(const FieldText& text) {
  std::string meaning(text.meaning);
  if (!text.unit.empty()) meaning += " [" + std::string(text.unit) + "]";
  if (!text.absence.empty()) {
    meaning += std::string(text.omitted ? "; missing where " : "; null where ") +
               std::string(text.absence);
  }
  if (!text.gap.empty()) meaning += "; an entry is null where " + std::string(text.gap);
  return meaning;
}

/// The range of a field, for the items of a list.
FieldText range_of(const FieldText& text) {
  FieldText range = {};
  range.min = text.min;
  range.max = text.max;
  return range;
}

JsonObject& add_range(JsonObject& object, const FieldText& text) {
  if (text.min != kAnyNumber) object.add("minimum", json_number(text.min));
  if (text.max != kNoMax) object.add("maximum", json_number(text.max));
  return object;
}

std::string schema_of_shape(const JsonShape& shape, const FieldText& text) {
  if (shape.kind == JsonKind::object) {
    const std::string object = schema_of_fields(shape.fields, meaning_with_unit(text));
    return shape.nullable ? schema_or_null(object) : object;
  }
  JsonObject object;
  if (!text.words.empty()) {
    std::vector<std::string> words = json_items(text.words, json_string);
    if (shape.nullable) words.emplace_back("null");
    object.add("enum", json_row(words));
  } else if (shape.kind != JsonKind::any) {
    std::vector<std::string> types = {json_string(type_name(shape.kind))};
    if (shape.kind == JsonKind::any_real) types.push_back(json_string("string"));
    if (shape.nullable) types.push_back(json_string("null"));
    object.add("type", types.size() == 1 ? types.front() : json_row(types));
  }
  if (!text.meaning.empty()) object.add("description", json_string(meaning_with_unit(text)));
  if (shape.kind != JsonKind::list) {
    add_range(object, text);
  } else if (shape.items) {
    object.add("items", schema_of_shape(*shape.items, range_of(text)));
  }
  if (shape.size > 0) {
    const std::string size = std::to_string(shape.size);
    object.add("minItems", size).add("maxItems", size);
  }
  return object.row();
}

std::string range_text(const FieldText& text) {
  if (text.min == text.max) return "must be " + json_number(text.min);
  if (text.min > 0 && text.min <= std::numeric_limits<double>::min()) {
    return "must be above 0" + (text.max == kNoMax ? "" : " and at most " + json_number(text.max));
  }
  if (text.max == kNoMax) return "must not be below " + json_number(text.min);
  if (text.min == kAnyNumber) return "must not be above " + json_number(text.max);
  return "must be from " + json_number(text.min) + " to " + json_number(text.max);
}

void check_range(const JsonNode& node, const JsonNode& object, const FieldText& text) {
  const double x = node.number();
  if (x < text.min || x > text.max) node.refuse(range_text(text));
  for (const std::string_view key : text.lower_keys) {
    const std::string lower(key);
    if (!object.has(lower.c_str()) || object.at(lower.c_str()).is_null()) continue;
    // A mean of equal numbers may be rounded above them.
    if (object.at(lower.c_str()).number() > x + kRelativeRounding * std::abs(x)) {
      node.refuse("must not be below " + lower);
    }
  }
}

void check_words(const JsonNode& node, const FieldText& text) {
  const std::string word = node.text();
  if (text.words.empty() ||
      std::find(text.words.begin(), text.words.end(), word) != text.words.end())
    return;
  node.refuse("must be " + one_of({text.words.begin(), text.words.end()}));
}

void check_shape(const JsonNode& node, const JsonShape& shape, const FieldText& text,
                 const JsonNode& object) {
  if (shape.nullable && node.is_null()) return;
  switch (shape.kind) {
    case JsonKind::number:
      check_range(node, object, text);
      break;
    case JsonKind::any_real:
      if (!node.is_string()) check_range(node, object, text);
      break;
    case JsonKind::integer:
      if (node.number() != std::floor(node.number())) node.refuse("must be a whole number");
      check_range(node, object, text);
      break;
    case JsonKind::text:
      check_words(node, text);
      break;
    case JsonKind::boolean:
      node.truth();
      break;
    case JsonKind::object:
      check_fields(node, shape.fields);
      break;
    case JsonKind::list: {
      const std::vector<JsonNode> items = node.items();
      if (shape.size > 0 && items.size() != shape.size) {
        node.refuse("must have " + std::to_string(shape.size) + " items");
      }
      if (!shape.items) break;
      for (const JsonNode& item : items) check_shape(item, *shape.items, range_of(text), object);
      break;
    }
    case JsonKind::any:
      break;
  }
}

void check_schema_name(const JsonNode& root, std::string_view name) {
  const JsonNode schema = root.at("schema");
  if (schema.text() != name) schema.refuse("must be " + std::string(name));
}

/// The key "schema" of a record of this name, and its fields.
std::vector<FieldShape> named_fields(std::string_view name, const std::vector<FieldShape>& fields) {
  std::vector<FieldShape> all = {{field("schema", "the record's name and version").one_of({name}),
                                  {.kind = JsonKind::text, .fields = {}}}};
  all.insert(all.end(), fields.begin(), fields.end());
  return all;
}

}  // namespace

std::string schema_of_fields(const std::vector<FieldShape>& fields, std::string_view meaning) {
  JsonObject properties;
  std::vector<std::string> required;
  for (const FieldShape& field : fields) {
    properties.add(field.text.key, schema_of_shape(field.value, field.text));
    if (!field.text.omitted) required.push_back(json_string(field.text.key));
  }
  JsonObject object;
  object.add("type", json_string("object"));
  if (!meaning.empty()) object.add("description", json_string(meaning));
  return object.add("properties", properties.text())
      .add("required", json_row(required))
      .add("additionalProperties", "false")
      .text();
}

void check_keys(const JsonNode& object, const std::vector<FieldShape>& fields) {
  constexpr std::size_t kFew = 24;
  std::vector<std::string> keys;
  for (const FieldShape& field : fields) keys.emplace_back(field.text.key);
  for (const std::string& key : object.keys()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string typed = shortened_message(key);
    const bool lists = keys.size() <= kFew && nearest_name(typed, keys).empty();
    object.refuse(lists ? unknown_choice("key", typed, keys) : unknown_word("key", typed, keys));
  }
}

void check_fields(const JsonNode& object, const std::vector<FieldShape>& fields) {
  check_keys(object, fields);
  for (const FieldShape& field : fields) {
    const std::string key(field.text.key);
    if (field.text.omitted && !object.has(key.c_str())) continue;
    check_shape(object.at(key.c_str()), field.value, field.text, object);
  }
}

std::string schema_of_record(std::string_view name, std::string_view title,
                             const std::vector<FieldShape>& fields) {
  return schema_document(name, title, schema_of_fields(named_fields(name, fields)));
}

std::string schema_of_lines(std::string_view name, std::string_view title,
                            const std::vector<FieldShape>& header,
                            const std::vector<FieldShape>& line) {
  const std::string first = schema_of_fields(named_fields(name, header));
  const std::string lines =
      JsonObject().add("anyOf", json_row({first, schema_of_fields(line)})).row();
  return schema_document(name, title, lines);
}

void check_record(const JsonNode& root, std::string_view name,
                  const std::vector<FieldShape>& fields) {
  check_schema_name(root, name);
  check_fields(root, named_fields(name, fields));
}

void check_record_keys(const JsonNode& root, std::string_view name,
                       const std::vector<FieldShape>& fields) {
  check_schema_name(root, name);
  check_keys(root, named_fields(name, fields));
}

}  // namespace touchstone
