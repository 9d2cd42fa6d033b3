// SPDX-License-Identifier: GPL-3.0-or-later
// HTML as text: escaped, and tables whose cells carry the full value beside the short one that
// people read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schema/json_node.hpp"

namespace touchstone {

/// For text and for attributes in double quotes. Bytes that are not UTF-8 become U+FFFD, and so do
/// characters that cannot be seen, but for line ends and tabs.
std::string html_text(std::string_view text);

/// ` name="value"`, escaped.
std::string html_attribute(std::string_view name, std::string_view value);

/// As a value in the fragment of an address: all but letters, digits and -_. as %XX.
std::string fragment_text(std::string_view text);

enum class HtmlColumn { text, number };

/// One cell of a table.
struct HtmlCell {
  std::string html = {};        ///< what is shown
  std::string value = {};       ///< a number in full; empty for text
  std::string attributes = {};  ///< further ones, as html_attribute() makes them
};

HtmlCell text_cell(std::string_view text);
/// A verdict as columns call it: "invalid normal" of invalid_normal.
HtmlCell word_cell(std::string_view word);
HtmlCell count_cell(std::uint64_t n);
/// Three digits are shown.
HtmlCell number_cell(double x);
/// The same of a number of a record, or a dash where it is null or missing.
HtmlCell number_cell(const JsonNode& record, const char* key);
HtmlCell empty_cell();

/// A table with a caption. The first cell of each row is its header.
class HtmlTable {
 public:
  HtmlTable(std::string id, std::string caption)
      : id_(std::move(id)), caption_(std::move(caption)) {}

  /// `attributes` as html_attribute() makes them, as below.
  HtmlTable& column(std::string_view title, HtmlColumn kind = HtmlColumn::number,
                    const std::string& attributes = "");
  void row(std::vector<HtmlCell> cells, const std::string& attributes = "");
  bool empty() const { return rows_.empty(); }
  /// Writes `other` where CSV is asked for, whose cells are plain numbers and words.
  HtmlTable& csv_as(const HtmlTable& other) {
    csv_instead_ = other.csv();
    return *this;
  }

  /// In a box of its own, which scrolls where the page is too narrow.
  std::string html() const;
  std::string markdown() const;
  /// Numbers in full. The caption stands above, as a comment.
  std::string csv() const;

 private:
  struct Column {
    std::string title;
    HtmlColumn kind;
    std::string attributes;
  };
  struct Row {
    std::vector<HtmlCell> cells;
    std::string attributes;
  };

  std::string id_;
  std::string caption_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
  std::string csv_instead_;
};

/// A section of the page: tables, and what stands between them.
class HtmlSection {
 public:
  /// `level` of its heading.
  HtmlSection(std::string id, std::string title, int level = 2)
      : id_(std::move(id)), title_(std::move(title)), level_(level) {}

  HtmlSection& html(std::string html);
  HtmlSection& table(HtmlTable table);
  /// Everything of another one, without its heading.
  HtmlSection& take(HtmlSection other);

  std::string page() const;
  std::string markdown() const;
  std::string csv() const;  ///< its tables

 private:
  std::string id_;
  std::string title_;
  int level_;
  std::vector<std::variant<std::string, HtmlTable>> parts_;
};

/// What stands in a section of which nothing was recorded; `how` says how to record it.
std::string not_recorded(std::string_view what, std::string_view how);
/// Where the page draws a plot. Without JavaScript there is none.
std::string plot_place(std::string_view name);

}  // namespace touchstone
