// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask` shows a person of a case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/ask/ask_curved.hpp"
#include "cli/ask/ask_union.hpp"
#include "cli/ask/asker.hpp"
#include "reports/text_table.hpp"

namespace touchstone {

/// One case in full: its truth, its own claim and each metric's answer.
std::string ask_text(const Asked& asked, const AskQuestion& question);

/// Several cases, a line to each. What is printed of a case does not wait for the next one.
class AskTable {
 public:
  AskTable(const AskQuestion& question, const std::vector<Case>& cases);

  void add(const Asked& asked);
  void add(const AskedCurved& asked);
  void add(const AskedUnion& asked);
  /// The lines of the cases that were added since the last call, below the header if there was none.
  std::string next_rows() { return table_.next_rows(least_); }
  /// What stands below the table.
  std::string end() const;

 private:
  static std::vector<std::string> answerers(const AskQuestion& question);
  static std::vector<std::string> header(const AskQuestion& question);

  bool with_claims_;
  bool with_overlap_;
  double tolerance_;                    ///< at which answers are judged, relative to size [1]
  std::vector<std::string> answerers_;  ///< "claim" where cases have one, then the metrics
  std::size_t columns_;
  std::vector<std::size_t> least_;  ///< widths of the columns, at least [characters]
  TextTable table_;
  TextTable proofs_{{"id", "metric", "proves"}, 3};
  bool proves_ = false;
  std::vector<std::uint64_t> asked_;       ///< answers of each
  std::vector<std::uint64_t> wrong_;       ///< those that are not right
  std::vector<std::uint64_t> within_own_;  ///< what is right at its own tolerance, which counts
};

}  // namespace touchstone
