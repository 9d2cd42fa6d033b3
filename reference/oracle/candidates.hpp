// SPDX-License-Identifier: GPL-3.0-or-later
// The directions among which the best gap of a solid Minkowski difference is to be found, sifted in
// doubles.
//
// A - B = {a - b} has three kinds of facets: facets of A (u = -n_A), facets of B (u = n_B), and
// pairs of edges whose arcs cross on the sphere, the arcs of A's Gauss map with the mirrored arcs
// of B's (u = -+ e_A x e_B). With s = e_B.n for the two nodes n of A's arc and t = e_A.n for those
// of B's, the arcs cross strictly if and only if
//     sign s_left = -sign s_right = sign t_left = -sign t_right != 0,
// and then u = -sign(s_left) e_A x e_B.
// A walk finds the pairs that cross (gauss_walk.hpp); a scan of all pairs where the walk is open.
// Arcs that touch at a node give a direction that is a node. A superfluous direction does no harm,
// for any u gives a lower bound; leaving one out is justified by error bounds only.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/exact/placed_body.hpp"
#include "reference/oracle/gauss_walk.hpp"

namespace touchstone {

struct Candidate {
  enum class Kind : std::uint8_t { node_of_A, node_of_B, arcs };
  Kind kind = Kind::node_of_A;
  bool certain = true;  ///< arcs: whether they are known to cross
  int i = -1;           ///< node, or arc of A
  int j = -1;           ///< arc of B
  int sign = 0;         ///< arcs: u = sign e_A x e_B; 0 if that is not known
  double max_phi = 0;   ///< upper bound of gap(u) / |u|, in the frame's unit
  /// Upper bound of gap(u) / (u.d), in the frame's units; -infinity if u.d < 0 for certain.
  double max_ratio = 0;
};

/// What the two bodies have in common, rounded. Lengths are in units of 2^exponent.
struct PairFrame {
  int exponent = 0;
  Vec3 base = Vec3::Zero();  ///< A's first vertex - B's first vertex, world, within 2^-52 |base|
  double factor_A = 1;       ///< from A's rounded vertices to the frame's unit
  double factor_B = 1;
  double reach = 1;             ///< upper bound of |a - b|
  Vec3 along_d = Vec3::Zero();  ///< x_A - x_B scaled to |.|_max <= 1, within 1e-14; 0 if the ratio
                                ///< is not wanted
};

class CandidateSweep {
 public:
  enum class Keep : std::uint8_t { best, all };
  /// Collects the candidates that may be best for phi or, with along_d, for the ratio; or all.
  void run(const PlacedBody& A, const PlacedBody& B, const PairFrame& frame,
           Keep keep = Keep::best);

  const std::vector<Candidate>& candidates() const { return candidates_; }
  /// Certified lower bound of the best gap(u) / |u|, in the frame's unit.
  double least_phi() const { return least_phi_; }
  /// Certified lower bound of the best gap(u) / (u.d), in the frame's units.
  double least_ratio() const { return least_ratio_; }

 private:
  void add_nodes(const PlacedBody& self, const PlacedBody& other, Candidate::Kind kind);
  void add_arcs();
  /// Adds the crossings of one arc of A by a look at every arc of B.
  void add_arcs_by_scan(int i);
  void add_crossing(Candidate candidate, bool with_minus, bool with_plus);
  /// `rounded` is a unit direction within `error`, `gap` its value; `attained`: gap(u) is that
  /// value, not just at most that.
  void offer(Candidate candidate, const Vec3& rounded, double error, double gap, bool attained);

  const PlacedBody* A_ = nullptr;
  const PlacedBody* B_ = nullptr;
  PairFrame frame_;
  bool ratio_ = false;
  bool keep_all_ = false;
  std::vector<Candidate> candidates_;
  double least_phi_ = 0;
  double least_ratio_ = 0;
  std::vector<Region> regions_of_B_;  ///< region of each node of A, if both are solid
  std::vector<Region> regions_of_A_;  ///< region of each node of B
  std::vector<GaussWalk::Crossing> crossings_;
  std::vector<std::int16_t> node_signs_;
};

}  // namespace touchstone
