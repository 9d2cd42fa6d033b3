// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/facet_rounding.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "geometry/hull/merging.hpp"
#include "geometry/index.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/arithmetic/compensated.hpp"

namespace touchstone {
namespace {

/// Rounding of a height, in parts of the terms that it is the sum of [1].
constexpr double kHeightError = 0x1p-100;
/// Twice the rounding of a height in doubles, in the same parts [1].
constexpr double kRoughDoubt = 0x1p-49;
/// Bounds what underflows in two heights [m].
constexpr double kUnderflow = 1e-300;

template <bool kFused>
class Heights {
 public:
  Heights(const Polytope& body, const Vec3& normal) : body_(body), n_(normal) {}

  DoubleDouble of(int vertex) const {
    return dot<kFused>(exactly(n_),
                       difference(body_.vertices()[at(vertex)], body_.interior_point()));
  }

  /// A highest vertex, by a climb from `vertex`.
  int highest(int vertex) const {
    return climb_to_farthest(
        "rounding of facets: climb to the highest vertex",
        static_cast<std::int64_t>(body_.vertices().size()), vertex,
        [&](int v) -> const std::vector<int>& { return body_.neighbours()[at(v)]; },
        [&](int v) { return n_.dot(body_.vertices()[at(v)] - body_.interior_point()); },
        body_.bounding_radius() * n_.lpNorm<1>() * kRoughDoubt + kUnderflow,
        [&](int v) { return of(v); }, is_higher);
  }

 private:
  const Polytope& body_;
  Vec3 n_;
};

/// Whether each extreme vertex is a corner of a facet: those of merged facets need not be.
bool all_are_corners(const Polytope& body) {
  std::vector<char> seen(body.vertices().size(), 0);
  for (const Facet& facet : body.facets()) {
    for (const int v : facet.vertices) seen[at(v)] = 1;
  }
  return std::all_of(body.extreme().begin(), body.extreme().end(),
                     [&](int v) { return seen[at(v)] != 0; });
}

template <bool kFused>
double rounding_of(const Polytope& body, const HalfSpaces& facets) {
  const double reach = body.bounding_radius();
  // Corners that merging has left out are that far off their facet's plane, or less.
  const double lost = all_are_corners(body) ? 0 : 4 * kMergeTolerance * reach;
  double most = 0;
  for (std::size_t k = 0; k < facets.normals.size(); ++k) {
    const double b = facets.offsets[k];
    if (!(b > 0)) return std::numeric_limits<double>::infinity();
    const Heights<kFused> height(body, facets.normals[k]);
    const DoubleDouble offset{b, 0};
    double off = 0;
    int top = -1;
    DoubleDouble most_of_corners;
    for (const int corner : body.facets()[k].vertices) {
      const DoubleDouble h = height.of(corner);
      off = std::max(off, (offset - h).high);
      if (top >= 0 && !((h - most_of_corners).high > 0)) continue;
      most_of_corners = h;
      top = corner;
    }
    const int highest = height.highest(top);
    if (highest != top) most_of_corners = height.of(highest);
    off = std::max(off, (most_of_corners - offset).high);
    const double length = facets.normals[k].lpNorm<1>();
    most = std::max(most, (off + (lost + kHeightError * reach) * length) / b);
  }
  return most;
}

}  // namespace

double facet_rounding(const Polytope& body, const HalfSpaces& facets) {
  return ask_with(machine_registers(),
                  [&](auto fused) { return rounding_of<decltype(fused)::value>(body, facets); });
}

}  // namespace touchstone
