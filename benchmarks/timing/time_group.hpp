// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of one family and size. Internal to time_run.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/timing/time_judge.hpp"
#include "benchmarks/timing/time_pairs.hpp"
#include "benchmarks/timing/time_ratio.hpp"
#include "benchmarks/timing/time_run.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/batch.hpp"

namespace touchstone {

/// CPU time of this thread [ns].
double thread_cpu_ns();

/// One metric's bodies of a group, made anew in every pass.
struct PreparedBodies {
  std::unique_ptr<Metric> metric;
  std::vector<std::unique_ptr<Shape>> A;
  std::vector<std::unique_ptr<Shape>> B;
};

BatchQuery batch_query(const PreparedBodies& bodies, const TimedPair& timed);

class TimeGroupRun {
 public:
  TimeGroupRun(const TimeOptions& options, const TimeGroup& group, QuickOracle& oracle);

  std::uint64_t cells() const;
  /// One pass: prepares and times. The first pass also judges and decides how many queries to make.
  /// Calls `done` after each cell.
  void measure(const std::function<void()>& done);
  /// After the last pass.
  void report(TimeRecord& record) const;

 private:
  /// One metric on one ring.
  struct Cell {
    std::size_t metric = 0;         ///< index in metrics_
    std::vector<std::size_t> kept;  ///< pairs of the ring that are timed
    int repetitions = 0;            ///< in each pass
    std::uint64_t rounds = 1;       ///< through the pairs, in each repetition
    double query_ns = 0;            ///< mean of the first queries
    bool slow = false;              ///< a query takes kSlowQuery_ns and more
    std::string left_out;           ///< why it is not timed
    TimeResult result;
  };

  /// How many answers of a cell were judged, and how many are right.
  struct Verdicts {
    std::uint64_t judged = 0;
    std::uint64_t right = 0;
    std::uint64_t with_points = 0;  ///< those whose witness points were judged, too
    std::uint64_t right_points = 0;
    void add(const TimeTruth& truth, const Answer& answer, const MetricTraits& traits);
    void add_value(const TimeTruth& truth, const Answer& answer, const MetricTraits& traits);
    std::optional<double> right_share() const;  ///< nothing where none is judged
  };

  /// Two metrics, by their indices in metrics_, and what each took for pairs of the ring's kind.
  struct Compared {
    std::size_t metric = 0;
    std::size_t before = 0;
    std::vector<RatioBlocks> passes;
    std::vector<double> times_ns;
    std::vector<double> before_ns;
    std::vector<double> empty_ns;  ///< what TimeOptions::empty took
    std::uint64_t pairs = 0;       ///< that were asked; they lie behind the ring's own
    std::uint64_t left_out = 0;    ///< asked pairs without a ratio, because a metric gave no answer
    std::uint64_t blocks = 0;      ///< in which they were asked, in all passes
    std::uint64_t wanted_batch = 0;  ///< TimeComparedMetrics::batch
    BatchPlan in_batches;  ///< for all passes; its batch is 0 where both are asked one by one
    Verdicts verdicts;     ///< on answers in batches
    std::uint64_t same_bits = 0;  ///< TimeRatio::same_bits
    std::string lost;  ///< how a batch ended a worker; no further one is asked in this process
  };

  /// The pairs of one regime and start, and the cells timed on them.
  struct Ring {
    TimeRegime regime;
    TimeStart start;
    std::vector<TimedPair> pairs;
    std::vector<Cell> cells;
    std::vector<double> floor_ns;
    std::vector<double> empty_ns;
    std::vector<Compared> compared;
  };

  /// "boxes 8x8", and "boxes 8x8 shallow cold": what a fault in this process is attributed to.
  std::string name() const;
  std::string name(const Ring& ring) const;
  /// After code of that metric was called, outside of what is timed.
  void after(std::size_t metric) const;
  /// How many of metrics_ have cells.
  std::size_t reported() const { return metrics_.size() - (has_empty_ ? 1 : 0); }
  PreparedBodies prepare(std::size_t metric);
  std::unique_ptr<Workspace> workspace_of(std::size_t metric, const PreparedBodies& bodies) const;
  void release(std::vector<PreparedBodies> bodies) const;
  void judge_and_plan(Ring& ring, const std::vector<PreparedBodies>& bodies);
  /// `which`: "pair 3".
  void tell_lost(const Cell& cell, const Ring& ring, const std::string& which,
                 const RunOutcome& outcome) const;
  bool is_isolated(std::size_t metric) const;
  std::vector<std::size_t> survivors(Cell& cell, const Ring& ring) const;
  void probe(Cell& cell, const Ring& ring, const PreparedBodies& bodies,
             std::vector<std::optional<Answer>>& answers) const;
  void plan(Cell& cell, double query_ns) const;
  void judge(Ring& ring, const std::vector<PreparedBodies>& bodies,
             const std::vector<std::vector<std::optional<Answer>>>& answers);
  Verdicts judge_rounded(const Cell& cell, Ring& ring);
  void judge_batches(Compared& compared, const Ring& ring, const Metric& metric,
                     const std::vector<BatchQuery>& queries,
                     const std::vector<const TimeTruth*>& truths) const;
  bool loses_batch(Compared& compared, const Ring& ring, std::span<const AskedPair> pairs) const;
  bool loses_fresh_batch(Compared& compared, const Ring& ring) const;
  std::size_t judged_pairs(const Ring& ring) const;
  bool asks_oracle() const;
  void time_cells(Ring& ring, const std::vector<PreparedBodies>& bodies);
  void plan_comparisons(Ring& ring) const;
  void compare(Ring& ring, const std::vector<PreparedBodies>& bodies);
  void compare_pass(Compared& compared, const Ring& ring, const std::vector<PreparedBodies>& bodies,
                    double clock);
  std::uint64_t pairs_with_same_bits(const Compared& compared, const PreparedBodies& bodies,
                                     const std::vector<TimedPair>& pairs) const;
  void report_comparisons(const Ring& ring, TimeRecord& record) const;

  const TimeOptions& options_;
  const TimeGroup& group_;
  QuickOracle& oracle_;
  /// Metrics that take bodies of this size; TimeOptions::empty is the last, where it is timed.
  std::vector<const MetricRow*> metrics_;
  bool has_empty_ = false;
  std::unique_ptr<TimePairs> pairs_;
  std::vector<Ring> rings_;
  std::vector<SupportMap> maps_A_;
  std::vector<SupportMap> maps_B_;
  std::vector<std::vector<double>> prepare_ns_;  ///< times of each metric to prepare one body
  std::vector<double> prepared_bytes_;           ///< mean over bodies
  std::array<std::uint64_t, 2> facets_{};
};

}  // namespace touchstone
