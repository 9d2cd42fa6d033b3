// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/event_options_json.hpp"

#include "harness/cases/scenes/scene_record.hpp"

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
  check_keys(node, event_option_fields().shapes());
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

}  // namespace touchstone
