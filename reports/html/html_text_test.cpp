// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/html_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone {
namespace {

TEST(HtmlText, WhatIsMarkupIsEscaped) {
  EXPECT_EQ(html_text("<script>alert('a' & \"b\")</script>"),
            "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
}

TEST(HtmlText, WhatIsNotTextOrReordersTextIsReplaced) {
  EXPECT_EQ(html_text(std::string("a\0b\x1b[31m", 8)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd[31m");
  EXPECT_EQ(html_text("\xff"), "\xef\xbf\xbd");
  // RIGHT-TO-LEFT OVERRIDE, RIGHT-TO-LEFT ISOLATE and ARABIC LETTER MARK; Hebrew letters stay.
  EXPECT_EQ(html_text("a\xe2\x80\xae"
                      "b\xe2\x81\xa7"
                      "c\xd8\x9c"
                      "d"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd"
            "c\xef\xbf\xbd"
            "d");
  EXPECT_EQ(html_text("\xd7\xa9\xd7\x9c"), "\xd7\xa9\xd7\x9c");
}

TEST(HtmlText, FragmentsHoldNothingThatEndsAValue) {
  EXPECT_EQ(fragment_text("a-1_b.c"), "a-1_b.c");
  EXPECT_EQ(fragment_text("x&y=\"<"), "x%26y%3D%22%3C");
}

HtmlTable table_of_two() {
  HtmlTable table("things", "Things & more");
  table.column("name", HtmlColumn::text).column("count");
  table.row({text_cell("a|b, \"c\""), count_cell(1234567)}, html_attribute("data-metric", "a\"b"));
  table.row({text_cell("=1+1"), number_cell(0.1234567890123)});
  return table;
}

TEST(HtmlTable, CellsCarryTheFullValueBesideTheShortOne) {
  const std::string html = table_of_two().html();
  EXPECT_NE(html.find("<tr data-metric=\"a&quot;b\"><th scope=\"row\">a|b, &quot;c&quot;</th>"),
            std::string::npos)
      << html;
  EXPECT_NE(html.find("<td data-value=\"1234567\">1\xe2\x80\xaf"
                      "234\xe2\x80\xaf"
                      "567</td>"),
            std::string::npos);
  EXPECT_NE(html.find("<td data-value=\"0.1234567890123\">0.123</td>"), std::string::npos);
  EXPECT_NE(html.find("<caption><span>Things &amp; more</span></caption>"), std::string::npos);
}

TEST(HtmlTable, MarkdownAndCsvSayTheSame) {
  EXPECT_EQ(table_of_two().markdown(),
            "**Things \\& more**\n\n| name | count |\n|---|---:|\n| a\\|b, \"c\" | "
            "1\xe2\x80\xaf"
            "234\xe2\x80\xaf"
            "567 |\n| =1+1 | 0.123 |\n\n");
  EXPECT_EQ(table_of_two().csv(),
            "# Things & more\nname,count\n\"a|b, \"\"c\"\"\",1234567\n'=1+1,0.1234567890123\n\n");
}

TEST(HtmlTable, NumbersThatAreNotThereAreADash) {
  const auto refusal = visit_json(R"({"a": null, "b": 2})", [](const JsonNode& root) {
    EXPECT_EQ(number_cell(root, "a").value, "");
    EXPECT_EQ(number_cell(root, "b").value, "2");
    EXPECT_EQ(number_cell(root, "c").value, "");
  });
  EXPECT_FALSE(refusal);
}

TEST(HtmlTable, NumbersAreWrittenAsThePageWritesThem) {
  const std::string minus = "\xe2\x88\x92";
  const std::string thin = "\xe2\x80\xaf";
  EXPECT_EQ(shown_number(1e3), "1" + thin + "000");
  EXPECT_EQ(shown_number(-12'345), minus + "12" + thin + "300");
  EXPECT_EQ(shown_number(1e6), "1e6");
  EXPECT_EQ(shown_number(1.234e-9), "1.23e" + minus + "9");
  EXPECT_EQ(shown_number(-0.5), minus + "0.5");
  EXPECT_EQ(shown_number(0), "0");
  EXPECT_EQ(shown_number(-HUGE_VAL), minus + "infinite");
}

TEST(HtmlTable, SharesAreRoundedDownAndVerdictsHaveMarksInHtmlAlone) {
  EXPECT_EQ(percent_cell(99'999, 100'000).shown.plain(), "99.99");
  EXPECT_EQ(percent_cell(3, 3).shown.plain(), "100");
  EXPECT_TRUE(percent_cell(0, 0).is_empty);
  EXPECT_EQ(verdict_cell("wrong", "a<b").shown.html(),
            "<span class=\"verdict wrong\">\xe2\x9c\x97 a&lt;b</span>");
  EXPECT_EQ(verdict_cell("wrong", "a").shown.plain(), "a");
}

TEST(HtmlTable, WhatIsInfiniteIsSaidAndWhatIsNotThereIsAnEmptyCellOfCsv) {
  EXPECT_EQ(number_cell(HUGE_VAL).value, "Infinity");
  HtmlTable table("t", "two\nlines\r=1");
  table.column("a\r,b", HtmlColumn::text).column("c");
  table.row({text_cell("x"), empty_cell()});
  EXPECT_EQ(table.csv(), "# two lines =1\n\"a\r,b\",c\nx,\n\n");
}

TEST(HtmlSection, ItemsOfListsHaveMarksInMarkdownAndMarkupIsEscaped) {
  HtmlSection section("id", "Title");
  section.text(tags("<ul>") + element("li", "![x](http://y) <img>") + "\n" + tags("</ul>"));
  EXPECT_EQ(section.markdown(), "## Title\n\n- \\!\\[x\\](http://y) \\<img\\>\n\n");
}

TEST(MarkedText, HtmlHasMarksAndTextTheOthersHaveTheText) {
  const MarkedText text =
      "a < " + element("code", "b*", html_attribute("class", "c")) + tags("<br>");
  EXPECT_EQ(text.html(), "a &lt; <code class=\"c\">b*</code><br>");
  EXPECT_EQ(text.markdown(), "a \\< b\\*");
  EXPECT_EQ(text.plain(), "a < b*");
}

TEST(HtmlSection, TablesStandBetweenItsParts) {
  HtmlSection section("id", "Title");
  section.text(element("p", "One < two") + "\n").table(table_of_two());
  const std::string page = section.page();
  EXPECT_EQ(page.rfind("<section id=\"id\">\n<h2>Title</h2>\n<p>One", 0), 0U) << page;
  EXPECT_EQ(section.markdown().rfind("## Title\n\nOne \\< two\n", 0), 0U) << section.markdown();
  EXPECT_EQ(section.csv(), table_of_two().csv());
}

}  // namespace
}  // namespace touchstone
