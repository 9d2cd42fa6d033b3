// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/peers.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "metrics/registry.hpp"
#include "reports/ask_command.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// The folder of the peers' plug-ins: build/peers for build/release/bin/touchstone.
fs::path peers_folder(const RunnerOptions& runner) {
  const char* named = std::getenv("TOUCHSTONE_PEERS");
  if (named != nullptr && *named != '\0') return named;
  const fs::path program = runner.worker_command.front();
  return program.parent_path().parent_path().parent_path() / "peers";
}

/// The libraries that the launcher knows peers for.
constexpr std::array<std::string_view, 8> kLibraries = {"fcl",  "bullet", "ode",     "mujoco",
                                                        "coal", "jolt",   "opengjk", "box3d"};

std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::vector<fs::path> libraries;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".so") libraries.push_back(entry.path());
  }
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

/// The first words of the lines.
std::vector<std::string> first_words(const fs::path& file) {
  std::vector<std::string> words;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::string word = line.substr(0, line.find(' '));
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

}  // namespace

Result<std::vector<std::shared_ptr<const MetricRow>>> find_peers(const RunnerOptions& runner) {
  const fs::path folder = peers_folder(runner);
  std::vector<std::shared_ptr<const MetricRow>> rows;
  for (const fs::path& library : libraries_in(folder)) {
    auto row = plugin_row(library.string(), runner);
    if (row && find_metric(row.value().name) != nullptr) {
      print_note("left out: " + library.string() + ": a metric of this program has its name, " +
                 row.value().name);
    } else if (row) {
      rows.push_back(std::make_shared<MetricRow>(std::move(row).value()));
    } else {
      print_note("left out: " + row.reason());
    }
  }
  if (!rows.empty()) return rows;
  return Error{"peers: there is none in " + folder.string() +
               " (./touchstone peers builds them; TOUCHSTONE_PEERS names another folder)"};
}

std::string peer_hint(const std::string& name) {
  const std::string library = name.substr(0, name.find_first_of("_-"));
  if (library == "siconos") {
    return "solves contact problems: touchstone solve --solver, and ./touchstone peers siconos "
           "builds it (docs/solvers.md)";
  }
  if (std::find(kLibraries.begin(), kLibraries.end(), library) == kLibraries.end()) return "";
  const fs::path plugin = peers_folder(own_workers()) / (name + ".so");
  std::error_code none;
  if (fs::exists(plugin, none))
    return "is a peer, named by its file: " + shell_word(plugin.string());
  return "is a peer, which ./touchstone peers " + library + " builds (docs/peers.md)";
}

std::string missing_peers(const RunnerOptions& runner) {
  // What peers/CMakeLists.txt has written.
  const fs::path folder = peers_folder(runner);
  std::vector<std::string> missing;
  for (const std::string& name : first_words(folder / "missing.txt")) {
    if (name.rfind("motion_", 0) != 0) missing.push_back(name);
  }
  for (const std::string& name : first_words(folder / "found.txt")) {
    if (!fs::exists(folder / (name + ".so"))) missing.push_back(name);
  }
  return joined(missing);
}

}  // namespace touchstone
