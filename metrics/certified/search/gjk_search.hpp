// SPDX-License-Identifier: GPL-3.0-or-later
// GJK towards 0 in doubles, compiled for narrow and for wide registers: the same bits. Internal to
// `certified`.
#pragma once

#include "metrics/certified/search/simplex.hpp"

namespace touchstone {

/// Where the search ended, with what is left in the simplex.
enum class GjkEnd {
  closed,      ///< no point of C is nearer to 0 along the nearest point, to rounding
  holds_zero,  ///< four points around 0
  open,        ///< what comes next is for DifferenceSimplex
  unsettled,   ///< not searched: DifferenceSimplex tells which points of the last feature take part
};

struct GjkResult {
  GjkEnd end = GjkEnd::open;
  int supports = 0;
  ReachedByFeature reached;  ///< where closed: by the simplex
};

/// `margin`: what heights may be off for lack of digits [m]. The simplex has no points, or it names
/// up to three of the last answer's feature, which need not be placed.
using GjkSearch = GjkResult(const DifferenceSet& set, double margin, DifferenceSimplex& simplex);
namespace narrow {
GjkSearch search_towards_zero;
}
namespace wide {
GjkSearch search_towards_zero;
}

}  // namespace touchstone
