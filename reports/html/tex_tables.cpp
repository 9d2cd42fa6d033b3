// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the report as LaTeX, which needs the package booktabs.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "reports/html/html_text.hpp"
#include "schema/number_text.hpp"
#include "schema/visible_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kPageRows = 45;   ///< more would not fit on a page
constexpr std::size_t kFewColumns = 8;  ///< wider tables lose the columns that say 0 throughout

/// How a table is set: the first that it fits.
struct TexSetting {
  const char* environment;
  const char* font;
  double font_pt, separation_pt, room_pt;
};
constexpr std::array<TexSetting, 4> kSettings = {{{"table", "\\small", 9, 4, 240},
                                                  {"table", "\\footnotesize", 8, 3, 240},
                                                  {"table*", "\\footnotesize", 8, 3, 500},
                                                  {"table*", "\\scriptsize", 7, 1.5, 500}}};

/// What TeX reserves, and what it would read as something else.
std::string tex_letter(char letter) {
  switch (letter) {
    case '\\':
      return "\\textbackslash{}";
    case '~':
      return "\\textasciitilde{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '"':
      return "''";
    case '[':
      return "{[}";  // behind the end of a line it would be a length
    case '\n':
    case '\t':
      return " ";
    default:
      break;
  }
  static constexpr std::string_view kReserved = "{}$&#%_";
  const std::string plain(1, letter);
  return kReserved.find(letter) == std::string_view::npos ? plain : "\\" + plain;
}

/// A character beyond ASCII: letters of Latin alphabets stay as they are.
std::string tex_character(const Character& character, std::string_view bytes) {
  switch (character.code) {
    case 0xB5:
      return "$\\mu$";
    case 0xB7:
      return "\\textperiodcentered{}";
    case 0x2013:
      return "--";
    case 0x202F:
      return "\\,";
    case 0x2212:
      return "$-$";
    case 0x2248:
      return "$\\approx$";
    case 0x2713:  // marks beside a word, which says it
    case 0x2717:
      return "";
    default:
      return character.code >= 0xC0 && character.code <= 0x17F ? std::string(bytes) : "?";
  }
}

/// What stands before the point of a number, and the rest: "91", ".6"; "1", ".2$\times10^{-9}$".
using TexNumber = std::pair<std::string, std::string>;

std::string digits_at(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
  return std::string(text.substr(begin, at - begin));
}

/// Nothing where the text is no number as tables show them.
std::optional<TexNumber> tex_number(std::string text) {
  constexpr std::string_view kGroup = "\xe2\x80\xaf", kMinus = "\xe2\x88\x92";
  for (std::size_t at = 0; (at = text.find(kMinus, at)) != std::string::npos;) {
    text.replace(at, kMinus.size(), "-");
  }
  if (text == "infinite") return TexNumber{"$\\infty$", ""};
  if (text == "-infinite") return TexNumber{"$-\\infty$", ""};
  std::string whole;
  std::size_t at = 0;
  if (text.starts_with('-')) whole = "$-$", at = 1;
  const std::size_t begin = whole.size();
  whole += digits_at(text, at);
  while (text.compare(at, kGroup.size(), kGroup) == 0) {
    at += kGroup.size();
    whole += "\\," + digits_at(text, at);
  }
  if (whole.size() == begin) return std::nullopt;
  std::string rest;
  if (at < text.size() && text[at] == '.') rest = "." + digits_at(text, ++at);
  if (at < text.size() && text[at] == 'e') {
    const std::string_view exponent = std::string_view(text).substr(at + 1);
    at = text.size();
    std::size_t digit = exponent.starts_with('-') || exponent.starts_with('+') ? 1 : 0;
    const std::string sign = exponent.starts_with('-') ? "-" : "";
    while (digit + 1 < exponent.size() && exponent[digit] == '0') ++digit;
    const std::string power = digits_at(exponent, digit);
    if (power.empty() || digit != exponent.size()) return std::nullopt;
    rest += "$\\times10^{" + sign + power + "}$";
  }
  return at == text.size() ? std::optional(TexNumber{whole, rest}) : std::nullopt;
}

/// Three digits in microseconds, without an exponent: all times are in one unit.
std::string tex_duration(double ns) {
  const double x = 1e-3 * ns;
  const double first = x > 0 ? std::floor(std::log10(x)) : 0;
  return fixed_text(x, static_cast<int>(std::clamp(2 - first, 0.0, 9.0)));
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char letter) {
    return (static_cast<unsigned char>(letter) & 0xc0U) != 0x80U;
  }));
}

/// The words in lines that are no longer than `room` characters, if the words are not; a word may
/// be broken behind a hyphen.
std::vector<std::string> broken_title(const std::string& title, std::size_t room) {
  std::vector<std::string> lines = {""};
  const auto is_letter = [&title](std::size_t k) {
    return k < title.size() && std::isalpha(static_cast<unsigned char>(title[k])) != 0;
  };
  std::string space;
  for (std::size_t k = 0, end = 0; k < title.size(); k = end) {
    end = k;
    while (end < title.size() && title[end] != ' ' &&
           !(title[end] == '-' && is_letter(end - 1) && is_letter(end + 1))) {
      ++end;
    }
    if (end < title.size() && title[end] == '-') ++end;
    const std::string word = title.substr(k, end - k);
    if (lines.back().empty() || character_count(lines.back() + space + word) <= room) {
      lines.back() += space + word;
    } else {
      lines.push_back(word);
    }
    space = end < title.size() && title[end] == ' ' ? " " : "";
    end += space.size();
  }
  return lines;
}

/// The cells of one column as LaTeX has them.
struct TexColumn {
  std::vector<std::string> title;  ///< its lines
  bool numbers = false;
  bool points = false;  ///< whether any has something behind its point, which stands in line
  std::vector<std::string> cells = {};
  std::size_t characters = 0;  ///< length of the widest cell

  bool says_nothing() const {
    return std::all_of(cells.begin(), cells.end(),
                       [](const std::string& cell) { return cell == "0" || cell == "--"; });
  }
  std::string format() const { return !numbers ? "l" : points ? "r@{}l" : "r"; }
  double width_pt(const TexSetting& setting) const {
    constexpr double kCharacter = 0.52;  ///< width over the size of the font [1]
    std::size_t widest = characters;
    for (const std::string& line : title) widest = std::max(widest, character_count(line));
    return kCharacter * setting.font_pt * static_cast<double>(widest) + 2 * setting.separation_pt;
  }
  std::string header() const {
    std::string text;
    for (const std::string& line : title) text += (text.empty() ? "" : "\\\\") + tex_text(line);
    if (title.size() > 1) text = "\\shortstack{" + text + "}";
    if (!numbers) return text;
    return "\\multicolumn{" + std::string(points ? "2" : "1") + "}{" + (points ? "c" : "r") + "}{" +
           text + "}";
  }
};

TexColumn tex_column(const std::string& title, bool numbers,
                     const std::vector<std::string>& texts) {
  TexColumn column;
  column.numbers = numbers;
  constexpr std::size_t kPower = 2;  ///< characters by which a power of ten is wider than "e-9"
  std::size_t whole = 0, rest = 0;   // characters before and behind the point
  std::vector<std::optional<TexNumber>> parts;
  for (const std::string& text : texts) {
    parts.push_back(numbers ? tex_number(text) : std::nullopt);
    column.points = column.points || (parts.back() && !parts.back()->second.empty());
    const std::size_t before_point = parts.back() ? text.find_first_of(".e") : std::string::npos;
    const std::size_t all = character_count(text);
    const std::size_t left = before_point == std::string::npos
                                 ? all
                                 : character_count(std::string_view(text).substr(0, before_point));
    whole = std::max(whole, left);
    rest = std::max(rest, all - left + (parts.back() && text.find('e') < all ? kPower : 0));
  }
  column.characters = whole + rest;
  for (std::size_t r = 0; r < texts.size(); ++r) {
    const std::string text = parts[r] ? parts[r]->first : tex_text(texts[r]);
    column.cells.push_back(!column.points ? text
                           : parts[r]     ? text + "&" + parts[r]->second
                                          : "\\multicolumn{2}{r}{" + text + "}");
  }
  column.title = broken_title(title, column.characters);
  return column;
}

/// Leaves out of a table of many columns those that say nothing, and names them for the caption.
std::string leave_out_empty(std::vector<TexColumn>& columns) {
  if (columns.size() <= kFewColumns) return "";
  std::string names;
  for (const TexColumn& column : columns) {
    if (!column.says_nothing()) continue;
    names += names.empty() ? " (0 or no value throughout: " : ", ";
    for (std::size_t k = 0; k < column.title.size(); ++k) {
      const bool broken = k > 0 && !column.title[k - 1].ends_with('-');
      names += (broken ? " " : "") + column.title[k];
    }
  }
  std::erase_if(columns, [](const TexColumn& column) { return column.says_nothing(); });
  return names.empty() ? "" : names + ")";
}

const TexSetting& setting_of(const std::vector<TexColumn>& columns) {
  const auto fits = [&columns](const TexSetting& setting) {
    double width_pt = 0;
    for (const TexColumn& column : columns) width_pt += column.width_pt(setting);
    return width_pt <= setting.room_pt;
  };
  const auto* first = std::find_if(kSettings.begin(), kSettings.end(), fits);
  return first == kSettings.end() ? kSettings.back() : *first;
}

/// A row of the table, without its end.
template <class Text>
std::string cells_of(const std::vector<TexColumn>& columns, const Text& text) {
  std::string row;
  for (std::size_t k = 0; k < columns.size(); ++k) row += (k == 0 ? "" : " & ") + text(columns[k]);
  return row;
}

/// One table, or the part of it from the row `first` on.
std::string table_part(const std::vector<TexColumn>& columns, const std::string& caption,
                       const std::string& label, std::size_t first, std::size_t count) {
  const TexSetting& setting = setting_of(columns);
  const std::string environment = setting.environment;
  std::string text = "\\begin{" + environment + "}\n  \\centering\n  \\caption{" + caption + "}\n";
  if (first == 0) text += "  \\label{tab:" + label + "}\n";
  text += "  " + std::string(setting.font) + "\\setlength{\\tabcolsep}{" +
          short_text(setting.separation_pt) + "pt}\n";
  text += "  \\begin{tabular}{";
  for (const TexColumn& column : columns) text += column.format();
  text += "}\n    \\toprule\n    " +
          cells_of(columns, [](const TexColumn& column) { return column.header(); }) +
          " \\\\\n    \\midrule\n";
  for (std::size_t r = first; r < first + count; ++r) {
    text += "    " + cells_of(columns, [r](const TexColumn& column) { return column.cells[r]; }) +
            " \\\\\n";
  }
  return text + "    \\bottomrule\n  \\end{tabular}\n\\end{" + environment + "}\n\n";
}

}  // namespace

std::string tex_text(std::string_view text) {
  const std::string seen = seen_text(text);
  std::string tex;
  for (std::string_view left = seen; !left.empty();) {
    const Character character = first_character(left);
    const std::size_t bytes = std::max<std::size_t>(character.bytes, 1);
    const char letter = left.front();
    if (bytes > 1) {
      tex += tex_character(character, left.substr(0, bytes));
    } else if (letter == '-' && tex.ends_with('-')) {
      tex += "{}-";  // no dash
    } else if (letter == '^') {
      // What stands behind it is raised: "m/s^2".
      std::size_t end = 1;
      while (end < left.size() && (std::isalnum(static_cast<unsigned char>(left[end])) != 0 ||
                                   (end == 1 && left[end] == '-'))) {
        ++end;
      }
      tex += end == 1 ? "\\textasciicircum{}"
                      : "\\textsuperscript{" + std::string(left.substr(1, end - 1)) + "}";
      left.remove_prefix(end - 1);
    } else {
      tex += tex_letter(letter);
    }
    left.remove_prefix(bytes);
  }
  const std::size_t first = tex.find_first_not_of(' ');
  return first == std::string::npos ? "" : tex.substr(first);
}

std::string tex_comment(std::string_view text) {
  std::string line = seen_text(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return "% " + line + "\n";
}

std::string HtmlTable::tex() const {
  if (!tex_instead_.empty()) return tex_instead_;
  std::vector<TexColumn> columns;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    std::vector<std::string> texts;
    for (const Row& row : rows_) {
      const HtmlCell& cell = row.cells[k];
      const bool timed = columns_[k].value_is_ns && !cell.value.empty();
      texts.push_back(cell.is_empty ? "\xe2\x80\x93"
                      : timed       ? tex_duration(std::strtod(cell.value.c_str(), nullptr))
                                    : cell.shown.plain());
    }
    const std::string unit = columns_[k].value_is_ns ? " [\xc2\xb5s]" : "";
    columns.push_back(
        tex_column(columns_[k].title + unit, columns_[k].kind == HtmlColumn::number, texts));
  }
  const std::string caption = tex_text(caption_ + leave_out_empty(columns));
  std::string text;
  for (std::size_t first = 0; first < rows_.size(); first += kPageRows) {
    text += table_part(columns, caption + (first > 0 ? " (continued)" : ""), id_, first,
                       std::min(kPageRows, rows_.size() - first));
  }
  return text;
}

std::string HtmlSection::tex() const {
  std::string text;
  for (const auto& part : parts_) {
    if (const auto* table = std::get_if<HtmlTable>(&part)) text += table->tex();
  }
  return text.empty() ? "" : tex_comment(title_) + text;
}

}  // namespace touchstone
