// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/peg_options_json.hpp"

#include <algorithm>

#include "harness/cases/scenes/scene_values.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

PegOptions peg_options_of(const JsonNode& node) {
  allow_keys(node, {"eps_theta", "delta", "corrections", "several_primaries"});
  PegOptions options;
  if (node.has("eps_theta")) options.eps_theta = node.at("eps_theta").number();
  if (node.has("delta")) options.delta = node.at("delta").number();
  if (node.has("corrections")) {
    options.corrections =
        static_cast<int>(std::min<std::uint64_t>(node.at("corrections").whole(), 1000));
  }
  if (node.has("several_primaries")) {
    options.several_primaries = node.at("several_primaries").truth();
  }
  return options;
}

std::string peg_options_json(const PegOptions& options) {
  const PegOptions usual;
  JsonObject object;
  if (options.eps_theta != usual.eps_theta) {
    object.add("eps_theta", json_number(options.eps_theta));
  }
  if (options.delta) object.add("delta", json_number(*options.delta));
  if (options.corrections != usual.corrections) {
    object.add("corrections", std::to_string(options.corrections));
  }
  if (options.several_primaries) object.add("several_primaries", "true");
  return object.row();
}

}  // namespace touchstone
