// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <utility>

#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "cli/commands.hpp"
#include "cli/motion/movie_files.hpp"
#include "cli/motion/simulate.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "harness/cases/scenes/recording.hpp"
#include "harness/cases/scenes/scene_file.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// States of bodies in a recording. A file of more would be too large to be read back.
constexpr std::uint64_t kMaxRecordedStates = 500'000;

/// "rimless-wheel, no-slip, dt 0.001 s, t_end 60 s"
std::string scene_line(const Scene& scene) {
  const std::string lengths =
      scene.steps.empty() ? "" : "mean of " + std::to_string(scene.steps.size()) + " lengths ";
  return scene.name + ", " + friction_text(scene) + ", dt " + lengths + exact_text(scene.dt) +
         " s, t_end " + exact_text(scene.t_end) + " s";
}

/// At which a step begins [s].
double time_of(const Scene& scene, std::uint64_t step) {
  if (scene.steps.empty()) return static_cast<double>(step) * scene.dt;
  double time = 0;
  for (std::uint64_t k = 0; k < step; ++k) time += step_length(scene, k);
  return time;
}

}  // namespace

Result<RecordedRun> run_with_progress(const std::string& command, const Scene& scene,
                                      std::uint64_t every, const SeeStep& see,
                                      double time_limit_s) {
  Progress progress(command, "steps");
  catch_end_signals();
  return run_recorded(scene, every, guarded_metric, see,
                      [&progress](std::uint64_t done, std::uint64_t total, double left_s) {
                        progress.expect_left(left_s);
                        progress.update(done, total);
                      },
                      {time_limit_s, [] { return received_signal() != 0; }});
}

namespace {

/// Why the recording could not be read again, or nothing.
std::optional<Error> check_recorded_states(const Scene& scene, std::uint64_t every) {
  const std::uint64_t bodies = scene.bodies.size();
  const std::uint64_t steps = step_count(scene);
  const std::uint64_t entries = steps / every + 1;
  if (entries * bodies <= kMaxRecordedStates) return std::nullopt;
  const std::uint64_t most = std::max<std::uint64_t>(kMaxRecordedStates / bodies, 2) - 1;
  return Error{"--record: " + std::to_string(entries) + " states of " + std::to_string(bodies) +
               " bodies are more than the " + std::to_string(kMaxRecordedStates) +
               " of a recording: --every " + std::to_string(steps / most + 1) + " keeps fewer"};
}

/// Says how the replay compares with the recording, of whose states the first `same` have the same
/// bits; `all`: none of those that were seen differs. The exit code.
int held_against(const std::string& path, const Recording& recording, std::size_t same, bool all,
                 const std::string& fault) {
  if (!all || same < recording.states.size()) {
    std::cout << path << ": differs from step " << same * recording.every << " on ("
              << short_text(time_of(recording.scene, same * recording.every)) << " s)\n";
    return kExitJudgedWrong;
  }
  const auto ending = [](const std::string& why) {
    return why.empty() ? "ran to its end" : "ended early: " + why;
  };
  std::cout << path << ": the same bits in all " << same << " states";
  if (fault.empty() != recording.fault.empty()) {
    std::cout << "; as recorded it " << ending(recording.fault) << ", now it " << ending(fault)
              << "\n";
    return kExitJudgedWrong;
  }
  std::cout << "\n";
  return kExitAsExpected;
}

}  // namespace

int end_of_run(const SimulateArguments& typed, std::uint64_t steps, std::uint64_t unsolved_steps,
               const std::string& cut_short, const std::string& fault) {
  const std::string taken = std::to_string(steps) + " steps";
  if (!cut_short.empty() && received_signal() != 0) {
    return end_with_line(typed, cut_short + ", after " + taken, kExitBySignal + received_signal());
  }
  if (cut_short.empty() && !fault.empty()) {
    return end_with_line(typed, "it ended early, after " + taken + ": " + fault, kExitJudgedWrong);
  }
  if (unsolved_steps == 0) return kExitAsExpected;
  return end_with_line(
      typed, std::to_string(unsolved_steps) + " of " + taken + " were not solved as posed",
      kExitJudgedWrong);
}

int write_scene(const SimulateArguments& typed, const Scene& scene) {
  const std::string& path = *typed.write_scene;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  return show(path, scene_json(scene), "", kExitAsExpected, scene_line(scene));
}

int record_scene(const SimulateArguments& typed, const Scene& scene) {
  const std::uint64_t every = *typed.every;
  const double time_limit_s = *typed.time_limit;
  auto wrong = check_steps(scene, *typed.max_steps);
  if (!wrong) wrong = check_recorded_states(scene, every);
  if (wrong) return end_with_line(typed, wrong->reason, kExitBadInput);
  const std::string& path = *typed.record;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  OutputFile out;
  if (const auto error = out.open(path)) return fail(error->reason, kExitBadInput);
  Recording recording;
  recording.scene = scene;
  recording.every = every;
  const auto keep = [&recording](const Simulation& simulation) {
    recording.states.push_back(simulation.states());
    return true;
  };
  const auto run = run_with_progress(typed.command, scene, every, keep, time_limit_s);
  if (!run) return end_with_line(typed, run.reason(), kExitBadInput);
  const RecordedRun& ran = run.value();
  const auto end = [&] {
    return end_of_run(typed, ran.steps, ran.unsolved_steps, ran.cut_short, ran.fault);
  };
  if (!ran.cut_short.empty() && ran.steps == 0) {
    print_note("simulate: no step was taken: nothing is recorded");
    return end();
  }
  recording.fault = ran.fault;
  // What was cut short is whole as the recording of a scene that ends there.
  if (!ran.cut_short.empty()) recording.scene.t_end = ran.t_end;
  const std::string kept = std::to_string(recording.states.size()) + " states" +
                           (ran.cut_short.empty() ? "" : ", t_end is there: " + ran.cut_short);
  const int shown =
      show(out, recording_json(recording), "", kExitAsExpected, kept + "; not judged");
  return shown == kExitAsExpected ? end() : shown;
}

int replay_recording(const SimulateArguments& typed) {
  if (typed.scene.given()) {
    return end_with_line(typed, "--replay: a recording has its own scene, and none is typed",
                         kExitBadInput);
  }
  const std::string& path = *typed.replay;
  const std::uint64_t max_steps = *typed.max_steps;
  const std::string& html = *typed.html;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  auto read = read_recording_file(path);
  if (!read) return fail(read.reason(), kExitBadInput);
  const Recording& recording = read.value();
  if (const auto error = check_most_steps(recording.scene, max_steps)) {
    return end_with_line(typed, error->reason, kExitBadInput);
  }
  const std::string fault = html.empty() ? "" : movie_fault(recording.scene);
  if (!fault.empty()) return end_with_line(typed, fault, kExitBadInput);
  OutputFile page;
  if (const auto error = page.open(html)) return fail(error->reason, kExitBadInput);
  MovieRecorder recorder(recording.scene, "replayed");
  std::size_t same = 0;
  bool other = false;
  const auto see = [&](const Simulation& simulation) {
    if (page.wanted()) recorder.see(simulation);
    if (simulation.steps() % recording.every != 0) return true;
    other = same == recording.states.size() ||
            !same_states(recording.states[same], simulation.states());
    same += other ? 0 : 1;
    return !other;
  };
  const auto run = run_with_progress(typed.command, recording.scene,
                                     page.wanted() ? 1 : recording.every, see, 0);
  if (!run) return fail(path + ": " + run.reason(), kExitBadInput);
  if (page.wanted()) {
    const int shown = show_movies(page, recording.scene, {finished(recorder, run.value())});
    if (shown != kExitAsExpected) return shown;
  }
  if (!run.value().cut_short.empty()) {
    return fail(path + ": the same bits in the first " + std::to_string(same) + " of " +
                    std::to_string(recording.states.size()) + " states; " + run.value().cut_short,
                kExitBySignal + received_signal());
  }
  return held_against(path, recording, same, !other, run.value().fault);
}

}  // namespace touchstone
