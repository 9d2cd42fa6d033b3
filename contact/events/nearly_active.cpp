// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/nearly_active.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Sine of the angle between two edges below which their common normal says little [1].
constexpr double kNearlyParallel = 0.1;
/// Rounding of a support height, relative to the bodies' radii [1].
constexpr double kSupportRounding = 1e-12;
/// Largest rounding of an event point, relative to eps_x, with which doubles decide [1].
constexpr double kMaxPointRounding = 1e-3;

/// The determinant of the system of two edges: rows (a, -1) of the facets that meet in them, scaled
/// to a.x <= 1.
double edges_determinant(const PlacedEventBody& A, const PlacedEventBody& B, const Event& event) {
  const EventBody::Side& of_A = A.body().sides()[at(event.feature_A)];
  const EventBody::Side& of_B = B.body().sides()[at(event.feature_B)];
  const auto row = [](const PlacedEventBody& body, int facet) -> Vec3 {
    const PlacedEventBody::Plane plane = body.plane(facet);
    return plane.normal / plane.offset;
  };
  const Vec3 a = row(A, of_A.left);
  // Rows less the first one: the last column vanishes below it.
  const Vec3 b = row(A, of_A.right) - a;
  const Vec3 c = row(B, of_B.left) - a;
  const Vec3 e = row(B, of_B.right) - a;
  return b.dot(c.cross(e));
}

}  // namespace

void NearlyActive::place_around(const PlacedEventBody& body, const std::vector<int>& planes,
                                Side& side) {
  const EventBody& local = body.body();
  side.corners.clear();
  side.planes.clear();
  side.edges.clear();
  side.seen_corner.resize(local.arms().size(), 0);
  side.seen_edge.resize(local.sides().size(), 0);
  for (const int number : planes) {
    side.planes.push_back(place_plane(body, number));
    const EventBody::Plane& plane = local.planes()[at(number)];
    for (const int v : plane.corners) {
      if (std::exchange(side.seen_corner[at(v)], 1) == 0) {
        side.corners.push_back(place_corner(body, v));
      }
    }
    for (const int e : plane.edges) {
      if (std::exchange(side.seen_edge[at(e)], 1) == 0) side.edges.push_back(place_edge(body, e));
    }
  }
  for (const PlacedCorner& corner : side.corners) side.seen_corner[at(corner.number)] = 0;
  for (const PlacedEdge& edge : side.edges) side.seen_edge[at(edge.number)] = 0;
}

void NearlyActive::place_all(const PlacedEventBody& body, Side& side) {
  const EventBody& local = body.body();
  side.corners.clear();
  side.planes.clear();
  side.edges.clear();
  for (const int v : local.corners()) side.corners.push_back(place_corner(body, v));
  for (std::size_t k = 0; k < local.planes().size(); ++k) {
    side.planes.push_back(place_plane(body, static_cast<int>(k)));
  }
  for (std::size_t k = 0; k < local.sides().size(); ++k) {
    side.edges.push_back(place_edge(body, static_cast<int>(k)));
  }
}

bool NearlyActive::compatible(const PlacedEventBody& A, const PlacedEventBody& B,
                              const Event& event, const EventTolerances& tolerances, bool widened) {
  if (tolerances.ratio && event.kind == EventKind::edges &&
      !(std::abs(edges_determinant(A, B, event)) * tolerances.delta_max >= 1)) {
    return false;
  }
  double beyond = tolerances.eps_plane;
  const bool unknown = !widened && event.point_rounding > tolerances.eps_x;
  if ((event.parallel < kNearlyParallel || unknown) && !tolerances.ratio) {
    beyond = std::min(beyond, tolerances.eps_x + tolerances.eps_t);
  }
  if (std::isfinite(beyond)) {
    const double reached = A.support(-event.normal) + B.support(event.normal) - event.length;
    const double rounding = kSupportRounding * (A.body().radius() + B.body().radius());
    if (reached > beyond + rounding + (widened ? event.gap_rounding : 0)) return false;
  }
  const double slack = widened ? event.point_rounding : 0;
  const double eps_x = tolerances.eps_x + (tolerances.ratio ? slack / event.length : slack);
  const auto near = [&](const PlacedEventBody& body) {
    const double outside = tolerances.ratio ? body.ratio_outside(event.x_W, event.t, eps_x)
                                            : body.outside(event.x_W, event.t, eps_x);
    return outside <= eps_x;
  };
  // A corner is on its own body, whatever that has grown to.
  return (event.kind == EventKind::corner_A || near(A)) &&
         (event.kind == EventKind::corner_B || near(B));
}

const std::vector<Event>& NearlyActive::check(const PlacedEventBody& A, const PlacedEventBody& B,
                                              double growth, const EventTolerances& tolerances) {
  const EventPlaces places = {A.center(), B.center(), A.center() - B.center(),
                              A.rounding() + B.rounding()};
  const EventFilter filter = {growth, -tolerances.eps_below, tolerances.eps_t, tolerances.ratio};
  events_.clear();
  Event event;
  const auto keep = [&](bool found) {
    if (found && compatible(A, B, event, tolerances)) events_.push_back(event);
  };
  for (const PlacedPlane& plane : B_.planes) {
    for (const PlacedCorner& corner : A_.corners) {
      keep(corner_A_event(places, corner, plane, filter, event));
    }
  }
  for (const PlacedPlane& plane : A_.planes) {
    for (const PlacedCorner& corner : B_.corners) {
      keep(corner_B_event(places, plane, corner, filter, event));
    }
  }
  for (const PlacedEdge& edge_A : A_.edges) {
    for (const PlacedEdge& edge_B : B_.edges) {
      if (!edges_event(places, edge_A, edge_B, filter, event)) continue;
      if (event.point_rounding <= kMaxPointRounding * tolerances.eps_x) {
        keep(filter.passes(event.along, event.length));
      } else if (compatible(A, B, event, tolerances, true)) {
        keep(precise_edges_event(A, edge_A.number, B, edge_B.number, filter, event));
      }
    }
  }
  return events_;
}

const std::vector<Event>& NearlyActive::find(const PlacedEventBody& A, const PlacedEventBody& B,
                                             double growth, const ActivePlanes& active,
                                             const EventTolerances& tolerances) {
  place_around(A, active.A, A_);
  place_around(B, active.B, B_);
  return check(A, B, growth, tolerances);
}

const std::vector<Event>& NearlyActive::find_all(const PlacedEventBody& A, const PlacedEventBody& B,
                                                 double growth, const EventTolerances& tolerances) {
  place_all(A, A_);
  place_all(B, B_);
  return check(A, B, growth, tolerances);
}

}  // namespace touchstone
