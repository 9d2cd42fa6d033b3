// SPDX-License-Identifier: GPL-3.0-or-later
// Figures 6 to 9: perfect contacts and their events.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "benchmarks/papers/thesis_pair.hpp"
#include "contact/events/nearly_active.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kTouching = 1e-9;  ///< an event within this of active is active [m]

PolytopePtr hull_of(std::vector<Vec3> vertices) {
  PolytopeInput input;
  input.vertices = std::move(vertices);
  return make_polytope(input).value();
}

PolytopePtr box_at(const Vec3& half_extents, const Vec3& center) {
  std::vector<Vec3> corners = make_box(half_extents)->vertices();
  for (Vec3& corner : corners) corner += center;
  return hull_of(std::move(corners));
}

/// All that are active (Algorithm 3.14), over all features.
std::vector<Event> active_events(const ThesisPair& asked) {
  EventTolerances tolerances;
  tolerances.eps_below = tolerances.eps_t = tolerances.eps_x = kTouching;
  tolerances.eps_plane = std::numeric_limits<double>::infinity();
  const EventBody A(*asked.pair.A);
  const EventBody B(*asked.pair.B);
  return NearlyActive().find_all(PlacedEventBody(A, asked.pair.X_WA),
                                 PlacedEventBody(B, asked.pair.X_WB), asked.r, tolerances);
}

void draw_body(const Polytope& body, ShapeStyle style, GeometryDrawing& drawing) {
  for (const Edge& edge : body.edges()) {
    drawing.shapes.push_back({"",
                              style,
                              {body.vertices()[static_cast<std::size_t>(edge.v0)],
                               body.vertices()[static_cast<std::size_t>(edge.v1)]},
                              false});
  }
}

/// The points in the order of their angles about their middle, seen along n.
std::vector<Vec3> around(std::vector<Vec3> points, const Vec3& n) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : points) middle += p / static_cast<double>(points.size());
  const Vec3 across = n.unitOrthogonal();
  const auto angle = [&](const Vec3& p) {
    return std::atan2(n.cross(across).dot(p - middle), across.dot(p - middle));
  };
  std::sort(points.begin(), points.end(),
            [&](const Vec3& a, const Vec3& b) { return angle(a) < angle(b); });
  return points;
}

/// Counts them, and draws their points and the hull of these, which is the contact.
void draw_events(const ThesisPair& asked, const std::vector<Event>& events,
                 GeometryDrawing& drawing) {
  double corners = 0;
  double edges = 0;
  std::vector<Vec3> points;
  for (const Event& event : events) {
    const bool edge = event.kind == EventKind::edges;
    (edge ? edges : corners) += 1;
    points.push_back(event.x_W);
    drawing.points.push_back(
        {"E" + std::to_string(points.size()) + (edge ? " EoE" : " CoF"), event.x_W});
  }
  if (points.size() > 1) {
    drawing.shapes.push_back({"contact", ShapeStyle::region, around(points, asked.n), true});
  }
  drawing.values = {{"r", "1", asked.r, "growth ratio: 1 at perfect contact"},
                    {"phi", "m", asked.phi, "signed distance"},
                    {"CoF", "1", corners, "events of a corner on a face"},
                    {"EoE", "1", edges, "events of two edges"}};
}

GeometryDrawing contact_drawing(const PolytopePtr& A, const PolytopePtr& B) {
  const ThesisPair asked = ask_thesis_pair(A, B);
  GeometryDrawing drawing;
  drawing.planar = false;
  draw_body(*B, ShapeStyle::body_B, drawing);
  draw_body(*A, ShapeStyle::body_A, drawing);
  draw_events(asked, active_events(asked), drawing);
  return drawing;
}

}  // namespace

GeometryDrawing draw_corner_on_face() {
  return contact_drawing(
      hull_of({Vec3(0.2, 0.1, 0), Vec3(1, 0.4, 1.2), Vec3(-0.7, 0.8, 1.3), Vec3(-0.2, -0.9, 1.1)}),
      box_at(Vec3(1, 1, 0.4), Vec3(0, 0, -0.4)));
}

// Two roofs, the ridge of one across that of the other.
GeometryDrawing draw_edge_on_edge() {
  return contact_drawing(hull_of({Vec3(0.2, -1, 0), Vec3(0.2, 1, 0), Vec3(-0.6, -1, 1),
                                  Vec3(1, -1, 1), Vec3(-0.6, 1, 1), Vec3(1, 1, 1)}),
                         hull_of({Vec3(-1, 0.1, 0), Vec3(1, 0.1, 0), Vec3(-1, -0.8, -1),
                                  Vec3(-1, 0.9, -1), Vec3(1, -0.8, -1), Vec3(1, 0.9, -1)}));
}

GeometryDrawing draw_face_on_face() {
  return contact_drawing(box_at(Vec3(0.7, 0.6, 0.4), Vec3(0.6, 0.5, 0.4)),
                         box_at(Vec3(0.8, 0.8, 0.4), Vec3(0, 0, -0.4)));
}

// The corner of the upper body on the lower one's side, and the corner of the lower one on the
// upper one's. As prisms they meet twice, at either end of the lower of the two.
GeometryDrawing draw_contact_region() {
  const Outline upper = {{-0.5, 0}, {1.5, 0}, {1.1, 1.3}, {-0.1, 1.0}};
  const Outline lower = {{-1.4, -1.1}, {0.9, -1.3}, {0.7, 0}, {-1.5, 0}};
  const ThesisPair asked =
      ask_thesis_pair(make_outline_prism(upper, 10), make_outline_prism(lower, 12));
  std::vector<Event> events = active_events(asked);
  GeometryDrawing drawing;
  drawing.shapes = {outline_shape("P_1", ShapeStyle::body_A, upper),
                    outline_shape("P_2", ShapeStyle::body_B, lower)};
  // In the plane the edges along z are corners.
  std::erase_if(events, [](const Event& event) { return event.x_W.z() < 0; });
  for (Event& event : events) {
    event.kind = EventKind::corner_A;
    event.x_W.z() = 0;
  }
  draw_events(asked, events, drawing);
  return drawing;
}

}  // namespace touchstone
