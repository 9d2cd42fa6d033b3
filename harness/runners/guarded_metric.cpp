// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/guarded_metric.hpp"

#include <array>
#include <cmath>
#include <exception>
#include <utility>

#include "contact/metric_contacts.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/planted_fault.hpp"
#include "geometry/query_scope.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

constexpr const char* kOutOfTime = "the metric ran out of time";

class GuardedShape final : public Shape {
 public:
  /// Copies the body: the runner remembers what it has sent for longer than the shape lives.
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
    const std::array<AskedPair, 1> batch = {&pair};
    // Not one for each workspace: a scene has one for each pair of its bodies.
    if (!runner_) runner_ = make_runner(row_, options_);
    RunOutcome outcome = std::move(runner_->run(batch).front());
    if (outcome.is_of_use()) return looked_at(std::move(outcome.answer), pair);
    Answer answer;
    answer.note = outcome.status == RunStatus::crashed     ? "the metric crashed"
                  : outcome.status == RunStatus::timed_out ? kOutOfTime
                  : outcome.status == RunStatus::skipped   ? "the metric skipped the question"
                                                           : "not applicable";
    if (!outcome.detail.empty()) answer.note += ": " + outcome.detail;
    const bool fault =
        outcome.status == RunStatus::crashed || outcome.status == RunStatus::timed_out;
    if (fault && faults_) faults_->add(answer.note);
    return answer;
  }

 private:
  /// What the metric gave to a question that it takes. What is refused here MetricContacts would
  /// refuse as well: here it is counted.
  Answer looked_at(Answer answer, const Pair& pair) const {
    const char* fault = why_no_contact(answer);
    if (fault == nullptr && is_beyond(answer, pair)) {
      fault = "the metric's value is beyond the extent of both bodies";
    }
    if (fault != nullptr) {
      answer = {};
      answer.note = fault;
    }
    if (faults_ && answer.status == AnswerStatus::no_answer) {
      faults_->add(answer.note.empty() ? "it gave no answer" : answer.note);
    }
    return answer;
  }

  /// No depth exceeds both radii, and no gap the way between the centres: twice as much is no
  /// value.
  bool is_beyond(const Answer& answer, const Pair& pair) const {
    const MetricTraits& traits = row_.traits;
    if (answer.status != AnswerStatus::answered || traits.quantity == Quantity::ratio) return false;
    const Polytope& A = *pair.A;
    const Polytope& B = *pair.B;
    const Vec3 between = (pair.X_WA.R * A.interior_point() - pair.X_WB.R * B.interior_point()) +
                         (pair.X_WA.t - pair.X_WB.t);
    const double extent = A.bounding_radius() + A.radius() + B.bounding_radius() + B.radius() +
                          between.norm() + std::abs(traits.offset);
    return std::abs(answer.value) > 2 * extent;
  }

  const MetricRow& row_;
  RunnerOptions options_;
  std::shared_ptr<AnswerFaults> faults_;  ///< nullptr: they are not counted
  mutable std::unique_ptr<Runner> runner_;
};

class NamedShape final : public Shape {
 public:
  std::unique_ptr<Shape> own;
  std::string problem;  ///< empty, or why there is none
};

class NamedWorkspace final : public Workspace {
 public:
  std::unique_ptr<Workspace> own;
};

/// What `ask()` ended in, or empty.
template <class Ask>
std::string problem_of(const Ask& ask) {
  try {
    ask();
    return {};
  } catch (const EndlessLoop& endless) {
    return std::string(kOutOfTime) + ": " + endless.what();
  } catch (const std::exception& exception) {
    return std::string("the metric failed: ") + exception.what();
  } catch (...) {
    return "the metric failed: an exception that is not a std::exception";
  }
}

/// A metric in this process, by its own shapes.
class NamedMetric final : public Metric {
 public:
  NamedMetric(const std::string& name, std::unique_ptr<Metric> metric)
      : name_(lasting_name(name)), metric_(std::move(metric)) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    const QueryScope scope(QueryKind::metric, name_);
    auto shape = std::make_unique<NamedShape>();
    shape->problem = problem_of([&] { shape->own = metric_->prepare(polytope); });
    return shape;
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    auto workspace = std::make_unique<NamedWorkspace>();
    workspace->own = metric_->make_workspace();
    return workspace;
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const QueryScope scope(QueryKind::metric, name_);
    const auto& shape_A = static_cast<const NamedShape&>(A);
    const auto& shape_B = static_cast<const NamedShape&>(B);
    auto& own = static_cast<NamedWorkspace&>(workspace).own;
    Answer answer;
    answer.note = shape_A.own == nullptr ? shape_A.problem : shape_B.problem;
    if (!answer.note.empty()) return answer;
    own->wants_proof = workspace.wants_proof;
    const std::string problem = problem_of([&] {
      plant_fault(name_, X_WB.t[0]);
      answer = metric_->evaluate(*shape_A.own, X_WA, *shape_B.own, X_WB, *own);
    });
    if (problem.empty()) return answer;
    // What the metric was doing to its workspace when it threw is unknown.
    own = metric_->make_workspace();
    answer = {};
    answer.note = problem;
    return answer;
  }

 private:
  const char* name_;  ///< never freed
  std::unique_ptr<Metric> metric_;
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

std::unique_ptr<Metric> make_named_metric(std::string name, std::unique_ptr<Metric> metric) {
  return std::make_unique<NamedMetric>(std::move(name), std::move(metric));
}

std::unique_ptr<Metric> make_guarded_metric(const MetricRow& row, const RunnerOptions& options,
                                            std::shared_ptr<AnswerFaults> faults) {
  if (!runs_in_workers(row)) return make_named_metric(row.name, row.make());
  return std::make_unique<GuardedMetric>(row, options, std::move(faults));
}

}  // namespace touchstone
