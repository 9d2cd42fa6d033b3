// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a scene as one watches it: where the bodies are in some hundred frames, the contacts
// there with their forces, and curves that keep every spike of every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_curve.hpp"
#include "benchmarks/energy/trajectory_judge.hpp"
#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// A contact point in the step that begins at its frame.
struct MovieContact {
  int A = 0, B = 0;             ///< bodies of the scene
  Vec3 p_W = Vec3::Zero();      ///< halfway between the points of A and B [m]
  Vec3 normal = Vec3::Zero();   ///< unit, from B to A, world
  Vec3 force_W = Vec3::Zero();  ///< on A, normal and tangential [N]
};

struct MovieFrame {
  double time_s = 0;
  std::vector<BodyState> states;
  std::vector<char> present;           ///< whether each body has entered
  std::vector<MovieContact> contacts;  ///< none where only poses are known
  double overlap_m = 0;                ///< deepest of all steps since the frame before
  int contact_count = 0;               ///< most of all steps since the frame before
};

struct Movie {
  std::string name;  ///< "std" or "dt 0.01 s": what sets it apart from others beside it
  double dt = 0;     ///< mean length of a step [s]
  std::uint64_t steps = 0;
  std::uint64_t steps_per_frame = 1;
  std::uint64_t unsolved_steps = 0;
  bool has_contacts = true;  ///< false: made of a trajectory, which has poses only
  std::string fault;         ///< why it ended early; empty where it did not
  bool cut_short = false;    ///< whether a limit or a signal ended it
  std::vector<MovieFrame> frames;
  EnergyCurve energies;
};

/// The most frames of a movie, and poses of bodies in them: more would make the page too large.
inline constexpr std::uint64_t kMaxMovieFrames = 600;
inline constexpr std::uint64_t kMaxMoviePoses = 165'000;

/// Steps from one frame to the next, so that a run of so many keeps both limits.
std::uint64_t steps_per_frame(std::uint64_t steps, std::size_t bodies);

/// Sees a run from its start on, after each of its steps.
class MovieRecorder {
 public:
  MovieRecorder(const Scene& scene, std::string name);
  void see(const Simulation& simulation);
  /// Once, after the last step.
  Movie take();

 private:
  void keep_frame(const Simulation& simulation);

  Movie movie_;
  CurveRecorder energies_;
  std::vector<BodyState> last_;  ///< after the last step
  std::vector<char> present_;
  double time_s_ = 0;
  double overlap_m_ = 0;
  int contact_count_ = 0;
};

/// The movie of a motion that was judged: of its poses alone.
Movie movie_of(const Trajectory& run, const TrajectoryFindings& found);

}  // namespace touchstone
