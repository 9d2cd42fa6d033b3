// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of tables that count the cases of each verdict.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "harness/judge/judge.hpp"

namespace touchstone {

struct WordColumn {
  Word word;
  const char* header;  ///< its title in two lines
  bool rare = false;   ///< left out of a table in which it counts nothing

  bool counts_wrong() const { return static_cast<std::size_t>(word) < kWrongWords; }
};
/// First what was not answered at all: whoever answers less must not look better by it.
inline constexpr std::array<WordColumn, kWrongWords + 2> kWordColumns = {
    {{Word::skipped, "skipped", true},
     {Word::no_answer, "no\nanswer"},
     {Word::wrong_sign, "wrong\nsign"},
     {Word::inaccurate, "in-\naccurate"},
     {Word::invalid_normal, "invalid\nnormal"},
     {Word::invalid_witness, "invalid\nwitness"},
     {Word::missing, "miss-\ning"},
     {Word::flaky, "flaky", true},
     {Word::order_dependent, "order-\ndep.", true},
     {Word::crashed, "crashed"},
     {Word::timed_out, "timed\nout"},
     {Word::undecided, "un-\ndecided", true},
     {Word::not_applicable, "not\nappl."}}};

/// The columns of a table in which `is_said` tells whether a word counts anything.
inline std::vector<WordColumn> shown_word_columns(const std::function<bool(Word)>& is_said) {
  std::vector<WordColumn> columns;
  for (const WordColumn& column : kWordColumns) {
    if (!column.rare || is_said(column.word)) columns.push_back(column);
  }
  return columns;
}

}  // namespace touchstone
