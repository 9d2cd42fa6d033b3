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
    const std::size_t next = text.find_first_not_of(" \t\r", end + quote.size());
    const bool ends = next == text.npos || std::string_view("\n#;").find(text[next]) != text.npos;
    if (!ends || value.find('\\') != std::string::npos) return std::nullopt;
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

/// The line up to `at`, without its indent.
std::string_view line_before(std::string_view program, std::size_t at) {
  const std::size_t newline = program.substr(0, at).find_last_of("\r\n;");
  const std::size_t begin = newline == program.npos ? 0 : newline + 1;
  const std::size_t first = std::min(program.find_first_not_of(" \t", begin), at);
  return program.substr(first, at - first);
}

/// Whether the name from `begin` to `end` receives a value otherwise than by "name = value": in
/// loops, as an argument, with others or with a type.
bool is_set_otherwise(std::string_view program, std::size_t begin, std::size_t end) {
  const std::string_view line = line_before(program, begin);
  for (const std::string_view word :
       {"def ", "with ", "import ", "from ", "global ", "nonlocal "}) {
    if (line.starts_with(word)) return true;
  }
  const std::string_view behind =
      program.substr(std::min(program.find_first_not_of(" \t", end), program.size()));
  const std::string_view rest = behind.substr(0, behind.find_first_of("\r\n;"));
  const bool loops = line.find("for ") != line.npos && line.find(" in ") == line.npos;
  if (loops && rest.find("in ") != rest.npos) return true;
  if (rest.starts_with(":=") || (line.empty() && rest.starts_with(":"))) return true;
  return line.empty() && rest.starts_with(",") && rest.find('=') != rest.npos;
}

/// The value that a program gives a name, if it does so once and at no deeper place than a
/// statement.
std::optional<std::string> value_of_name(std::string_view program, const std::string& name) {
  std::optional<std::string> value;
  int count = 0;
  std::size_t depth = 0, seen = 0;
  for (std::size_t at = 0; (at = program.find(name, at)) != program.npos; at += name.size()) {
    const std::size_t end = at + name.size();
    for (; seen < at; ++seen) {
      if (std::string_view("([{").find(program[seen]) != std::string_view::npos) ++depth;
      if (std::string_view(")]}").find(program[seen]) != std::string_view::npos && depth > 0)
        --depth;
    }
    const bool whole = (at == 0 || !is_of_name(program[at - 1])) &&
                       (end == program.size() || !is_of_name(program[end]));
    if (!whole) continue;
    if (is_set_otherwise(program, at, end)) return std::nullopt;
    std::size_t sign = std::min(program.find_first_not_of(" \t", end), program.size());
    const std::size_t behind =
        std::min(program.find_first_not_of("+-*/%@&|^", sign), program.size());
    const bool calculates = behind > sign;
    sign = behind;
    if (program.substr(sign, 1) != "=" || program.substr(sign, 2) == "==") continue;
    ++count;
    const bool is_member = at > 0 && program[at - 1] == '.';
    if (calculates || is_member || depth > 0) return std::nullopt;
    const std::size_t begin = std::min(program.find_first_not_of(" \t", sign + 1), program.size());
    value = value_at(program.substr(begin));
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

std::string statement_of_qpos(std::string_view program) {
  constexpr std::string_view kName = "qpos";
  for (std::size_t at = 0; (at = program.find(kName, at)) != program.npos;) {
    at += kName.size();
    std::size_t sign = std::min(program.find_first_not_of(" \t", at), program.size());
    if (program.substr(sign, 1) == "[") {
      sign = program.find(']', sign);
      if (sign == program.npos) break;
      sign = std::min(program.find_first_not_of(" \t", sign + 1), program.size());
    }
    const std::string_view rest = program.substr(sign);
    const bool is_attribute = rest.starts_with("=\"") || rest.starts_with("='");
    const bool sets = (rest.starts_with("=") && !rest.starts_with("==") && !is_attribute) ||
                      rest.starts_with("+=") || rest.starts_with("-=");
    if (!sets) continue;
    const std::string_view before = line_before(program, at);
    const std::string_view behind = program.substr(at);
    const std::string_view line = behind.substr(0, behind.find_first_of("\r\n;#"));
    return std::string(before).append(line.substr(0, line.find_last_not_of(" \t") + 1));
  }
  return "";
}

}  // namespace touchstone
