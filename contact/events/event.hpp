// SPDX-License-Identifier: GPL-3.0-or-later
// One event of two bodies, a basic contact unit (thesis [hart2007thesis], ch. 3): a corner on a
// facet's plane (CoF) or two edges that are not parallel (EoE).
//
// Either kind is a unit direction n, from B to A, and the length h = n.(q_B - q_A) of its features
// from the interior points, q_A on A's feature and q_B on B's. Grown by t about x_A and x_B they
// meet where n.d = t h, d = x_A - x_B. So with n = c the normal of B's facet (offset delta, corner
// v of A) h = delta - c.v and
//
//   t = c.(x_A - x_B)/(delta - c.v),
//
// with n = (e_A x e_B)/|e_A x e_B| and points p_A, p_B of the edges
//
//   t = e.(x_B - x_A)/(e.(p_A - p_B)).
//
// That is the formula value: it asks nothing of the rest of the bodies. The features themselves are
// n.d - h = (t - 1) h apart [m], and at growth t* the grown ones n.d - t* h = (t - t*) h: a
// difference of t is h times it in metres.
//
// Gradient of f = 1 - 1/t (Theorem 3.8): of any motions of the bodies, with V_i the velocity of the
// point of body i that is at the event point x, df = n.(V_A - V_B)/(h t^2).
#pragma once

#include <cstdint>
#include <limits>

#include "contact/events/event_body.hpp"

namespace touchstone {

enum class EventKind : std::uint8_t { corner_A, corner_B, edges };

struct Event {
  EventKind kind = EventKind::corner_A;
  int feature_A = -1;          ///< vertex, facet or edge of A's polytope, by kind
  int feature_B = -1;          ///< vertex, facet or edge of B's polytope, by kind
  Vec3 normal = Vec3::Zero();  ///< n, unit, world
  double length = 0;           ///< h, above 0 [m]
  double along = 0;            ///< n.d [m]
  double t = 0;                ///< the formula value [1]
  Vec3 x_W = Vec3::Zero();     ///< the event point, where the grown features meet [m]
  Vec3 p_WA = Vec3::Zero();    ///< point on A's feature, not grown [m]
  double parallel = 1;         ///< sine of the angle between the edges; 1 of a corner
  double gap_rounding = 0;     ///< how far n.d - t* h may be off for the rounding of doubles [m]
  double point_rounding = 0;   ///< how far x_W may be off [m]
  Vec3 edge_A = Vec3::Zero();  ///< edge vectors of two edges, world: n = edge_A x edge_B
  Vec3 edge_B = Vec3::Zero();

  double gap() const { return along - length; }  ///< gap of the features [m]
  double apart(double growth) const { return along - growth * length; }  ///< gap when grown [m]
  double value() const { return gap() / along; }                         ///< f = 1 - 1/t [1]
  /// The factor of n in the gradient of f [1/m].
  double slope() const { return 1 / (length * t * t); }
};

/// Edges whose angle has a smaller sine are parallel and make no event [1].
inline constexpr double kParallelEdges = 1e-9;

/// Features in world axes, from the interior point of their body.
struct PlacedCorner {
  int number = -1;  ///< index in Polytope::vertices()
  Vec3 arm;         ///< [m]
};
struct PlacedPlane {
  int number = -1;  ///< index in Polytope::facets()
  Vec3 normal;      ///< unit, outward
  double offset;    ///< [m]
};
struct PlacedEdge {
  int number = -1;  ///< index in Polytope::edges()
  Vec3 from;        ///< [m]
  Vec3 along;       ///< vector to the other end [m]
};
PlacedCorner place_corner(const PlacedEventBody& body, int vertex);
PlacedPlane place_plane(const PlacedEventBody& body, int facet);
PlacedEdge place_edge(const PlacedEventBody& body, int edge);

/// A window of t, from `growth` + `least` to `growth` + `most`: differences of t are in metres
/// (times h), or with `ratio` as they are [1].
struct EventFilter {
  double growth = 0;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool ratio = false;

  /// `slack` widens the window on both sides [m].
  bool passes(double along, double length, double slack = 0) const {
    const double beyond = ratio ? along / length - growth : along - growth * length;
    const double more = ratio ? slack / length : slack;
    return beyond >= least - more && beyond <= most + more;
  }
};

/// The interior points of two bodies, and the rounding of lengths between them.
struct EventPlaces {
  Vec3 x_A;  ///< interior points, world [m]
  Vec3 x_B;
  Vec3 d;               ///< x_A - x_B [m]
  double rounding = 0;  ///< rounding of all lengths between the bodies [m]
};

/// Sets `event` and returns true if the formula has a value t > 0 that passes the filter: h is
/// above 0, and edges are not parallel.
bool corner_A_event(const EventPlaces& at, const PlacedCorner& corner_A, const PlacedPlane& plane_B,
                    const EventFilter& filter, Event& event);
bool corner_B_event(const EventPlaces& at, const PlacedPlane& plane_A, const PlacedCorner& corner_B,
                    const EventFilter& filter, Event& event);
/// The event of two edges in doubles. Where they are nearly parallel the window is wider by
/// gap_rounding, for t the growth: precise_edges_event decides then.
bool edges_event(const EventPlaces& at, const PlacedEdge& edge_A, const PlacedEdge& edge_B,
                 const EventFilter& filter, Event& event);
/// The event of two edges to double-doubles. Doubles lose the normal of two edges in proportion to
/// 1/sine of their angle, and their crossing to its square.
bool precise_edges_event(const PlacedEventBody& A, int edge_A, const PlacedEventBody& B, int edge_B,
                         const EventFilter& filter, Event& event);

}  // namespace touchstone
