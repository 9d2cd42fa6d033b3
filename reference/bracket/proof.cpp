// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/bracket/proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "reference/bracket/exact_contact.hpp"
#include "reference/certificates/closed_cycle.hpp"

namespace touchstone {
namespace {

/// Beyond 2^+-kMaxExponent [m] no bracket is given: coordinates that underflow when they are scaled
/// are then off by 2^-1074, far less than kBoundUnderflow, which each product adds.
constexpr int kMaxExponent = 400;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A bound of all coordinates of a body's core about its origin [m].
double extent(const ConvexBody& body) {
  double most = body.bounding_radius();
  if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) {
    for (const Vec3& v : (*polytope)->vertices()) most = std::max(most, v.lpNorm<1>());
  }
  return 2 * most;
}

/// An exact number in units of 2^exponent.
Bounded scaled(const DoubleWord& exact, int exponent) {
  return {{std::ldexp(exact.high, -exponent), std::ldexp(exact.low, -exponent)}, kBoundUnderflow};
}

/// Not above x 2^exponent. Minus infinity where arithmetic has overflowed.
double metres_below(const Bounded& x, int exponent) {
  const double least = lower_end(x);
  if (!std::isfinite(least)) return -kInfinity;
  const double out = std::ldexp(least, exponent);
  return std::ldexp(out, -exponent) == least ? out : std::nextafter(out, -kInfinity);
}

/// gap(u)/|u| of u = direction, in C's unit.
std::optional<Bounded> gap_along(const CoreDifference& C, const FineVec3& direction) {
  const BoundedVec3 u = bounded(direction);
  const auto length = bounded_root(dot(u, u));
  if (!length) return std::nullopt;
  const auto reach = any_quotient(C.reach(u), *length);
  if (!reach) return std::nullopt;
  return -*reach - C.radius();
}

using Corners = std::vector<std::optional<BoundedVec3>>;

/// |c| of the convex combination of corners; nothing where it is none.
std::optional<Bounded> nearest_distance(const Corners& corners,
                                        const std::vector<BracketEvidence::Share>& shares) {
  Bounded weights(0);
  BoundedVec3 sum{};
  for (const BracketEvidence::Share& share : shares) {
    const Bounded weight = bounded(share.weight);
    if (at(share.corner) >= corners.size() || !corners[at(share.corner)]) return std::nullopt;
    if (!(weight.value.high >= 0)) return std::nullopt;
    sum = sum + weight * *corners[at(share.corner)];
    weights = weights + weight;
  }
  return any_quotient(any_root(dot(sum, sum)), weights);
}

/// The least p of the cycle's planes, less e; nothing where the lemma does not hold.
std::optional<double> ball_radius(const Corners& corners, const std::vector<IndexTriangle>& cycle) {
  if (cycle.empty()) return std::nullopt;
  for (const IndexTriangle& t : cycle) {
    for (const std::uint32_t k : t) {
      if (at(k) >= corners.size() || !corners[k]) return std::nullopt;
    }
  }
  if (!is_closed(cycle)) return std::nullopt;
  // The corners of the cycle are the double words themselves, at most e away from points of C.
  double e = 0;
  std::vector<BoundedVec3> exact(corners.size());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    if (!corners[k]) continue;
    double off = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      off += (*corners[k])[i].error;
      exact[k][i] = Bounded((*corners[k])[i].value, 0);
    }
    e = std::max(e, off * kBoundSlack);
  }
  double p = kInfinity;
  for (const IndexTriangle& t : cycle) {
    const BoundedVec3& a = exact[t[0]];
    const BoundedVec3 N = cross(exact[t[1]] - a, exact[t[2]] - a);
    const Bounded det = dot(a, N);
    const auto length = bounded_root(dot(N, N));
    if (!length || det.sign() <= 0) return std::nullopt;
    const auto distance = any_quotient(det, *length);
    if (!distance) return std::nullopt;
    p = std::min(p, lower_end(*distance));
  }
  return std::nextafter(p - e, -kInfinity);
}

}  // namespace

std::optional<int> bracket_exponent(const ConvexPair& pair) {
  const double largest = (pair.X_WB.t - pair.X_WA.t).lpNorm<1>() + extent(pair.A) + extent(pair.B);
  if (!std::isfinite(largest)) return std::nullopt;
  int exponent = 0;
  std::frexp(largest, &exponent);
  if (std::abs(exponent) > kMaxExponent) return std::nullopt;
  return exponent;
}

CoreDifference::CoreDifference(const ConvexPair& pair, int exponent)
    : exponent_(exponent),
      A_(pair.A, pair.X_WA.R, exponent),
      B_(pair.B, pair.X_WB.R, exponent),
      radius_(scaled(DoubleWord::sum(pair.A.radius(), pair.B.radius()), exponent)) {
  for (int i = 0; i < 3; ++i) {
    t_AB_[at(i)] = scaled(DoubleWord::sum(pair.X_WB.t[i], -pair.X_WA.t[i]), exponent);
  }
}

Bounded CoreDifference::reach(const BoundedVec3& u) const {
  return dot(t_AB_, u) + B_.reach(u) + A_.reach(-u);
}

std::optional<BoundedVec3> CoreDifference::point(const BracketEvidence::Corner& corner) const {
  const auto a = A_.point(corner.A);
  const auto b = B_.point(corner.B);
  if (!a || !b) return std::nullopt;
  return t_AB_ + *b - *a;
}

BracketEvidence::Corner CoreDifference::farthest(const BoundedVec3& u) const {
  return {A_.farthest(-u), B_.farthest(u)};
}

Bracket proven_bracket(const ConvexPair& pair, BracketEvidence evidence) {
  Bracket proven;
  proven.lower = -kInfinity;
  proven.upper = kInfinity;
  proven.evidence = std::move(evidence);
  const auto exponent = bracket_exponent(pair);
  if (!exponent) return proven;
  const CoreDifference C(pair, *exponent);
  if (const auto gap = gap_along(C, proven.evidence.direction)) {
    proven.lower = metres_below(*gap, *exponent);
  }
  Corners corners;
  corners.reserve(proven.evidence.corners.size());
  for (const BracketEvidence::Corner& corner : proven.evidence.corners) {
    corners.push_back(C.point(corner));
  }
  if (const auto distance = nearest_distance(corners, proven.evidence.nearest)) {
    proven.upper = -metres_below(C.radius() - *distance, *exponent);
  }
  if (const auto p = ball_radius(corners, proven.evidence.cycle)) {
    const double depth = metres_below(Bounded(*p) + C.radius(), *exponent);
    proven.upper = std::min(proven.upper, -depth);
  }
  const bool may_touch = proven.lower <= 0 && proven.upper >= 0;
  if (may_touch && proves_contact(pair, proven.evidence.direction)) {
    proven.lower = proven.upper = 0;
  }
  return proven;
}

GapBounds proven_gap(const ConvexPair& pair, const Vec3& u) {
  GapBounds proven{-kInfinity, kInfinity};
  const auto exponent = bracket_exponent(pair);
  if (!exponent) return proven;
  const auto gap = gap_along(CoreDifference(pair, *exponent), {u, Vec3::Zero()});
  if (!gap) return proven;
  return {metres_below(*gap, *exponent), -metres_below(-*gap, *exponent)};
}

std::string why_not_proven(const ConvexPair& pair, const Bracket& bracket) {
  const Bracket proven = proven_bracket(pair, bracket.evidence);
  if (!(proven.lower >= bracket.lower)) return "the direction proves less than the lower bound";
  if (!(proven.upper <= bracket.upper)) return "points and cycle prove more than the upper bound";
  return {};
}

}  // namespace touchstone
