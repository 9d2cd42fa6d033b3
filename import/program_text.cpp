// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/program_text.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "import/literal_words.hpp"

namespace touchstone {
namespace {

bool is_of_name(char c) { return is_letter(c) || is_digit(c); }

/// The string or the number that a text begins with.
std::optional<std::string> value_at(std::string_view text) {
  for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"}) {
    if (!text.starts_with(quote)) continue;
    const std::size_t end = text.find(quote, quote.size());
    if (end == text.npos) return std::nullopt;
    std::string value(text.substr(quote.size(), end - quote.size()));
    std::replace(value.begin(), value.end(), '\n', ' ');  // lines keep their numbers
    return value;
  }
  const std::string_view line = text.substr(0, text.find_first_of("\r\n#;"));
  const std::size_t end = line.find_last_not_of(" \t") + 1;
  const std::string_view number = line.substr(0, end);
  const bool plain = number.find_first_not_of("+-.0123456789eE") == number.npos;
  if (number.empty() || !plain) return std::nullopt;
  return std::string(number);
}

/// The value that a program gives a name, if it does so once.
std::optional<std::string> value_of_name(std::string_view program, const std::string& name) {
  std::optional<std::string> value;
  int count = 0;
  for (std::size_t at = 0; (at = program.find(name, at)) != program.npos; at += name.size()) {
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || !is_of_name(program[at - 1])) &&
                       (end == program.size() || !is_of_name(program[end]));
    std::size_t sign = std::min(program.find_first_not_of(" \t", end), program.size());
    if (!whole || sign == program.size()) continue;
    const bool calculates = std::string_view("+-*/").find(program[sign]) != std::string_view::npos;
    if (calculates) ++sign;
    if (program.substr(sign, 1) != "=" || program.substr(sign, 2) == "==") continue;
    ++count;
    const std::size_t begin = std::min(program.find_first_not_of(" \t", sign + 1), program.size());
    value = calculates ? std::nullopt : value_at(program.substr(begin));
  }
  return count == 1 ? value : std::nullopt;
}

}  // namespace

std::string with_values(std::string model, const std::string& program,
                        std::vector<std::string>& read_as) {
  std::vector<std::string> said;
  for (std::size_t at = 0; (at = model.find('{', at)) != std::string::npos; ++at) {
    const std::size_t end = model.find('}', at);
    if (end == std::string::npos) break;
    const std::string name = model.substr(at + 1, end - at - 1);
    if (name.empty() || !is_letter(name.front()) ||
        !std::all_of(name.begin(), name.end(), is_of_name)) {
      continue;
    }
    const auto value = value_of_name(program, name);
    if (!value) continue;
    model.replace(at, end + 1 - at, *value);
    at += value->size();  // names in a value are not filled in again
    at -= at > 0 ? 1 : 0;
    if (std::find(said.begin(), said.end(), name) != said.end()) continue;
    said.push_back(name);
    read_as.push_back("{" + name + "} is what the program assigns to it");
  }
  return model;
}

}  // namespace touchstone
