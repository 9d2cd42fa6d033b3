// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the report as LaTeX.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/html/html_text.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The rows of a table with one text column and one of numbers, which these cells fill.
std::string rows_of_numbers(const std::vector<HtmlCell>& cells) {
  HtmlTable table("t", "caption");
  table.column("name", HtmlColumn::text).column("x");
  for (const HtmlCell& cell : cells) table.row({text_cell("a"), cell});
  const std::string text = table.tex();
  const std::size_t begin = text.find("\\midrule\n") + 9;
  return text.substr(begin, text.find("    \\bottomrule") - begin);
}

TEST(TexText, IsEscaped) {
  EXPECT_EQ(tex_text("a_b & 5 % of #1 $x {y}"), "a\\_b \\& 5 \\% of \\#1 \\$x \\{y\\}");
  EXPECT_EQ(tex_text("\\ ~ < > |"),
            "\\textbackslash{} \\textasciitilde{} \\textless{} \\textgreater{} \\textbar{}");
  EXPECT_EQ(tex_text("--json [m/s^2] e^-x ^"),
            "-{}-json {[}m/s\\textsuperscript{2}] e\\textsuperscript{-x} \\textasciicircum{}");
  EXPECT_EQ(tex_text("two\nlines"), "two lines");
}

TEST(TexText, HasNoCharacterThatTeXDoesNotKnow) {
  EXPECT_EQ(tex_text("\xc2\xb5s \xe2\x80\x93 1\xe2\x80\xaf"
                     "000 \xc3\xa9"),
            "$\\mu$s -- 1\\,000 \xc3\xa9");
  EXPECT_EQ(tex_text("\xe2\x9c\x93 right"), "right");
  EXPECT_EQ(tex_text("h^2 \xe2\x88\x92 x"), "h\\textsuperscript{2} $-$ x");
  EXPECT_EQ(tex_text("\xe4\xb8\xad\x01"), "??");
  EXPECT_EQ(tex_comment("a\nb"), "% a b\n");
}

TEST(TexTable, IsAFloatWithRulesOfBooktabs) {
  HtmlTable table("my-id", "A_caption");
  table.column("name", HtmlColumn::text).column("n");
  table.row({text_cell("a&b"), count_cell(12345)});
  table.row({text_cell("[c]"), empty_cell()});
  EXPECT_EQ(table.tex(),
            "\\begin{table}\n"
            "  \\centering\n"
            "  \\caption{A\\_caption}\n"
            "  \\label{tab:my-id}\n"
            "  \\small\\setlength{\\tabcolsep}{4pt}\n"
            "  \\begin{tabular}{lr}\n"
            "    \\toprule\n"
            "    name & \\multicolumn{1}{r}{n} \\\\\n"
            "    \\midrule\n"
            "    a\\&b & 12\\,345 \\\\\n"
            "    {[}c] & -- \\\\\n"
            "    \\bottomrule\n"
            "  \\end{tabular}\n"
            "\\end{table}\n\n");
}

TEST(TexTable, NumbersStandInLineAtTheirPoints) {
  EXPECT_EQ(
      rows_of_numbers({number_cell(91.63), number_cell(100), number_cell(-1.5),
                       number_cell(1.25e-9), number_cell(3e20), number_cell(-12345), empty_cell()}),
      "    a & 91&.6 \\\\\n"
      "    a & 100& \\\\\n"
      "    a & $-$1&.5 \\\\\n"
      "    a & 1&.25$\\times10^{-9}$ \\\\\n"
      "    a & 3&$\\times10^{20}$ \\\\\n"
      "    a & $-$12\\,300& \\\\\n"
      "    a & \\multicolumn{2}{r}{--} \\\\\n");
}

TEST(TexTable, WhatIsInfiniteIsASign) {
  EXPECT_EQ(rows_of_numbers({number_cell(HUGE_VAL), number_cell(-HUGE_VAL)}),
            "    a & $\\infty$ \\\\\n    a & $-\\infty$ \\\\\n");
}

TEST(TexTable, TimesAreInOneUnitWhichTheHeaderNames) {
  HtmlTable table("t", "caption");
  table.column("metric", HtmlColumn::text).column_of_times("8");
  table.row({text_cell("a"), {"11.8 us", json_number(11763.5)}});
  table.row({text_cell("b"), {"98 ns", json_number(98)}});
  table.row({text_cell("c"), empty_cell()});
  const std::string text = table.tex();
  EXPECT_THAT(text, HasSubstr("{8 {[}$\\mu$s]}"));
  EXPECT_THAT(text, HasSubstr("a & 11&.8 "));
  EXPECT_THAT(text, HasSubstr("b & 0&.0980 "));
  EXPECT_THAT(table.csv(), HasSubstr("metric,8 [ns]\na,11763.5\nb,98\n"));
}

TEST(TexTable, WhatIsTooWideForAColumnGoesOverThePageWithoutZeros) {
  HtmlTable table("t", "caption");
  table.column("metric", HtmlColumn::text).column("order-dependent");
  for (int k = 0; k < 12; ++k) table.column("invalid normals");
  table.column("normals");
  std::vector<HtmlCell> cells(15, count_cell(7));
  cells[0] = text_cell("a");
  cells[1] = count_cell(0);
  cells[14] = empty_cell();
  table.row(cells);
  const std::string text = table.tex();
  EXPECT_THAT(text, HasSubstr("\\begin{table*}"));
  EXPECT_THAT(text,
              HasSubstr("\\caption{caption (0 or no value throughout: order-dependent, normals)}"));
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{lrrrrrrrrrrrr}"));
  EXPECT_THAT(text, HasSubstr("\\shortstack{invalid\\\\normals}"));
}

TEST(TexTable, AHeaderIsBrokenBehindAHyphenOfAWordOnly) {
  HtmlTable table("t", "caption");
  table.column("order-dependent").column("1e-20");
  table.row({count_cell(1), count_cell(1)});
  EXPECT_THAT(table.tex(), HasSubstr("\\shortstack{order-\\\\dependent}"));
  EXPECT_THAT(table.tex(), HasSubstr("{1e-20}"));
}

TEST(TexTable, ALongOneIsCutForPages) {
  HtmlTable table("t", "caption");
  table.column("n");
  for (std::uint64_t k = 0; k < 50; ++k) table.row({count_cell(k)});
  const std::string text = table.tex();
  EXPECT_THAT(text, HasSubstr("\\caption{caption (continued)}"));
  EXPECT_EQ(text.find("\\label"), text.rfind("\\label"));
  EXPECT_THAT(text, HasSubstr("    44 \\\\\n    \\bottomrule"));
}

TEST(TexTable, OfNoRowsIsNothing) {
  HtmlTable table("t", "caption");
  table.column("n");
  EXPECT_EQ(table.tex(), "");
  EXPECT_EQ(HtmlSection("s", "Title").table(table).tex(), "");
}

TEST(TexTable, AnotherMayStandForIt) {
  HtmlTable narrow("n", "narrow"), wide("w", "wide");
  for (HtmlTable* table : {&narrow, &wide}) table->column("n").row({count_cell(1)});
  const std::string text = HtmlSection("s", "Title").table(wide.tex_as(narrow)).tex();
  EXPECT_THAT(text, testing::StartsWith("% Title\n\\begin{table}"));
  EXPECT_THAT(text, HasSubstr("\\caption{narrow}"));
  EXPECT_THAT(text, Not(HasSubstr("wide")));
}

}  // namespace
}  // namespace touchstone
