// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_geometry.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace touchstone {

std::string_view style_name(ShapeStyle style) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "body 1", "body 2", "grown body 1", "grown body 2", "plane", "vector", "region", "astray"};
  return kNames.at(static_cast<std::size_t>(style));
}

double GeometryDrawing::value(const std::string& name) const {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const FigureValue& one) { return one.name == name; });
  return found == values.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

const std::vector<GeometryFigure>& geometry_figures() {
  static const std::vector<GeometryFigure> kFigures = {
      {"thesis-figure3", "Ratio Metric Bounds: Exterior Case",
       "that r = D*/(D* - s*), rho = s*/D* and s/D <= rho", draw_exterior_bounds},
      {"thesis-figure4", "Ratio Metric Bounds: Interior Case",
       "that r = D*/(D* + s*), rho = -s*/D* and rho <= -s/D", draw_interior_bounds},
      {"thesis-figure5", "Separating hyperplanes and direction of minimal translation",
       "that H need not be across the minimal translation", draw_separating_planes},
      {"thesis-figure6", "Corner-on-Face", "that the contact is one event, CoF",
       draw_corner_on_face},
      {"thesis-figure7", "Edge-on-Edge", "that the contact is one event, EoE", draw_edge_on_edge},
      {"thesis-figure8", "Face-on-Face", "that the events are two CoF and two EoE",
       draw_face_on_face},
      {"thesis-figure9", "2D Example: Contact Region Is Convex Hull of BCUs",
       "that the segment of contact ends in two events", draw_contact_region},
      {"thesis-figure10", "Nondifferentiability of Euclidean distance function",
       "that d = min(d_2, d_3) and has no derivative at theta = 0", draw_kink_of_distance},
      {"thesis-figure12", "Example of Two Component Signed Distance Functions",
       "the 32 potential events, and that the largest component is rho; the thesis's BC is curved, "
       "ours is straight: in place of its 4 events with the sides of P_2 it has 4 with the corners",
       draw_component_functions},
      {"yi-figure1", "A body is pushed out another way than it came in",
       "that the minimum translation is across the way in", draw_pushed_elsewhere},
      {"yi-figure2", "Normals of single sides (red) lock two boxes, that of phi (green) parts them",
       "that normals of sides let no corner move, and that of the minimum translation parts them",
       draw_interlocked},
      {"yi-figure3",
       "The line of centres (red) pushes a ball along a long box, phi's normal (green) out",
       "how far each normal moves the ball until it is free", draw_long_box},
      {"yi-figure4", "The contact plane of a box on a prism",
       "that the plane holds the box's face and the prism's ridge", draw_contact_plane},
  };
  return kFigures;
}

}  // namespace touchstone
