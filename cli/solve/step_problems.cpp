// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/solve/step_problems.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "benchmarks/energy/scene_steps.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "harness/plugins/printable.hpp"
#include "harness/steps/step_families.hpp"
#include "harness/steps/step_file.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kStepsOfScene = 2;  ///< where no word is typed
constexpr std::size_t kStepsOfNamedScene = 20;
constexpr std::array<std::string_view, 3> kSuffixes = {".json", ".hdf5", ".dat"};

/// The problem files of a folder, sorted by name. Files with other suffixes are ignored.
Result<std::vector<std::string>> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string suffix = entry->path().extension().string();
    const bool problem = std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end();
    if (problem) files.push_back(entry->path().string());
  }
  if (failed) return Error{folder + ": cannot be read: " + failed.message()};
  if (files.empty()) return Error{folder + ": has no file that ends with .json, .hdf5 or .dat"};
  std::sort(files.begin(), files.end());
  return files;
}

std::string folder_name(const std::string& folder) {
  const fs::path path = fs::absolute(fs::path(folder) / "x").lexically_normal();
  return printable(path.parent_path().filename().string());
}

/// The examples that lie beside this build of the program, if it lies in its tree.
std::optional<std::string> own_examples() {
  const fs::path program = own_workers().worker_command.front();
  const fs::path tree = program.parent_path().parent_path().parent_path().parent_path();
  const fs::path folder = tree / "examples" / "steps";
  std::error_code none;
  return fs::is_directory(folder, none) ? std::optional(folder.string()) : std::nullopt;
}

/// Why a word that looks like no file names nothing.
Error no_such_problem(const std::string& word) {
  std::vector<std::string> names;
  for (const SceneRow& scene : scene_library()) names.push_back(scene.name);
  for (const std::string& family : step_family_names()) names.push_back(family);
  const std::string near = nearest_name(word, names);
  const bool is_family = !near.empty() && find_scene(near) == nullptr;
  return Error{
      word + ": no such file, scene or family" +
      (near.empty() ? "" : "; did you mean " + ((is_family ? "--family " : "") + near) + "?") +
      " (touchstone list scenes and list problems show all)"};
}

class ChosenSteps {
 public:
  /// Adds what a word names; returns why it cannot.
  std::optional<Error> add(const std::string& word) {
    if (!words_.insert(word).second) return Error{word + ": is there twice"};
    if (is_step_id(word)) {
      auto made = step_of_id(word);
      if (!made) return made.error();
      problems_.push_back(std::move(made).value());
      return std::nullopt;
    }
    std::error_code none;
    const SceneRow* scene = find_scene(word);
    if (scene != nullptr && !fs::exists(word, none)) {
      std::vector<AskedStep> steps = steps_of_scene(*scene, guarded_metric, kStepsOfNamedScene);
      if (steps.empty()) return Error{word + ": the steps taken of this scene have no contacts"};
      add(std::move(steps));
      return std::nullopt;
    }
    if (word != "-" && !fs::exists(word, none) && !looks_like_file(word)) {
      return no_such_problem(word);
    }
    if (!fs::is_directory(word, none)) return add_file(word, "files");
    const auto files = files_in(word);
    if (!files) return files.error();
    const std::string group = group_of(word);
    for (const std::string& path : files.value()) {
      if (auto error = add_file(path, group)) return error;
    }
    return std::nullopt;
  }

  void add(std::vector<AskedStep> problems) {
    std::move(problems.begin(), problems.end(), std::back_inserter(problems_));
  }

  void add(const StepFamily& family, std::uint64_t seed, std::uint64_t cases) {
    for (std::uint64_t k = 0; k < cases; ++k) problems_.push_back(step_case(family, seed, k));
  }

  /// All of them. Of problems with one name in one group the second is "NAME (2)".
  std::vector<AskedStep> take() {
    std::map<std::pair<std::string, std::string>, int> times;
    for (AskedStep& problem : problems_) {
      const int time = ++times[{problem.group, problem.file.name}];
      if (time > 1) problem.file.name += " (" + std::to_string(time) + ")";
    }
    return std::move(problems_);
  }

 private:
  std::optional<Error> add_file(const std::string& path, const std::string& group) {
    auto file = read_step_file(path);
    if (!file) return file.error();
    problems_.push_back({std::move(file).value(), group});
    return std::nullopt;
  }

  /// The folder's last name, or all of what was typed where that is another group's.
  std::string group_of(const std::string& folder) {
    const std::string name = folder_name(folder);
    return groups_.insert(name).second ? name : printable(folder);
  }

  std::vector<AskedStep> problems_;
  std::set<std::string> words_;
  std::set<std::string> groups_ = {"files"};
};

/// Poses the problem with the cone of `model`. In the plane that is a name alone, and there are no
/// polygons.
void set_cone_of(StepFile& file, const LocalStep& model) {
  LocalStep& step = file.step;
  if (step.dimension == 2) {
    step.cone = model.cone == StepCone::polygon ? StepCone::round : model.cone;
    return;
  }
  if (step.cone == model.cone && step.directions == model.directions) return;
  step.cone = model.cone;
  step.directions = model.directions;
  file.solution.clear();
  file.joint_impulses.clear();
}

Result<std::vector<AskedStep>> steps_as_given(const StepChoice& choice) {
  ChosenSteps chosen;
  std::vector<std::string> words = choice.words;
  if (choice.is_empty()) {
    chosen.add(scene_steps(guarded_metric, kStepsOfScene));
    if (const auto examples = own_examples()) words.push_back(*examples);
  }
  for (const std::string& word : words) {
    if (auto error = chosen.add(word)) return *error;
  }
  if (!choice.makes_families()) return chosen.take();
  const auto families = select_step_families(choice.families);
  if (!families) return families.error();
  for (const StepFamily* family : families.value()) chosen.add(*family, choice.seed, choice.cases);
  return chosen.take();
}

}  // namespace

Result<std::vector<AskedStep>> chosen_steps(const StepChoice& choice) {
  if (choice.cone.empty()) return steps_as_given(choice);
  LocalStep model;
  if (!set_cone(choice.cone, model)) {
    return Error{std::string("--cone: must be ") + kConeWords};
  }
  auto chosen = steps_as_given(choice);
  if (!chosen) return chosen;
  std::vector<AskedStep> problems = std::move(chosen).value();
  for (AskedStep& problem : problems) set_cone_of(problem.file, model);
  return problems;
}

}  // namespace touchstone
