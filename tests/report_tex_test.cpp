// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a report as LaTeX.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/report_pages.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The columns of each line of a tabular that ends in \\\\, from its cells.
std::vector<std::size_t> columns_of_rows(const std::string& tabular) {
  std::vector<std::size_t> counts;
  std::istringstream lines(tabular);
  for (std::string line; std::getline(lines, line);) {
    if (!line.ends_with(" \\\\")) continue;
    std::size_t columns = 1;
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (line[k] == '&' && line[k - 1] != '\\') ++columns;
      if (line.compare(k, 15, "\\multicolumn{2}") == 0) ++columns;
    }
    counts.push_back(columns);
  }
  return counts;
}

TEST_F(Report, AsLaTeXEachTableIsWhole) {
  const Ran ran = run_touchstone({"report", file("v.db"), file("t.json"), file("e.json"),
                                  file("t1.json"), "--format", "tex", "-o", file("tables.tex")});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const std::string text = read_text(file("tables.tex"));
  EXPECT_THAT(text, HasSubstr("% \\usepackage{booktabs}\n"));
  EXPECT_THAT(text, testing::ContainsRegex("% touchstone [0-9.]+, commit .*/touchstone report "));
  std::size_t tables = 0;
  for (std::size_t at = 0; (at = text.find("\\begin{tabular}{", at)) != std::string::npos; ++at) {
    const std::size_t begin = at + 16, end = text.find("\\end{tabular}", at);
    ASSERT_NE(end, std::string::npos);
    std::size_t columns = 0;
    const std::string format = text.substr(begin, text.find('\n', begin) - begin);
    for (const char c : format) columns += c == 'l' || c == 'r' ? 1 : 0;
    EXPECT_THAT(columns_of_rows(text.substr(at, end - at)), testing::Each(columns)) << format;
    ++tables;
  }
  EXPECT_GE(tables, 6U);
  for (const char* label : {"metrics", "matrix", "times-boxes", "runs", "table1"}) {
    EXPECT_THAT(text, HasSubstr("\\label{tab:" + std::string(label) + "}"));
  }
  // Nothing that TeX reserves stands unescaped in a name, but for those in comments.
  EXPECT_THAT(std::regex_replace(text, std::regex("(^|\n)%[^\n]*"), ""),
              Not(testing::ContainsRegex("[a-z]_[a-z]")));
}

TEST_F(Report, AsLaTeXItCompiles) {
  if (run_program({"/bin/sh", "-c", "kpsewhich booktabs.sty && command -v pdflatex"}).exit_code !=
      0) {
    GTEST_SKIP() << "no pdflatex here";
  }
  for (const char* options : {"", "[twocolumn]"}) {
    const Ran made = run_touchstone({"report", file("v.db"), file("t.json"), file("e.json"),
                                     file("t1.json"), "--format", "tex", "-o", file("tables.tex")});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    folder_->write("paper.tex", "\\documentclass" + std::string(options) +
                                    "{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
                                    "\\input{tables}\n\\end{document}\n");
    const Ran ran = run_program({"/bin/sh", "-c",
                                 "cd '" + folder_->path("") +
                                     "' && pdflatex -interaction=nonstopmode -halt-on-error "
                                     "paper.tex"});
    EXPECT_EQ(ran.exit_code, 0) << ran.out;
  }
}

}  // namespace
}  // namespace touchstone
