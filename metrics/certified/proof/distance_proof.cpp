// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/distance_proof.hpp"

#include <cstddef>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

VertexPair named(const DifferenceSet& set, const DifferencePoint& p) {
  if (p.a < 0) return {};
  return {set.A().map.vertex(p.a), set.B().map.vertex(p.b)};
}

}  // namespace

std::array<VertexPair, 3> named(const DifferenceSet& set,
                                const std::array<DifferencePoint, 3>& points) {
  return {named(set, points[0]), named(set, points[1]), named(set, points[2])};
}

DistanceProof proof_of(const DifferenceSet& set, const DifferencePoint* nearest, int count) {
  DistanceProof proof;
  proof.nearest_count = count;
  for (int i = 0; i < count; ++i) {
    proof.nearest[at(i)] = named(set, nearest[i]);
  }
  return proof;
}

DistanceProof proof_of(const DifferenceSet& set, const ExactDistance& exact) {
  DistanceProof proof = proof_of(set, exact.nearest.data(), exact.nearest_count);
  proof.support_count = exact.support_count;
  proof.support = named(set, exact.support);
  for (const auto& t : exact.cycle) proof.cycle.push_back(named(set, t));
  return proof;
}

}  // namespace touchstone
