// SPDX-License-Identifier: GPL-3.0-or-later
// How long a number of runs will still take. A step of a stack costs a hundred times one of a
// sphere, so that a share of steps says little: each run's own steps count as soon as there are
// some, before that those of other runs of its scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace touchstone {

class RemainingSteps {
 public:
  struct Run {
    std::string scene;
    std::uint64_t planned = 0;  ///< steps; it may end earlier
    int moving_bodies = 1;
  };
  /// In the order in which `jobs` threads take them up. `limit_s`: after which a run is ended [s];
  /// 0: none.
  RemainingSteps(const std::vector<Run>& runs, int jobs, double limit_s = 0);

  /// Steps of a run took so many seconds.
  void add(std::size_t run, std::uint64_t steps, double seconds);
  void end(std::size_t run);
  /// From what was added so far [s]; 0 before anything was.
  double left_s() const;

 private:
  struct State {
    Run run;
    double guess = 1;  ///< cost of a step relative to other runs
    std::uint64_t taken = 0;
    double spent_s = 0;
    bool ended = false;
  };
  /// Seconds for a step, over its guess: of the runs of one scene, or of all.
  double seconds_per_guess(const std::string* scene) const;
  double step_s(const State& state) const;
  double steps_left(const State& state) const;
  double left_s(const State& state) const;

  std::vector<State> runs_;
  std::size_t jobs_;
  double limit_s_;
};

}  // namespace touchstone
