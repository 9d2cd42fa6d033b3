// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of step problems check alike, each with the place in its file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/plugins/plugin_channel.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

inline std::vector<double> read_doubles(const JsonNode& node, std::size_t count) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != count) {
    node.refuse("must have " + std::to_string(count) + " numbers, and has " +
                std::to_string(items.size()));
  }
  std::vector<double> numbers;
  numbers.reserve(count);
  for (const JsonNode& item : items) numbers.push_back(item.number());
  return numbers;
}

inline void check_contact_count(const JsonNode& mu, std::size_t contacts) {
  static_assert(plugin_channel::kMaxStepContacts == 20'000, "the message says so");
  if (contacts == 0) mu.refuse("has no contact");
  if (contacts > plugin_channel::kMaxStepContacts) mu.refuse("has more than 20,000 contacts");
}

}  // namespace touchstone
