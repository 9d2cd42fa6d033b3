// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of Hart's thesis (hart2007thesis) that show motions and how they converge: which
// scene, which steps, which gamma, which times. Also the figures of Williams, Lu & Trinkle
// (williams2016peg) that are snapshots: 20 and 23, here by the models that they compare.
//
// The thesis prints no positions; the scenes are ours (scenes/hart.hpp). Its h = 0.01 for the
// frames, and the lists of h of its plots, are as printed. Figure 24 has gamma = 1, figure 25 0.3.
// A plot has five starts, as what comes of one start is a zigzag.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/converge/converge_run.hpp"
#include "benchmarks/papers/thesis_method.hpp"

namespace touchstone {

struct ThesisFigure {
  std::string name;   ///< "thesis-figure20"
  std::string title;  ///< title of the figure in the thesis
  std::string scene;
  std::vector<double> gamma;
  std::vector<double> times;  ///< times of frames [s]; none: a plot of average infeasibility
  std::vector<double> dt;     ///< steps h of a plot; the one step of frames [s]
  std::vector<std::string> models = {};  ///< contact models of frames; none: the scene's
};

const std::vector<ThesisFigure>& thesis_figures();

/// A scene at one time.
struct MotionFrame {
  double time_s = 0;
  std::vector<BodyState> states;
  std::vector<bool> absent = {};  ///< bodies that have not entered; empty: all have

  bool shows(std::size_t body) const { return absent.empty() || !absent[body]; }
};

struct ThesisMotion {
  ThesisMethod method;  ///< unnamed where the scene's own is the only one
  Scene scene;
  std::vector<MotionFrame> frames;
  std::string fault;  ///< why it ended early; empty if it did not
  std::uint64_t unsolved = 0;
  EnergyGains gains;

  /// Why it is wrong; empty if it is not.
  std::string wrong() const { return why_wrong(fault, unsolved, gains); }
};

/// What one method makes of the runs of a plot.
struct ThesisRuns {
  ThesisMethod method;
  std::vector<ConvergeRun> runs;
};

/// The methods of a figure whose scene is not one of Hart's problems: one for each contact model of
/// the figure, or the scene's own method if the figure names none.
std::vector<ThesisMethod> scene_methods(const ThesisFigure& figure);
/// The scene of a figure of frames, to be run by a method. One without a name leaves the scene's
/// own.
Scene thesis_scene(const ThesisFigure& figure, const ThesisMethod& method);
/// Runs it and keeps its states at the frames' times; after a stop request those until then.
ThesisMotion thesis_motion(const ThesisFigure& figure, const ThesisMethod& method,
                           const MetricSource& metrics,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress,
                           const std::function<bool()>& stop_requested = {});
/// Options of the runs whose average infeasibilities a figure that is a plot shows.
ConvergeOptions thesis_plot(const ThesisFigure& figure, const ThesisMethod& method);

}  // namespace touchstone
