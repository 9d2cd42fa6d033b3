// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/remaining_steps.hpp"

#include <algorithm>

namespace touchstone {
namespace {

/// After this time a run's own steps predict better than those of other runs [s].
constexpr double kEnoughS = 0.1;

}  // namespace

RemainingSteps::RemainingSteps(const std::vector<Run>& runs, int jobs, double limit_s)
    : jobs_(static_cast<std::size_t>(std::max(jobs, 1))), limit_s_(limit_s) {
  for (const Run& run : runs) {
    State state;
    state.run = run;
    // Pairs of bodies, and rows of the problem of a step.
    state.guess = static_cast<double>(run.moving_bodies) * run.moving_bodies;
    runs_.push_back(state);
  }
}

void RemainingSteps::add(std::size_t run, std::uint64_t steps, double seconds) {
  runs_[run].taken += steps;
  runs_[run].spent_s += seconds;
}

void RemainingSteps::end(std::size_t run) { runs_[run].ended = true; }

double RemainingSteps::seconds_per_guess(const std::string* scene) const {
  double spent_s = 0;
  double guessed = 0;
  for (const State& state : runs_) {
    if (scene != nullptr && state.run.scene != *scene) continue;
    spent_s += state.spent_s;
    guessed += state.guess * static_cast<double>(state.taken);
  }
  return guessed > 0 ? spent_s / guessed : 0;
}

double RemainingSteps::step_s(const State& state) const {
  if (state.spent_s > kEnoughS) return state.spent_s / static_cast<double>(state.taken);
  const double of_scene = seconds_per_guess(&state.run.scene);
  return state.guess * (of_scene > 0 ? of_scene : seconds_per_guess(nullptr));
}

double RemainingSteps::steps_left(const State& state) const {
  if (state.ended || state.taken >= state.run.planned) return 0;
  // Runs of one scene end early for one reason, as that the sphere has rolled off.
  double share = 0;
  int ended = 0;
  for (const State& other : runs_) {
    if (!other.ended || other.run.planned == 0 || other.run.scene != state.run.scene) continue;
    share += static_cast<double>(other.taken) / static_cast<double>(other.run.planned);
    ++ended;
  }
  const auto planned = static_cast<double>(state.run.planned);
  const auto taken = static_cast<double>(state.taken);
  const double expected = ended > 0 ? planned * share / ended : planned;
  return (expected > taken ? expected : planned) - taken;
}

double RemainingSteps::left_s(const State& state) const {
  const double all = steps_left(state) * step_s(state);
  return limit_s_ > 0 ? std::min(all, std::max(0.0, limit_s_ - state.spent_s)) : all;
}

double RemainingSteps::left_s() const {
  std::vector<double> threads(jobs_, 0);
  const auto put = [&](const State& state) {
    *std::min_element(threads.begin(), threads.end()) += left_s(state);
  };
  // Those that have begun have a thread each; the others follow in their order.
  for (const State& state : runs_) {
    if (state.taken > 0) put(state);
  }
  for (const State& state : runs_) {
    if (state.taken == 0) put(state);
  }
  return *std::max_element(threads.begin(), threads.end());
}

}  // namespace touchstone
