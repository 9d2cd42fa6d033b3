// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of SVG text, in user units with y down.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

using SvgPoint = std::array<double, 2>;

/// A coordinate: at most two digits after the point.
std::string svg_number(double x);
/// Escapes what XML reserves, and replaces what cannot be seen, which XML forbids.
std::string svg_escaped(std::string_view text);
std::string svg_line(const SvgPoint& a, const SvgPoint& b, std::string_view stroke,
                     double width = 1);
/// `anchor`: start, middle or end.
std::string svg_label(const SvgPoint& at, std::string_view text, std::string_view anchor,
                      double turn_degrees = 0);
std::string svg_polygon(const std::vector<SvgPoint>& corners, std::string_view fill,
                        std::string_view stroke);
/// How an outline is drawn.
struct SvgPen {
  std::string_view stroke = "black";
  double width = 1;
  bool dashed = false;
  std::string_view fill = "none";
  double fill_opacity = 1;
  bool closed = false;
};
std::string svg_outline(const std::vector<SvgPoint>& points, const SvgPen& pen);
/// Corners of the mark of the k-th of several curves: a circle's 16, a square's, those of triangles
/// upwards and downwards, a diamond's, then a circle's again.
std::vector<SvgPoint> svg_mark(const SvgPoint& at, std::size_t k, double radius);
std::string svg_dot(const SvgPoint& at, std::string_view fill);
/// A whole file. `description` says in words what it shows, for who cannot see it; may be empty.
std::string svg_document(double width, double height, const std::string& content,
                         const std::string& description = {});

/// What a picture shows, in a sentence: "TITLE: WHAT; PARTS: NAME, NAME." Each name stands once.
std::string svg_description(const std::string& title, const std::string& what,
                            const std::string& parts, const std::vector<std::string>& names);

/// A drawing or plot that is not yet a file.
struct SvgPart {
  double width = 0;
  double height = 0;
  std::string content;
  std::string description = {};  ///< a sentence; may be empty
};
/// A whole file of at least one part, from top to bottom.
std::string svg_document(const std::vector<SvgPart>& parts);

/// A colour for the k-th of several things, the same for k and k + 8.
std::string_view svg_colour(std::size_t k);

}  // namespace touchstone
