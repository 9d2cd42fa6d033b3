// SPDX-License-Identifier: GPL-3.0-or-later
// A solver that is a program: lines of JSON to it and from it (docs/solvers.md).
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/plugins/bare_numbers.hpp"
#include "harness/plugins/command_process.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/printable.hpp"
#include "harness/plugins/process_protocol.hpp"
#include "harness/steps/step_file.hpp"
#include "harness/steps/step_solver.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

using Event = CommandProcess::Event;

constexpr std::size_t kMaxSolverNote = 200;
/// Values of a line that are no impulses or velocities.
constexpr std::size_t kOtherValues = 64;
/// While a program starts, only wall-clock time is limited: it may load what it likes.
constexpr std::size_t kProblemsOfStart = std::size_t{1} << 40U;

std::string optional_word(const JsonNode& root, const char* key, std::size_t max_bytes) {
  return root.has(key) ? printable(root.at(key).text(), max_bytes) : "";
}

std::uint32_t cones_of(const JsonNode& node) {
  std::uint32_t bits = 0;
  for (const JsonNode& item : node.items()) {
    const std::string word = item.text();
    std::uint32_t bit = TOUCHSTONE_CONE_ROUND;
    while (bit <= TOUCHSTONE_CONE_POLYGON && cone_names(bit).front() != word) bit *= 2;
    if (bit > TOUCHSTONE_CONE_POLYGON) item.refuse("must be round, box or polygon");
    bits |= bit;
  }
  if (bits == 0) node.refuse("is empty: it takes no problem");
  return bits;
}

SolverTraits claims_of_hello(const JsonNode& root) {
  if (root.has("separated") && !root.has("solver")) {
    root.refuse("is that of a metric, which touchstone validate judges");
  }
  root.allow_only({"hello", "name", "version", "summary", "solver"});
  if (root.at("hello").whole() != process_protocol::kVersion) {
    root.at("hello").refuse("must be " + std::to_string(process_protocol::kVersion));
  }
  const JsonNode solver = root.at("solver");
  solver.allow_only({"cones", "plane", "joints", "max_contacts", "tolerance"});
  SolverTraits traits;
  traits.name = claimed_name(root.at("name"));
  traits.version = optional_word(root, "version", kMaxSolverNote);
  traits.summary = optional_word(root, "summary", kMaxSolverNote);
  traits.cones = cones_of(solver.at("cones"));
  const auto may = [&solver](const char* key) { return solver.has(key) && solver.at(key).truth(); };
  if (may("plane")) traits.abilities |= TOUCHSTONE_SOLVER_PLANE;
  if (may("joints")) traits.abilities |= TOUCHSTONE_SOLVER_JOINTS;
  if (solver.has("max_contacts")) traits.max_contacts = solver.at("max_contacts").whole();
  if (solver.has("tolerance")) traits.tolerance = claimed_solver_tolerance(solver.at("tolerance"));
  return traits;
}

StepEnd end_of(const JsonNode& node) {
  const std::string word = node.text();
  const auto* const found = std::find(kStepEnds.begin(), kStepEnds.end(), word);
  if (found == kStepEnds.end()) {
    node.refuse("must be " + one_of({kStepEnds.begin(), kStepEnds.end()}));
  }
  return static_cast<StepEnd>(found - kStepEnds.begin());
}

std::vector<double> numbers_of(const JsonNode& node) {
  std::vector<double> numbers;
  for (const JsonNode& item : node.items()) numbers.push_back(number_of(item));
  return numbers;
}

StepReply reply_of(const JsonNode& root, std::uint64_t id) {
  root.allow_only({"id", "status", "impulses", "velocities", "joint_impulses", "residual",
                   "iterations", "note"});
  if (root.at("id").whole() != id) root.at("id").refuse("answers what was not asked");
  StepReply reply;
  reply.end = end_of(root.at("status"));
  const bool has_impulses = reply.end == StepEnd::solved || reply.end == StepEnd::approximate;
  if (has_impulses) reply.impulses = numbers_of(root.at("impulses"));
  if (has_impulses && root.has("velocities")) {
    reply.velocities = numbers_of(root.at("velocities"));
    if (reply.velocities.empty()) root.at("velocities").refuse("is empty: leave the key out");
  }
  if (has_impulses && root.has("joint_impulses")) {
    reply.joint_impulses = numbers_of(root.at("joint_impulses"));
  }
  if (root.has("residual")) reply.residual = number_of(root.at("residual"));
  if (root.has("iterations")) reply.iterations = root.at("iterations").whole();
  reply.detail = optional_word(root, "note", kMaxSolverNote);
  return reply;
}

/// What `read` makes of a line, or a reason that quotes it.
template <class Read>
auto read_line(std::string_view line, std::size_t max_values, const Read& read)
    -> Result<decltype(read(std::declval<JsonNode>()))> {
  const Tidied tidied(line, max_values);
  std::string fault = tidied.fault();
  if (fault.empty()) {
    auto made = read_json(tidied.text(), "its line", read);
    if (made.ok()) return made;
    fault = made.reason();
  }
  return Error{printable(fault) + ": '" + process_protocol::excerpt(line) + "'"};
}

class ProcessStepRunner : public StepRunner {
 public:
  ProcessStepRunner(SolverTraits traits, std::unique_ptr<CommandProcess> process,
                    double time_limit_s)
      : StepRunner(std::move(traits)), process_(std::move(process)), time_limit_s_(time_limit_s) {}

  /// Starts the program; what it claims, or why it says no hello.
  static Result<SolverTraits> start(CommandProcess& process) {
    process.start();
    std::string hello;
    const Event event = process.exchange(process_protocol::hello_line(), kProblemsOfStart,
                                         [&](std::string_view line) {
                                           hello = line;
                                           return LineTaken::last;
                                         });
    if (event != Event::done) return Error{"says no hello: " + process.end(event)};
    auto claims = read_line(hello, kOtherValues, claims_of_hello);
    if (!claims) process.end(Event::done);
    return claims;
  }

 private:
  StepReply ask(const LocalStep& step) override {
    if (process_->is_running() && process_->has_ended()) process_->end(Event::died);
    if (!process_->is_running()) {
      const auto started = start(*process_);
      if (!started) return ended_step(RunStatus::crashed, started.reason());
    }
    const std::uint64_t id = next_id_++;
    std::optional<StepReply> reply;
    std::string fault;
    const std::size_t max_values = kOtherValues + 2 * step.q.size() + step.joints.s.size();
    const auto begun = std::chrono::steady_clock::now();
    const Event event = process_->exchange(question_line(step, id), 1, [&](std::string_view line) {
      auto read =
          read_line(line, max_values, [id](const JsonNode& root) { return reply_of(root, id); });
      if (read.ok()) {
        reply = std::move(read).value();
        return LineTaken::last;
      }
      fault = read.reason();
      return LineTaken::broken;
    });
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    if (event == Event::done) {
      reply->spent_s = spent.count();
      return *reply;
    }
    const bool late = event == Event::over_cpu_limit || event == Event::over_wall_limit;
    const std::string end = process_->end(event);
    if (late) return ended_step(RunStatus::timed_out, "");
    return ended_step(RunStatus::crashed, event == Event::broken ? fault : end);
  }

  std::string question_line(const LocalStep& step, std::uint64_t id) const {
    std::string line = JsonObject()
                           .add("id", json_count(id))
                           .add("time_limit_s", json_number(time_limit_s_))
                           .add("step", step_question_json(step))
                           .row();
    std::replace(line.begin(), line.end(), '\n', ' ');  // a file has a line for each block
    return line + "\n";
  }

  std::unique_ptr<CommandProcess> process_;
  double time_limit_s_;
  std::uint64_t next_id_ = 0;  ///< never the same again: a late answer is not another one's
};

}  // namespace

Result<std::unique_ptr<StepRunner>> make_solver_program(const std::string& command,
                                                        const RunnerOptions& options) {
  auto process = std::make_unique<CommandProcess>(
      options.worker_command, command,
      plugin_limits(options, kProcessWallLimitS + options.query_limit_s));
  auto claims = ProcessStepRunner::start(*process);
  if (!claims) {
    return Error{"`" + process_protocol::excerpt(command) + "`: " + claims.reason()};
  }
  return std::unique_ptr<StepRunner>(std::make_unique<ProcessStepRunner>(
      std::move(claims).value(), std::move(process), options.query_limit_s));
}

}  // namespace touchstone
