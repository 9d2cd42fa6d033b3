// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics that take a time that is known, for tests of what is timed.
#pragma once

#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/timing/time_engine.hpp"
#include "benchmarks/timing/time_group.hpp"
#include "benchmarks/timing/time_pairs.hpp"
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

/// Says after `Microseconds` of CPU time that the bodies overlap, which they do.
template <int Microseconds>
class Overlapping : public Spinning<Microseconds> {
 public:
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = Spinning<Microseconds>::evaluate(A, X_WA, B, X_WB, workspace);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
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

/// The first coordinate of B's place, which tells the pairs of a family apart.
using Places = std::set<double>;

/// What the ratio of two metrics is measured on: the pairs behind the ring, boxes in shallow
/// contact.
inline std::vector<TimedPair> pairs_of_the_ratio(std::uint64_t seed) {
  const TimeGroup group = plan_time({{"boxes"}, {"shallow"}, {}}).value().front();
  TimePairs pairs(*group.family, group.size, seed);
  return pairs.range(TimeRegime::shallow, TimeStart::cold, kMaxQueries, 2000);
}

/// The place of every tenth pair of these.
inline Places every_tenth(const std::vector<TimedPair>& pairs) {
  Places places;
  for (std::size_t k = 0; k < pairs.size(); k += 10) places.insert(pairs[k].pair.X_WB.t.x());
  return places;
}

}  // namespace touchstone
