// SPDX-License-Identifier: GPL-3.0-or-later
// What solvers of a local step give, and the limit of their time.
#pragma once

#include <cstdint>
#include <ctime>
#include <vector>

namespace touchstone {

struct LocalAnswer {
  std::vector<double> impulses;             ///< (c, f) of each contact [N s]
  std::vector<double> joint_impulses = {};  ///< [N s]
  double residual = 0;                      ///< what the solver measures itself: local_error() [1]
  std::uint64_t iterations = 0;
  bool timed_out = false;  ///< the time limit ended it
  bool solved = false;     ///< residual <= the tolerance asked for
};

/// The processor time of this program since it was made, against a limit [s].
class TimeLimit {
 public:
  explicit TimeLimit(double limit_s) : limit_s_(limit_s) {}
  bool is_over() const {
    return static_cast<double>(std::clock() - begun_) > limit_s_ * CLOCKS_PER_SEC;
  }

 private:
  double limit_s_;
  std::clock_t begun_ = std::clock();
};

}  // namespace touchstone
