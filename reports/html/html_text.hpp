// SPDX-License-Identifier: GPL-3.0-or-later
// Text, tables and sections of the report as they are, without a format. Three writers make HTML,
// Markdown and CSV of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schema/json_node.hpp"

namespace touchstone {

/// Valid UTF-8 with U+FFFD in place of what cannot be seen, but for line ends and tabs.
std::string seen_text(std::string_view text);

/// What seen_text() makes of it, escaped for text and for attributes in double quotes.
std::string html_text(std::string_view text);

/// ` name="value"`, escaped.
std::string html_attribute(std::string_view name, std::string_view value);

/// A value in the fragment of an address: all but letters, digits and -_. as %XX.
std::string fragment_text(std::string_view text);

/// Text with marks between its pieces: HTML has both, Markdown and CSV have the text.
class MarkedText {
 public:
  MarkedText() = default;
  template <std::convertible_to<std::string_view> Text>
  MarkedText(const Text& text);  // NOLINT(google-explicit-constructor): text has no marks

  MarkedText& operator+=(const MarkedText& other);
  friend MarkedText operator+(MarkedText a, const MarkedText& b) { return std::move(a += b); }

  std::string html() const;
  std::string markdown() const;
  std::string plain() const;  ///< without marks

 private:
  friend MarkedText tags(std::string_view html);
  friend MarkedText element(std::string_view name, const MarkedText& content,
                            const std::string& attributes);

  enum class Kind : std::uint8_t { text, tags, item };
  struct Piece {
    Kind kind;
    std::string text;  ///< plain, or HTML for Kind::tags and Kind::item
  };
  std::vector<Piece> pieces_;
};

/// What HTML alone has, as it stands.
MarkedText tags(std::string_view html);
/// An element of HTML; `attributes` as html_attribute() makes them. In Markdown an item of a list
/// begins with a dash.
MarkedText element(std::string_view name, const MarkedText& content,
                   const std::string& attributes = "");

enum class HtmlColumn { text, number };

/// One cell of a table: the full value beside the short one that people read.
struct HtmlCell {
  MarkedText shown = {};
  std::string value = {};       ///< a number in full; empty for text
  std::string attributes = {};  ///< further ones, as html_attribute() makes them
  bool is_empty = false;        ///< `shown` says that there is nothing
};

/// Digits in groups of three, which do not break.
std::string grouped_count(std::uint64_t n);
/// Three digits, or "infinite".
std::string shown_number(double x);

HtmlCell text_cell(std::string_view text);
/// A verdict as columns call it: "invalid normal" of invalid_normal.
HtmlCell word_cell(std::string_view word);
HtmlCell count_cell(std::uint64_t n);
/// Three digits are shown.
HtmlCell number_cell(double x);
/// A number of a record, or a dash where it is null or missing.
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

/// A section of the report: tables, and what stands between them.
class HtmlSection {
 public:
  /// `level` of its heading.
  HtmlSection(std::string id, std::string title, int level = 2)
      : id_(std::move(id)), title_(std::move(title)), level_(level) {}

  HtmlSection& text(MarkedText text);
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
  std::vector<std::variant<MarkedText, HtmlTable>> parts_;
};

/// What stands in a section of which nothing was recorded; `how` says how to record it.
MarkedText not_recorded(std::string_view what, std::string_view how);
/// A list that the page shows when `summary` is clicked. `items` are elements "li".
MarkedText folded_list(const std::string& summary, const MarkedText& items);
/// Where the page draws a plot. Without JavaScript there is none.
MarkedText plot_place(std::string_view name);

template <std::convertible_to<std::string_view> Text>
MarkedText::MarkedText(const Text& text) : pieces_{{Kind::text, seen_text(text)}} {}

}  // namespace touchstone
