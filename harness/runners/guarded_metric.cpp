// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/guarded_metric.hpp"

#include <array>
#include <utility>

#include "contact/metric_contacts.hpp"

namespace touchstone {
namespace {

class GuardedShape final : public Shape {
 public:
  /// Of its own: the runner remembers what it has sent for longer than the shape lives.
  explicit GuardedShape(const Polytope& body) : polytope(std::make_shared<Polytope>(body)) {}
  PolytopePtr polytope;
};

class GuardedMetric final : public Metric {
 public:
  GuardedMetric(const MetricRow& row, RunnerOptions options, std::shared_ptr<AnswerFaults> faults)
      : row_(row), options_(std::move(options)), faults_(std::move(faults)) {
    options_.keeps_warm_start = true;
  }

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<GuardedShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<Workspace>();
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const Pair pair = {static_cast<const GuardedShape&>(A).polytope, X_WA,
                       static_cast<const GuardedShape&>(B).polytope, X_WB};
    const std::array<const Pair*, 1> batch = {&pair};
    // Not one for each workspace: a scene has one for each pair of its bodies.
    if (!runner_) runner_ = make_runner(row_, options_);
    RunOutcome outcome = std::move(runner_->run(batch).front());
    if (outcome.status == RunStatus::completed) return looked_at(std::move(outcome.answer));
    Answer answer;
    answer.note = outcome.status == RunStatus::crashed     ? "the metric crashed"
                  : outcome.status == RunStatus::timed_out ? "the metric ran out of time"
                  : outcome.status == RunStatus::skipped   ? "the metric skipped the question"
                                                           : "not applicable";
    if (!outcome.detail.empty()) answer.note += ": " + outcome.detail;
    const bool fault =
        outcome.status == RunStatus::crashed || outcome.status == RunStatus::timed_out;
    if (fault && faults_) faults_->add(answer.note);
    return answer;
  }

 private:
  /// What the metric gave to a question that it takes.
  Answer looked_at(Answer answer) const {
    const char* fault = why_no_contact(answer);
    if (fault != nullptr) {
      answer = {};
      answer.note = fault;
    }
    if (faults_ && answer.status == AnswerStatus::no_answer) {
      faults_->add(answer.note.empty() ? "it gave no answer" : answer.note);
    }
    return answer;
  }

  const MetricRow& row_;
  RunnerOptions options_;
  std::shared_ptr<AnswerFaults> faults_;  ///< nullptr: they are not counted
  mutable std::unique_ptr<Runner> runner_;
};

}  // namespace

void AnswerFaults::add(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (count_++ == 0) first_ = what;
}

std::uint64_t AnswerFaults::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

std::string AnswerFaults::first() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

std::unique_ptr<Metric> make_guarded_metric(const MetricRow& row, const RunnerOptions& options,
                                            std::shared_ptr<AnswerFaults> faults) {
  if (!row.traits.isolated) return row.make();
  return std::make_unique<GuardedMetric>(row, options, std::move(faults));
}

}  // namespace touchstone
