// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options/removed_spellings.hpp"

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
    Removed{"ask", "--exec", "'ask FILE --metric \"CMD ARGS\"'"},
    Removed{"ask", "--plugin", "'ask FILE --metric ./mine.so'"},
    Removed{"audit", "--certificates", "'audit certificates [METRIC]'"},
    Removed{"audit", "--constraints", "'audit constraints --cases N'"},
    Removed{"audit", "--fast-truth", "'audit fast-truth'"},
    Removed{"audit", "--half-spaces", "'audit half-spaces [METRIC]'"},
    Removed{"audit", "--problems", "'audit problems --cases N'"},
    Removed{"audit", "--speed", "'audit speed'"},
    Removed{"converge", "", "'reproduce converge'"},
    Removed{"converge", "--conjecture", "'reproduce conjecture'"},
    Removed{"converge", "--contraction", "'reproduce contraction'"},
    Removed{"energy", "--bodies", "'simulate SCENE --bodies N'"},
    Removed{"energy", "--both-ends", "'simulate links --both-ends'"},
    Removed{"energy", "--every", "'simulate SCENE --record FILE --every N'"},
    Removed{"energy", "--plugin", "'energy --metric ./FILE'"},
    Removed{"energy", "--record", "'simulate SCENE --record FILE'"},
    Removed{"energy", "--replay", "'simulate --replay FILE'"},
    Removed{"energy", "--scale", "'simulate SCENE --scale S'"},
    Removed{"energy", "--seed", "'simulate SCENE --seed S'"},
    Removed{"energy", "--trajectory", "'simulate SCENE --judge FILE'"},
    Removed{"energy", "--vertices", "'simulate SCENE --vertices A[xB]'"},
    Removed{"energy", "--write-scene", "'simulate SCENE --write-scene FILE'"},
    Removed{"energy", "--write-trajectory", "'simulate SCENE --trajectory FILE'"},
    Removed{"replay", "",
            "'ask ID --metric NAME' (all: every metric), of a file 'ask FILE --case ID'"},
    Removed{"report", "--against", "'report RECORD... --baseline OLD'"},
    Removed{"report", "--converge", "'report RECORD...'"},
    Removed{"report", "--db", "'report RECORD...'"},
    Removed{"report", "--energy", "'report RECORD...'"},
    Removed{"report", "--reproduce", "'report RECORD...'"},
    Removed{"report", "--time", "'report RECORD...'"},
    Removed{"report", "--verify", "'report RECORD...'"},
    Removed{"reproduce", "--pairs", "'reproduce table1 --cases N'"},
    Removed{"time", "--before", "'time --baseline LIB[:NAME,...]'"},
    Removed{"time", "--judge", "'time --cases N'"},
    Removed{"time", "--peers", "'time --metric peers'"},
    Removed{"time", "--plugin", "'time --metric ./LIB.so'"},
    Removed{"validate", "--case", "'ask ID --metric ./mine.so'"},
    Removed{"validate", "--contacts", "'contacts --metric ./mine.so'"},
    Removed{"validate", "--dump-cases", "'dump OUT --cases N'"},
    Removed{"validate", "--events", "'reproduce events'"},
    Removed{"validate", "--exec", "'validate \"python3 mine.py\"': a program is a METRIC"},
    Removed{"validate", "--metric", "'validate METRIC...', as in 'validate ./mine.so sat'"},
    Removed{"validate", "--peers", "'validate peers'"},
    Removed{"validate", "--plugin", "'validate ./mine.so'"},
    Removed{"verify", "--contacts", "'contacts [METHOD...]'"},
    Removed{"verify", "--dump-cases", "'dump OUT --cases N'"},
    Removed{"verify", "--events", "'reproduce events'"},
    Removed{"verify", "--peers", "'verify --metric peers'"},
    Removed{"verify", "--plugin", "'verify --metric ./mine.so', or 'contacts --metric ./mine.so'"},
};

}  // namespace

std::string removed_spelling(const std::vector<std::string>& words) {
  const auto line = [](const Removed& removed) {
    std::string text(removed.command);
    if (!removed.option.empty()) text.append(" ").append(removed.option);
    return text.append(" is now ").append(removed.now);
  };
  // Options first: they say more of what was meant than the command alone.
  const auto end =
      static_cast<std::size_t>(std::find(words.begin(), words.end(), "--") - words.begin());
  for (std::size_t n = 1; n <= end; ++n) {
    const std::size_t k = n % end;
    const std::string_view word = std::string_view(words[k]).substr(0, words[k].find('='));
    const auto found = std::find_if(kRemoved.begin(), kRemoved.end(), [&](const Removed& removed) {
      return removed.command == words.front() && removed.option == (k == 0 ? "" : word);
    });
    if (found != kRemoved.end()) return line(*found);
  }
  return "";
}

}  // namespace touchstone
