// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics that take a time that is known, for tests of what is timed.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/timing/time_engine.hpp"
#include "benchmarks/timing/time_group.hpp"
#include "benchmarks/timing/time_run.hpp"
#include "metrics/registry.hpp"

namespace touchstone {

/// Answers after `Microseconds` of CPU time.
template <int Microseconds>
class Spinning : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    const double end = thread_cpu_ns() + 1e3 * Microseconds;
    while (thread_cpu_ns() < end) {
    }
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.work.iterations = 3;
    return answer;
  }
};

/// Never answers.
class Throwing : public Spinning<1> {
 public:
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    throw std::runtime_error("never");
  }
};

/// The row of a metric of the class M.
template <class M>
MetricRow spinning_row(const std::string& name) {
  return {.name = name, .summary = "", .traits = {}, .make = [] {
            return std::unique_ptr<Metric>(std::make_unique<M>());
          }};
}

/// Boxes in shallow contact, a short time for each cell.
inline TimeOptions boxes_options(const std::vector<const MetricRow*>& metrics) {
  TimeOptions options;
  options.metrics = metrics;
  options.groups = plan_time({{"boxes"}, {"shallow"}, {}}).value();
  options.cell_s = 0.05;
  return options;
}

}  // namespace touchstone
