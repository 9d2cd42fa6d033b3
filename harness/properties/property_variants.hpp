// SPDX-License-Identifier: GPL-3.0-or-later
// The other ways of putting the same question, with a bound on what rounding makes of each: pure
// functions of the case's id, the pair and the property.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "geometry/pair.hpp"
#include "harness/properties/property.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// A pair that differs from another by a similarity of the world and by rounding.
struct Variant {
  Property property = Property::swap;
  Pair pair;
  bool swapped = false;  ///< the variant's A is the original's B
  double factor = 1;     ///< p_W' = factor * (to_W.R p_W) + to_W.t
  Pose to_W;             ///< orthonormal to rounding
  double moved = 0;      ///< by rounding, a point of A and one of B together [m]
  double stretch = 0;    ///< relative change of lengths by to_W.R, orthonormal to rounding [1]
};

/// Half the spacing of numbers in [1, 2), which bounds the relative error of one rounding.
inline double rounding_unit(Scalar scalar) { return scalar == Scalar::float32 ? 0x1p-24 : 0x1p-53; }

/// Largest distance of a vertex, or of the interior point, from the body's own origin [m].
double farthest_from_origin(const Polytope& body);

/// The pair with A moved by `v` [m], as a metric that computes in `scalar` sees it.
std::optional<Pair> with_A_moved(const Pair& pair, const Vec3& v, Scalar scalar);

/// Remembers the bodies that it made.
class VariantMaker {
 public:
  /// One for each property but contact, n1 and n2, which depend on an answer; fewer where rounding
  /// leaves no such pair. `pair` is what a metric that computes in `scalar` is asked.
  std::vector<Variant> variants(std::string_view id, const Pair& pair, Scalar scalar);

 private:
  enum class Make { scaled, rearranged, doubled };
  PolytopePtr made(const PolytopePtr& body, Make how, double factor, Scalar scalar);

  struct Remembered {
    PolytopePtr from;
    PolytopePtr body;  ///< nullptr: cannot be made
  };
  std::unordered_map<std::uint64_t, Remembered> bodies_;
};

}  // namespace touchstone
