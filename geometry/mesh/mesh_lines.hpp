// SPDX-License-Identifier: GPL-3.0-or-later
// Mesh files in text form as lines of words, with the rules that all formats share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

inline constexpr std::size_t kMaxWords = 1U
                                         << 17U;  ///< words of a line (more room than in its file)

using Words = std::vector<std::string>;

/// The lines of a file that are not blank, split into words, with their numbers.
class MeshLines {
 public:
  /// `joins`: a backslash at the end of a line joins it to the next.
  explicit MeshLines(std::istream& file, bool joins = false) : file_(file), joins_(joins) {}

  bool next();
  const Words& words() const { return words_; }
  /// What stands behind the first word, as it is in the file.
  std::string rest() const;
  std::string fault(const std::string& what) const {
    return "line " + std::to_string(number_) + ": " + what;
  }

 private:
  std::istream& file_;
  bool joins_;
  std::uint64_t read_ = 0;
  std::uint64_t number_ = 0;
  std::string line_;
  Words words_;
};

/// The word as a message quotes it: cut where it is long.
std::string quoted(const std::string& word);
/// The number, which may be NaN or infinite; empty if the word is not a number.
std::optional<double> number_of(const std::string& word);
std::optional<std::int64_t> integer_of(std::string_view word);
/// Why the words from `first` on are not `count` finite numbers, or empty.
std::string numbers_fault(const Words& words, std::size_t first, std::size_t count);

}  // namespace touchstone
