// SPDX-License-Identifier: GPL-3.0-or-later
// Whether shaking brings a large body to the top of small ones (Brazil nut; hart2007thesis, ch. 7:
// "on top after some 40 shakes"). One large body lies on the floor of a box, covered at the start.
#pragma once

#include <string>
#include <vector>

#include "dynamics/scenes/hart.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// Body 0 among the heights of all others.
struct NutRank {
  double above = 0;        ///< share of the others that lie higher [1]
  double over_mean_m = 0;  ///< its height above the mean of theirs [m]
};
NutRank nut_rank(const Scene& scene, const std::vector<BodyState>& states);

/// What is run, once for each of the seeds 1 to `seeds`.
struct NutRun {
  std::string name;
  int bodies = 0;  ///< moving ones
  int seeds = 1;
  int shakes = 40;
  NutChoice nuts = {};
};

/// Rows: a run, then after how many shakes. On top: at most a tenth of the others lie higher.
CheckReport rank_nuts(const std::vector<NutRun>& runs, const ClaimOptions& options);

/// Rows of one short run, or of the long ones: 270 bodies with five seeds; then 120 with two, with
/// one thing changed at a time.
CheckReport check_nut_rise(const ClaimOptions& options);

}  // namespace touchstone
