// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/siconos_text.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/printable.hpp"

namespace touchstone {
namespace {

/// What the text gets wrong.
class TextRefusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Words one by one; each is called by its number in messages, counted from 1.
class SiconosWords {
 public:
  explicit SiconosWords(std::string_view text) : text_(text) {}

  double number(const char* what) { return value<double>(what); }
  std::size_t count(const char* what, std::uint64_t least, std::uint64_t most) {
    const auto given = value<std::uint64_t>(what);
    if (given < least || given > most) {
      refuse(what, "must be from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<std::size_t>(given);
  }
  /// A number that says once more what is known.
  void same(const char* what, std::uint64_t known) { count(what, known, known); }
  void end() {
    if (!next().empty()) refuse("the end", "has more behind it");
  }
  [[noreturn]] void refuse(const char* what, const std::string& rule) const {
    throw TextRefusal("word " + std::to_string(read_) + " (" + what + "): '" +
                      printable(word_, kShown) + "' " + rule);
  }

 private:
  static constexpr std::size_t kShown = 40;

  std::string_view next() {
    const std::size_t begin = text_.find_first_not_of(" \t\r\n");
    text_.remove_prefix(begin == std::string_view::npos ? text_.size() : begin);
    word_ = text_.substr(0, text_.find_first_of(" \t\r\n"));
    text_.remove_prefix(word_.size());
    ++read_;
    return word_;
  }
  template <class Number>
  Number value(const char* what) {
    const std::string_view word = next();
    if (word.empty()) {
      throw TextRefusal("ends before word " + std::to_string(read_) + " (" + what + ")");
    }
    Number number{};
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (failed != std::errc() || end != word.data() + word.size()) {
      refuse(what, "is not such a number");
    }
    if constexpr (std::is_same_v<Number, double>) {
      if (!std::isfinite(number)) refuse(what, "is not finite");
    }
    return number;
  }

  std::string_view text_, word_;
  std::uint64_t read_ = 0;
};

/// The blocks that are in the file, column by column.
void read_sparse_blocks(SiconosWords& words, std::size_t contacts, LocalStep& step) {
  const std::size_t size = static_cast<std::size_t>(step.dimension);
  const std::size_t blocks = words.count("number of blocks", 0, contacts * contacts);
  words.same("rows of blocks", contacts);
  words.same("columns of blocks", contacts);
  for (int side = 0; side < 2; ++side) {
    for (std::size_t k = 1; k <= contacts; ++k) words.same("rows up to a block", k * size);
  }
  words.same("row begins", contacts + 1);
  words.same("number of blocks", blocks);
  std::size_t begun = 0;
  for (std::size_t k = 0; k <= contacts; ++k) {
    const std::size_t least = k < contacts ? begun : blocks;
    begun = words.count("begin of a row", least, k == 0 ? 0 : blocks);
    step.W.begin.push_back(static_cast<int>(begun));
  }
  std::size_t row = 0;
  for (std::size_t k = 0; k < blocks; ++k) {
    while (k == static_cast<std::size_t>(step.W.begin[row + 1])) ++row;
    const bool first = k == static_cast<std::size_t>(step.W.begin[row]);
    const auto least = first ? 0 : static_cast<std::uint64_t>(step.W.column.back()) + 1;
    step.W.column.push_back(static_cast<int>(words.count("column", least, contacts - 1)));
  }
  step.W.value.resize(blocks * size * size);
  for (std::size_t k = 0; k < blocks; ++k) {
    words.same("number of a block", k);
    double* block = step.W.value.data() + k * size * size;
    for (std::size_t c = 0; c < size; ++c) {
      for (std::size_t r = 0; r < size; ++r) block[r * size + c] = words.number("number of W");
    }
  }
}

/// A dense matrix, column by column. All its blocks are kept, those of zeros apart.
void read_dense_matrix(SiconosWords& words, std::size_t contacts, LocalStep& step) {
  const std::size_t size = static_cast<std::size_t>(step.dimension);
  const std::size_t rows = contacts * size;
  std::vector<double> W(rows * rows);
  for (std::size_t c = 0; c < rows; ++c) {
    for (std::size_t r = 0; r < rows; ++r) W[r * rows + c] = words.number("number of W");
  }
  step.W.begin.push_back(0);
  for (std::size_t i = 0; i < contacts; ++i) {
    for (std::size_t j = 0; j < contacts; ++j) {
      std::vector<double> block;
      bool zero = true;
      for (std::size_t k = 0; k < size * size; ++k) {
        block.push_back(W[(i * size + k / size) * rows + j * size + k % size]);
        zero &= block.back() == 0;
      }
      if (zero) continue;
      step.W.column.push_back(static_cast<int>(j));
      step.W.value.insert(step.W.value.end(), block.begin(), block.end());
    }
    step.W.begin.push_back(static_cast<int>(step.W.column.size()));
  }
}

StepFile read_words(std::string_view text) {
  constexpr std::uint64_t kMaxDenseContacts = 2000;
  SiconosWords words(text);
  StepFile file;
  LocalStep& step = file.step;
  step.dimension = static_cast<int>(words.count("dimension", 2, 3));
  const std::size_t contacts = words.count("contacts", 1, plugin_channel::kMaxStepContacts);
  const bool sparse = words.count("storage of W: 0 dense, 1 sparse blocks", 0, 1) == 1;
  if (!sparse && contacts > kMaxDenseContacts) {
    words.refuse("storage of W", "is dense, for more than 2,000 contacts");
  }
  const std::size_t rows = contacts * static_cast<std::size_t>(step.dimension);
  words.same("rows of W", rows);
  words.same("columns of W", rows);
  step.W.rows = step.W.columns = static_cast<int>(contacts);
  if (sparse) {
    read_sparse_blocks(words, contacts, step);
  } else {
    read_dense_matrix(words, contacts, step);
  }
  for (std::size_t k = 0; k < rows; ++k) step.q.push_back(words.number("number of q"));
  for (std::size_t k = 0; k < contacts; ++k) {
    step.mu.push_back(words.number("coefficient of friction"));
    if (step.mu.back() < 0) words.refuse("coefficient of friction", "is below 0");
  }
  words.end();
  return file;
}

}  // namespace

Result<StepFile> read_siconos_text(std::string_view text, const std::string& name) {
  try {
    return read_words(text);
  } catch (const TextRefusal& refusal) {
    return Error{name + ": " + refusal.what()};
  }
}

}  // namespace touchstone
