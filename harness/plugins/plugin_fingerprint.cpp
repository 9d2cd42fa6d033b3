// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_fingerprint.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "geometry/hash.hpp"

namespace touchstone {

namespace {

/// A pipe or a device would block.
bool is_regular(const std::string& name) {
  std::error_code none;
  return std::filesystem::is_regular_file(name, none);
}

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  constexpr std::string_view kBetween = " \t\n;&|<>()";
  std::vector<std::string> words;
  std::string word;
  char quote = '\0';
  for (std::size_t k = 0; k < command.size(); ++k) {
    const char letter = command[k];
    const bool escaped = letter == '\\' && quote != '\'' && k + 1 < command.size();
    if (escaped) {
      word += command[++k];
    } else if (letter == quote) {
      quote = '\0';
    } else if (quote == '\0' && (letter == '\'' || letter == '"')) {
      quote = letter;
    } else if (quote != '\0' || kBetween.find(letter) == std::string_view::npos) {
      word += letter;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, ""));
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

std::string plugin_fingerprint(const std::string& where) {
  const auto names = is_regular(where) ? std::vector<std::string>{where} : command_words(where);
  std::uint64_t hash = kHashStart;
  bool any = false;
  for (const std::string& name : names) {
    std::ifstream file;
    if (is_regular(name)) file.open(name, std::ios::binary);
    if (!file.is_open()) continue;
    std::uint64_t size = 0;
    std::array<char, 1U << 16U> block{};
    while (file.read(block.data(), block.size()), file.gcount() > 0) {
      const auto read = static_cast<std::size_t>(file.gcount());
      hash = hash_text({block.data(), read}, hash);
      size += read;
    }
    hash = hash_word(hash, size);
    any = true;
  }
  return any ? hash_digits(hash) : "";
}

}  // namespace touchstone
