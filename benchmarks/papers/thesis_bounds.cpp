// SPDX-License-Identifier: GPL-3.0-or-later
// Figures 3, 4 and 5: the planes H, H_1, H_2 and the bounds of Theorem 2.16.
#include <cmath>

#include "benchmarks/papers/thesis_pair.hpp"

namespace touchstone {
namespace {

constexpr double kPlaneLength = 1.6;  ///< a plane is drawn so far, either way [m]

FigureShape plane_through(const std::string& name, const Vec3& p, const Vec3& n) {
  const Vec3 along = Vec3::UnitZ().cross(n);
  return {name, ShapeStyle::plane, {p - kPlaneLength * along, p + kPlaneLength * along}, false};
}

/// D* and s* are along the normal of H; outside r = D*/(D* - s*), inside D*/(D* + s*).
std::vector<FigureValue> bounds_of(const ThesisPair& asked) {
  const double D = asked.d().norm();
  const double D_star = asked.n.dot(asked.d());
  const double s_star = std::abs(asked.n.dot(asked.p_A - asked.p_B));
  const double s = std::abs(asked.phi);
  const double sign = asked.phi > 0 ? 1 : -1;
  return {{"r", "1", asked.r, "growth ratio (2.3)"},
          {"rho", "1", asked.rho, "ratio metric (2.4)"},
          {"phi", "m", asked.phi, "signed distance; s is its size"},
          {"D", "m", D, "distance of the interior points"},
          {"D*", "m", D_star, "the same along the normal of H"},
          {"s*", "m", s_star, "distance of H_1 and H_2"},
          {"|p_1 - p_2|", "m", (asked.p_A - asked.p_B).norm(), "length of the segment"},
          {"D*/(D* -+ s*)", "1", D_star / (D_star - sign * s_star), "is r"},
          {"+-s*/D*", "1", sign * s_star / D_star, "is rho (2.7, 2.10)"},
          {"+-s/D", "1", sign * s / D, "bound of rho (2.9, 2.10)"}};
}

GeometryDrawing bounds_drawing(const Outline& A, const Outline& B) {
  const ThesisPair asked = ask_thesis_pair(make_outline_prism(A, kPrismHalfHeight),
                                           make_outline_prism(B, kPrismHalfHeight));
  GeometryDrawing drawing;
  drawing.shapes = {
      outline_shape("P_1", ShapeStyle::body_A, A),
      outline_shape("P_2", ShapeStyle::body_B, B),
      {"P_1(x_1, r)", ShapeStyle::grown_A, grown_outline(A, asked.x_A, asked.r), true},
      {"P_2(x_2, r)", ShapeStyle::grown_B, grown_outline(B, asked.x_B, asked.r), true},
      plane_through("H", asked.p, asked.n),
      plane_through("H_1", asked.p_A, asked.n),
      plane_through("H_2", asked.p_B, asked.n),
      {"", ShapeStyle::vector, {asked.p_B, asked.p_A}, false}};
  drawing.points = {{"x_1", asked.x_A},
                    {"x_2", asked.x_B},
                    {"p", asked.p},
                    {"p_1", asked.p_A},
                    {"p_2", asked.p_B}};
  drawing.values = bounds_of(asked);
  return drawing;
}

const Outline kTriangle = {{-0.9, -0.7}, {1.2, -0.2}, {-0.3, 0.9}};
const Outline kQuadrangle = {{-1.3, -0.9}, {1.0, -0.8}, {1.1, 0.6}, {-0.8, 0.8}};

}  // namespace

GeometryDrawing draw_exterior_bounds() {
  return bounds_drawing(moved_outline(kTriangle, 2.4, 1.75), kQuadrangle);
}

GeometryDrawing draw_interior_bounds() {
  return bounds_drawing(moved_outline(kTriangle, 1.4, 0.5), kQuadrangle);
}

// A square at the end of a bar: the shortest way out is across the bar, the ray through d leaves at
// its end.
GeometryDrawing draw_separating_planes() {
  const Outline bar = {{-2, -0.5}, {2, -0.5}, {2, 0.5}, {-2, 0.5}};
  const Outline square =
      moved_outline({{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}, 2, 0.72);
  GeometryDrawing drawing = bounds_drawing(square, bar);
  const ThesisPair asked = ask_thesis_pair(make_outline_prism(square, kPrismHalfHeight),
                                           make_outline_prism(bar, kPrismHalfHeight));
  const Vec3 from(1.85, 0.5, 0);  // in the middle of what overlaps, on the bar's side
  drawing.shapes.push_back(
      {"minimal translation", ShapeStyle::vector, {from + asked.phi * asked.n_phi, from}, false});
  constexpr double kDegree = 57.295779513082321;
  drawing.values.push_back({"angle", "degree", kDegree * std::acos(asked.n.dot(asked.n_phi)),
                            "between the normal of H and the minimal translation"});
  return drawing;
}

}  // namespace touchstone
