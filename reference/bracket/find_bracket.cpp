// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "reference/bracket/exact_contact.hpp"
#include "reference/bracket/search.hpp"

namespace touchstone {
namespace {

/// The evidence of what the search has found.
BracketEvidence evidence_of(const NearestSimplex& nearest, const ExpandedSurface& surface,
                            const BestDirection& best) {
  BracketEvidence evidence;
  evidence.direction = best.direction;
  for (std::size_t k = 0; k < nearest.points.size(); ++k) {
    evidence.nearest.push_back({static_cast<std::uint32_t>(evidence.corners.size()),
                                {nearest.weights[k].high, nearest.weights[k].low}});
    evidence.corners.push_back(nearest.points[k].corner);
  }
  if (!(surface.depth > 0)) return evidence;
  const auto first = static_cast<std::uint32_t>(evidence.corners.size());
  for (const SearchPoint& point : surface.points) evidence.corners.push_back(point.corner);
  for (const auto& t : surface.triangles) {
    evidence.cycle.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return evidence;
}

}  // namespace

Bracket find_bracket(const ConvexPair& pair, const BracketBudget& budget) {
  const auto exponent = bracket_exponent(pair);
  if (!exponent) return proven_bracket(pair, {});
  const CoreDifference C(pair, *exponent);
  // Radii far above the cores, about 1 in C's unit, must not end the search before it begins.
  const double size = std::min(1.0, std::ldexp(pair_size(pair), -*exponent));
  BestDirection best;
  const NearestSimplex nearest = approach_origin(C, budget.width * size, best);
  ExpandedSurface surface;
  if ((nearest.distance - best.gap).high > budget.width * size) {
    surface = expand_surface(C, nearest.points, budget, size, best);
  }
  Bracket bracket = proven_bracket(pair, evidence_of(nearest, surface, best));
  bracket.steps = nearest.steps + surface.steps;
  if (!(bracket.lower <= 0 && bracket.upper >= 0)) return bracket;
  const Vec3 u = find_contact_direction(pair, bracket.evidence.direction.high);
  if (u.isZero(0)) return bracket;
  bracket.evidence.direction = {u, Vec3::Zero()};
  bracket.lower = bracket.upper = 0;
  return bracket;
}

}  // namespace touchstone
