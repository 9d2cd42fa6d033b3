// SPDX-License-Identifier: GPL-3.0-or-later
// A solver of a library, asked in a worker that may crash or loop.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/printable.hpp"
#include "harness/plugins/step_block.hpp"
#include "harness/steps/step_solver.hpp"

namespace touchstone {
namespace {

class LibraryStepRunner : public StepRunner {
 public:
  LibraryStepRunner(SolverTraits traits, std::unique_ptr<PluginProcess> process,
                    double time_limit_s)
      : StepRunner(std::move(traits)), process_(std::move(process)), time_limit_s_(time_limit_s) {}

 private:
  StepReply ask(const LocalStep& step) override {
    std::string hello;
    if (!process_->has_worker() && (!process_->start_worker(hello) || hello.front() != '{')) {
      process_->end_worker();
      return ended_step(RunStatus::crashed, process_->failed_starts().outcome().detail);
    }
    if (!write_step(step, time_limit_s_, process_->questions())) {
      StepReply skipped;
      skipped.end = StepEnd::skipped;
      skipped.detail = "too large for a plug-in: more than 1 GiB, or more than 10,000 joint rows";
      return skipped;
    }
    const PluginProcess::Event event = process_->ask();
    if (event == PluginProcess::Event::answered) return take(step);
    const bool late = event == PluginProcess::Event::over_cpu_limit ||
                      event == PluginProcess::Event::over_wall_limit;
    const std::string end = process_->end_worker();
    if (late) return ended_step(RunStatus::timed_out, "");
    return ended_step(RunStatus::crashed, end);
  }

  /// The host's own copy of what the worker wrote.
  StepReply take(const LocalStep& step) const {
    const plugin_channel::Answers& answers = process_->answers();
    const auto record = plugin_channel::own_copy(answers.records[0]);
    const auto said = plugin_channel::own_copy(answers.step);
    if (static_cast<PluginFault>(record.fault) != PluginFault::none) {
      return ended_step(RunStatus::crashed, "wrote outside the buffer of its answer");
    }
    StepReply reply;
    reply.spent_s = record.spent_s;
    reply.detail =
        printable(std::string(said.note.begin(), std::find(said.note.begin(), said.note.end(), 0)));
    if (said.status < TOUCHSTONE_STEP_GAVE_UP || said.status > TOUCHSTONE_STEP_SKIPPED) {
      return ended_step(RunStatus::crashed,
                        "its status is " + std::to_string(said.status) + ", which means nothing");
    }
    reply.end = static_cast<StepEnd>(said.status);
    if ((said.given & TOUCHSTONE_HAS_RESIDUAL) != 0) reply.residual = said.residual;
    if ((said.given & TOUCHSTONE_HAS_ITERATIONS) != 0) reply.iterations = said.iterations;
    const std::size_t rows = step.q.size();
    for (std::size_t k = 0; k < rows; ++k) {
      reply.impulses.push_back(plugin_channel::own_copy(answers.step_values[k]));
    }
    if (reply.end != StepEnd::solved && reply.end != StepEnd::approximate) return reply;
    for (std::size_t k = 0; k < step.joints.s.size(); ++k) {
      reply.joint_impulses.push_back(plugin_channel::own_copy(answers.step_values[2 * rows + k]));
    }
    if ((said.given & TOUCHSTONE_HAS_VELOCITIES) == 0) return reply;
    for (std::size_t k = 0; k < rows; ++k) {
      reply.velocities.push_back(plugin_channel::own_copy(answers.step_values[rows + k]));
    }
    return reply;
  }

  std::unique_ptr<PluginProcess> process_;
  double time_limit_s_;
};

}  // namespace

Result<StepRunners> make_library_solvers(const std::string& path, const RunnerOptions& options) {
  // Waiting for a lock ends as computing for too long does, if later.
  const double wall_s = kLibraryWallLimitS + options.query_limit_s;
  StepRunners solvers;
  std::uint64_t in_library = 1;
  while (solvers.size() < in_library) {
    const std::string what = std::to_string(solvers.size()) + ":" + path;
    auto process = std::make_unique<PluginProcess>(options.worker_command,
                                                   std::vector<std::string>{"solver", what},
                                                   plugin_limits(options, wall_s));
    std::string hello;
    if (!process->start_worker(hello)) return Error{path + ": " + process->failed_starts().why()};
    if (hello.front() == '!') return Error{hello.substr(1)};
    auto traits = read_solver_claims(hello, path);
    if (!traits) return traits.error();
    in_library = traits.value().in_library;
    solvers.push_back(std::make_unique<LibraryStepRunner>(
        std::move(traits).value(), std::move(process), options.query_limit_s));
  }
  return solvers;
}

}  // namespace touchstone
