// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/json_schema.hpp"

#include "schema/json_text.hpp"

namespace touchstone {
namespace {

void describe(JsonObject& object, std::string_view meaning) {
  if (!meaning.empty()) object.add("description", json_string(meaning));
}

}  // namespace

std::string schema_of_type(std::string_view types, std::string_view meaning) {
  static constexpr std::string_view kOr = " or ";
  std::vector<std::string> names;
  while (!types.empty()) {
    const std::size_t end = types.find(kOr);
    names.push_back(json_string(types.substr(0, end)));
    types.remove_prefix(end == std::string_view::npos ? types.size() : end + kOr.size());
  }
  JsonObject object;
  object.add("type", names.size() == 1 ? names.front() : json_row(names));
  describe(object, meaning);
  return object.row();
}

std::string schema_of_words(const std::vector<std::string_view>& words) {
  return JsonObject().add("enum", json_row(json_items(words, json_string))).row();
}

std::string schema_of_list(const std::string& items, std::string_view meaning) {
  JsonObject object;
  object.add("type", json_string("array")).add("items", items);
  describe(object, meaning);
  return object.row();
}

std::string schema_of_tuple(const std::string& items, int count) {
  return JsonObject()
      .add("type", json_string("array"))
      .add("items", items)
      .add("minItems", std::to_string(count))
      .add("maxItems", std::to_string(count))
      .row();
}

std::string schema_or_null(const std::string& schema) {
  return JsonObject().add("anyOf", json_row({schema, schema_of_type("null")})).row();
}

std::string schema_of_object(const std::vector<SchemaKey>& keys, std::string_view meaning,
                             bool open) {
  JsonObject properties;
  std::vector<std::string> required;
  for (const SchemaKey& key : keys) {
    properties.add(key.key, key.schema);
    if (!key.optional) required.push_back(json_string(key.key));
  }
  JsonObject object;
  object.add("type", json_string("object"));
  describe(object, meaning);
  object.add("properties", properties.text()).add("required", json_row(required));
  if (!open) object.add("additionalProperties", "false");
  return object.text();
}

std::string schema_document(std::string_view name, std::string_view title,
                            const std::string& schema) {
  return JsonObject()
      .add("$schema", json_string("https://json-schema.org/draft/2020-12/schema"))
      .add("$id", json_string(name))
      .add("title", json_string(title))
      .add("allOf", json_row({schema}))
      .document();
}

}  // namespace touchstone
