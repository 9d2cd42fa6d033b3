// SPDX-License-Identifier: GPL-3.0-or-later
// What the five papers define, claim and show: each with its place, the command that shows it and a
// verdict. One line an item, in items_PAPER.inc; docs/papers.md is the same as a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

enum class PaperVerdict {
  holds,        ///< as printed: the command shows it
  our_finding,  ///< with a hypothesis, change or number that the paper does not have: the note
  fails,        ///< is false as printed: the note, and docs/errata.md
  open          ///< the note says why
};

std::string_view paper_verdict_name(PaperVerdict verdict);

struct PaperItem {
  std::string id;       ///< "thesis-theorem3.13"
  std::string place;    ///< in the paper: "Theorem 3.13"
  std::string states;   ///< a sentence
  std::string command;  ///< behind `touchstone`; empty: none
  PaperVerdict verdict = PaperVerdict::open;
  std::string note;  ///< without a full stop; empty where the verdict says all
};

struct Paper {
  std::string prefix;  ///< the ids of its items begin so: "thesis"
  std::string title;
  std::vector<PaperItem> items;
};

const std::vector<Paper>& papers();

/// The form of a command that takes at most 5 s; empty where there is none.
std::string quick_form(std::string_view command);

}  // namespace touchstone
