// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/html_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kReferences = {
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}};

std::string html_escaped(std::string_view text) {
  std::string html;
  for (const char letter : text) {
    const auto* reference = std::find_if(kReferences.begin(), kReferences.end(),
                                         [&](const auto& one) { return one.second == letter; });
    if (reference != kReferences.end()) {
      html += reference->first;
    } else {
      html += letter;
    }
  }
  return html;
}

/// What begins markup in Markdown, or ends a cell, is escaped.
std::string markdown_text(std::string_view plain) {
  static constexpr std::string_view kMarks = "|\\*`<>[]!_#&";
  std::string text;
  for (const char letter : plain) {
    if (kMarks.find(letter) != std::string_view::npos) text += '\\';
    text += letter;
  }
  return text;
}

/// On one line.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Quoted where it holds what ends a cell. A spreadsheet takes some first letters for a formula:
/// an apostrophe before them says that they are text.
std::string csv_cell(std::string_view text) {
  std::string cell(text);
  if (!cell.empty() && std::string_view("=+-@").find(cell.front()) != std::string_view::npos) {
    cell.insert(cell.begin(), '\'');
  }
  return csv_text(cell);
}

}  // namespace

std::string html_text(std::string_view text) { return html_escaped(seen_text(text)); }

std::string html_attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + html_text(value) + "\"";
}

std::string fragment_text(std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string fragment;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') || letter == '-' || letter == '_' ||
                       letter == '.';
    if (plain) {
      fragment += letter;
    } else {
      fragment += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
  }
  return fragment;
}

MarkedText& MarkedText::operator+=(const MarkedText& other) {
  pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
  return *this;
}

std::string MarkedText::html() const {
  std::string html;
  for (const Piece& piece : pieces_) {
    html += piece.kind == Kind::text ? html_escaped(piece.text) : piece.text;
  }
  return html;
}

std::string MarkedText::markdown() const {
  std::string text;
  for (const Piece& piece : pieces_) {
    if (piece.kind == Kind::text) text += markdown_text(piece.text);
    if (piece.kind == Kind::item) text += "- ";
  }
  return text;
}

std::string MarkedText::plain() const {
  std::string text;
  for (const Piece& piece : pieces_) {
    if (piece.kind == Kind::text) text += piece.text;
  }
  return text;
}

MarkedText tags(std::string_view html) {
  MarkedText marks;
  marks.pieces_.push_back({MarkedText::Kind::tags, std::string(html)});
  return marks;
}

MarkedText element(std::string_view name, const MarkedText& content,
                   const std::string& attributes) {
  const std::string tag(name);
  MarkedText text = tags("<" + tag + attributes + ">");
  if (name == "li") text.pieces_.front().kind = MarkedText::Kind::item;
  return text + content + tags("</" + tag + ">");
}

std::string grouped_count(std::uint64_t n) {
  const std::string digits = std::to_string(n);
  std::string shown;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) shown += "\xe2\x80\xaf";
    shown += digits[k];
  }
  return shown;
}

std::string shown_number(double x) {
  if (std::isnan(x)) return short_text(x);
  const std::string sign = x < 0 ? "\xe2\x88\x92" : "";
  const double size = std::abs(x);
  if (std::isinf(x)) return sign + "infinite";
  const std::string text = short_text(size);
  if (size >= 999.5 && size < 999'500) {
    return sign + grouped_count(static_cast<std::uint64_t>(std::stod(text)));
  }
  const std::size_t mark = text.find('e');
  if (mark == std::string::npos) return sign + text;
  const int exponent = std::stoi(text.substr(mark + 1));
  return sign + text.substr(0, mark) + "e" + (exponent < 0 ? "\xe2\x88\x92" : "") +
         std::to_string(std::abs(exponent));
}

HtmlCell text_cell(std::string_view text) { return {text}; }

HtmlCell word_cell(std::string_view word) {
  std::string text(word);
  if (text == "order_dependent") text = "order-dependent";
  std::replace(text.begin(), text.end(), '_', ' ');
  return text_cell(text);
}

HtmlCell count_cell(std::uint64_t n) { return {grouped_count(n), std::to_string(n)}; }

HtmlCell number_cell(double x) {
  if (std::isinf(x)) return {shown_number(x), x > 0 ? "Infinity" : "-Infinity"};
  return {shown_number(x), json_number(x)};
}

HtmlCell percent_cell(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return empty_cell();
  return {percent_text(part, whole),
          json_number(100 * static_cast<double>(part) / static_cast<double>(whole))};
}

HtmlCell duration_cell(double ns) { return {duration_text(ns), json_number(ns)}; }

HtmlCell number_cell(const JsonNode& record, const char* key) {
  if (!record.has(key) || record.at(key).is_null()) return empty_cell();
  return number_cell(record.at(key).number());
}

HtmlCell empty_cell() {
  HtmlCell cell = {element("span", "\xe2\x80\x93", " class=\"nothing\"")};
  cell.is_empty = true;
  return cell;
}

std::string_view verdict_mark(std::string_view kind) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMarks = {
      {{"right", "\xe2\x9c\x93"}, {"almost", "\xe2\x89\x88"}, {"wrong", "\xe2\x9c\x97"}}};
  for (const auto& [name, mark] : kMarks) {
    if (name == kind) return mark;
  }
  return "\xe2\x80\x93";
}

HtmlCell verdict_cell(std::string_view kind, std::string_view text) {
  const std::string attribute = html_attribute("class", "verdict " + std::string(kind));
  return {tags("<span" + attribute + ">" + std::string(verdict_mark(kind)) + " ") + text +
          tags("</span>")};
}

HtmlTable& HtmlTable::column(std::string_view title, HtmlColumn kind,
                             const std::string& attributes) {
  columns_.push_back({std::string(title), kind, attributes});
  return *this;
}

void HtmlTable::row(std::vector<HtmlCell> cells, const std::string& attributes) {
  rows_.push_back({std::move(cells), attributes});
}

std::string HtmlTable::html() const {
  std::string text = "<div class=\"table-box\" tabindex=\"0\" role=\"region\"" +
                     html_attribute("aria-label", caption_) + "><table" +
                     html_attribute("id", id_) + " class=\"data\"><caption><span>" +
                     html_text(caption_) + "</span></caption>\n<thead><tr>";
  for (const Column& column : columns_) {
    text += "<th scope=\"col\" data-sort=\"";
    text += column.kind == HtmlColumn::number ? "number\"" : "text\"";
    text += column.attributes + ">" + html_text(column.title) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const Row& row : rows_) {
    text += "<tr" + row.attributes + ">";
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      const HtmlCell& cell = row.cells[k];
      text += k == 0 ? "<th scope=\"row\"" : "<td";
      text += cell.attributes;
      if (!cell.value.empty()) text += html_attribute("data-value", cell.value);
      text += ">" + cell.shown.html() + (k == 0 ? "</th>" : "</td>");
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string HtmlTable::markdown() const {
  std::string text = "**" + on_one_line(MarkedText(caption_).markdown()) + "**\n\n|";
  std::string rule = "|";
  for (const Column& column : columns_) {
    text += " " + on_one_line(MarkedText(column.title).markdown()) + " |";
    rule += column.kind == HtmlColumn::number ? "---:|" : "---|";
  }
  text += "\n" + rule + "\n";
  for (const Row& row : rows_) {
    text += "|";
    for (const HtmlCell& cell : row.cells) text += " " + on_one_line(cell.shown.markdown()) + " |";
    text += "\n";
  }
  return text + "\n";
}

std::string HtmlTable::csv() const {
  if (!csv_instead_.empty()) return csv_instead_;
  std::string text = "# " + caption_ + "\n";
  std::replace_if(
      text.begin(), text.end() - 1, [](char letter) { return letter == '\n' || letter == '\r'; },
      ' ');
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const std::string unit = columns_[k].value_is_ns ? " [ns]" : "";
    text += (k > 0 ? "," : "") + csv_cell(columns_[k].title + unit);
  }
  text += "\n";
  for (const Row& row : rows_) {
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      const HtmlCell& cell = row.cells[k];
      if (k > 0) text += ",";
      if (cell.is_empty) continue;
      text += cell.value.empty() ? csv_cell(cell.shown.plain()) : cell.value;
    }
    text += "\n";
  }
  return text + "\n";
}

HtmlSection& HtmlSection::text(MarkedText text) {
  parts_.emplace_back(std::move(text));
  return *this;
}

HtmlSection& HtmlSection::table(HtmlTable table) {
  parts_.emplace_back(std::move(table));
  return *this;
}

HtmlSection& HtmlSection::take(HtmlSection other) {
  for (auto& part : other.parts_) parts_.push_back(std::move(part));
  return *this;
}

std::string HtmlSection::page() const {
  const std::string heading = "h" + std::to_string(level_) + ">";
  std::string text = "<section" + html_attribute("id", id_) + ">\n<" + heading + html_text(title_) +
                     "</" + heading + "\n";
  for (const auto& part : parts_) {
    const auto* table = std::get_if<HtmlTable>(&part);
    text += table != nullptr ? table->html() : std::get<MarkedText>(part).html();
  }
  return text + "</section>\n";
}

std::string HtmlSection::markdown() const {
  std::string text = "## " + title_ + "\n\n";
  for (const auto& part : parts_) {
    if (const auto* table = std::get_if<HtmlTable>(&part)) {
      text += table->markdown();
    } else if (const std::string marked = std::get<MarkedText>(part).markdown();
               marked.find_first_not_of(" \n") != std::string::npos) {
      text += marked + "\n";
    }
  }
  return text;
}

std::string HtmlSection::csv() const {
  std::string text;
  for (const auto& part : parts_) {
    if (const auto* table = std::get_if<HtmlTable>(&part)) text += table->csv();
  }
  return text;
}

MarkedText not_recorded(std::string_view what, std::string_view how) {
  return element("p", MarkedText(what) + " Not recorded: " + element("code", how),
                 " class=\"skipped\"") +
         "\n";
}

MarkedText folded_list(const std::string& summary, const MarkedText& items) {
  return element("details",
                 element("summary", summary) + tags("<ul>") + "\n" + items + tags("</ul>"),
                 " class=\"skipped\"") +
         "\n";
}

MarkedText plot_place(std::string_view name) {
  return element("div", "", " class=\"plot\"" + html_attribute("data-plot", name)) + "\n";
}

}  // namespace touchstone
