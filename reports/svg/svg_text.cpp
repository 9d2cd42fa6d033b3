// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/svg_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <numbers>
#include <set>

#include "schema/visible_text.hpp"

namespace touchstone {
namespace {

std::string pair_text(const SvgPoint& p) { return svg_number(p[0]) + "," + svg_number(p[1]); }

std::string points_text(const std::vector<SvgPoint>& points) {
  std::string text;
  for (const SvgPoint& point : points) text += (text.empty() ? "" : " ") + pair_text(point);
  return text;
}

std::string quoted(std::string_view key, std::string_view value) {
  return " " + std::string(key) + "=\"" + std::string(value) + "\"";
}

}  // namespace

std::string svg_number(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", x == 0 ? 0 : x);
  std::string shown = text;
  while (shown.back() == '0') shown.pop_back();
  if (shown.back() == '.') shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

std::string svg_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : seen_text(text)) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string svg_line(const SvgPoint& a, const SvgPoint& b, std::string_view stroke, double width) {
  return "<line" + quoted("x1", svg_number(a[0])) + quoted("y1", svg_number(a[1])) +
         quoted("x2", svg_number(b[0])) + quoted("y2", svg_number(b[1])) +
         quoted("stroke", stroke) + quoted("stroke-width", svg_number(width)) + "/>\n";
}

std::string svg_label(const SvgPoint& at, std::string_view text, std::string_view anchor,
                      double turn_degrees) {
  std::string tag = "<text" + quoted("x", svg_number(at[0])) + quoted("y", svg_number(at[1])) +
                    quoted("text-anchor", anchor);
  if (turn_degrees != 0) {
    tag += quoted("transform", "rotate(" + svg_number(turn_degrees) + " " + svg_number(at[0]) +
                                   " " + svg_number(at[1]) + ")");
  }
  return tag + ">" + svg_escaped(text) + "</text>\n";
}

std::string svg_polygon(const std::vector<SvgPoint>& corners, std::string_view fill,
                        std::string_view stroke) {
  return "<polygon" + quoted("points", points_text(corners)) + quoted("fill", fill) +
         quoted("stroke", stroke) + quoted("stroke-linejoin", "round") + "/>\n";
}

std::string svg_outline(const std::vector<SvgPoint>& points, const SvgPen& pen) {
  std::string tag = std::string(pen.closed ? "<polygon" : "<polyline") +
                    quoted("points", points_text(points)) + quoted("fill", pen.fill) +
                    quoted("stroke", pen.stroke) + quoted("stroke-width", svg_number(pen.width));
  if (pen.fill != "none") tag += quoted("fill-opacity", svg_number(pen.fill_opacity));
  if (pen.dashed) tag += quoted("stroke-dasharray", "5 3");
  return tag + "/>\n";
}

std::vector<SvgPoint> svg_mark(const SvgPoint& at, std::size_t k, double radius) {
  struct MarkShape {
    int corners;
    double size, turn;
  };
  static constexpr MarkShape kShapes[] = {{16, 1, 0},
                                          {4, 1.25, std::numbers::pi / 4},
                                          {3, 1.4, 0},
                                          {3, 1.4, std::numbers::pi},
                                          {4, 1.4, 0}};
  const MarkShape& shape = kShapes[k % std::size(kShapes)];
  std::vector<SvgPoint> corners;
  for (int i = 0; i < shape.corners; ++i) {
    const double angle = shape.turn + 2 * std::numbers::pi * i / shape.corners;
    const double reach = radius * shape.size;
    corners.push_back({at[0] + reach * std::sin(angle), at[1] - reach * std::cos(angle)});
  }
  return corners;
}

std::string svg_dot(const SvgPoint& at, std::string_view fill) {
  return "<circle" + quoted("cx", svg_number(at[0])) + quoted("cy", svg_number(at[1])) +
         quoted("r", "3") + quoted("fill", fill) + "/>\n";
}

std::string svg_document(double width, double height, const std::string& content,
                         const std::string& description) {
  const std::string w = svg_number(width);
  const std::string h = svg_number(height);
  return "<svg" + quoted("xmlns", "http://www.w3.org/2000/svg") + quoted("width", w) +
         quoted("height", h) + quoted("viewBox", "0 0 " + w + " " + h) +
         quoted("font-family", "sans-serif") + quoted("font-size", "12") + ">\n" +
         (description.empty() ? "" : "<desc>" + svg_escaped(description) + "</desc>\n") + "<rect" +
         quoted("width", w) + quoted("height", h) + quoted("fill", "white") + "/>\n" + content +
         "</svg>\n";
}

std::string svg_description(const std::string& title, const std::string& what,
                            const std::string& parts, const std::vector<std::string>& names) {
  std::string listed;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (name.empty() || !seen.insert(name).second) continue;
    listed += (listed.empty() ? "; " + parts + ": " : ", ") + name;
  }
  return (title.empty() ? "" : title + ": ") + what + listed + ".";
}

std::string svg_document(const std::vector<SvgPart>& parts) {
  if (parts.size() == 1) {
    return svg_document(parts[0].width, parts[0].height, parts[0].content, parts[0].description);
  }
  double width = 0;
  double height = 0;
  std::string content;
  std::string description;
  for (const SvgPart& part : parts) {
    content += "<g" + quoted("transform", "translate(0 " + svg_number(height) + ")") + ">\n" +
               part.content + "</g>\n";
    width = std::max(width, part.width);
    height += part.height;
    if (part.description.empty()) continue;
    description += (description.empty() ? "" : " ") + part.description;
  }
  return svg_document(width, height, content, description);
}

std::string_view svg_colour(std::size_t k) {
  constexpr std::string_view kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                           "#e69f00", "#56b4e9", "#7f7f7f", "#b8a800"};
  return kColours[k % 8];
}

}  // namespace touchstone
