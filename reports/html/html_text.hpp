// SPDX-License-Identifier: GPL-3.0-or-later
// Text, tables and sections of the report as they are, without a format. Four writers make HTML,
// Markdown, CSV and LaTeX of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schema/json_node.hpp"
#include "schema/visible_text.hpp"

namespace touchstone {

/// What seen_text() makes of it, escaped for text and for attributes in double quotes.
std::string html_text(std::string_view text);

/// ` name="value"`, escaped.
std::string html_attribute(std::string_view name, std::string_view value);

/// Escaped for LaTeX; what stands behind ^ is raised.
std::string tex_text(std::string_view text);
/// A line that LaTeX does not read.
std::string tex_comment(std::string_view text);

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
/// Three digits, as the page's program writes them (reports/web/src/data/numbers.ts): "1.23e-9" and
/// "-0.5" with the sign for minus, "12 300" in full below a million; or "infinite".
std::string shown_number(double x);

HtmlCell text_cell(std::string_view text);
/// A verdict as columns call it: "invalid normal" of invalid_normal.
HtmlCell word_cell(std::string_view word);
HtmlCell count_cell(std::uint64_t n);
/// Three digits are shown.
HtmlCell number_cell(double x);
/// A share in percent, rounded down: 100 means all.
HtmlCell percent_cell(std::uint64_t part, std::uint64_t whole);
HtmlCell duration_cell(double ns);
/// A number of a record, or a dash where it is null or missing.
HtmlCell number_cell(const JsonNode& record, const char* key);
HtmlCell empty_cell();
/// What stands before "right", "almost", "wrong" and "none", in colour or not.
std::string_view verdict_mark(std::string_view kind);
/// Text in the colour of a kind, in HTML behind its mark.
HtmlCell verdict_cell(std::string_view kind, std::string_view text);

/// A table with a caption. The first cell of each row is its header.
class HtmlTable {
 public:
  HtmlTable(std::string id, std::string caption)
      : id_(std::move(id)), caption_(std::move(caption)) {}

  /// `attributes` as html_attribute() makes them, as below.
  HtmlTable& column(std::string_view title, HtmlColumn kind = HtmlColumn::number,
                    const std::string& attributes = "");
  /// A column of times, whose values in full are in nanoseconds.
  HtmlTable& column_of_times(std::string_view title) {
    column(title);
    columns_.back().value_is_ns = true;
    return *this;
  }
  void row(std::vector<HtmlCell> cells, const std::string& attributes = "");
  bool empty() const { return rows_.empty(); }
  /// Writes `other` where CSV is asked for, whose cells are plain numbers and words.
  HtmlTable& csv_as(const HtmlTable& other) {
    csv_instead_ = other.csv();
    return *this;
  }
  /// Writes `other` where LaTeX is asked for: a page of print is narrow.
  HtmlTable& tex_as(const HtmlTable& other) {
    tex_instead_ = other.tex();
    return *this;
  }

  /// In a box of its own, which scrolls where the page is too narrow.
  std::string html() const;
  std::string markdown() const;
  /// Numbers in full. The caption stands above, as a comment.
  std::string csv() const;
  /// Floats of LaTeX, of as many rows as a page has room for. Numbers stand in line at their points;
  /// times are in microseconds.
  std::string tex() const;

 private:
  struct Column {
    std::string title;
    HtmlColumn kind;
    std::string attributes;
    bool value_is_ns = false;
  };
  struct Row {
    std::vector<HtmlCell> cells;
    std::string attributes;
  };

  std::string id_;
  std::string caption_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
  std::string csv_instead_, tex_instead_;
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

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }
  bool empty() const { return parts_.empty(); }

  std::string page() const;
  std::string markdown() const;
  std::string csv() const;  ///< its tables
  std::string tex() const;  ///< its tables

 private:
  std::string id_;
  std::string title_;
  int level_;
  std::vector<std::variant<MarkedText, HtmlTable>> parts_;
};

/// What is not on the page, and how to record it.
MarkedText not_recorded(std::string_view what, std::string_view how);
/// A list that the page shows when `summary` is clicked. `items` are elements "li".
MarkedText folded_list(const std::string& summary, const MarkedText& items);
/// Where the page draws a plot. Without JavaScript there is none.
MarkedText plot_place(std::string_view name);

template <std::convertible_to<std::string_view> Text>
MarkedText::MarkedText(const Text& text) : pieces_{{Kind::text, seen_text(text)}} {}

}  // namespace touchstone
