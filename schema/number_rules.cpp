// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/number_rules.hpp"

#include <cmath>
#include <string>

#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kRounding = 1e-9;  ///< relative [1]

std::string range_text(const NumberRule& rule) {
  constexpr double kMost = std::numeric_limits<double>::max();
  if (rule.max == kMost) return "must not be below " + json_number(rule.min);
  if (rule.min == kAnyNumber) return "must not be above " + json_number(rule.max);
  return "must be from " + json_number(rule.min) + " to " + json_number(rule.max);
}

}  // namespace

void check_numbers(const JsonNode& object, std::span<const NumberRule> rules) {
  const auto given = [&object](const char* key) {
    return key != nullptr && object.has(key) && !object.at(key).is_null();
  };
  for (const NumberRule& rule : rules) {
    if (!given(rule.key)) continue;
    const JsonNode node = object.at(rule.key);
    const double x = node.number();
    if (x < rule.min || x > rule.max) node.refuse(range_text(rule));
    // A mean of equal numbers may be rounded above them.
    const double rounded = x + kRounding * std::abs(x);
    if (!given(rule.at_least) || object.at(rule.at_least).number() <= rounded) continue;
    node.refuse(std::string("must not be below ") + rule.at_least);
  }
}

}  // namespace touchstone
