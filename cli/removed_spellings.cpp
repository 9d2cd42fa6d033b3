// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/removed_spellings.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace touchstone {
namespace {

struct Removed {
  std::string_view command;
  std::string_view option;  ///< empty: the command itself
  std::string_view now;
};

constexpr std::array kRemoved = {
    Removed{"audit", "--fast-truth", "'audit fast-truth'"},
    Removed{"audit", "--certificates", "'audit certificates [METRIC]'"},
    Removed{"audit", "--half-spaces", "'audit half-spaces [METRIC]'"},
    Removed{"audit", "--problems", "'audit problems --cases N'"},
    Removed{"audit", "--constraints", "'audit constraints --cases N'"},
    Removed{"audit", "--speed", "'audit speed'"},
    Removed{"validate", "--case", "'ask ID --metric ./mine.so'"},
    Removed{"validate", "--contacts", "'contacts --metric ./mine.so'"},
    Removed{"validate", "--dump-cases", "'dump FILE --cases N'"},
    Removed{"validate", "--events", "'reproduce events'"},
    Removed{"validate", "--exec", "'validate \"python3 mine.py\"': a program is a METRIC"},
    Removed{"validate", "--metric", "'validate ./mine.so sat': each METRIC is a word"},
    Removed{"verify", "--contacts", "'contacts [METHOD...]'"},
    Removed{"verify", "--dump-cases", "'dump FILE --cases N'"},
    Removed{"verify", "--events", "'reproduce events'"},
    Removed{"verify", "--peers", "'verify --metric peers'"},
    Removed{"verify", "--plugin", "'contacts --metric ./mine.so'"},
};

}  // namespace

std::string removed_spelling(const std::vector<std::string>& words) {
  const auto line = [](const Removed& removed) {
    std::string text(removed.command);
    if (!removed.option.empty()) text.append(" ").append(removed.option);
    return text.append(" is now ").append(removed.now);
  };
  for (std::size_t k = 0; k < words.size() && words[k] != "--"; ++k) {
    const std::string_view word = std::string_view(words[k]).substr(0, words[k].find('='));
    const auto found = std::find_if(kRemoved.begin(), kRemoved.end(), [&](const Removed& removed) {
      return removed.command == words.front() && removed.option == (k == 0 ? "" : word);
    });
    if (found != kRemoved.end()) return line(*found);
  }
  return "";
}

}  // namespace touchstone
