// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_page.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "reports/html/glossary.hpp"
#include "reports/html/report_json.hpp"

namespace touchstone {
namespace {

std::string decoded(const std::string& base64) {
  static const std::string kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned block = 0;
  int bits = 0;
  for (const char digit : base64) {
    if (digit == '=') break;
    block = block << 6U | static_cast<unsigned>(kDigits.find(digit));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(block >> static_cast<unsigned>(bits) & 255U);
  }
  return bytes;
}

std::string unzipped(std::string bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  std::string text(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

TEST(ReportPage, DataIsReadBackWhateverItsLength) {
  for (std::size_t length = 0; length < 40; ++length) {
    const std::string text(length, 'x');
    EXPECT_EQ(unzipped(decoded(compressed(text))), text);
  }
  EXPECT_EQ(compressed("the same"), compressed("the same"));
}

TEST(ReportPage, EveryMarkerIsFilledOnceAndFillingsAreNotSearched) {
  const std::string page =
      fill_page({"report", "<title>", "<p>body <!--TOUCHSTONE:DATA--></p>", "{}"});
  EXPECT_NE(page.find("&lt;title&gt;"), std::string::npos);
  EXPECT_NE(page.find("<p>body <!--TOUCHSTONE:DATA--></p>"), std::string::npos);
  EXPECT_NE(page.find(compressed("{}")), std::string::npos);
  EXPECT_EQ(page.find("<!--TOUCHSTONE:BODY-->"), std::string::npos);
  EXPECT_EQ(page.find("<!--TOUCHSTONE:TITLE-->"), std::string::npos);
  EXPECT_EQ(page.find("<!--TOUCHSTONE:KIND-->"), std::string::npos);
}

TEST(ReportPage, TheTemplateHasEachMarkerOnce) {
  for (const std::string marker : {"<!--TOUCHSTONE:KIND-->", "<!--TOUCHSTONE:TITLE-->",
                                   "<!--TOUCHSTONE:BODY-->", "<!--TOUCHSTONE:DATA-->"}) {
    const std::size_t first = report_template().find(marker);
    ASSERT_NE(first, std::string_view::npos) << marker;
    EXPECT_EQ(report_template().find(marker, first + 1), std::string_view::npos) << marker;
  }
}

TEST(ReportData, ACommandKeepsThePathThatHasAnIdInIt) {
  ListedFailure failure;
  failure.id = "file:a.json:1";
  failure.replay = "./touchstone ask ./file:a.json:1/a.json --case file:a.json:1 --metric sat";
  ReportInputs inputs;
  inputs.verify.emplace().text.json = "{}";
  inputs.verify->failures.failures = {failure};
  failure.id = "boxes:42:1";
  failure.replay = "'my boxes:42:1/touchstone' ask boxes:42:1 --metric ./boxes:42:1.so";
  inputs.verify->failures.failures.push_back(failure);
  const std::string data = report_json(inputs, {}, {});
  for (const char* command : {"./touchstone ask ./file:a.json:1/a.json --case {id} --metric sat",
                              "'my boxes:42:1/touchstone' ask {id} --metric ./boxes:42:1.so"}) {
    EXPECT_NE(data.find(command), std::string::npos) << data;
  }
}

TEST(Glossary, EveryTermHasASentenceWithoutMarks) {
  ASSERT_GT(glossary().size(), 40U);
  bool has_phi = false;
  for (const Term& term : glossary()) {
    EXPECT_FALSE(term.name.empty());
    EXPECT_FALSE(term.meaning.empty()) << term.name;
    EXPECT_EQ(term.meaning.find("]("), std::string::npos) << term.meaning;
    EXPECT_EQ(term.meaning.find("**"), std::string::npos) << term.meaning;
    if (term.name == "phi") {
      has_phi = true;
      EXPECT_EQ(term.meaning.substr(term.meaning.size() - 4), " [m]") << term.meaning;
    }
  }
  EXPECT_TRUE(has_phi);
}

TEST(Findings, AreHtml) {
  EXPECT_NE(findings_html().find("<h2>"), std::string_view::npos);
  EXPECT_EQ(findings_html().find("<script"), std::string_view::npos);
}

}  // namespace
}  // namespace touchstone
