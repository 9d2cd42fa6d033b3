// SPDX-License-Identifier: GPL-3.0-or-later
// Figures 10 and 12: distances that are the least, or the greatest, of several smooth functions.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "benchmarks/papers/thesis_pair.hpp"
#include "contact/events/event.hpp"

namespace touchstone {
namespace {

constexpr double kLevel = 0.3;  ///< y_1 of figure 10 [m]
constexpr double kArm = 0.8;    ///< a [m]

/// The triangle of figure 10, turned by theta about the middle (0, y_1) of its lower side.
Outline turned_triangle(double theta) {
  Outline outline;
  for (const auto& [x, y] : Outline{{-kArm, 0}, {kArm, 0}, {0, 1.2}}) {
    outline.push_back({x * std::cos(theta) - y * std::sin(theta),
                       kLevel + x * std::sin(theta) + y * std::cos(theta)});
  }
  return outline;
}

/// One corner of either body and one side of the other.
struct PlanarEvent {
  std::string name;  ///< "H on CD"
  double f = 0;      ///< formula value 1 - 1/t [1]
  bool feasible = false;
};

/// Upper corners of the prism of an outline with the letters of a text, and sides between them.
struct LetteredBody {
  LetteredBody(const PolytopePtr& made, const Outline& outline, std::string text)
      : polytope(made), letters(std::move(text)), event_body(*made), placed(event_body, Pose{}) {
    for (const auto& [x, y] : outline) corners.push_back(number_of(Vec3(x, y, kPrismHalfHeight)));
    for (std::size_t k = 0; k < outline.size(); ++k) {
      sides.push_back(facet_of(corners[k], corners[(k + 1) % outline.size()]));
    }
  }
  std::string side_name(std::size_t k) const {
    return {letters[k], letters[(k + 1) % letters.size()]};
  }

  PolytopePtr polytope;
  std::string letters;
  EventBody event_body;
  PlacedEventBody placed;
  std::vector<int> corners;  ///< in Polytope::vertices()
  std::vector<int> sides;    ///< in Polytope::facets()

 private:
  int number_of(const Vec3& p) const {
    const auto& all = polytope->vertices();
    return static_cast<int>(std::find(all.begin(), all.end(), p) - all.begin());
  }
  int facet_of(int a, int b) const {
    const auto has = [](const Facet& facet, int v) {
      return std::find(facet.vertices.begin(), facet.vertices.end(), v) != facet.vertices.end();
    };
    const auto& all = polytope->facets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Facet& facet) {
      return std::abs(facet.normal.z()) < 0.5 && has(facet, a) && has(facet, b);
    });
    return static_cast<int>(found - all.begin());
  }
};

PlanarEvent planar_event(const std::string& name, bool made, const Event& event,
                         const LetteredBody& A, const LetteredBody& B) {
  PlanarEvent planar{name, -std::numeric_limits<double>::infinity(), false};
  if (!made) return planar;
  planar.f = event.value();
  const double beyond =
      A.placed.support(-event.normal) + B.placed.support(event.normal) - event.length;
  planar.feasible = beyond <= 1e-12;
  return planar;
}

std::string meaning_of(const PlanarEvent& event) {
  std::string meaning = event.feasible           ? "component function"
                        : std::isfinite(event.f) ? "formula value alone"
                                                 : "no t > 0";
  if (event.name == "H on CD") meaning += ", of the thesis's Phi^(2)";
  if (event.name == "C on HE") meaning += ", in place of its Phi^(1)";
  return meaning;
}

/// Every corner of either body on every side of the other.
std::vector<PlanarEvent> potential_events(const LetteredBody& A, const LetteredBody& B) {
  const Vec3& x_A = A.placed.center();
  const Vec3& x_B = B.placed.center();
  const EventPlaces at = {x_A, x_B, x_A - x_B};
  std::vector<PlanarEvent> events;
  for (std::size_t c = 0; c < A.corners.size(); ++c) {
    for (std::size_t s = 0; s < B.sides.size(); ++s) {
      Event event;
      const bool made = corner_A_event(at, place_corner(A.placed, A.corners[c]),
                                       place_plane(B.placed, B.sides[s]), {}, event);
      events.push_back(
          planar_event(std::string(1, A.letters[c]) + " on " + B.side_name(s), made, event, A, B));
    }
  }
  for (std::size_t c = 0; c < B.corners.size(); ++c) {
    for (std::size_t s = 0; s < A.sides.size(); ++s) {
      Event event;
      const bool made = corner_B_event(at, place_plane(A.placed, A.sides[s]),
                                       place_corner(B.placed, B.corners[c]), {}, event);
      events.push_back(
          planar_event(std::string(1, B.letters[c]) + " on " + A.side_name(s), made, event, A, B));
    }
  }
  return events;
}

/// From a corner to the line of a side: what a component function of the thesis's figure measures.
FigureShape way_to_line(const std::string& name, const Vec3& corner, const Vec3& a, const Vec3& b) {
  const Vec3 along = (b - a).normalized();
  return {name, ShapeStyle::vector, {corner, a + along.dot(corner - a) * along}, false};
}

double length_of(const FigureShape& way) { return (way.points[1] - way.points[0]).norm(); }

}  // namespace

GeometryDrawing draw_kink_of_distance() {
  constexpr int kHalf = 20;
  constexpr double kStep = 0.02;
  const PolytopePtr floor =
      make_outline_prism({{-10, -4}, {10, -4}, {10, 0}, {-10, 0}}, kPrismHalfHeight);
  const auto distance = [&](double theta) {
    return ask_thesis_pair(make_outline_prism(turned_triangle(theta), kPrismHalfHeight), floor).phi;
  };
  GeometryDrawing drawing;
  drawing.x_label = "theta [rad]";
  drawing.y_label = "distance [m]";
  FigureCurve d{"d", {}, {}};
  FigureCurve d_2{"d_2", {}, {}};
  FigureCurve d_3{"d_3", {}, {}};
  double off = 0;
  for (int k = -kHalf; k <= kHalf; ++k) {
    const double theta = kStep * k;
    const double y_2 = kLevel + kArm * std::sin(theta);
    const double y_3 = kLevel - kArm * std::sin(theta);
    const double found = distance(theta);
    off = std::max(off, std::abs(found - std::min(y_2, y_3)));
    for (const auto& [curve, y] : {std::pair{&d, found}, {&d_2, y_2}, {&d_3, y_3}}) {
      curve->x.push_back(theta);
      curve->y.push_back(y);
    }
  }
  drawing.curves = {d_2, d_3, d};  // the last one is drawn over the others
  constexpr double kSmall = 1e-6;
  const double here = distance(0);
  drawing.values = {
      {"y_1", "m", kLevel, "height of the middle of the lower side"},
      {"a", "m", kArm, "half of its length"},
      {"d - min(d_2, d_3)", "m", off, "d_2, d_3 = y_1 +- a sin(theta); the largest difference"},
      {"slope below 0", "m/rad", (here - distance(-kSmall)) / kSmall, "is a"},
      {"slope above 0", "m/rad", (distance(kSmall) - here) / kSmall, "is -a: no derivative at 0"}};
  return drawing;
}

GeometryDrawing draw_component_functions() {
  const Outline first = {{-2.2, 0.2}, {-0.9, -0.9}, {-0.2, 0.1}, {-0.8, 1.2}};  // A, B, C, D
  const Outline second = {{0.4, -0.9}, {1.8, -0.7}, {2.1, 0.8}, {0.7, 1.0}};    // E, F, G, H
  const PolytopePtr P_1 = make_outline_prism(first, kPrismHalfHeight);
  const PolytopePtr P_2 = make_outline_prism(second, kPrismHalfHeight);
  const ThesisPair asked = ask_thesis_pair(P_1, P_2);
  const auto events =
      potential_events(LetteredBody(P_1, first, "ABCD"), LetteredBody(P_2, second, "EFGH"));
  GeometryDrawing drawing;
  drawing.shapes = {outline_shape("P_1", ShapeStyle::body_A, first),
                    outline_shape("P_2", ShapeStyle::body_B, second)};
  for (std::size_t k = 0; k < 4; ++k) {
    drawing.points.push_back({std::string(1, "ABCD"[k]), drawing.shapes[0].points[k]});
    drawing.points.push_back({std::string(1, "EFGH"[k]), drawing.shapes[1].points[k]});
  }
  const auto at = [](const Outline& outline, std::size_t k) {
    return Vec3(outline[k][0], outline[k][1], 0);
  };
  const FigureShape way_1 =
      way_to_line("Phi^(1)", at(first, 2), at(second, 3), at(second, 0));  // C to HE
  const FigureShape way_2 =
      way_to_line("Phi^(2)", at(second, 3), at(first, 2), at(first, 3));  // H to CD
  drawing.shapes.push_back(way_1);
  drawing.shapes.push_back(way_2);
  double largest = -std::numeric_limits<double>::infinity();
  double feasible = 0;
  for (const PlanarEvent& event : events) {
    feasible += event.feasible ? 1 : 0;
    if (event.feasible) largest = std::max(largest, event.f);
  }
  drawing.values = {
      {"rho", "1", asked.rho, "ratio metric"},
      {"largest component", "1", largest, "is rho (Theorem 3.13)"},
      {"Phi^(1)", "m", length_of(way_1), "from C to the line of HE"},
      {"Phi^(2)", "m", length_of(way_2), "from H to the line of CD"},
      {"potential events", "1", static_cast<double>(events.size()), "the thesis: 32"},
      {"dual feasible", "1", feasible, "of them; the others' component is -infinity"}};
  for (const PlanarEvent& event : events) {
    drawing.values.push_back({event.name, "1", event.f, meaning_of(event)});
  }
  return drawing;
}

}  // namespace touchstone
