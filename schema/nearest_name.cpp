// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace touchstone {
namespace {

constexpr std::size_t kShortestBeginning = 2;  ///< letters

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// Whether `word` is a part of `name` between its ends, hyphens and underscores.
bool is_whole_part(std::string_view word, std::string_view name) {
  const auto ends = [name](std::size_t k) {
    return k >= name.size() || name[k] == '_' || name[k] == '-';
  };
  for (std::size_t k = name.find(word); k != name.npos; k = name.find(word, k + 1)) {
    if ((k == 0 || ends(k - 1)) && ends(k + word.size())) return true;
  }
  return false;
}

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  // One more than is still near.
  std::size_t least = std::min(std::max<std::size_t>(2, word.size() / 3) + 1, word.size());
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower_case(word), lower_case(candidate));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  if (word.size() < kShortestBeginning || (!best.empty() && least < 2)) return best;
  for (const std::string& candidate : candidates) {
    if (is_whole_part(lower_case(word), lower_case(candidate))) return candidate;
  }
  if (!best.empty()) return best;
  const auto begun =
      std::find_if(candidates.begin(), candidates.end(),
                   [word](const std::string& candidate) { return candidate.starts_with(word); });
  return begun == candidates.end() ? best : *begun;
}

std::string unknown_word(std::string_view what, std::string_view word,
                         const std::vector<std::string>& candidates) {
  std::string line = "unknown " + std::string(what) + " '" + std::string(word) + "'";
  const std::string near = nearest_name(word, candidates);
  if (!near.empty()) line += "; did you mean " + near + "?";
  return line;
}

std::string unknown_name(std::string_view what, std::string_view word,
                         const std::vector<std::string>& candidates, std::string_view shown_by) {
  return unknown_word(what, word, candidates) + " (touchstone " + std::string(shown_by) +
         " shows all)";
}

std::string one_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    text += (k == 0 ? "" : k + 1 == names.size() ? " or " : ", ") + names[k];
  }
  return text;
}

std::string unknown_choice(std::string_view what, std::string_view word,
                           const std::vector<std::string>& candidates) {
  return "unknown " + std::string(what) + " '" + std::string(word) + "': must be " +
         one_of(candidates);
}

}  // namespace touchstone
