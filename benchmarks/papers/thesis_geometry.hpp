// SPDX-License-Identifier: GPL-3.0-or-later
// The figures 3 to 10 and 12 of Hart's thesis (hart2007thesis), which explain geometry: the ratio
// metric's bounds, its planes, events, what is not differentiable. Also figures 1 to 4 of Yi &
// Drumwright (yi_drumwright), which explain normals and the contact plane.
//
// They are drawings without coordinates or numbers. The bodies are ours, placed as the captions
// and the text say; r, normals, points and events are computed. Planar bodies are prisms about z.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

enum class ShapeStyle : std::uint8_t {
  body_A,   ///< the thesis's body 1
  body_B,   ///< body 2
  grown_A,  ///< grown or contracted
  grown_B,
  plane,   ///< seen along itself
  vector,  ///< from its first to its last point
  region,  ///< what is in contact
  astray   ///< a vector that does not lead apart
};

/// "body 1", "grown body 2", "plane", ...
std::string_view style_name(ShapeStyle style);

struct FigureShape {
  std::string name;  ///< empty: only drawn
  ShapeStyle style = ShapeStyle::body_A;
  std::vector<Vec3> points;  ///< world [m]
  bool closed = false;
};

struct FigurePoint {
  std::string name;
  Vec3 at;  ///< world [m]
};

struct FigureValue {
  std::string name;
  std::string unit;
  double value = 0;
  std::string meaning;
};

struct FigureCurve {
  std::string name;
  std::vector<double> x, y;
  bool dots = false;  ///< a dot at each point
};

/// A figure, computed.
struct GeometryDrawing {
  bool planar = true;  ///< x to the right, y up; else seen obliquely, z up
  std::vector<FigureShape> shapes;
  std::vector<FigurePoint> points;
  std::vector<FigureValue> values;
  std::vector<FigureCurve> curves;  ///< lines of a plot, which has no shapes
  std::string x_label, y_label;     ///< axes of a plot, with units

  /// The value of that name; NaN if there is none.
  double value(const std::string& name) const;
};

struct GeometryFigure {
  std::string name;      ///< "thesis-figure3"
  std::string title;     ///< what the figure shows: in the thesis its title
  std::string compared;  ///< what of the printed figure and its text is computed and compared
  GeometryDrawing (*make)();
};

const std::vector<GeometryFigure>& geometry_figures();

// Each of these computes one figure.

GeometryDrawing draw_exterior_bounds();      ///< figure 3
GeometryDrawing draw_interior_bounds();      ///< 4
GeometryDrawing draw_separating_planes();    ///< 5
GeometryDrawing draw_corner_on_face();       ///< 6
GeometryDrawing draw_edge_on_edge();         ///< 7
GeometryDrawing draw_face_on_face();         ///< 8
GeometryDrawing draw_contact_region();       ///< 9
GeometryDrawing draw_kink_of_distance();     ///< 10
GeometryDrawing draw_component_functions();  ///< 12
GeometryDrawing draw_pushed_elsewhere();     ///< figure 1 of Yi & Drumwright
GeometryDrawing draw_interlocked();          ///< 2
GeometryDrawing draw_long_box();             ///< 3
GeometryDrawing draw_contact_plane();        ///< 4

}  // namespace touchstone
