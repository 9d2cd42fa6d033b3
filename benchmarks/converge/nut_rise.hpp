// SPDX-License-Identifier: GPL-3.0-or-later
// Whether shaking brings a large body to the top of small ones (Brazil nut; hart2007thesis, ch. 7:
// "on top after some 40 shakes"). One large body starts on the floor of a box, the small ones around
// and, unless it is four times as large, above it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contact/registry.hpp"
#include "dynamics/scenes/hart.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {

/// What is run, once for each of the seeds 1 to `seeds`.
struct NutRun {
  std::string varied;  ///< "shape": what this run and its neighbours differ in
  std::string name;    ///< "cubes"
  int bodies = 0;      ///< moving ones
  int seeds = 1;
  int shakes = 40;
  NutChoice nuts = {};
};
std::string_view shape_name(NutChoice::Shape shape);  ///< "cubes"

/// A run from one seed. Lists have a number for the start of the shakes and one for each shake.
struct NutMotion {
  int seed = 1;
  std::vector<int> higher = {};       ///< small bodies whose centre is above that of the large one
  std::vector<double> height_m = {};  ///< height of the large body's centre
  std::vector<double> mean_m = {};    ///< mean height of the small ones' centres
  int steps = 0;
  int unsolved = 0;        ///< steps not solved as posed
  double residual = 0;     ///< largest residual of a step [1]
  int outside = 0;         ///< bodies whose centre was outside the box after a step
  double overlap_m = 0;    ///< largest overlap of a pair before a step
  double time_s = 0;       ///< time that its steps took
  std::string fault = {};  ///< why it ended early
};

/// A run from all of its seeds.
struct NutRise {
  NutRun run;
  std::vector<NutMotion> seeds;
};

/// What a number is over the seeds that came so far.
struct NutSpread {
  double mean = 0;
  std::optional<double> half_width;  ///< half of the mean's 95 % interval; nothing below two seeds
  double least = 0, largest = 0;
};
/// Share of the small bodies that lie above the large one after so many shakes [1]; nothing where
/// no seed came so far.
std::optional<NutSpread> share_above(const NutRise& rise, int shakes);
/// How far the large body lies above the mean of the small ones then [m].
std::optional<NutSpread> height_over_mean(const NutRise& rise, int shakes);
/// Share of the others that may lie above a body that is on top [1].
inline constexpr double kOnTopShare = 0.1;
/// In how many seeds the large body is on top then.
int seeds_on_top(const NutRise& rise, int shakes);
/// Whether a seed ended early, a step was not solved as posed, or a body was outside the box.
bool nut_run_failed(const NutRise& rise);

/// One short run, or the long ones: 270 bodies with five seeds; then 120 with one, as they are and
/// with one thing changed.
std::vector<NutRun> nut_runs(bool full);
/// Runs them. Where it is stopped they have the seeds that had begun.
std::vector<NutRise> shake_nuts(const std::vector<NutRun>& runs, const MetricSource& metrics,
                                const RunControl& control);

}  // namespace touchstone
