// SPDX-License-Identifier: GPL-3.0-or-later
// Which bodies of a scene may be near each other: sweep and prune over bounding spheres.
//
// Spheres are sorted along the axis on which their centres spread most; those whose intervals
// overlap there are compared. Memory and time do not grow with the square of the bodies as long as
// few of them share an interval.
#pragma once

#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

/// A sphere about a body and all that it can reach within the step.
struct BoundingSphere {
  Vec3 center_W = Vec3::Zero();  ///< [m]
  double radius = 0;             ///< [m]
  bool fixed = false;            ///< whether the body is fixed: two fixed bodies are no pair
};

struct IndexPair {
  int A = 0;
  int B = 0;
  auto operator<=>(const IndexPair&) const = default;
};

class BroadPhase {
 public:
  /// Pairs A < B of spheres that overlap, in ascending order; valid until the next call. Pairs that
  /// are apart by rounding may be among them.
  const std::vector<IndexPair>& find(const std::vector<BoundingSphere>& spheres);

 private:
  void compare_all(const std::vector<BoundingSphere>& spheres);
  void sweep(const std::vector<BoundingSphere>& spheres);
  void choose_axis(const std::vector<BoundingSphere>& spheres);

  Eigen::Index axis_ = 0;
  std::vector<int> order_;     ///< spheres by the lower end of their intervals
  std::vector<double> lower_;  ///< lower end of each sphere's interval on the axis [m]
  std::vector<IndexPair> pairs_;
};

}  // namespace touchstone
