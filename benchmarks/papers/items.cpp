// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/items.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace touchstone {
namespace {

/// A command and what makes it quick: a release build takes at most 5 s for it on one core.
struct QuickForm {
  std::string_view command, arguments;
};

constexpr QuickForm kQuickForms[] = {
#include "benchmarks/papers/quick_forms.inc"
};

std::vector<Paper> all_papers() {
  using enum PaperVerdict;
  return {{"thesis",
           "Hart's thesis (hart2007thesis)",
           {
#include "benchmarks/papers/items_thesis.inc"
#include "benchmarks/papers/items_thesis_motion.inc"
           }},
          {"ratio",
           "Hart & Anitescu (hart_anitescu_ratio)",
           {
#include "benchmarks/papers/items_ratio.inc"
           }},
          {"slides",
           "Hart's slides",
           {
#include "benchmarks/papers/items_slides.inc"
           }},
          {"peg",
           "Williams, Lu & Trinkle (williams2016peg)",
           {
#include "benchmarks/papers/items_peg.inc"
           }},
          {"yi",
           "Yi & Drumwright (yi_drumwright)",
           {
#include "benchmarks/papers/items_yi.inc"
           }}};
}

}  // namespace

std::string_view paper_verdict_name(PaperVerdict verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "our finding", "fails", "open"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

const std::vector<Paper>& papers() {
  static const std::vector<Paper> kPapers = all_papers();
  return kPapers;
}

std::string quick_form(std::string_view command) {
  const auto* form = std::find_if(
      std::begin(kQuickForms), std::end(kQuickForms),
      [command](const QuickForm& one) { return !command.empty() && one.command == command; });
  if (form == std::end(kQuickForms)) return "";
  std::string words(form->command);
  if (!form->arguments.empty()) words += " " + std::string(form->arguments);
  return words;
}

}  // namespace touchstone
