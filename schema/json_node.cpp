// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/json_node.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "schema/input_file.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr int kDeepestNesting = 20;
constexpr std::uint64_t kLargestCount = 1'000'000'000'000'000;

json parse_bounded(std::string_view text) {
  using Event = json::parse_event_t;
  std::vector<std::set<std::string>> keys;  // seen so far in each open object
  return json::parse(text, [&keys](int depth, Event event, json& parsed) {
    if (depth > kDeepestNesting) {
      throw JsonRefusal("lists and objects are nested deeper than " +
                        std::to_string(kDeepestNesting));
    }
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw JsonRefusal("an object has the key '" + shortened_message(parsed.get<std::string>()) +
                        "' twice");
    }
    return true;
  });
}

}  // namespace

void JsonNode::refuse(const std::string& rule) const {
  throw JsonRefusal(place_.empty() ? rule : place_ + ": " + rule);
}

bool JsonNode::has(const char* key) const { return value_.is_object() && value_.contains(key); }

bool JsonNode::is_null() const { return value_.is_null(); }

bool JsonNode::is_string() const { return value_.is_string(); }

bool JsonNode::is_list() const { return value_.is_array(); }

bool JsonNode::is_number() const { return value_.is_number(); }

JsonNode JsonNode::at(const char* key) const {
  if (!value_.is_object()) refuse("must be an object");
  const auto found = value_.find(key);
  if (found == value_.end()) refuse(std::string("the key \"") + key + "\" is missing");
  return {*found, place_.empty() ? key : place_ + "." + key};
}

std::vector<JsonNode> JsonNode::items() const {
  if (!value_.is_array()) refuse("must be a list");
  std::vector<JsonNode> nodes;
  nodes.reserve(value_.size());
  for (const json& item : value_) {
    nodes.emplace_back(item, place_ + "[" + std::to_string(nodes.size()) + "]");
  }
  return nodes;
}

std::vector<std::string> JsonNode::keys() const {
  if (!value_.is_object()) refuse("must be an object");
  std::vector<std::string> names;
  for (const auto& entry : value_.items()) names.push_back(entry.key());
  return names;
}

void JsonNode::allow_only(const std::vector<std::string_view>& known) const {
  for (const std::string& key : keys()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      refuse(unknown_word("key", shortened_message(key), {known.begin(), known.end()}));
    }
  }
}

std::string JsonNode::dumped() const { return value_.dump(); }

bool JsonNode::truth() const {
  if (!value_.is_boolean()) refuse("must be true or false");
  return value_.get<bool>();
}

std::string JsonNode::text() const {
  if (!value_.is_string()) refuse("must be a string");
  return value_.get<std::string>();
}

std::uint64_t JsonNode::whole() const {
  if (!value_.is_number_unsigned()) refuse("must be a whole number");
  return value_.get<std::uint64_t>();
}

std::uint64_t JsonNode::count() const {
  const std::uint64_t n = whole();
  if (n > kLargestCount) refuse("must not be larger than " + std::to_string(kLargestCount));
  return n;
}

double JsonNode::number() const {
  if (!value_.is_number() || !std::isfinite(value_.get<double>())) refuse("must be a number");
  return value_.get<double>();
}

double JsonNode::nonnegative() const {
  const double x = value_.is_number() ? value_.get<double>() : -1;
  if (!(x >= 0) || !std::isfinite(x)) refuse("must be a number that is not negative");
  return x;
}

std::optional<std::string> visit_json(std::string_view text,
                                      const std::function<void(const JsonNode& root)>& read) {
  try {
    const json whole = parse_bounded(text);
    read(JsonNode(whole, ""));
    return std::nullopt;
  } catch (const JsonRefusal& refusal) {
    return refusal.what();
  } catch (const json::parse_error& error) {
    return shortened_message(error.what()) + literal_hint(text, error.byte);
  } catch (const json::exception& error) {
    return shortened_message(error.what());
  }
}

std::string literal_hint(std::string_view text, std::size_t position) {
  if (position == 0 || position > text.size()) return "";
  const auto is_letter = [text](std::size_t k) {
    return k < text.size() && std::isalpha(static_cast<unsigned char>(text[k])) != 0;
  };
  std::size_t begin = position - 1;
  while (begin > 0 && is_letter(begin - 1)) --begin;
  if (!is_letter(begin)) ++begin;  // the sign of "-Infinity"
  std::string word;
  for (std::size_t k = begin; is_letter(k) && word.size() < 3; ++k) {
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[k])));
  }
  return word == "nan" || word == "inf" ? " (JSON has no NaN and no Infinity)" : "";
}

json parse_json(std::string_view text) { return json::parse(text, nullptr, false); }

std::string shortened_message(std::string what) {
  constexpr std::size_t kMax = 200;
  if (const std::size_t code = what.find("] "); code != what.npos) what.erase(0, code + 2);
  if (what.size() > kMax) what = what.substr(0, kMax) + "...";
  for (char& letter : what) {
    if (letter < 0x20 || letter > 0x7e) letter = '?';
  }
  return what;
}

Result<std::string> read_json_text(const std::string& path, std::size_t limit) {
  auto text = read_input_file(path, limit);
  if (!text) return text;
  const std::string name = input_name(path);
  if (text.value().find_first_not_of(" \t\r\n") == std::string::npos) {
    return Error{name + ": is empty"};
  }
  if (const std::string rule = why_not_text(text.value()); !rule.empty()) {
    return Error{name + ": " + rule};
  }
  return text;
}

}  // namespace touchstone
