// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "schema/json_append.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Moves every line but the first one step to the right. Strings hold no line breaks: they are
/// escaped.
std::string indented(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

std::string entry_text(std::string text, const std::string& value) {
  text += ": ";
  text += value;
  return text;
}

}  // namespace

void append_json_number(double x, std::string& text) {
  if (!std::isfinite(x)) {
    text += "null";
    return;
  }
  // "-0" would be read as a whole number, without its sign.
  if (x == 0 && std::signbit(x)) {
    text += "-0.0";
    return;
  }
  std::array<char, 32> digits;  // NOLINT(*-member-init): filled by to_chars
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  text.append(digits.data(), end);
}

std::string json_number(double x) {
  std::string text;
  append_json_number(x, text);
  return text;
}

std::string json_any_real(double x) {
  if (std::isfinite(x)) return json_number(x);
  return std::isnan(x) ? R"("NaN")" : x > 0 ? R"("Infinity")" : R"("-Infinity")";
}

std::string json_count(std::uint64_t n) { return std::to_string(n); }

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string valid_text(std::string_view text) {
  // The library replaces bytes as it writes.
  return nlohmann::json::parse(json_string(text)).get<std::string>();
}

std::string json_vector(const Vec3& v) {
  return json_row({json_number(v.x()), json_number(v.y()), json_number(v.z())});
}

std::string json_row(const std::vector<std::string>& items) {
  return "[" + joined(items, ", ") + "]";
}

std::string json_list(const std::vector<std::string>& items) {
  if (items.empty()) return "[]";
  return indented("[\n" + joined(items, ",\n")) + "\n]";
}

JsonObject& JsonObject::add(std::string_view key, std::string value) {
  entries_.emplace_back(json_string(key), std::move(value));
  return *this;
}

std::string JsonObject::text() const {
  std::vector<std::string> lines;
  lines.reserve(entries_.size());
  for (const auto& [key, value] : entries_) lines.push_back(entry_text(key, value));
  return indented("{\n" + joined(lines, ",\n")) + "\n}";
}

std::string JsonObject::row() const {
  std::vector<std::string> items;
  items.reserve(entries_.size());
  for (const auto& [key, value] : entries_) items.push_back(entry_text(key, value));
  return "{" + joined(items, ", ") + "}";
}

}  // namespace touchstone
