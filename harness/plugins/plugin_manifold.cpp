// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_manifold.hpp"

#include <string>
#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/plugins/manifold_policy.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/shape_arena.hpp"
#include "harness/plugins/shape_arrays.hpp"

namespace touchstone {
namespace {

FoundManifold unanswered(std::string why, bool applicable = true) {
  FoundManifold found;
  found.manifold.note = std::move(why);
  found.applicable = applicable;
  return found;
}

ManifoldPoint point_of(const touchstone_manifold_point& given) {
  ManifoldPoint point{vector_at(given.position), given.depth, vector_at(given.normal), {}};
  if (given.has_id != 0) point.id = given.id;
  return point;
}

class LibraryManifolds : public PluginManifolds {
 public:
  LibraryManifolds(const MetricRow& row, const ManifoldPolicy& policy,
                   std::unique_ptr<PluginProcess> process)
      : PluginManifolds(policy, row.traits), process_(std::move(process)) {}

  FoundManifold find_manifold(const Pair& pair, double reach) override {
    const QueryScope scope(QueryKind::wait, "a plug-in");
    if (std::string reason = why_not_applicable(traits_, pair); !reason.empty()) {
      return unanswered(std::move(reason), false);
    }
    std::string hello;
    if (!process_->has_worker() && (!process_->start_worker(hello) || hello.front() != '{')) {
      end_worker();
      return unanswered("the plug-in cannot be loaded any more");
    }
    if (!write(pair, reach)) return unanswered("the bodies are too large for a plug-in");
    const PluginProcess::Event event = process_->ask();
    if (event == PluginProcess::Event::answered) return take();
    const bool late = event == PluginProcess::Event::over_cpu_limit ||
                      event == PluginProcess::Event::over_wall_limit;
    const std::string end = end_worker();
    return unanswered(late ? "the plug-in ran out of time" : "the plug-in crashed: " + end);
  }

 private:
  /// How it ended.
  std::string end_worker() {
    arena_.forget();
    return process_->end_worker();
  }

  /// False where there is no room for the bodies.
  bool write(const Pair& pair, double reach) {
    plugin_channel::Questions& questions = process_->questions();
    questions.forget = arena_.full() || arena_.count() == 0 ? 1 : 0;
    if (questions.forget != 0) arena_.forget();
    const auto A = arena_.add(pair.A, questions);
    const auto B = arena_.add(pair.B, questions);
    if (!A || !B) return false;
    questions.queries[0] = {*A, *B, plugin_pose(pair.X_WA), plugin_pose(pair.X_WB)};
    questions.count = 1;
    questions.shape_count = arena_.count();
    questions.wanted = plugin_channel::Wanted::manifold;
    questions.reset = std::exchange(reset_, false) ? 1 : 0;
    questions.at_once = 0;
    questions.reach = reach;
    return true;
  }

  /// The host's own copy of what the worker wrote.
  FoundManifold take() const {
    const plugin_channel::Answers& answers = process_->answers();
    const auto record = plugin_channel::own_copy(answers.records[0]);
    const RunOutcome outcome =
        plugin_outcome(record.answer, static_cast<PluginFault>(record.fault));
    FoundManifold found = without_points(outcome);
    if (!found.manifold.answered) return found;
    const std::uint64_t count = plugin_channel::own_copy(answers.point_count);
    if (count > plugin_channel::kMaxManifoldPoints) {
      return unanswered("the plug-in gives more than 256 points");
    }
    for (std::uint64_t k = 0; k < count; ++k) {
      found.manifold.points.push_back(point_of(plugin_channel::own_copy(answers.points[k])));
    }
    return checked_manifold(policy_, std::move(found));
  }

  // A question of the interface is a question of one instance: shapes and worker are its own.
  std::unique_ptr<PluginProcess> process_;
  ShapeArena arena_;
};

}  // namespace

FoundManifold without_points(const RunOutcome& outcome) {
  const Answer& answer = outcome.answer;
  if (outcome.status == RunStatus::skipped) return unanswered(outcome.detail, false);
  if (outcome.status != RunStatus::completed) {
    return unanswered("the plug-in gives no manifold: " + outcome.detail);
  }
  if (answer.status == AnswerStatus::no_answer) {
    return unanswered("the plug-in: " + (answer.note.empty() ? "no answer" : answer.note));
  }
  FoundManifold found;
  found.manifold.answered = true;
  found.answer = answer;
  if (answer.normal) found.manifold.normal = *answer.normal;
  return found;
}

FoundManifold checked_manifold(const ManifoldPolicy& policy, FoundManifold found) {
  const std::string fault = manifold_fault(policy, found.manifold);
  if (!fault.empty()) return unanswered("the plug-in: " + fault);
  if (!found.manifold.points.empty()) {
    found.manifold.normal = found.manifold.points.front().normal;
  }
  return found;
}

Result<std::unique_ptr<PluginManifolds>> make_plugin_manifolds(const MetricRow& row,
                                                               const RunnerOptions& options) {
  if (row.plugin.kind == PluginSource::Kind::process) return make_process_manifolds(row, options);
  const std::string& library = row.plugin.where;
  auto process = std::make_unique<PluginProcess>(options.worker_command, library_words(library),
                                                 plugin_limits(options, kLibraryWallLimitS));
  std::string hello;
  if (!process->start_worker(hello)) return Error{library + ": " + process->failed_starts().why()};
  const auto policy = manifold_policy_of(hello, library);
  if (!policy) return policy.error();
  return std::unique_ptr<PluginManifolds>(
      std::make_unique<LibraryManifolds>(row, policy.value(), std::move(process)));
}

}  // namespace touchstone
