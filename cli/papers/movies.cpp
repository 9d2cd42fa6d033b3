// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce movies --html DIR`.
#include "cli/papers/movies.hpp"

#include <utility>

#include "cli/motion/movie_files.hpp"
#include "cli/papers/names.hpp"
#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {
namespace {

struct MovieArguments : RunArguments {
  Typed<std::string> folder;
};

struct PaperMovie {
  std::string file;
  std::vector<MovieRun> runs;
};

/// A scene of Yi & Drumwright.
PaperMovie scene_movie(const std::string& name) {
  return {name, {{"touchstone", make_scene(*find_scene(name), {}).value()}}};
}

std::vector<PaperMovie> paper_movies() {
  std::vector<PaperMovie> movies;
  for (const ThesisFigure& figure : thesis_figures()) {
    if (figure.times.empty()) continue;
    std::vector<ThesisMethod> methods = scene_methods(figure);
    if (is_problem_of_hart(figure.scene)) {
      methods = {touchstone_method(), printed_method(figure.scene)};
    }
    movies.push_back({figure.name, movie_runs(figure, methods)});
  }
  for (const char* name : {"encoded-spin", "rolling-encoded"}) movies.push_back(scene_movie(name));
  return movies;
}

int write_movies(const MovieArguments& typed) {
  const std::string& folder = *typed.folder;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (const auto error = make_folder(folder)) {
    return fail(typed.name + ": " + error->reason, kExitBadInput);
  }
  for (const PaperMovie& movie : paper_movies()) {
    const int code = write_movie(typed.name, folder + "/" + movie.file + ".html", movie.runs);
    if (code != kExitAsExpected) return code;
  }
  return kExitAsExpected;
}

}  // namespace

std::vector<MovieRun> movie_runs(const ThesisFigure& figure,
                                 const std::vector<ThesisMethod>& methods) {
  std::vector<MovieRun> runs;
  for (const ThesisMethod& method : methods) {
    runs.push_back(
        {method.name.empty() ? "touchstone" : method.name, thesis_scene(figure, method)});
  }
  return runs;
}

RunArguments& add_movies(Command& command) {
  MovieArguments& a = command.runs(write_movies);
  command.fills("--html", a.folder, "Folder of the pages").required();
  return a;
}

int write_movie(const std::string& command, const std::string& path,
                const std::vector<MovieRun>& runs) {
  OutputFile page;
  if (const auto error = page.open(path))
    return fail(command + ": " + error->reason, kExitBadInput);
  std::vector<Movie> movies;
  for (const MovieRun& run : runs) {
    auto movie = run_movie(command, run.scene, run.name, 0);
    if (!movie) return fail(command + ": " + movie.reason(), kExitBadInput);
    movies.push_back(std::move(movie).value());
    if (received_signal() != 0) break;
  }
  const int shown = show_movies(page, runs.front().scene, std::move(movies));
  return received_signal() != 0 ? kExitBySignal + received_signal() : shown;
}

}  // namespace touchstone
