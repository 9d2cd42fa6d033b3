// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a table in Markdown.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

inline std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

/// The header of a table, whose first `left` columns are flush left.
inline std::string markdown_header(const std::vector<std::string>& titles, std::size_t left) {
  std::string rule = "|";
  for (std::size_t k = 0; k < titles.size(); ++k) rule += k < left ? "---|" : "--:|";
  return markdown_row(titles) + rule + "\n";
}

}  // namespace touchstone
