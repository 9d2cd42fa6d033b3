// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "dynamics/complementarity/gauss_seidel.hpp"
#include "dynamics/complementarity/local_joints.hpp"
#include "dynamics/complementarity/local_multipliers.hpp"
#include "harness/plugins/step_block.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

using Solve = LocalAnswer (*)(const LocalStep&, double time_limit_s);

struct OwnSolver {
  const char* name;
  const char* summary;
  Solve solve;
};

const std::vector<OwnSolver>& own_solvers() {
  static const std::vector<OwnSolver> kSolvers = {
      {"nsgs", "nonsmooth Gauss-Seidel with projections, contact by contact",
       [](const LocalStep& step, double limit_s) {
         return gauss_seidel(step, {.time_limit_s = limit_s});
       }},
      {"multipliers", "the method of multipliers, each step by Newton's method on the projections",
       [](const LocalStep& step, double limit_s) {
         return local_multipliers(step, {.time_limit_s = limit_s});
       }}};
  return kSolvers;
}

/// Exponent of the power of two that scales q and s to about 1; 0 if they are near enough. Squares
/// of numbers far from 1 leave the range of doubles, and the law is homogeneous in q and s.
int exponent_of(const LocalStep& step) {
  constexpr int kWithinReach = 200;
  double largest = 0;
  for (const auto* velocities : {&step.q, &step.joints.s}) {
    for (const double x : *velocities) largest = std::max(largest, std::abs(x));
  }
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  return std::abs(exponent) > kWithinReach ? -exponent : 0;
}

/// Whether no value is rounded.
bool multiply(std::vector<double>& values, int exponent) {
  bool is_exact = true;
  for (double& x : values) {
    const double multiple = std::ldexp(x, exponent);
    is_exact = is_exact && std::ldexp(multiple, -exponent) == x;
    x = multiple;
  }
  return is_exact;
}

class OwnStepRunner : public StepRunner {
 public:
  OwnStepRunner(const OwnSolver& solver, double time_limit_s)
      : StepRunner({.name = solver.name,
                    .summary = solver.summary,
                    .cones = TOUCHSTONE_CONE_ROUND | TOUCHSTONE_CONE_BOX | TOUCHSTONE_CONE_POLYGON,
                    .abilities = TOUCHSTONE_SOLVER_PLANE | TOUCHSTONE_SOLVER_JOINTS}),
        solve_(solver.solve),
        time_limit_s_(time_limit_s) {}

 private:
  StepReply ask(const LocalStep& step) override {
    const auto begun = std::chrono::steady_clock::now();
    const int exponent = exponent_of(step);
    LocalAnswer answer = exponent == 0 ? solve_within_reach(step) : solve_multiple(step, exponent);
    if (answer.timed_out) return ended_step(RunStatus::timed_out, "took longer than its limit");
    StepReply reply;
    reply.end = answer.solved ? StepEnd::solved : StepEnd::approximate;
    reply.impulses = std::move(answer.impulses);
    reply.joint_impulses = std::move(answer.joint_impulses);
    reply.residual = answer.residual;
    reply.iterations = answer.iterations;
    reply.spent_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return reply;
  }

  LocalAnswer solve_within_reach(const LocalStep& step) const {
    return solve_with_joints(
        step, [this](const LocalStep& jointless) { return solve_(jointless, time_limit_s_); });
  }

  LocalAnswer solve_multiple(LocalStep step, int exponent) const {
    multiply(step.q, exponent);
    multiply(step.joints.s, exponent);
    LocalAnswer answer = solve_within_reach(step);
    for (std::vector<double>* impulses : {&answer.impulses, &answer.joint_impulses}) {
      answer.solved = multiply(*impulses, -exponent) && answer.solved;
    }
    for (double& x : answer.impulses) x = std::isfinite(x) ? x : 0;
    for (double& x : answer.joint_impulses) x = std::isfinite(x) ? x : 0;
    return answer;
  }

  Solve solve_;
  double time_limit_s_;
};

}  // namespace

StepReply StepRunner::solve(const LocalStep& step) {
  const bool in_plane = step.dimension == 2;
  std::string why;
  if ((traits_.cones & cone_bit(step.cone)) == 0) {
    why = "it does not take such a cone";
  }
  if (in_plane && (traits_.abilities & TOUCHSTONE_SOLVER_PLANE) == 0) {
    why = "it takes no problem in the plane";
  }
  if (!step.joints.s.empty() && (traits_.abilities & TOUCHSTONE_SOLVER_JOINTS) == 0) {
    why = "it takes no joints";
  }
  if (step.bodies == nullptr && (traits_.abilities & TOUCHSTONE_SOLVER_NEEDS_BODIES) != 0) {
    why = "it takes bodies, and the problem has none";
  }
  if (traits_.max_contacts > 0 && step.mu.size() > traits_.max_contacts) {
    why = "it takes up to " + std::to_string(traits_.max_contacts) + " contacts";
  }
  if (why.empty()) {
    StepReply reply = ask(step);
    if (reply.how != RunStatus::crashed) return reply;
    const RunStatus again = ask(step).how;
    reply.flaky = again != RunStatus::crashed;
    if (reply.flaky) {
      const bool late = again == RunStatus::timed_out;
      reply.detail += std::string("; asked once more, it ") + (late ? "timed out" : "did not");
    }
    return reply;
  }
  StepReply skipped;
  skipped.end = StepEnd::skipped;
  skipped.detail = std::move(why);
  return skipped;
}

StepReply ended_step(RunStatus how, std::string detail) {
  StepReply reply;
  reply.how = how;
  reply.detail = std::move(detail);
  return reply;
}

std::vector<std::string> own_step_solvers() {
  std::vector<std::string> names;
  for (const OwnSolver& solver : own_solvers()) names.emplace_back(solver.name);
  return names;
}

bool is_own_step_solver(const std::string& name) {
  const std::vector<std::string> own = own_step_solvers();
  return name == kChainSolver || std::find(own.begin(), own.end(), name) != own.end();
}

Result<StepRunners> make_step_runners(const std::string& word, const RunnerOptions& options) {
  StepRunners one;
  if (word == kChainSolver) {
    one.push_back(make_chain_solver(options.query_limit_s));
    return one;
  }
  for (const OwnSolver& solver : own_solvers()) {
    if (word != solver.name) continue;
    one.push_back(std::make_unique<OwnStepRunner>(solver, options.query_limit_s));
    return one;
  }
  if (word.find(' ') != std::string::npos && !std::filesystem::exists(word)) {
    auto program = make_solver_program(word, options);
    if (!program) return program.error();
    one.push_back(std::move(program).value());
    return one;
  }
  if (word.find_first_of("/.") != std::string::npos) return make_library_solvers(word, options);
  return Error{unknown_name("solver", word, own_step_solvers(), "solve --help") +
               "; a library is named by its file, ./mine.so, a program by "
               "its command, 'python3 mine.py'"};
}

}  // namespace touchstone
