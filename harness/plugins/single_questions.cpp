// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/single_questions.hpp"

#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/shape_arena.hpp"
#include "harness/plugins/shape_arrays.hpp"

namespace touchstone {
namespace {

using plugin_channel::Wanted;

RunOutcome no_answer(std::string why) {
  RunOutcome outcome;
  outcome.answer.note = outcome.detail = std::move(why);
  return outcome;
}

ManifoldPoint point_of(const touchstone_manifold_point& given) {
  ManifoldPoint point{vector_at(given.position), given.depth, vector_at(given.normal), {}};
  if (given.has_id != 0) point.id = given.id;
  return point;
}

class LibraryQuestions : public SingleQuestions {
 public:
  LibraryQuestions(const MetricRow& row, std::string claims, std::unique_ptr<PluginProcess> process)
      : SingleQuestions(row.traits, std::move(claims)), process_(std::move(process)) {}

 private:
  PluginReply put(const Pair& pair, const SpecialQuestion& question) override {
    std::string hello;
    if (!process_->has_worker() && (!process_->start_worker(hello) || hello.front() != '{')) {
      end_worker();
      return {{RunStatus::crashed, {}, "it cannot be loaded any more"}};
    }
    if (!write(pair, question)) return {no_answer("the bodies are too large for a plug-in")};
    const PluginProcess::Event event = process_->ask();
    if (event == PluginProcess::Event::answered) return take(question.wanted);
    const bool late = event == PluginProcess::Event::over_cpu_limit ||
                      event == PluginProcess::Event::over_wall_limit;
    const std::string end = end_worker();
    if (late) return {{RunStatus::timed_out, {}, "it ran out of time"}};
    return {{RunStatus::crashed, {}, "it crashed: " + end}};
  }

  /// How it ended.
  std::string end_worker() {
    arena_.forget();
    return process_->end_worker();
  }

  /// False where there is no room for the bodies.
  bool write(const Pair& pair, const SpecialQuestion& question) {
    plugin_channel::Questions& questions = process_->questions();
    questions.forget = arena_.full() || arena_.count() == 0 ? 1 : 0;
    if (questions.forget != 0) arena_.forget();
    const auto A = arena_.add(pair.A, questions);
    const auto B = arena_.add(pair.B, questions);
    if (!A || !B) return false;
    questions.queries[0] = {*A, *B, plugin_pose(pair.X_WA), plugin_pose(pair.X_WB)};
    questions.count = 1;
    questions.shape_count = arena_.count();
    questions.wanted = question.wanted;
    questions.reset = question.cold ? 1 : 0;
    questions.at_once = 0;
    questions.reach = question.reach;
    return true;
  }

  /// The host's own copy of what the worker wrote.
  PluginReply take(Wanted wanted) const {
    const plugin_channel::Answers& answers = process_->answers();
    const auto record = plugin_channel::own_copy(answers.records[0]);
    PluginReply reply{plugin_outcome(record.answer, static_cast<PluginFault>(record.fault))};
    if (reply.outcome.status != RunStatus::completed) return reply;
    if (wanted == Wanted::manifold) {
      const std::uint64_t count = plugin_channel::own_copy(answers.point_count);
      if (count > plugin_channel::kMaxManifoldPoints) {
        return {no_answer("it gives more than 256 points")};
      }
      for (std::uint64_t k = 0; k < count; ++k) {
        reply.points.push_back(point_of(plugin_channel::own_copy(answers.points[k])));
      }
    } else if (plugin_channel::own_copy(answers.has_gradient) == 1) {
      const auto given = plugin_channel::own_copy(answers.gradient);
      if (given.differentiable > TOUCHSTONE_NOT_DIFFERENTIABLE) {
        return {no_answer("its word on differentiable is " + std::to_string(given.differentiable) +
                          ", which means nothing")};
      }
      if (given.reserved != 0) return {no_answer("reserved of its gradient is not 0")};
      reply.gradient = {
          {vector_at(given.v_A), vector_at(given.w_A), vector_at(given.v_B), vector_at(given.w_B)},
          {}};
      if (given.differentiable != TOUCHSTONE_NOT_SAID) {
        reply.gradient->differentiable = given.differentiable == TOUCHSTONE_DIFFERENTIABLE;
      }
    }
    return reply;
  }

  // A question of the interface is a question of one instance: shapes and worker are its own.
  std::unique_ptr<PluginProcess> process_;
  ShapeArena arena_;
};

Result<std::unique_ptr<SingleQuestions>> make_library_questions(const MetricRow& row,
                                                                const RunnerOptions& options) {
  const std::string& library = row.plugin.where;
  auto process = std::make_unique<PluginProcess>(options.worker_command, library_words(library),
                                                 plugin_limits(options, kLibraryWallLimitS));
  std::string hello;
  if (!process->start_worker(hello)) return Error{library + ": " + process->failed_starts().why()};
  if (hello.front() == '!') return Error{hello.substr(1)};
  return std::unique_ptr<SingleQuestions>(
      std::make_unique<LibraryQuestions>(row, std::move(hello), std::move(process)));
}

}  // namespace

PluginReply SingleQuestions::ask(const Pair& pair, const SpecialQuestion& question) {
  const QueryScope scope(QueryKind::wait, "a plug-in");
  std::string reason = why_not_applicable(traits_, pair);
  if (!reason.empty()) return {{RunStatus::not_applicable, {}, std::move(reason)}};
  return put(pair, question);
}

Result<std::unique_ptr<SingleQuestions>> make_single_questions(const MetricRow& row,
                                                               const RunnerOptions& options) {
  const bool program = row.plugin.kind == PluginSource::Kind::process;
  return program ? make_process_questions(row, options) : make_library_questions(row, options);
}

std::string why_unanswered(const RunOutcome& outcome) {
  const Answer& answer = outcome.answer;
  if (outcome.status != RunStatus::completed) return outcome.detail;
  if (answer.status != AnswerStatus::no_answer) return {};
  return answer.note.empty() ? "no answer" : answer.note;
}

}  // namespace touchstone
