// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/movie.hpp"

#include <algorithm>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

std::vector<MovieContact> contacts_of(const Simulation& simulation) {
  std::vector<MovieContact> contacts;
  const Scene& scene = simulation.scene();
  const double h = step_length(scene, simulation.steps() - 1);
  for (std::size_t i = 0; i < simulation.islands().size(); ++i) {
    const std::vector<int>& pairs = simulation.islands()[i].pairs;
    const StepSolution& solution = simulation.solutions()[i].solution;
    std::size_t of_pair = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      of_pair = k > 0 && pairs[k] == pairs[k - 1] ? of_pair + 1 : 0;
      const BodyPair& pair = simulation.contacts().pairs()[at(pairs[k])];
      const ContactPoint& point = pair.contact.points[of_pair];
      const Tangents tangents = scene.planar ? planar_tangents(point.normal, *scene.planar)
                                             : contact_tangents(point.normal);
      const auto row = static_cast<Eigen::Index>(k);
      const Vec3 impulse = solution.normal_impulse[row] * point.normal +
                           solution.tangent_impulse[2 * row] * tangents.first +
                           solution.tangent_impulse[2 * row + 1] * tangents.second;
      contacts.push_back(
          {pair.A, pair.B, 0.5 * (point.p_WA + point.p_WB), point.normal, impulse / h});
    }
  }
  return contacts;
}

}  // namespace

std::uint64_t steps_per_frame(std::uint64_t steps, std::size_t bodies) {
  const std::uint64_t of_poses = kMaxMoviePoses / std::max<std::uint64_t>(bodies, 1);
  const std::uint64_t frames = std::clamp<std::uint64_t>(of_poses, 2, kMaxMovieFrames);
  return std::max<std::uint64_t>(1, (steps + frames - 2) / (frames - 1));
}

MovieRecorder::MovieRecorder(const Scene& scene, std::string name) {
  movie_.name = std::move(name);
  movie_.dt = scene.dt;
  movie_.steps_per_frame = steps_per_frame(step_count(scene), scene.bodies.size());
}

void MovieRecorder::see(const Simulation& simulation) {
  const StepReport& report = simulation.report();
  if (simulation.steps() > 0) {
    overlap_m_ = std::max(overlap_m_, -report.smallest_gap);
    contact_count_ = std::max(contact_count_, report.contacts);
    // The step began at the frame.
    if ((simulation.steps() - 1) % movie_.steps_per_frame == 0) {
      movie_.frames.back().contacts = contacts_of(simulation);
    }
  }
  movie_.steps = simulation.steps();
  energies_.add(simulation.time(), simulation.kinetic_energy(), simulation.total_energy());
  if (movie_.steps % movie_.steps_per_frame == 0) keep_frame(simulation);
  last_ = simulation.states();
  time_s_ = simulation.time();
}

void MovieRecorder::keep_frame(const Simulation& simulation) {
  present_.assign(simulation.states().size(), 0);
  for (std::size_t i = 0; i < present_.size(); ++i) present_[i] = simulation.present(i) ? 1 : 0;
  movie_.frames.push_back({simulation.time(),
                           simulation.states(),
                           present_,
                           {},
                           std::exchange(overlap_m_, 0),
                           std::exchange(contact_count_, 0)});
}

Movie MovieRecorder::take() {
  if (!movie_.frames.empty() && movie_.frames.back().time_s < time_s_) {
    movie_.frames.push_back({time_s_, last_, present_, {}, overlap_m_, contact_count_});
  }
  movie_.energies = energies_.take();
  return std::move(movie_);
}

Movie movie_of(const Trajectory& run, const TrajectoryFindings& found) {
  Movie movie;
  movie.name = run.engine;
  movie.dt = run.dt;
  movie.steps = run.states.size() - 1;
  movie.steps_per_frame = steps_per_frame(movie.steps, run.bodies.size());
  movie.has_contacts = false;
  movie.fault = run.fault;
  CurveRecorder energies;
  double overlap_m = 0;
  for (std::size_t k = 0; k < run.states.size(); ++k) {
    const TrajectorySample& sample = found.samples[k];
    energies.add(sample.time_s, sample.kinetic_J, sample.total_J);
    overlap_m = std::max(overlap_m, sample.overlap_m);
    if (k % movie.steps_per_frame != 0 && k + 1 < run.states.size()) continue;
    movie.frames.push_back({sample.time_s,
                            run.states[k],
                            std::vector<char>(run.bodies.size(), 1),
                            {},
                            std::exchange(overlap_m, 0),
                            0});
  }
  movie.energies = energies.take();
  return movie;
}

}  // namespace touchstone
