// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/derived_number.hpp"

#include <cmath>
#include <string>

#include "schema/json_text.hpp"

namespace touchstone {

void check_derived(const JsonNode& node, double wanted, double scale, std::string_view from) {
  constexpr double kRounding = 1e-9;  // relative [1]
  if (std::abs(node.number() - wanted) <= kRounding * std::abs(scale)) return;
  node.refuse("is not what " + std::string(from) + " say: " + json_number(wanted));
}

void check_derived(const JsonNode& node, double wanted, std::string_view from) {
  check_derived(node, wanted, wanted, from);
}

}  // namespace touchstone
