// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/peers.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "cli/console.hpp"
#include "cli/plugin_options.hpp"
#include "cli/verify.hpp"

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
    PluginArguments plugin;
    plugin.library = library.string();
    auto row = find_plugin(plugin, runner);
    if (row) {
      rows.push_back(std::make_shared<MetricRow>(std::move(row).value()));
    } else {
      remark("left out: " + row.reason());
    }
  }
  if (!rows.empty()) return rows;
  return Error{"--peers: no peer in " + folder.string() +
               " (./touchstone peers builds them; TOUCHSTONE_PEERS names another folder)"};
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
  std::string text;
  for (const std::string& name : missing) text += (text.empty() ? "" : ", ") + name;
  return text;
}

int verify_with_peers(const VerifyArguments& arguments) {
  if (!arguments.peers) return verify(arguments);
  if (!arguments.db.empty()) {
    return complain("--peers: not with --db, which could not find them again", kExitBadInput);
  }
  if (arguments.contacts || arguments.properties || !arguments.dump.empty()) {
    return complain("--peers: they are judged by verdicts only", kExitBadInput);
  }
  auto runner = plugin_runner_options({});
  if (!runner) return complain(runner.reason(), kExitBadInput);
  auto peers = find_peers(runner.value());
  if (!peers) return complain(peers.reason(), kExitBadInput);
  VerifyArguments campaign = arguments;
  campaign.plugins = std::move(peers).value();
  campaign.plugin_runner = std::move(runner).value();
  return verify(campaign);
}

}  // namespace touchstone
