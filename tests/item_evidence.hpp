// SPDX-License-Identifier: GPL-3.0-or-later
// What the quick form of an item's command is to show, for the items whose command is a check: one
// line for each claim that the item's verdict rests on.
#pragma once

#include <vector>

namespace touchstone {

struct ItemEvidence {
  const char* item;
  const char* verdict;  ///< the list's word
  const char* subject;  ///< subject of the check; empty: it has none
  const char* claim;
  bool held;  ///< in every case; else violated in some
};

inline const std::vector<ItemEvidence>& item_evidence() {
  static const std::vector<ItemEvidence> kEvidence = {
      {"ratio-definition1", "holds", "", "rho", true},
      {"ratio-contact", "holds", "", "phi", true},
      {"ratio-theorem2", "our finding", "", "thesis_bound", true},
      {"slides-equivalence", "our finding", "", "thesis_bound", true},
      {"yi-distance", "holds", "", "phi", true},
      {"thesis-definition2.12", "holds", "", "rho", true},
      {"thesis-bound2.9", "holds", "", "distance_bound", true},
      {"thesis-theorem2.16", "our finding", "", "thesis_bound", true},
      {"yi-epa-proof", "our finding", "certified", "proven", true},
      {"ratio-program2.3", "holds", "ratio_facets", "solved", true},
      {"thesis-definition2.1", "holds", "ratio_facets", "solved", true},
      {"yi-samples", "holds", "certified", "P1", true},
      {"yi-vertices", "holds", "certified", "P1", true},
      {"yi-translate", "holds", "certified", "P2", true},
      {"yi-normal-grows", "holds", "certified", "N1", true},
      {"yi-normal-continuous", "holds", "certified", "N2", true},
      {"yi-plane", "holds", "certified", "P2", true},
      {"yi-center", "fails", "center_normals", "N1", false},
      {"yi-long-bodies", "holds", "center_normals", "P1", false},
      {"yi-facets", "holds", "triangle_normals", "N1", false},
      {"yi-manifold", "holds", "vclip_sat", "P1", true},
      {"yi-manifold", "holds", "vclip_sat", "P2", true},
      {"ratio-theorem4", "holds", "", "components", true},
      {"thesis-theorem3.4", "holds", "", "region", true},
      {"thesis-theorem3.8", "our finding", "", "gradients", true},
      {"thesis-gradient3.8", "holds", "", "gradients", true},
      {"thesis-theorem3.13", "holds", "", "components", true},
      {"thesis-algorithm3.15", "our finding", "", "active", false},
      {"ratio-lemma7", "our finding", "Omega_1", "rho", true},
      {"ratio-lemma7", "our finding", "anywhere", "rho", false},
      {"thesis-proposition6.2", "our finding", "anywhere", "r", true},
      {"thesis-lemma6.4", "our finding", "Omega_1", "rho", true},
      {"thesis-lemma6.4", "our finding", "anywhere", "rho", false},
      {"yi-mtd-continuous", "our finding", "truth", "optimal", true},
      {"yi-mtd-continuous", "our finding", "sat", "pieces", true},
      {"peg-lemma1.1", "holds", "proven", "lemma_1_1", true},
      {"peg-lemma1.2", "holds", "proven", "lemma_1_2", true},
      {"peg-lemma1.3", "holds", "proven", "lemma_1_3", true},
      {"peg-lemma1.4", "holds", "proven", "lemma_1_4", true},
      {"peg-bisector", "holds", "proven", "bisector", true},
      {"peg-inter", "our finding", "at most one force", "one_force", false},
      {"thesis-remark2.18", "fails", "eps", "overlap", false},
      {"thesis-remark2.18", "fails", "2 eps", "overlap", true},
      {"thesis-remark2.19", "fails", "f_1", "triangle", false},
      {"thesis-remark2.19", "fails", "f_2", "triangle", false},
      {"thesis-remark3.11", "holds", "", "value", true},
      {"thesis-remark3.11", "holds", "", "gradient", true},
      {"thesis-figure11", "holds", "", "regular", true},
      {"ratio-active4.14", "fails", "printed", "empty", false},
      {"thesis-empty", "fails", "printed", "empty", false},
      {"thesis-minimum4.11", "fails", "mended", "empty", false},
      {"thesis-minimum4.11", "fails", "mended", "minimum", false},
      {"slides-rest", "holds", "1", "rest", true},
      {"slides-rest", "holds", "0.3", "rest", true},
      {"slides-rest", "holds", "0", "rest", false},
      {"thesis-theorem5.8", "holds", "", "solvable", true},
      {"thesis-theorem5.8", "holds", "", "unpointed", false},
      {"thesis-bound5.20", "our finding", "", "bound", true},
      {"thesis-bound5.20", "our finding", "", "bound_unpointed", true},
      {"thesis-proposition5.10", "holds", "", "relaxed", true},
      {"thesis-lemke", "holds", "", "ours", true},
      {"ratio-theorem10", "our finding", "gamma 1", "overlap", true},
      {"ratio-theorem10", "our finding", "gamma 0.3", "overlap", false},
      {"thesis-theorem6.12", "our finding", "gamma 1", "speed", true},
      {"thesis-theorem6.12", "our finding", "gamma 1", "overlap", true},
      {"thesis-theorem6.12", "our finding", "gamma 1, events", "overlap", true},
      {"thesis-theorem6.12", "our finding", "gamma 0.3", "overlap", false},
      {"thesis-accuracy", "our finding", "no impact", "order", true},
      {"thesis-accuracy", "our finding", "impacts", "order", false},
  };
  return kEvidence;
}

}  // namespace touchstone
