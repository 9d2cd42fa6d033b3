// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/event_options_json.hpp"

#include "harness/cases/scenes/scene_values.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

template <class Words, class Choice>
void take_word(const JsonNode& node, const char* key, const Words& words, Choice& choice) {
  if (!node.has(key)) return;
  const std::string known = take_event_word(words, node.at(key).text(), choice);
  if (!known.empty()) node.at(key).refuse("must be " + known);
}

void take_number(const JsonNode& node, const char* key, std::optional<double>& number) {
  if (node.has(key)) number = node.at(key).number();
}

}  // namespace

EventOptions event_options_of(const JsonNode& node) {
  allow_keys(node, {"window", "rows", "bounds", "eps_x", "eps_t", "eps_0", "eps_plane", "thesis",
                    "delta_max"});
  EventOptions options;
  take_word(node, "window", kEventWindows, options.window);
  take_word(node, "rows", kEventRows, options.rows);
  take_word(node, "bounds", kEventBounds, options.bounds);
  take_number(node, "eps_x", options.eps_x);
  take_number(node, "eps_t", options.eps_t);
  take_number(node, "eps_plane", options.eps_plane);
  if (node.has("eps_0")) options.eps_0 = node.at("eps_0").number();
  if (node.has("thesis")) options.thesis = node.at("thesis").truth();
  if (node.has("delta_max")) {
    if (!options.thesis) node.at("delta_max").refuse("goes with thesis");
    options.delta_max = node.at("delta_max").number();
  }
  return options;
}

std::string event_options_json(const EventOptions& options) {
  const EventOptions usual;
  JsonObject object;
  const auto add_word = [&object](const char* key, const auto& words, auto choice, auto otherwise) {
    if (choice != otherwise) object.add(key, json_string(event_word(words, choice)));
  };
  add_word("window", kEventWindows, options.window, usual.window);
  add_word("rows", kEventRows, options.rows, usual.rows);
  add_word("bounds", kEventBounds, options.bounds, usual.bounds);
  if (options.eps_x) object.add("eps_x", json_number(*options.eps_x));
  if (options.eps_t) object.add("eps_t", json_number(*options.eps_t));
  if (options.eps_plane) object.add("eps_plane", json_number(*options.eps_plane));
  if (options.eps_0 != usual.eps_0) object.add("eps_0", json_number(options.eps_0));
  if (options.thesis) object.add("thesis", "true");
  if (options.delta_max != usual.delta_max) {
    object.add("delta_max", json_number(options.delta_max));
  }
  return object.row();
}

}  // namespace touchstone
