// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/glossary.hpp"

#include <string_view>

#include "reports/html/report_page.hpp"

namespace touchstone {
namespace {

/// Markdown of one cell without its marks: of [text](place) the text.
std::string plain(std::string_view markdown) {
  std::string text;
  for (std::size_t k = 0; k < markdown.size(); ++k) {
    const char letter = markdown[k];
    if (letter == '*' || letter == '`') continue;
    // A unit stands in brackets, too.
    if (letter == '[' && markdown.find("](", k) < markdown.find(']', k) + 1) continue;
    if (letter == ']' && k + 1 < markdown.size() && markdown[k + 1] == '(') {
      k = markdown.find(')', k);
      if (k == std::string_view::npos) break;
      continue;
    }
    text += letter;
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// "| **term** | meaning |"
void add_term(std::string_view line, std::vector<Term>& terms) {
  if (line.rfind("| **", 0) != 0) return;
  const std::size_t middle = line.find(" | ");
  const std::size_t end = line.rfind('|');
  if (middle == std::string_view::npos || end <= middle) return;
  terms.push_back({plain(trimmed(line.substr(1, middle - 1))),
                   plain(trimmed(line.substr(middle + 3, end - middle - 3)))});
}

}  // namespace

const std::vector<Term>& glossary() {
  static const std::vector<Term> kTerms = [] {
    std::vector<Term> terms;
    for (std::string_view text : {glossary_markdown(), verdicts_markdown()}) {
      while (!text.empty()) {
        const std::size_t end = text.find('\n');
        add_term(text.substr(0, end), terms);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      }
    }
    return terms;
  }();
  return kTerms;
}

}  // namespace touchstone
