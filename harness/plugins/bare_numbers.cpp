// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/bare_numbers.hpp"

#include <array>
#include <limits>
#include <vector>

namespace touchstone {
namespace {

/// Lists in objects in lists: no message needs more.
constexpr int kMaxNesting = 8;

struct BareNumber {
  std::string_view bare;
  double value;
};
/// What Python's json writes for numbers that JSON does not have.
constexpr std::array<BareNumber, 3> kBareNumbers = {
    {{"NaN", std::numeric_limits<double>::quiet_NaN()},
     {"Infinity", std::numeric_limits<double>::infinity()},
     {"-Infinity", -std::numeric_limits<double>::infinity()}}};

}  // namespace

Tidied::Tidied(std::string_view line, std::size_t max_values) : line_(line) {
  for (; at_ < line.size() && fault_.empty(); ++at_) {
    switch (line[at_]) {
      case '"':
        skip_string();
        break;
      case '[':
      case '{':
        if (++depth_ > kMaxNesting) fault_ = "lists and objects are nested too deep";
        break;
      case ']':
      case '}':
        --depth_;
        break;
      case ',':
        if (++values_ > max_values) fault_ = "has too many values";
        break;
      case 'N':
      case 'I':
      case '-':
        quote_bare();
        break;
      default:
        break;
    }
  }
  if (!made_.empty()) made_.append(line.substr(copied_));
}

void Tidied::skip_string() {
  while (++at_ < line_.size() && line_[at_] != '"') {
    if (line_[at_] == '\\') ++at_;
  }
}

void Tidied::quote_bare() {
  for (const BareNumber& number : kBareNumbers) {
    if (!line_.substr(at_).starts_with(number.bare)) continue;
    made_.append(line_.substr(copied_, at_ - copied_));
    made_.append("\"").append(number.bare).append("\"");
    at_ += number.bare.size();
    copied_ = at_--;
    return;
  }
}

double number_of(const JsonNode& node) {
  if (!node.is_string()) return node.number();
  const std::string text = node.text();
  for (const BareNumber& number : kBareNumbers) {
    if (text == number.bare) return number.value;
  }
  node.refuse("must be a number");
}

Vec3 read_vector(const JsonNode& node) {
  const std::vector<JsonNode> entries = node.items();
  if (entries.size() != 3) node.refuse("must be a list of 3 numbers");
  return {number_of(entries[0]), number_of(entries[1]), number_of(entries[2])};
}

}  // namespace touchstone
