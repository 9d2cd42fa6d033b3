// SPDX-License-Identifier: GPL-3.0-or-later
// The query of `sat_gauss` in doubles, its best candidates in double-double. Internal to
// `sat_gauss`.
#pragma once

#include <array>
#include <vector>

#include "geometry/double_double_vector.hpp"
#include "geometry/pose.hpp"
#include "metrics/sat_gauss/gauss_body.hpp"

namespace touchstone {

/// A direction that may be that of the least overlap.
struct GaussCandidate {
  double overlap = 0;  ///< rounded [m]
  Vec3 m;              ///< about, world
  bool edges = false;
  bool of_P = false;             ///< a facet of P, or of Q
  int index = -1;                ///< place of a facet's direction, or of an arc of P
  std::array<int, 2> q{-1, -1};  ///< an edge of Q, as places of its map
};

/// What P knows of one of its directions in a query.
struct GaussPlaced {
  Vec3 local;          ///< m in Q's axes
  double overlap = 0;  ///< o(m), not divided
  double level = 0;    ///< m.s
  int place = -1;      ///< farthest along -m on Q
};

struct GaussPending {
  int place;
  double from, to;  ///< minus the products of its arm with the ends of the arc
};

/// Memory of a query, kept for the next one.
struct GaussWorkspace {
  std::vector<GaussPlaced> placed;
  std::vector<int> places;
  std::vector<GaussPending> pending;
  std::array<GaussCandidate, 512> candidates;  ///< the deepest beyond are dropped
};

class GaussQuery {
 public:
  /// `s` = x_P - x_Q, world.
  GaussQuery(const GaussBody& P, const Pose& X_WP, const GaussBody& Q, const Pose& X_WQ,
             const Dd3& s, GaussWorkspace& scratch);

  /// False if the bodies are disjoint.
  bool run();
  double overlap() const { return best_.high; }
  const Vec3& n() const { return best_n_; }  ///< unit, out of P, world
  int supports() const { return supports_; }

 private:
  bool place_facets_of_P();
  bool test_facets_of_Q();
  bool follow_arcs();
  bool follow(const GaussBody::Arc& arc, int index);
  double limit() const;
  void keep(const GaussCandidate& candidate);
  bool evaluate();
  void consider(const GaussCandidate& candidate);
  DoubleDouble farthest(const PosedGauss& posed, const Dd3& m, const Vec3& local,
                        int made_from) const;

  PosedGauss P_, Q_;
  const Dd3& exact_s_;
  Vec3 s_;
  double arms_;           ///< longest of P and Q together [m]
  double rounding_;       ///< bound on the rounding of an overlap [m]
  double rounding_of_Q_;  ///< bound on the rounding of Q's part of an overlap [m]
  double slack_;          ///< [m]
  GaussWorkspace& scratch_;
  std::size_t count_ = 0;  ///< candidates
  DoubleDouble best_;
  Vec3 best_n_ = Vec3::Zero();
  int supports_ = 0;
};

}  // namespace touchstone
