// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/drawing_svg.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "reports/svg/plot_svg.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kDrawingWidth = 560;
constexpr double kDrawingMargin = 50;
constexpr double kDrawingBorder = 0.06;  ///< room on each side, over the size of what is shown [1]
constexpr const char* kDrawingGrid = "#e4e4e4";

/// Axes of the picture: of the plane, or from 25 degrees above and 25 to the side.
struct Axes {
  Vec3 right = Vec3::UnitX();
  Vec3 up = Vec3::UnitY();
};

Axes axes_of(const GeometryDrawing& drawing) {
  if (drawing.planar) return {};
  constexpr double kAngle = 0.436;
  const double c = std::cos(kAngle);
  const double s = std::sin(kAngle);
  return {Vec3(c, s, 0), Vec3(-s * s, c * s, c)};
}

/// From metres to the picture.
class Sheet {
 public:
  Sheet(const GeometryDrawing& drawing, const Axes& axes) : axes_(axes) {
    for (const FigureShape& shape : drawing.shapes) {
      for (const Vec3& p : shape.points) see(p);
    }
    for (const FigurePoint& point : drawing.points) see(point.at);
    // Not much higher than wide.
    const double wider = std::max(0.0, (high_ - low_) / 2 - (right_ - left_)) / 2;
    left_ -= wider, right_ += wider;
    const double extent = std::max(right_ - left_, high_ - low_);
    const double room = extent > 0 ? kDrawingBorder * extent : 1;
    left_ -= room, right_ += room, low_ -= room, high_ += room;
    scale_ = (kDrawingWidth - 2 * kDrawingMargin) / (right_ - left_);
  }

  SvgPoint at(const Vec3& p) const { return on(axes_.right.dot(p), axes_.up.dot(p)); }
  SvgPoint on(double x, double y) const {
    return {kDrawingMargin + scale_ * (x - left_), kDrawingMargin + scale_ * (high_ - y)};
  }
  double height() const { return 2 * kDrawingMargin + scale_ * (high_ - low_); }
  double left() const { return left_; }
  double right() const { return right_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  void see(const Vec3& p) {
    left_ = std::min(left_, axes_.right.dot(p));
    right_ = std::max(right_, axes_.right.dot(p));
    low_ = std::min(low_, axes_.up.dot(p));
    high_ = std::max(high_, axes_.up.dot(p));
  }

  Axes axes_;
  double left_ = 1e300, right_ = -1e300, low_ = 1e300, high_ = -1e300;
  double scale_ = 1;
};

/// Half a metre, or half a power of ten of metres where that is much more or less than the width.
double unit_of(const Sheet& sheet) {
  constexpr double kUsual = 40;
  const double width = sheet.right() - sheet.left();
  if (width >= 1 && width <= kUsual) return 0.5;
  return 0.5 * std::pow(10, std::floor(std::log10(width)));
}

/// A grid of half metres or metres, and what they are.
std::string planar_axes(const Sheet& sheet) {
  const double width = sheet.right() - sheet.left();
  const double step = unit_of(sheet) == 0.5 && width > 5 ? 1 : unit_of(sheet);
  std::string svg;
  // Adding 0 makes 0 of -0.
  for (double x = std::ceil(sheet.left() / step) * step + 0.0; x <= sheet.right(); x += step) {
    const SvgPoint below = sheet.on(x, sheet.low());
    svg += svg_line(below, sheet.on(x, sheet.high()), kDrawingGrid);
    svg += svg_label({below[0], below[1] + 15}, short_text(x), "middle");
  }
  for (double y = std::ceil(sheet.low() / step) * step + 0.0; y <= sheet.high(); y += step) {
    const SvgPoint beside = sheet.on(sheet.left(), y);
    svg += svg_line(beside, sheet.on(sheet.right(), y), kDrawingGrid);
    svg += svg_label({beside[0] - 5, beside[1] + 4}, short_text(y), "end");
  }
  svg += svg_label({kDrawingWidth / 2, sheet.height() - 14}, "x [m]", "middle");
  return svg + svg_label({14, sheet.height() / 2}, "y [m]", "middle", -90);
}

/// Half a metre or another unit along each axis.
std::string spatial_axes(const Sheet& sheet) {
  const double unit = unit_of(sheet);
  std::string svg;
  const SvgPoint origin = {kDrawingMargin, sheet.height() - 20};
  for (const auto& [axis, name] : {std::pair{Vec3::UnitX().eval(), "x"},
                                   {Vec3::UnitY().eval(), "y"},
                                   {Vec3::UnitZ().eval(), "z"}}) {
    const SvgPoint zero = sheet.at(Vec3::Zero());
    const SvgPoint tip = sheet.at(unit * axis);
    const SvgPoint end = {origin[0] + tip[0] - zero[0], origin[1] + tip[1] - zero[1]};
    svg += svg_line(origin, end, "black") + svg_label({end[0] + 3, end[1] - 3}, name, "start");
  }
  return svg + svg_label({kDrawingWidth - kDrawingMargin, sheet.height() - 14},
                         "axes: " + short_text(unit) + " m", "end");
}

std::string_view vector_colour(ShapeStyle style) {
  return style == ShapeStyle::vector ? svg_colour(2) : "#b00020";
}

SvgPen pen_of(const FigureShape& shape) {
  SvgPen pen;
  pen.closed = shape.closed;
  switch (shape.style) {
    case ShapeStyle::body_A:
    case ShapeStyle::body_B:
      pen.stroke = svg_colour(shape.style == ShapeStyle::body_A ? 0 : 1);
      pen.width = 1.5;
      if (shape.closed) pen.fill = pen.stroke;
      pen.fill_opacity = 0.15;
      break;
    case ShapeStyle::grown_A:
    case ShapeStyle::grown_B:
      pen.stroke = svg_colour(shape.style == ShapeStyle::grown_A ? 0 : 1);
      pen.dashed = true;
      break;
    case ShapeStyle::plane:
      pen.stroke = svg_colour(6);
      break;
    case ShapeStyle::vector:
    case ShapeStyle::astray:
      pen.stroke = vector_colour(shape.style);
      pen.width = 2.5;
      break;
    case ShapeStyle::region:
      pen.stroke = svg_colour(3);
      pen.fill = svg_colour(3);
      pen.fill_opacity = 0.5;
      pen.width = 2.5;
      break;
  }
  return pen;
}

/// Where a name is least in the way: at the corner farthest from the middle of the picture, of
/// grown bodies the next one; of planes at either end in turn.
Vec3 name_place(const FigureShape& shape, const Vec3& middle, std::size_t number) {
  if (shape.style == ShapeStyle::plane) {
    return number % 2 == 0 ? shape.points.front() : shape.points.back();
  }
  if (!shape.closed) return shape.points.front();
  std::vector<Vec3> corners = shape.points;
  std::sort(corners.begin(), corners.end(), [&](const Vec3& a, const Vec3& b) {
    return (a - middle).norm() > (b - middle).norm();
  });
  const bool grown = shape.style == ShapeStyle::grown_A || shape.style == ShapeStyle::grown_B;
  return corners[grown ? 1 : 0];
}

Vec3 middle_of(const GeometryDrawing& drawing) {
  Vec3 sum = Vec3::Zero();
  double count = 0;
  for (const FigureShape& shape : drawing.shapes) {
    for (const Vec3& p : shape.points) sum += p;
    count += static_cast<double>(shape.points.size());
  }
  return sum / std::max(1.0, count);
}

/// Names, none of which stands on another one.
class Names {
 public:
  explicit Names(double height) : height_(height) {}

  /// Writes a name at the first of some places about `at` that is free, `wanted` from it if that
  /// is; where none is free, there.
  void add(const std::string& name, const SvgPoint& at, const SvgPoint& wanted) {
    Box chosen = box_at(name, {at[0] + wanted[0], at[1] + wanted[1]});
    constexpr double kFarthest = 5;  // lines of text
    for (double far = 1; !free(chosen) && far <= kFarthest; ++far) {
      for (int k = 0; k < 8; ++k) {
        const double angle = 0.25 * std::numbers::pi * k;
        const double x = at[0] + far * kLine * std::cos(angle);
        const Box box = box_at(name, {std::cos(angle) < -0.1 ? x - width_of(name) : x,
                                      at[1] + far * kLine * std::sin(angle)});
        if (!free(box)) continue;
        chosen = box;
        break;
      }
    }
    taken_.push_back(chosen);
    svg_ += svg_label({chosen.left, chosen.bottom}, name, "start");
  }
  const std::string& svg() const { return svg_; }

 private:
  static constexpr double kLine = 14;        ///< height of a line
  static constexpr double kCharacter = 6.8;  ///< width of a character, about
  struct Box {
    double left, right, top, bottom;
  };

  static double width_of(const std::string& name) {
    return kCharacter * static_cast<double>(name.size());
  }
  static Box box_at(const std::string& name, const SvgPoint& corner) {
    return {corner[0], corner[0] + width_of(name), corner[1] - kLine, corner[1]};
  }
  bool free(const Box& box) const {
    return box.left > 0 && box.right < kDrawingWidth && box.top > kLine && box.bottom < height_ &&
           std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
             return box.left < other.right && other.left < box.right && box.top < other.bottom &&
                    other.top < box.bottom;
           });
  }

  double height_;
  std::vector<Box> taken_;
  std::string svg_;
};

std::string shapes_svg(const GeometryDrawing& drawing, const Sheet& sheet) {
  std::string svg;
  Names names(sheet.height());
  const Vec3 middle = middle_of(drawing);
  for (std::size_t k = 0; k < drawing.shapes.size(); ++k) {
    const FigureShape& shape = drawing.shapes[k];
    std::vector<SvgPoint> points;
    for (const Vec3& p : shape.points) points.push_back(sheet.at(p));
    svg += svg_outline(points, pen_of(shape));
    if (shape.style == ShapeStyle::vector || shape.style == ShapeStyle::astray) {
      svg += svg_dot(points.back(), vector_colour(shape.style));
    }
    if (shape.name.empty()) continue;
    const SvgPoint at = sheet.at(name_place(shape, middle, k));
    names.add(shape.name, at, {5, -5});
  }
  for (const FigurePoint& point : drawing.points) {
    const SvgPoint at = sheet.at(point.at);
    svg += svg_dot(at, "black");
    names.add(point.name, at, {5, 13});
  }
  return svg + names.svg();
}

Plot plot_of(const GeometryDrawing& drawing, const std::string& title) {
  Plot plot;
  plot.title = title;
  plot.x_label = drawing.x_label;
  plot.y_label = drawing.y_label;
  plot.logarithmic = false;
  for (const FigureCurve& curve : drawing.curves) {
    plot.lines.push_back({curve.name, curve.x, curve.y, curve.dots});
  }
  return plot;
}

}  // namespace

SvgPart drawing_part(const GeometryDrawing& drawing, const std::string& title) {
  if (!drawing.curves.empty()) return plot_part(plot_of(drawing, title));
  const Axes axes = axes_of(drawing);
  const Sheet sheet(drawing, axes);
  std::string svg = svg_label({kDrawingWidth / 2, 24}, title, "middle");
  svg += drawing.planar ? planar_axes(sheet) : spatial_axes(sheet);
  std::vector<std::string> names;
  for (const FigureShape& shape : drawing.shapes) names.push_back(shape.name);
  for (const FigurePoint& point : drawing.points) names.push_back(point.name);
  return {kDrawingWidth, sheet.height(), svg + shapes_svg(drawing, sheet),
          svg_description(title, drawing.planar ? "a drawing in the plane" : "a drawing in space",
                          "parts", names)};
}

}  // namespace touchstone
