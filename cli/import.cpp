// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone import`: what people post becomes a case file (docs/import.md).
#include "import/import.hpp"

#include <utility>

#include "cli/choice/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "import/conventions.hpp"
#include "schema/nearest_name.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct ImportArguments : Arguments {
  Typed<std::string> file, output, a, b, pose_a, pose_b, from, keyframe;
  Typed<std::string> sizes, quaternion, matrix, axis, euler;
  Typed<std::vector<std::string>> joints, packages;
  Typed<bool> nearest_rotation, degrees, float32, planar;
  Typed<double> within, scale;
  MeshArguments objects;
};

using Named = std::vector<std::pair<std::string, std::string>>;

/// "NAME=VALUE", each.
Result<Named> named_values(const std::string& option, const std::vector<std::string>& words) {
  Named named;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Error{option + ": '" + word + "' is not NAME=VALUE"};
    }
    named.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return named;
}

/// What is wrong with a word that must be one of `choices`.
std::optional<Error> why_not_one_of(const std::string& option, const Typed<std::string>& word,
                                    const std::vector<std::string>& choices) {
  for (const std::string& choice : choices) {
    if (word.peek() == choice || word.peek().empty()) return std::nullopt;
  }
  return Error{option + ": " + unknown_choice("value", word.peek(), choices)};
}

Result<ImportOptions> import_options(const ImportArguments& arguments) {
  for (const auto& error : {why_not_one_of("--sizes", arguments.sizes, {"full", "half"}),
                            why_not_one_of("--quaternion", arguments.quaternion, {"wxyz", "xyzw"}),
                            why_not_one_of("--matrix", arguments.matrix,
                                           {"rows", "columns", "rows-first", "columns-first",
                                            "rows-last", "columns-last", "rows-3x4"}),
                            why_not_one_of("--axis", arguments.axis, {"x", "y", "z"}),
                            why_not_one_of("--from", arguments.from, libraries())}) {
    if (error) return *error;
  }
  auto joints = named_values("--joint", *arguments.joints);
  if (!joints) return joints.error();
  auto packages = named_values("--package", *arguments.packages);
  if (!packages) return packages.error();
  const auto objects = chosen_objects(arguments.objects);
  if (!objects) return objects.error();
  ImportOptions options;
  options.meshes = objects.value();
  options.a = *arguments.a;
  options.b = *arguments.b;
  options.pose_a = *arguments.pose_a;
  options.pose_b = *arguments.pose_b;
  options.from = *arguments.from;
  options.sizes = *arguments.sizes;
  options.quaternion = *arguments.quaternion;
  options.matrix = *arguments.matrix;
  options.axis = *arguments.axis;
  options.euler = *arguments.euler;
  options.keyframe = *arguments.keyframe;
  options.joints = std::move(joints).value();
  options.packages = std::move(packages).value();
  options.nearest_rotation = *arguments.nearest_rotation;
  options.degrees = *arguments.degrees;
  options.float32 = *arguments.float32;
  options.planar = *arguments.planar;
  if (arguments.scale.given()) options.scale = *arguments.scale;
  if (arguments.within.given()) options.within = *arguments.within;
  return options;
}

int import_command(const ImportArguments& arguments) {
  const auto options = import_options(arguments);
  if (!options) return fail(options.reason(), kExitBadInput);
  const std::string& file = *arguments.file;
  const bool to_stdout = !arguments.output.given();
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  OutputFile output;
  if (const auto error = output.open(to_stdout ? "-" : *arguments.output))
    return fail(error->reason, kExitBadInput);
  std::vector<std::string> warnings;
  const auto imported = import_cases(file, options.value(), CurvedCases::with_unions, &warnings);
  if (!imported) return fail(imported.reason(), kExitBadInput);
  const std::vector<ImportedCase>& cases = imported.value();
  for (const std::string& line : warnings) print_note(line);
  std::string text;
  for (const ImportedCase& one : cases) {
    for (const std::string& line : one.read_as) print_note(line);
    text += (text.empty() ? "" : ",\n") + write_imported(one);
  }
  if (cases.size() > 1) text = "[\n" + text + "]\n";
  return show(output, text, "", kExitAsExpected, how_many(cases.size(), "case"));
}

}  // namespace

void add_import(CommandLine& line) {
  Command command = line.command(
      "import", "Makes a case of MJCF, URDF, SDF, FCL's errors or pasted numbers (docs/import.md)");
  ImportArguments& a = command.runs(import_command);
  command.reads("FILE", a.file, "What is read; - is standard input. Not with bodies as texts");
  command.text("--a", "NAME", a.a, "The first body, or without FILE its text: 'Box(1, 2, 3)'");
  command.text("--b", "NAME", a.b, "The second body");
  command.text("--pose-a", "TEXT", a.pose_a, "The pose of the body that --a has as a text");
  command.text("--pose-b", "TEXT", a.pose_b, "The pose of the body that --b has as a text");
  command.writes("-o,--output", a.output, "The case file (default: standard output)");
  command.text(
      "--from", "LIBRARY", a.from,
      "Whose conventions numbers have: bullet, coal, eigen, fcl, jolt, mujoco, ode, parry, "
      "ros or scipy");
  command.text("--sizes", "WHICH", a.sizes, "Lengths of boxes and round bodies: full or half");
  command.text("--quaternion", "ORDER", a.quaternion, "wxyz or xyzw");
  command.text(
      "--matrix", "ORDER", a.matrix,
      "What comes first: rows or columns; of twelve numbers rows-first, rows-last or rows-3x4");
  command.text("--axis", "AXIS", a.axis, "Of capsules, cylinders and cones: x, y or z");
  command.text(
      "--euler", "SEQUENCE", a.euler,
      "Axes of Euler angles: xyz turn with the body, XYZ are fixed; xyzdeg: in degrees; or rotvec");
  command.flag("--degrees", a.degrees, "Euler angles are in degrees");
  command.flag("--float32", a.float32, "Numbers are rounded to floats");
  command.flag("--planar", a.planar,
               "Bodies and poses of the plane: sides 2, positions 2, one angle");
  command.positive("--scale", "X", a.scale, 1e9, "Lengths times X are metres");
  command.text("--keyframe", "NAME", a.keyframe, "Keyframe of MJCF, by name or index");
  command.texts("--joint", "NAME=VALUE", a.joints,
                "Position of a joint [m or rad], or 30deg; repeatable", false);
  command.texts("--package", "NAME=DIR", a.packages, "Where package://NAME/ is; repeatable", false);
  command.flag("--nearest-rotation", a.nearest_rotation,
               "Takes the rotation nearest to matrices of too few digits");
  add_mesh_options(command, a.objects);
  command.positive("--within", "X", a.within, 1e9, "All pairs of bodies that are that near [m]");
}

}  // namespace touchstone
