// SPDX-License-Identifier: GPL-3.0-or-later
// `simulate --write-steps DIR`: the contact problems of a run, for contact solvers.
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/motion/energy_csv.hpp"
#include "cli/motion/simulate.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/steps/fclib_file.hpp"
#include "harness/steps/island_step.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxStepFiles = 100'000;

/// Writes the islands of one step after another.
class StepWriting {
 public:
  StepWriting(const Scene& scene, std::string folder, bool as_fclib)
      : scene_(scene), folder_(std::move(folder)), as_fclib_(as_fclib) {
    const StepperRow* row = find_stepper(scene.stepper);
    has_solutions_ = row != nullptr && row->make()->law() == FrictionLaw::stewart_trinkle;
  }

  /// False where a problem cannot be written.
  bool see(const Simulation& simulation) {
    for (std::size_t k = 0; k < simulation.islands().size() && !error_; ++k) {
      const IslandProblem& island = simulation.islands()[k];
      if (island.rows.contacts() > 0) write(simulation, k);
    }
    return !error_;
  }

  const std::optional<Error>& error() const { return error_; }
  std::size_t files() const { return files_; }

 private:
  void write(const Simulation& simulation, std::size_t k) {
    if (files_ == kMaxStepFiles) {
      error_ = Error{"more than 100,000 problems: --every makes them fewer"};
      return;
    }
    const SolvedIsland& solved = simulation.solutions()[k];
    const bool as_posed = has_solutions_ && solved.solved && !solved.stabilisation_dropped;
    auto made = step_of_island(simulation.islands()[k].rows, as_posed ? &solved.solution : nullptr,
                               scene_.planar.has_value());
    if (!made) {
      error_ = made.error();
      return;
    }
    StepFile file = std::move(made).value();
    const std::uint64_t step = simulation.steps() - 1;
    file.name = scene_.name + "-" + std::to_string(step) + "-" + std::to_string(k);
    file.origin.scene = scene_.name;
    file.origin.step = step;
    file.origin.gamma = scene_.gamma;
    const std::string path = folder_ + "/" + file.name + (as_fclib_ ? ".hdf5" : ".json");
    if (as_fclib_) {
      error_ = write_fclib_file(path, with_round_cone(std::move(file)));
    } else {
      error_ = write_file(path, step_record().document(file));
    }
    files_ += error_ ? 0 : 1;
  }

  /// FCLIB knows no other; where there is friction the run's impulses solve another problem then.
  static StepFile with_round_cone(StepFile file) {
    if (file.step.cone == StepCone::round) return file;
    file.step.cone = StepCone::round;
    file.step.directions = 0;
    const std::vector<double>& mu = file.step.mu;
    if (std::any_of(mu.begin(), mu.end(), [](double m) { return m > 0; })) {
      file.solution.clear();
      file.joint_impulses.clear();
    }
    return file;
  }

  const Scene& scene_;
  std::string folder_;
  bool as_fclib_;
  bool has_solutions_ = false;
  std::optional<Error> error_;
  std::size_t files_ = 0;
};

}  // namespace

int write_steps(const SimulateArguments& typed, const Scene& scene) {
  const std::string& folder = *typed.steps;
  const std::string& format = *typed.format;
  const double time_limit_s = *typed.time_limit;
  if (format != "json" && format != "fclib") {
    return end_with_line(typed, "--format: '" + format + "' is neither json nor fclib",
                         kExitBadInput);
  }
  if (const auto wrong = check_steps(scene, *typed.max_steps)) {
    return end_with_line(typed, "--write-steps: " + wrong->reason, kExitBadInput);
  }
  const std::uint64_t every = *typed.every;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (const auto error = make_csv_directory(folder)) return fail(error->reason, kExitBadInput);
  StepWriting writing(scene, folder, format == "fclib");
  const auto run = run_with_progress(
      typed.command, scene, every,
      [&writing](const Simulation& simulation) { return writing.see(simulation); }, time_limit_s);
  if (!run) return end_with_line(typed, run.reason(), kExitBadInput);
  if (writing.error()) {
    return end_with_line(typed, "--write-steps: " + writing.error()->reason, kExitBadInput);
  }
  print_note("wrote " + how_many(writing.files(), "problem") + " to " + folder);
  const RecordedRun& ran = run.value();
  return end_of_run(typed, ran.steps, ran.unsolved_steps, ran.cut_short, ran.fault);
}

}  // namespace touchstone
