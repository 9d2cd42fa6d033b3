// SPDX-License-Identifier: GPL-3.0-or-later
// The nearly active events of two bodies (thesis [hart2007thesis], Algorithms 3.14 and 3.15).
//
// An event is compatible (Algorithm 3.14) if its formula value exists, its t is within the window
// about t* = r(A, B), and its event point is no farther than eps_x outside either body grown by t.
// The thesis prints the latter, step 2, with its sign reversed: a point would have to be that deep
// inside.
//
// Departures from the thesis:
// * Tolerances are lengths: a growth ratio means other lengths for other bodies. `ratio` keeps the
//   thesis's own.
// * The formula value alone also keeps planes that no motion of a step can bring into play, such as
//   the upper facet of a block beside another of the same height, where h and n.d both vanish. An
//   event may have bodies reach beyond its plane by `eps_plane` only: h >= h_K(n) - eps_plane, h_K
//   the support function of K. With 0 it has to be dual feasible, with infinity it is the thesis's.
// * Edges that are nearly parallel have to pass the same test in any case: their common normal is
//   that of no facet nearby. So has an event whose point the rounding of the poses moves by more
//   than eps_x, as h is next to nothing: a plane that leads along both interior points.
// * Where doubles do not place the crossing of two edges to eps_x / 1000, it is computed in
//   double-double.
#pragma once

#include <vector>

#include "contact/events/event.hpp"

namespace touchstone {

/// Lengths [m], or with `ratio` differences of growth [1] except for eps_plane.
struct EventTolerances {
  double eps_below = 0;  ///< t* - t at most
  double eps_t = 0;      ///< t - t* at most
  double eps_x = 0;      ///< event point outside a grown body at most
  double eps_plane = 0;  ///< bodies beyond the event's plane at most [m]
  bool ratio = false;
  /// With `ratio`: systems with a smaller determinant than 1 / delta_max have no value.
  double delta_max = 0;
};

/// The facets in which the grown bodies touch, or which meet there: the active hyperplanes.
struct ActivePlanes {
  std::vector<int> A;  ///< facets of A's polytope
  std::vector<int> B;
};

/// Keeps its memory from query to query.
class NearlyActive {
 public:
  /// The nearly active events of the corners and edges that are adjacent to active hyperplanes
  /// (Algorithm 3.15). `growth` is t*. Valid until the next call.
  const std::vector<Event>& find(const PlacedEventBody& A, const PlacedEventBody& B, double growth,
                                 const ActivePlanes& active, const EventTolerances& tolerances);
  /// The nearly active events of all corners and edges (Algorithm 3.14). Valid until the next call.
  const std::vector<Event>& find_all(const PlacedEventBody& A, const PlacedEventBody& B,
                                     double growth, const EventTolerances& tolerances);

 private:
  struct Side {
    std::vector<PlacedCorner> corners;
    std::vector<PlacedPlane> planes;
    std::vector<PlacedEdge> edges;
    std::vector<char> seen_corner;
    std::vector<char> seen_edge;
  };

  static void place_around(const PlacedEventBody& body, const std::vector<int>& planes, Side& side);
  static void place_all(const PlacedEventBody& body, Side& side);
  const std::vector<Event>& check(const PlacedEventBody& A, const PlacedEventBody& B, double growth,
                                  const EventTolerances& tolerances);
  /// Whether an event is compatible; `widened`: with tolerances wider by the event's rounding.
  static bool compatible(const PlacedEventBody& A, const PlacedEventBody& B, const Event& event,
                         const EventTolerances& tolerances, bool widened = false);

  Side A_;
  Side B_;
  std::vector<Event> events_;
};

}  // namespace touchstone
