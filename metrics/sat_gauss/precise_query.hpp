// SPDX-License-Identifier: GPL-3.0-or-later
// The query of `sat_gauss` in double-double from end to end, for bodies of unequal sizes. Internal
// to it.
//
// Beside a large P doubles do not tell where an arc of P bends: by a rounding of Q's vertices the
// bend moves along the arc, and the overlap changes there by the size of P. All that differs from
// the query in doubles is the arithmetic: normals come from the corners of the exact hull, farthest
// vertices are proven so, and each candidate is evaluated when it is found.
#pragma once

#include <vector>

#include "geometry/double_double_vector.hpp"
#include "geometry/pose.hpp"
#include "metrics/sat_gauss/gauss_body.hpp"

namespace touchstone {

/// What P knows of one of its directions in a query.
struct PreciselyPlaced {
  Dd3 n{};             ///< local, about 1 long
  Dd3 m{};             ///< world
  Dd3 local{};         ///< m in Q's axes
  DoubleDouble level;  ///< m.s
  int place = -1;      ///< farthest along -m on Q
};

struct PrecisePending {
  int place = -1;
  DoubleDouble from, to;  ///< minus the products of its arm with the ends of the arc
};

/// Memory of a query, kept for the next one.
struct PreciseGaussWorkspace {
  std::vector<PreciselyPlaced> placed;
  std::vector<PrecisePending> pending;
};

class PreciseGaussQuery {
 public:
  /// `s` = x_P - x_Q, world.
  PreciseGaussQuery(const GaussBody& P, const Pose& X_WP, const GaussBody& Q, const Pose& X_WQ,
                    const Dd3& s, PreciseGaussWorkspace& workspace);

  /// False if the bodies are disjoint.
  bool run();
  double overlap() const { return best_.high; }
  const Vec3& n() const { return best_n_; }  ///< unit, out of P, world
  int supports() const { return supports_; }

 private:
  bool place_facets_of_P();
  bool test_facets_of_Q();
  bool follow(const GaussBody::Arc& arc);
  bool consider(DoubleDouble overlap, const Dd3& m);
  bool consider_edges(const GaussBody::Arc& arc, int q0, int q1, const Dd3& m);
  Dd3 normal_of(const GaussBody& body, const GaussBody::Direction& direction) const;
  int farthest(const SupportMap& map, const Dd3& u);
  /// Overlaps above this cannot be the least (|m| about 1) [m].
  double limit() const { return best_.high + slack_; }

  const GaussBody& P_;
  const Mat3& R_P_;
  const GaussBody& Q_;
  const Mat3& R_Q_;
  Dd3 s_;
  double slack_;  ///< [m]
  PreciseGaussWorkspace& workspace_;
  DoubleDouble best_;
  Vec3 best_n_ = Vec3::Zero();
  int supports_ = 0;
};

}  // namespace touchstone
