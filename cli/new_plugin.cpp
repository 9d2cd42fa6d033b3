// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone new-plugin DIR`: a plug-in to start from.
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/plugins/skeleton.hpp"
#include "metrics/registry.hpp"
#include "reports/ask_command.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

struct NewPluginArguments : Arguments {
  Typed<std::string> folder;
  Typed<std::string> language{"c"};
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
void say_next_commands(const fs::path& folder, const Skeleton& made) {
  for (const SkeletonFile& file : made.files) {
    std::cout << "wrote " << (folder / file.path).string() << "\n";
  }
  // Without "./" a library would be looked for where the system has its own.
  const std::string typed = shell_word(
      (folder.is_absolute() || *folder.begin() == ".." ? folder : fs::path(".") / folder).string());
  std::cout << "\nIt is right on boxes. The next commands:\n\n";
  if (!made.build.empty()) std::cout << "  " << in_folder(made.build, typed) << "\n";
  std::cout << "  " << typed_program() << " validate " << in_folder(made.validate, typed)
            << " --family boxes\n\n"
            << "Then put your own algorithm in its place (docs/write-a-plugin.md).\n";
}

int new_plugin(const NewPluginArguments& arguments) {
  const std::string& word = *arguments.folder;
  if (word.empty()) return fail("new-plugin: in which folder?", kExitBadInput);
  const fs::path folder = fs::path(word).lexically_normal();
  // The folder's name is the plug-in's, also where it was typed as "." or with a slash at its end.
  const fs::path whole = fs::absolute(folder / "x").lexically_normal().parent_path();
  const std::string name = skeleton_name(whole.filename().string());
  if (find_metric(name) != nullptr) {
    return fail(
        "new-plugin: " + name + ": a metric of this program has that name; take another folder",
        kExitBadInput);
  }
  const auto skeleton = make_skeleton(*arguments.language, name);
  if (!skeleton) return fail("new-plugin: " + skeleton.reason(), kExitBadInput);
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  if (const auto error = make_empty_folder(folder)) {
    return fail("new-plugin: " + error->reason, kExitBadInput);
  }
  if (const auto error = write_skeleton(folder, skeleton.value())) {
    return fail("new-plugin: " + error->reason, kExitHarnessFailed);
  }
  say_next_commands(folder, skeleton.value());
  return kExitAsExpected;
}

}  // namespace

void add_new_plugin(CommandLine& line) {
  Command command = line.command(
      "new-plugin", "Writes a plug-in to start from, for validate (docs/write-a-plugin.md)");
  NewPluginArguments& a = command.runs(new_plugin);
  command.text("DIR", "", a.folder, "Folder to make; the plug-in gets its name");
  command.text("--language", "NAME", a.language, "c, c++, python, js or rust");
}

}  // namespace touchstone
