// SPDX-License-Identifier: GPL-3.0-or-later
// A bound on the steps of a loop. A loop that exceeds it throws an exception that names the loop.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>

namespace touchstone {

/// A loop took more steps than it can need. The query of a metric counts as timed out then; where a
/// truth was sought, the harness has failed.
class EndlessLoop : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void throw_endless_loop(const char* loop, std::int64_t max_steps);

#ifdef TOUCHSTONE_PLANTS_LOOPS
/// A hook in the build of the tests, asked at each step of each bounded loop: true makes that loop
/// exceed its bound. Set by a test, while nothing else runs.
using LoopPlant = bool (*)(const char* loop);
inline std::atomic<LoopPlant> loop_plant = nullptr;
#endif

/// `step()` at the head of a loop's body, `max_steps` derived or generous.
class LoopBound {
 public:
  /// `loop` is "place: what repeats", with static storage; a verdict shows it.
  LoopBound(const char* loop, std::int64_t max_steps)
      : loop_(loop), max_steps_(max_steps), left_(max_steps) {}

  /// Throws EndlessLoop at the call after `max_steps` ones.
  void step() {
#ifdef TOUCHSTONE_PLANTS_LOOPS
    if (const LoopPlant plant = loop_plant; plant != nullptr && plant(loop_)) left_ = 0;
#endif
    if (left_-- <= 0) throw_endless_loop(loop_, max_steps_);
  }

 private:
  const char* loop_;
  std::int64_t max_steps_;
  std::int64_t left_;
};

/// The bound of rejection sampling. Each draw is likely to be accepted: so many in a row are not
/// rejected by chance.
inline LoopBound bound_of_draws(const char* loop) { return {loop, 100'000}; }

}  // namespace touchstone
