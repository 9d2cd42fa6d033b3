// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever solves contact problems: ours, or a plug-in in a worker.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"
#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "harness/plugins/solver_claims.hpp"

namespace touchstone {

/// How a solver ends, in its own words.
enum class StepEnd {
  gave_up = TOUCHSTONE_STEP_GAVE_UP,
  solved = TOUCHSTONE_STEP_SOLVED,
  approximate = TOUCHSTONE_STEP_APPROXIMATE,
  infeasible = TOUCHSTONE_STEP_INFEASIBLE,
  skipped = TOUCHSTONE_STEP_SKIPPED
};
/// StepEnd as programs write it, indexed by its value.
inline constexpr std::array<const char*, 5> kStepEnds = {"gave_up", "solved", "approximate",
                                                         "infeasible", "skipped"};

/// What a solver says of a problem. Its numbers may be anything.
struct StepReply {
  RunStatus how = RunStatus::completed;  ///< or crashed, timed_out
  bool flaky = false;                    ///< it crashed, and asked once more it did something else
  StepEnd end = StepEnd::gave_up;
  std::vector<double> impulses = {};        ///< [N s]; judged where it ends solved or approximate
  std::vector<double> velocities = {};      ///< [m/s]; empty: it gives none
  std::vector<double> joint_impulses = {};  ///< [N s]
  std::optional<double> residual = {};      ///< in a unit of its own
  std::optional<std::uint64_t> iterations;  ///< where it says so
  std::string detail = {};                  ///< how it crashed; its note
  double spent_s = 0;                       ///< [s]
};

/// One solver. One thread at a time may use it.
class StepRunner {
 public:
  virtual ~StepRunner() = default;
  const SolverTraits& traits() const { return traits_; }
  /// Problems that it does not take are skipped without a question. Throws HarnessError where no
  /// worker can be had.
  StepReply solve(const LocalStep& step);

 protected:
  explicit StepRunner(SolverTraits traits) : traits_(std::move(traits)) {}

 private:
  /// Puts it once. What crashes is asked once more: whether it does so each time is worth knowing.
  virtual StepReply ask(const LocalStep& step) = 0;

  SolverTraits traits_;
};

/// The reply of a solver that did not come to an end of its own.
StepReply ended_step(RunStatus how, std::string detail);

/// The solvers of this program that take any problem, by name.
std::vector<std::string> own_step_solvers();
/// A solver of this program for bodies with polygons alone. It is asked only where it is named.
inline constexpr const char* kChainSolver = "chain";
std::unique_ptr<StepRunner> make_chain_solver(double time_limit_s);
/// Whether a solver of this program has the name.
bool is_own_step_solver(const std::string& name);

using StepRunners = std::vector<std::unique_ptr<StepRunner>>;

/// A solver of this program by its name; those of a library by its path, which has a slash or a
/// suffix; a program by its command, which has a space.
/// Rejects, in one line, an unknown name, and what cannot be started.
Result<StepRunners> make_step_runners(const std::string& word, const RunnerOptions& options);
/// One solver, or several of a collection, each in a worker of its own.
Result<StepRunners> make_library_solvers(const std::string& path, const RunnerOptions& options);
/// A program that speaks JSON lines.
Result<std::unique_ptr<StepRunner>> make_solver_program(const std::string& command,
                                                        const RunnerOptions& options);

}  // namespace touchstone
