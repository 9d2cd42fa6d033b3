// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/motion/movie_files.hpp"

#include <utility>

#include "cli/motion/simulate.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/report_context.hpp"
#include "reports/html/movie_page.hpp"

namespace touchstone {

Movie finished(MovieRecorder& recorder, const RecordedRun& ran) {
  Movie movie = recorder.take();
  movie.unsolved_steps = ran.unsolved_steps;
  movie.cut_short = !ran.cut_short.empty();
  movie.fault = movie.cut_short ? ran.cut_short : ran.fault;
  return movie;
}

Result<Movie> run_movie(const std::string& command, const Scene& scene, const std::string& name,
                        double time_limit_s) {
  MovieRecorder recorder(scene, name);
  const auto see = [&recorder](const Simulation& simulation) {
    recorder.see(simulation);
    return true;
  };
  const auto run = run_with_progress(command, scene, 1, see, time_limit_s);
  if (!run) return run.error();
  return finished(recorder, run.value());
}

std::string movie_fault(const Scene& scene) {
  for (const Body& body : scene.bodies) {
    if (body.shape->radius() == 0 || capsule_half_length(*body.shape) == 0) continue;
    return "--html: '" + body.name + "' has a radius, which a page shows of spheres only";
  }
  return "";
}

int show_movies(OutputFile& page, const Scene& scene, std::vector<Movie> runs) {
  ReportContext context = report_context();
  context.partial = received_signal() != 0;
  const auto every = runs.front().steps_per_frame;
  const std::string note =
      std::to_string(runs.front().frames.size()) + " frames, one " +
      (every == 1 ? "for each step" : "in " + std::to_string(every) + " steps");
  const std::string text = movie_page({std::move(context), scene, std::move(runs)});
  return show(page, text, "", kExitAsExpected, note);
}

}  // namespace touchstone
