// SPDX-License-Identifier: GPL-3.0-or-later
// The component functions of two bodies (thesis [hart2007thesis], Theorem 3.13): each event's f =
// 1 - 1/t where it is dual feasible and t > 0, else -infinity. Their maximum is rho.
//
// Dual feasible: of a corner v of A and the normal c of B's facet, -c is in the normal cone of v
// (no neighbour of v is behind it along c); of edges, n = e_A x e_B or its opposite is in the
// normal cone of B's edge and -n in that of A's. Over all events without that condition the
// theorem does not hold.
//
// For verification: all corners, edges and facets of the exact hulls, signs exact (doubles where
// they settle them, else rationals), values in double-double from the vertices as they stand.
#pragma once

#include <cstdint>
#include <limits>

#include "contact/events/event.hpp"
#include "geometry/arithmetic/double_double.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

/// The largest component function of one kind of events.
struct LargestComponent {
  double value = -std::numeric_limits<double>::infinity();  ///< f [1]
  double tail = 0;                                          ///< f - value, as far as known
  std::uint64_t events = 0;  ///< number with a component function above -infinity
};

struct ComponentMaximum {
  LargestComponent corners;
  LargestComponent edges;
  /// Edges with |e_A x e_B| < kCountedApart |e_A| |e_B|.
  LargestComponent parallel_edges;

  /// The largest of the three.
  const LargestComponent& largest() const;
};
inline constexpr double kCountedApart = 1e-6;

/// The largest component functions of two solids with distinct, strictly interior points.
ComponentMaximum largest_component(const Pair& pair);

}  // namespace touchstone
