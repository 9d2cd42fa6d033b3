// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/verify_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "reports/distinct_names.hpp"
#include "reports/svg/print_svg.hpp"
#include "reports/verify_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kCellHeight_pt = 12;
constexpr double kCellWidth_pt = 22.5;  ///< least: of "99.99"
constexpr double kMargin_pt = 3;

/// The cases of a metric in a column.
struct MatrixCell {
  bool was_run = false;
  std::uint64_t right = 0;
  std::uint64_t applicable = 0;

  std::string text() const {
    return !was_run ? "" : applicable == 0 ? "\xe2\x80\x93" : percent_text(right, applicable);
  }
  /// 0: all are right, 1: none is. A root sets few wrong ones apart from none.
  double darkness() const {
    if (applicable == 0) return 0;
    const auto wrong = static_cast<double>(applicable - right);
    return std::sqrt(wrong / static_cast<double>(applicable));
  }
};

/// What a column is of.
const std::string& column_of(const CampaignRow& row, bool of_groups) {
  return of_groups ? group_of(row) : row.family;
}

MatrixCell cell_at(const CampaignResult& result, const std::string& metric,
                   const std::string& column, bool of_groups) {
  MatrixCell cell;
  for (const CampaignRow* row : rows_of(result, metric)) {
    if (column_of(*row, of_groups) != column) continue;
    cell.was_run = true;
    cell.right += row->right;
    cell.applicable += row->decided();
  }
  return cell;
}

/// From white to a dark blue: its grey falls evenly.
std::string shade(double darkness) {
  constexpr std::array<double, 3> kDark = {8, 48, 107};
  std::array<int, 3> mixed{};
  for (std::size_t k = 0; k < 3; ++k) {
    mixed[k] = static_cast<int>(std::lround(255 + darkness * (kDark[k] - 255)));
  }
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
  return text.data();
}

std::string cell_svg(const MatrixCell& cell, double left, double top, double width) {
  constexpr double kDarkEnough = 0.62;  ///< for white text
  if (!cell.was_run) return "";
  const double right = left + width;
  const double bottom = top + kCellHeight_pt;
  const double darkness = cell.darkness();
  const std::string fill = shade(darkness);
  const SvgPen pen = {.stroke = "#999999", .width = 0.4, .fill = fill, .closed = true};
  const std::string box =
      svg_outline({{left, top}, {right, top}, {right, bottom}, {left, bottom}}, pen);
  const std::string text =
      svg_label({left + width / 2, top + kCellHeight_pt - 3.2}, cell.text(), "middle");
  if (darkness < kDarkEnough) return box + text;
  return box + "<g fill=\"white\">" + text + "</g>\n";
}

double widest_of(const std::vector<std::string>& names) {
  double widest = 0;
  for (const std::string& name : names) widest = std::max(widest, print_width(name));
  return widest;
}

/// Cells by row and column.
struct Matrix {
  std::vector<std::string> rows, columns;
  std::vector<std::vector<MatrixCell>> cells = {};

  Matrix transposed() const {
    Matrix other{columns, rows};
    other.cells.resize(columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (const auto& row : cells) other.cells[c].push_back(row[c]);
    }
    return other;
  }
};

/// Where the columns stand, whose names are turned upwards where they are too long.
struct MatrixLayout {
  double left = 0, top = 0, cell = 0;
  bool turned = false;

  explicit MatrixLayout(const Matrix& matrix) {
    left = kMargin_pt + widest_of(matrix.rows) + 4;
    const double room =
        (kColumn_pt - kMargin_pt - left) / static_cast<double>(matrix.columns.size());
    const double widest = widest_of(matrix.columns) + 4;
    cell = std::clamp(room, kCellWidth_pt, std::max(kCellWidth_pt, widest));
    turned = widest > cell;
    top = kMargin_pt + (turned ? widest : kPrintLine_pt);
  }
  double column(std::size_t k) const { return left + cell * static_cast<double>(k); }
  double row(std::size_t k) const { return top + kCellHeight_pt * static_cast<double>(k); }
};

/// A row for each metric, or for each family where these are more and there is no room.
Matrix matrix_of(const CampaignResult& result) {
  Matrix matrix{metrics_of(result), groups_of(result)};
  const bool of_groups = matrix.columns.size() > 1;
  if (!of_groups) {
    matrix.columns = distinct_names(result.rows, [](const auto& row) { return row.family; });
  }
  for (const std::string& metric : matrix.rows) {
    matrix.cells.emplace_back();
    for (const std::string& column : matrix.columns) {
      matrix.cells.back().push_back(cell_at(result, metric, column, of_groups));
    }
  }
  const bool fits = MatrixLayout(matrix).column(matrix.columns.size()) <= kColumn_pt;
  return fits || matrix.columns.size() <= matrix.rows.size() ? matrix : matrix.transposed();
}

std::string header_svg(const std::vector<std::string>& columns, const MatrixLayout& layout) {
  std::string svg;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double middle = layout.column(k) + layout.cell / 2;
    svg += layout.turned ? svg_label({middle + 2.8, layout.top - 3}, columns[k], "start", -90)
                         : svg_label({middle, layout.top - 3}, columns[k], "middle");
  }
  return svg;
}

std::vector<std::string> matrix_notes(const CampaignResult& result, const Matrix& matrix,
                                      double width) {
  std::string text = "Percent of the applicable cases that are right to " +
                     exact_text(result.tolerance) + " of size.";
  const auto any = [&matrix](const std::string& what) {
    return std::any_of(matrix.cells.begin(), matrix.cells.end(), [&](const auto& row) {
      return std::any_of(row.begin(), row.end(),
                         [&](const MatrixCell& cell) { return cell.text() == what; });
    });
  };
  if (any("\xe2\x80\x93")) text += " A dash: no case applies.";
  if (any("")) text += " Nothing: not run.";
  return print_lines(text, width);
}

}  // namespace

std::string verify_svg(const CampaignResult& result, const std::string& made_by) {
  const Matrix matrix = matrix_of(result);
  const MatrixLayout layout(matrix);
  std::string svg = header_svg(matrix.columns, layout);
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    svg +=
        svg_label({layout.left - 4, layout.row(r) + kCellHeight_pt - 3.2}, matrix.rows[r], "end");
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      svg += cell_svg(matrix.cells[r][c], layout.column(c), layout.row(r), layout.cell);
    }
  }
  const double width = std::max(kColumn_pt, layout.column(matrix.columns.size()) + kMargin_pt);
  const double below = layout.row(matrix.rows.size()) + 3;
  const auto notes = matrix_notes(result, matrix, width - 2 * kMargin_pt);
  svg += print_text(notes, kMargin_pt, below);
  const double height = below + kPrintLine_pt * static_cast<double>(notes.size()) + kMargin_pt;
  return print_document({width, height, svg}, made_by);
}

}  // namespace touchstone
