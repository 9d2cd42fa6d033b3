// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/event.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Sine of the angle between two edges above which the rounding of their gap is that of lengths,
/// times a small factor [1].
constexpr double kWellCrossed = 1e-2;

bool set_value(double along, double length, const EventFilter& filter, Event& event,
               double slack = 0) {
  if (!(length > 0) || !(along > 0) || !filter.passes(along, length, slack)) return false;
  event.length = length;
  event.along = along;
  event.t = along / length;
  return true;
}

/// `lengths`: rounding of n.d and of h [m]. The event point is t times an arm away.
void set_rounding(double lengths, double arm, Event& event) {
  event.gap_rounding = lengths * std::max(1.0, event.t);
  event.point_rounding = event.gap_rounding * (1 + arm / event.length);
}

}  // namespace

PlacedCorner place_corner(const PlacedEventBody& body, int vertex) {
  return {vertex, body.arm(vertex)};
}

PlacedPlane place_plane(const PlacedEventBody& body, int facet) {
  const PlacedEventBody::Plane plane = body.plane(facet);
  return {facet, plane.normal, plane.offset};
}

PlacedEdge place_edge(const PlacedEventBody& body, int edge) {
  const EventBody::Side& side = body.body().sides()[at(edge)];
  return {edge, body.rotated(side.from), body.rotated(side.along)};
}

bool corner_A_event(const EventPlaces& at, const PlacedCorner& corner_A, const PlacedPlane& plane_B,
                    const EventFilter& filter, Event& event) {
  const Vec3& c = plane_B.normal;
  if (!set_value(c.dot(at.d), plane_B.offset - c.dot(corner_A.arm), filter, event)) return false;
  event.kind = EventKind::corner_A;
  event.feature_A = corner_A.number;
  event.feature_B = plane_B.number;
  event.normal = c;
  event.parallel = 1;
  set_rounding(at.rounding, corner_A.arm.norm(), event);
  event.x_W = at.x_A + event.t * corner_A.arm;
  event.p_WA = at.x_A + corner_A.arm;
  return true;
}

bool corner_B_event(const EventPlaces& at, const PlacedPlane& plane_A, const PlacedCorner& corner_B,
                    const EventFilter& filter, Event& event) {
  const Vec3& c = plane_A.normal;
  if (!set_value(-c.dot(at.d), plane_A.offset - c.dot(corner_B.arm), filter, event)) return false;
  event.kind = EventKind::corner_B;
  event.feature_A = plane_A.number;
  event.feature_B = corner_B.number;
  event.normal = -c;
  event.parallel = 1;
  set_rounding(at.rounding, corner_B.arm.norm(), event);
  event.x_W = at.x_B + event.t * corner_B.arm;
  event.p_WA = at.x_B + corner_B.arm + event.gap() * event.normal;
  return true;
}

// The lines x_i + t p_i + s_i e_i meet at t, and are nearest to each other where, with w the
// difference of their first points, s_A = (w x e_B).e/e.e.
//
// The nearest points of the lines may lie beyond the ends of nearly parallel edges. Where that is
// beyond A's edge, p_WA is at its end.
bool edges_event(const EventPlaces& at, const PlacedEdge& edge_A, const PlacedEdge& edge_B,
                 const EventFilter& filter, Event& event) {
  const Vec3 e = edge_A.along.cross(edge_B.along);
  const double squared = e.squaredNorm();
  const double lengths = edge_A.along.squaredNorm() * edge_B.along.squaredNorm();
  if (!(squared > kParallelEdges * kParallelEdges * lengths)) return false;
  const double size = std::sqrt(squared);
  const Vec3 apart = edge_B.from - edge_A.from;
  const double scale = e.dot(apart) < 0 ? -1 / size : 1 / size;
  const bool crossed = squared > kWellCrossed * kWellCrossed * lengths;
  // The rounding of n.d - t h as in gap_rounding, with the growth for t: where the edges are nearly
  // parallel, doubles may not know t.
  const double slack =
      crossed ? 0 : at.rounding * std::sqrt(lengths / squared) * std::max(1.0, filter.growth);
  if (!set_value(scale * e.dot(at.d), scale * e.dot(apart), filter, event, slack)) return false;
  event.kind = EventKind::edges;
  event.feature_A = edge_A.number;
  event.feature_B = edge_B.number;
  event.normal = scale * e;
  event.edge_A = scale * edge_A.along;
  event.edge_B = edge_B.along;
  event.parallel = std::sqrt(squared / lengths);
  set_rounding(at.rounding / event.parallel, apart.norm() / event.parallel, event);
  const auto share = [&](double t) {
    return (t * apart - at.d).cross(edge_B.along).dot(e) / squared;
  };
  event.x_W = at.x_A + event.t * edge_A.from + share(event.t) * edge_A.along;
  event.p_WA = at.x_A + edge_A.from + std::clamp(share(1), 0.0, 1.0) * edge_A.along;
  return true;
}

bool precise_edges_event(const PlacedEventBody& A, int edge_A, const PlacedEventBody& B, int edge_B,
                         const EventFilter& filter, Event& event) {
  const Edge& ends_A = A.body().polytope().edges()[at(edge_A)];
  const Edge& ends_B = B.body().polytope().edges()[at(edge_B)];
  const Dd3 from_A = A.precise_arm(ends_A.v0);
  const Dd3 along_A = A.precise_span(ends_A.v0, ends_A.v1);
  const Dd3 along_B = B.precise_span(ends_B.v0, ends_B.v1);
  const Dd3 x_A = A.precise_center();
  const Dd3 d = x_A - B.precise_center();
  const Dd3 apart = B.precise_arm(ends_B.v0) - from_A;
  const Dd3 e = cross(along_A, along_B);
  const DoubleDouble squared = dot(e, e);
  if (!(squared.high > 0)) return false;
  const DoubleDouble one = {dot(e, apart).high < 0 ? -1.0 : 1.0, 0};
  const DoubleDouble scale = one / sqrt(squared);
  const DoubleDouble along = scale * dot(e, d);
  const DoubleDouble length = scale * dot(e, apart);
  if (!set_value(along.high, length.high, filter, event)) return false;
  const DoubleDouble t = along / length;
  event.kind = EventKind::edges;
  event.feature_A = edge_A;
  event.feature_B = edge_B;
  event.t = t.high;
  event.normal = rounded(scaled(scale, e));
  event.edge_A = rounded(scaled(scale, along_A));
  event.edge_B = rounded(along_B);
  event.parallel =
      std::sqrt(squared.high / (dot(along_A, along_A).high * dot(along_B, along_B).high));
  // The features are exact to double-doubles. What stays is how far a rounding of the pose would
  // move them.
  set_rounding(A.rounding() + B.rounding(), rounded(apart).norm(), event);
  const auto point = [&](DoubleDouble growth, DoubleDouble share) {
    return rounded(x_A + scaled(growth, from_A) + scaled(share, along_A));
  };
  const auto share = [&](DoubleDouble growth) {
    return dot(cross(scaled(growth, apart) - d, along_B), e) / squared;
  };
  event.x_W = point(t, share(t));
  const DoubleDouble ungrown = share({1, 0});
  event.p_WA = point({1, 0}, ungrown.high < 0   ? DoubleDouble{0, 0}
                             : ungrown.high > 1 ? DoubleDouble{1, 0}
                                                : ungrown);
  return true;
}

}  // namespace touchstone
