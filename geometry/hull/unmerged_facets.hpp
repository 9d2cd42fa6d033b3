// SPDX-License-Identifier: GPL-3.0-or-later
// The facets and edges of the exact hull of a solid. Those of Polytope are merged where they agree
// to 1e-12 of its size: beside a body 1e10 times smaller what is merged away is as large as that.
#pragma once

#include <optional>
#include <vector>

#include "geometry/hull/surface.hpp"

namespace touchstone {

/// Refers to the polytope, of dimension 3, which outlives it.
class UnmergedFacets {
 public:
  explicit UnmergedFacets(const Polytope& polytope);

  /// Corners are extreme; each lies in the facet's plane exactly. Offsets are as in Polytope.
  const std::vector<Facet>& facets() const { return own_ ? own_->facets : polytope_.facets(); }
  const std::vector<Edge>& edges() const { return own_ ? own_->edges : polytope_.edges(); }

 private:
  const Polytope& polytope_;
  std::optional<FacetComplex> own_;  ///< only if merging joined any
};

}  // namespace touchstone
