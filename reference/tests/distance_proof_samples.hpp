// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: the proof of a signed distance by brute force, from the exact hull of all differences.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/metric.hpp"
#include "reference/exact/exact_hull.hpp"
#include "reference/exact/simplex.hpp"
#include "reference/second_route/difference_set.hpp"

namespace touchstone {

class ProofByBruteForce {
 public:
  explicit ProofByBruteForce(const Pair& pair)
      : vertices_B_(pair.B->vertices().size()), points_(all_differences(to_integers(pair))) {}

  DistanceProof make() {
    const std::vector<int> basis = affine_basis(points_);
    switch (basis.size()) {
      case 1:
        offer({basis[0]});
        break;
      case 2: {
        const std::array<int, 2> ends = segment_ends(points_, point(basis[1]) - point(basis[0]));
        offer({ends[0], ends[1]});
        break;
      }
      case 3: {
        const std::vector<int> polygon = polygon_hull(
            points_, (point(basis[1]) - point(basis[0])).cross(point(basis[2]) - point(basis[0])));
        for (std::size_t k = 2; k < polygon.size(); ++k) {
          offer({polygon[0], polygon[k - 1], polygon[k]});
        }
        break;
      }
      default:
        return of_solid();
    }
    add_support(basis);
    return proof_;
  }

 private:
  using Nearest = NearestOnSimplex<Integer, IntegerVec3>;

  const IntegerVec3& point(int index) const { return points_[at(index)]; }

  VertexPair pair_of(int index) const {
    const auto k = static_cast<std::size_t>(index);
    return {static_cast<int>(k / vertices_B_), static_cast<int>(k % vertices_B_)};
  }

  /// Keeps what is nearest to 0.
  void offer(const std::vector<int>& corners) {
    std::array<IntegerVec3, 4> c;
    for (std::size_t k = 0; k < corners.size(); ++k) c[k] = point(corners[k]);
    const Nearest found = nearest_on_simplex<Integer, IntegerVec3>(c, corners.size());
    if (nearest_ && Integer(nearest_->squared_norm * found.scale * found.scale) <=
                        Integer(found.squared_norm * nearest_->scale * nearest_->scale)) {
      return;
    }
    nearest_ = found;
    proof_.nearest_count = static_cast<int>(found.corners);
    for (std::size_t k = 0; k < found.corners; ++k) {
      proof_.nearest[k] = pair_of(corners[found.corner[k]]);
    }
  }

  /// Where 0 is in C: two of the points that are independent, or what there is.
  void add_support(const std::vector<int>& points) {
    if (!nearest_->point.is_zero()) return;
    for (const int first : points) {
      if (point(first).is_zero()) continue;
      proof_.support_count = 1;
      proof_.support[0] = pair_of(first);
      for (const int second : points) {
        if (point(first).cross(point(second)).is_zero()) continue;
        proof_.support_count = 2;
        proof_.support[1] = pair_of(second);
        return;
      }
    }
  }

  DistanceProof of_solid() {
    const SolidHull hull = solid_hull(points_);
    std::size_t best = 0;  // index of the plane nearest to 0
    bool outside = false;
    bool inside = true;
    for (std::size_t f = 0; f < hull.planes.size(); ++f) {
      const IntegerPlane& plane = hull.planes[f];
      const std::array<int, 3>& t = hull.triangles[f];
      if (plane.offset <= 0) offer({t[0], t[1], t[2]});
      outside = outside || plane.offset < 0;
      inside = inside && plane.offset > 0;
      const IntegerPlane& other = hull.planes[best];
      if (Integer(plane.offset * plane.offset * other.normal.squaredNorm()) <
          Integer(other.offset * other.offset * plane.normal.squaredNorm())) {
        best = f;
      }
    }
    if (!inside) {
      for (std::size_t f = 0; !outside && proof_.support_count < 2; ++f) {
        const std::array<int, 3>& t = hull.triangles[f];
        if (hull.planes[f].offset == 0) add_support({t[0], t[1], t[2]});
      }
      return proof_;
    }
    const std::array<int, 3>& t = hull.triangles[best];
    proof_.nearest_count = 3;
    for (std::size_t k = 0; k < 3; ++k) proof_.nearest[k] = pair_of(t[k]);
    for (const std::array<int, 3>& triangle : hull.triangles) {
      proof_.cycle.push_back({pair_of(triangle[0]), pair_of(triangle[1]), pair_of(triangle[2])});
    }
    return proof_;
  }

  std::size_t vertices_B_;
  std::vector<IntegerVec3> points_;
  std::optional<Nearest> nearest_;
  DistanceProof proof_;
};

/// O(V_A V_B log) exactly: for small bodies.
inline DistanceProof proof_by_brute_force(const Pair& pair) {
  return ProofByBruteForce(pair).make();
}

}  // namespace touchstone
