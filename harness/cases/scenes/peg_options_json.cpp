// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/peg_options_json.hpp"

#include <algorithm>

#include "harness/cases/scenes/scene_record.hpp"

namespace touchstone {

PegOptions peg_options_of(const JsonNode& node) {
  check_keys(node, peg_option_fields().shapes());
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

}  // namespace touchstone
