// SPDX-License-Identifier: GPL-3.0-or-later
// Records of each command, the page of them, and its tables as tests read them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {

/// What stands between two words, the first of them left out.
inline std::string between(const std::string& text, const std::string& begin,
                           const std::string& end, std::size_t from = 0) {
  const std::size_t at = text.find(begin, from);
  if (at == std::string::npos) return "";
  const std::size_t first = at + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

/// `name="value"` of a tag; empty where it has none.
inline std::string attribute(const std::string& tag, const std::string& name) {
  return between(tag, " " + name + "=\"", "\"");
}

inline std::vector<std::string> pieces(const std::string& text, const std::string& begin,
                                       const std::string& end) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    found.push_back(text.substr(at, text.find(end, at) - at));
  }
  return found;
}

/// A table of the page: rows of cells, each as its tag with what follows.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row_tags;

  /// The full value of a cell as JSON has it; null where it has none.
  nlohmann::json value(std::size_t row, const std::string& column) const {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (columns[k] != column) continue;
      const std::string text = attribute(rows.at(row).at(k), "data-value");
      return text.empty() ? nlohmann::json() : nlohmann::json::parse(text);
    }
    throw std::runtime_error("no column " + column);
  }
  std::string text(std::size_t row, std::size_t column) const {
    const std::string& cell = rows.at(row).at(column);
    return std::regex_replace(cell.substr(cell.find('>') + 1), std::regex("<[^>]*>"), "");
  }
};

inline Table table_of(const std::string& page, const std::string& id) {
  Table table;
  const std::string html = between(page, "<table id=\"" + id + "\"", "</table>");
  EXPECT_FALSE(html.empty()) << id;
  for (const std::string& header : pieces(between(html, "<thead>", "</thead>"), "<th ", "</th>")) {
    table.columns.push_back(header.substr(header.find('>') + 1));
  }
  for (const std::string& row : pieces(between(html, "<tbody>", "</tbody>"), "<tr", "</tr>")) {
    table.row_tags.push_back(row.substr(0, row.find('>')));
    std::vector<std::string> cells = pieces(row, "<th ", "</th>");
    for (std::string& cell : pieces(row, "<td", "</td>")) cells.push_back(std::move(cell));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Small records of each command for all tests, and the page of them.
class Report : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<ScratchFolder>();
    run({"verify", "--metric", "certified,gjk_epa,mpr,ratio_seidel", "--family",
         "random-boxes,random-hulls-16-deep,kissing-face-face,contained", "--cases", "150", "--db",
         file("v.db"), "--json", file("v.json")});
    run({"time", "--metric", "gjk_epa,certified", "--family", "boxes", "--regime", "shallow",
         "--json", file("t.json")});
    run({"energy", "slide-to-roll", "spinning-box", "--json", file("e.json")});
    run({"reproduce", "table1", "--cases", "100", "--json", file("t1.json")});
    run({"report", file("v.db"), file("t.json"), file("e.json"), file("t1.json"), "-o",
         file("r.html")});
    page_ = read_text(file("r.html"));
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::string file(const std::string& name) { return folder_->path(name); }
  static void run(const std::vector<std::string>& words) {
    const Ran ran = run_touchstone(words);
    EXPECT_LE(ran.exit_code, 1) << words.front() << ": " << ran.err;
  }
  static nlohmann::json record(const std::string& name) {
    return nlohmann::json::parse(read_text(file(name)));
  }

  static inline std::unique_ptr<ScratchFolder> folder_;
  static inline std::string page_;
};

inline void expect_refused(const std::vector<std::string>& words, const std::string& says) {
  expect_one_line_refusal(run_touchstone(words), says);
}

}  // namespace touchstone
