// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone new-plugin DIR`: a plug-in to start from.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/plugins/skeleton.hpp"
#include "harness/steps/step_solver.hpp"
#include "metrics/registry.hpp"
#include "reports/ask_command.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

struct NewPluginArguments : Arguments {
  Typed<std::string> folder;
  Typed<std::string> language{"c"};
  Typed<std::string> kind{"metric"};
};

std::string in_folder(std::string command, const std::string& folder) {
  const std::string_view place = "{DIR}";
  for (std::size_t at = command.find(place); at != std::string::npos;
       at = command.find(place, at)) {
    command.replace(at, place.size(), folder);
    at += folder.size();
  }
  return command;
}

/// Makes the folder; rejects one that has something in it.
std::optional<Error> make_empty_folder(const fs::path& folder) {
  if (auto error = make_folder(folder.string())) return error;
  std::error_code failed;
  const bool empty = fs::is_empty(folder, failed);
  if (failed) return Error{folder.string() + ": cannot be read: " + failed.message()};
  if (!empty) return Error{folder.string() + ": is not empty"};
  return std::nullopt;
}

std::optional<Error> write_skeleton(const fs::path& folder, const Skeleton& skeleton) {
  for (const SkeletonFile& file : skeleton.files) {
    const fs::path path = folder / file.path;
    if (auto error = make_folder(path.parent_path().string())) return error;
    if (auto error = write_file(path.string(), file.text)) return error;
  }
  return std::nullopt;
}

/// Prints what was written into the folder and what to type next.
void say_next_commands(const fs::path& folder, const Skeleton& made, PluginKind kind) {
  const bool solves = kind == PluginKind::solver;
  for (const SkeletonFile& file : made.files) {
    std::cout << "wrote " << (folder / file.path).string() << "\n";
  }
  // Without "./" a library would be looked for where the system has its own.
  const std::string typed = shell_word(
      (folder.is_absolute() || *folder.begin() == ".." ? folder : fs::path(".") / folder).string());
  std::cout << (solves ? "\nIt solves a problem of three contacts." : "\nIt is right on boxes.")
            << " The next commands:\n\n";
  if (!made.build.empty()) std::cout << "  " << in_folder(made.build, typed) << "\n";
  std::cout << "  " << typed_program() << (solves ? " solve " : " validate ")
            << in_folder(made.validate, typed) << (solves ? "" : " --family boxes")
            << "\n\nThen put your own algorithm in its place (docs/"
            << (solves ? "solvers.md" : "write-a-plugin.md") << ").\n";
}

Result<PluginKind> kind_of(const std::string& word) {
  if (word == "metric") return PluginKind::metric;
  if (word == "solver") return PluginKind::solver;
  return Error{"--kind: unknown kind '" + word + "': must be metric or solver"};
}

/// What of this program has the name already; empty if nothing.
std::string owner_of(const std::string& name, PluginKind kind) {
  if (kind == PluginKind::metric) return find_metric(name) != nullptr ? "metric" : "";
  return is_own_step_solver(name) ? "solver" : "";
}

int new_plugin(const NewPluginArguments& arguments) {
  const std::string& word = *arguments.folder;
  if (word.empty()) return fail("new-plugin: in which folder?", kExitBadInput);
  const fs::path folder = fs::path(word).lexically_normal();
  // The folder's name is the plug-in's, also where it was typed as "." or with a slash at its end.
  const fs::path whole = fs::absolute(folder / "x").lexically_normal().parent_path();
  const std::string name = skeleton_name(whole.filename().string());
  const auto kind = kind_of(*arguments.kind);
  if (!kind) return fail("new-plugin: " + kind.reason(), kExitBadInput);
  if (const std::string owner = owner_of(name, kind.value()); !owner.empty()) {
    return fail("new-plugin: " + name + ": a " + owner +
                    " of this program has that name; take another folder",
                kExitBadInput);
  }
  const auto skeleton = make_skeleton(*arguments.language, name, kind.value());
  if (!skeleton) return fail("new-plugin: " + skeleton.reason(), kExitBadInput);
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  if (const auto error = make_empty_folder(folder)) {
    return fail("new-plugin: " + error->reason, kExitBadInput);
  }
  if (const auto error = write_skeleton(folder, skeleton.value())) {
    return fail("new-plugin: " + error->reason, kExitHarnessFailed);
  }
  say_next_commands(folder, skeleton.value(), kind.value());
  return kExitAsExpected;
}

}  // namespace

void add_new_plugin(CommandLine& line) {
  Command command = line.command(
      "new-plugin",
      "Writes a plug-in to start from, for validate (docs/write-a-plugin.md) or solve");
  NewPluginArguments& a = command.runs(new_plugin);
  command.text("DIR", "", a.folder, "Folder to make; the plug-in gets its name");
  command.text("--language", "NAME", a.language,
               "c, c++, python, js or rust; a solver's: c, c++ or python");
  command.text("--kind", "KIND", a.kind, "metric, or solver: a contact solver, for solve");
}

}  // namespace touchstone
