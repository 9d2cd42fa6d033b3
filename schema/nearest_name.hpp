// SPDX-License-Identifier: GPL-3.0-or-later
// What a mistyped name was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// The first of the candidates that take the fewest insertions, deletions and replacements
/// (Levenshtein, letters in either case alike) to become `word`, if it is near: two edits, or a
/// third of the word's letters, and not all of them. A name that has `word` as a whole part ("epa"
/// in "gjk_epa") is nearer than one at two edits. Otherwise the first that begins with `word`; empty
/// if there is none.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// "unknown key 'lenght'; did you mean length?"; it asks nothing where no candidate is near.
std::string unknown_word(std::string_view what, std::string_view word,
                         const std::vector<std::string>& candidates);

/// unknown_word(), then the command that shows the candidates, `shown_by` "list metrics":
/// "unknown metric 'gjk_ep'; did you mean gjk_epa? (touchstone list metrics shows all)".
std::string unknown_name(std::string_view what, std::string_view word,
                         const std::vector<std::string>& candidates, std::string_view shown_by);

/// unknown_name() where the candidates are few: "unknown start 'hot': must be cold or warm".
std::string unknown_choice(std::string_view what, std::string_view word,
                           const std::vector<std::string>& candidates);

/// "a, b or c".
std::string one_of(const std::vector<std::string>& names);

/// unknown_name() where the candidates are the names of rows.
template <class Rows>
Error unknown_row(std::string_view what, std::string_view word, const Rows& rows,
                  std::string_view shown_by) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return {unknown_name(what, word, names, shown_by)};
}

}  // namespace touchstone
