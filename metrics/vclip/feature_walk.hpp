// SPDX-License-Identifier: GPL-3.0-or-later
// The states of V-Clip [mirtich1998] and the steps between them, in doubles. Internal to `vclip`.
//
// A state is a pair of features. Each step replaces one of them by one that meets it and that is as
// near with fewer dimensions, or nearer with more. Where the nearest points of both features lie in
// each other's Voronoi regions, they are the nearest of the bodies.
//
// Departures from the paper:
//
// * Of several planes that are violated the one violated most is followed.
// * A facet that excludes an edge gives way to the nearest of its sides, found by looking at all.
// * A vertex behind a facet looks at all facets for one that it is in front of, as in the paper;
//   that there is none is not yet a proof of overlap, as normals and planes are rounded.
// * The next state is a function of the last one alone. So the walk either ends or returns to a
//   state, which Brent's method [brent1980] notices within three times the number of steps to it:
//   rounding may make it go in circles, but not for ever.
#pragma once

#include <array>
#include <cstddef>

#include "geometry/pose.hpp"
#include "metrics/vclip/clip_body.hpp"

namespace touchstone {

/// vertex, edge or facet, or none.
using FeatureKind = Feature::Kind;

/// A feature of A and one of B; vertices by their places in the map.
struct FeaturePair {
  std::array<Feature, 2> of;
  bool operator==(const FeaturePair& other) const {
    return of[0].kind == other.of[0].kind && of[0].index == other.of[0].index &&
           of[1].kind == other.of[1].kind && of[1].index == other.of[1].index;
  }
};

/// Where two segments p + s u and q + t v, s and t in [0, 1], are nearest.
struct SegmentParameters {
  double s = 0;
  double t = 0;
};
SegmentParameters nearest_on_segments(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v);

class FeatureWalk {
 public:
  enum class End {
    nearest,  ///< no step leads nearer
    overlap,  ///< an edge passes through a facet, a vertex lies behind all of them, or regions miss
              ///< each other and yet no step leads nearer
    circle,   ///< rounding leads back to where it was
    far       ///< more steps than were allowed
  };

  /// d = x_A - x_B, world [m]. The bodies outlive the walk.
  FeatureWalk(const ClipBody& A, const Mat3& R_WA, const ClipBody& B, const Mat3& R_WB,
              const Vec3& d);

  End run(FeaturePair& pair, int most_steps);
  int steps() const { return steps_; }

  /// A vertex of body k in the axes of the other and from its interior point [m].
  Vec3 seen(std::size_t k, int place) const { return R_[k] * body_[k]->map.arm(place) + t_[k]; }

 private:
  enum class Step { moved, done, overlap };

  Step step();
  Step vertex_vertex();
  Step vertex_edge(std::size_t k);
  Step vertex_facet(std::size_t k);
  Step edge_edge();
  Step edge_facet(std::size_t k);
  bool leave_vertex(std::size_t k, const Vec3& x);
  Step leave_edge(std::size_t k);
  Step escape(std::size_t k, const Vec3& x);
  Step move(std::size_t k, FeatureKind kind, int index) {
    pair_.of[k] = {kind, index};
    return Step::moved;
  }
  int index(std::size_t k) const { return pair_.of[k].index; }

  std::array<const ClipBody*, 2> body_;
  std::array<Mat3, 2> R_;  ///< from the axes of body k to those of the other
  std::array<Vec3, 2> t_;  ///< the interior point of body k, in the other's axes
  FeaturePair pair_;
  int steps_ = 0;
};

}  // namespace touchstone
