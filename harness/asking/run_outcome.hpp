// SPDX-License-Identifier: GPL-3.0-or-later
// What became of one question that was put to a metric.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "metrics/metric.hpp"

namespace touchstone {

/// The harness itself failed (a worker that cannot start, an oracle that throws): not a verdict on
/// any metric.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a metric throws where the algorithm behind it says itself that it crashed, with the text.
class AlgorithmCrash : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class RunStatus {
  completed,      ///< the metric returned: see the answer's own status
  crashed,        ///< the process died by a signal or exited
  timed_out,      ///< over the limit of CPU time
  skipped,        ///< the algorithm itself said that it does not take this question
  not_applicable  ///< the question was not put: flat body, no box, sizes out of range, or
                  ///< undefined ratio
};

/// What a runner found by asking the same question again.
enum class RunFault : std::uint8_t {
  none,
  flaky,           ///< asked alone and twice, it ended in another way
  order_dependent  ///< the answer depends on the questions that were asked before
};

struct RunOutcome {
  RunStatus status = RunStatus::completed;
  Answer answer;
  std::string detail;  ///< signal name, exception text, why it is skipped or not applicable
  RunFault fault = RunFault::none;
  /// It crashed as a program wrote what is not in its protocol, which no pair of bodies explains.
  bool breaks_protocol = false;
  double spent_s = 0;  ///< time of the answer, as the worker of a plug-in measured it [s]
  /// An answer about cores that says nothing of the bodies (rounded_bodies.hpp): `detail` says why.
  bool says_nothing = false;
  bool has_no_use() const { return status == RunStatus::not_applicable || says_nothing; }
  bool is_of_use() const { return status == RunStatus::completed && !says_nothing; }
};

}  // namespace touchstone
