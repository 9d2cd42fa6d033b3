// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/import.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "harness/cases/files/case_text.hpp"
#include "import/fcl_text.hpp"
#include "import/mjcf.hpp"
#include "import/pasted.hpp"
#include "import/program_text.hpp"
#include "import/rejection.hpp"
#include "import/sdf.hpp"
#include "import/time_limit.hpp"
#include "import/urdf.hpp"
#include "schema/input_file.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// The pair or pairs that the options choose.
std::vector<ImportedCase> chosen(const ImportedScene& scene, const ImportOptions& options,
                                 std::vector<std::string>& left_out) {
  if (options.within) {
    return pairs_within(scene, *options.within, options.nearest_rotation, left_out);
  }
  std::vector<ImportedCase> one;
  one.push_back(pair_of(scene, options.a, options.b, options.nearest_rotation));
  return one;
}

std::vector<ImportedCase> import_xml(const std::string& text, const std::string& name,
                                     const ImportOptions& options,
                                     std::vector<std::string>& left_out) {
  XmlFiles files(text, name);
  const std::string root = files.root().Name();
  const auto chosen_of = [&](ImportedScene scene) {
    doubt_radians(files, scene.read_as);
    return chosen(scene, options, left_out);
  };
  if (root == "mujoco") return chosen(read_mjcf(files, options), options, left_out);
  if (!options.keyframe.empty()) reject("--keyframe: is of MJCF alone");
  if (root == "robot") return chosen_of(read_urdf(files, options));
  if (root == "sdf") return chosen_of(read_sdf(files, options));
  reject(name + ": <" + root + "> is neither MJCF (<mujoco>) nor URDF (<robot>) nor SDF (<sdf>)");
}

/// The model that stands in a program or a post, in its lines; other texts as they are. `read_as`
/// receives what the program calls by name in it.
std::string model_alone(const std::string& text, std::vector<std::string>& read_as) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string::npos ||
      std::string_view("<{[").find(text[first]) != std::string_view::npos) {
    return text;
  }
  std::size_t begin = std::string::npos, end = 0;
  for (const std::string root : {"mujoco", "robot", "sdf"}) {
    std::size_t opens = text.find("<" + root);
    while (opens != std::string::npos &&
           std::string_view(" \t\r\n>").find(text[opens + 1 + root.size()]) ==
               std::string_view::npos) {
      opens = text.find("<" + root, opens + 1);
    }
    const std::size_t closes = text.find("</" + root + ">", opens);
    if (opens >= begin || closes == std::string::npos) continue;
    begin = opens;
    end = closes + root.size() + 3;
  }
  if (begin == std::string::npos) return text;
  const std::string set = statement_of_qpos(text.substr(0, begin) + text.substr(end));
  if (!set.empty()) {
    constexpr std::size_t kShown = 80;
    read_as.push_back("'" + set.substr(0, kShown) +
                      "' of the program is not read: --joint and --keyframe move bodies");
  }
  const auto above = std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n');
  return std::string(static_cast<std::size_t>(above), '\n') +
         with_values(text.substr(begin, end - begin), text, read_as);
}

enum class Format { cases, xml, fcl_error, dumped_cpp, dumped_python, pasted };

Format format_of(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const char begin = first == std::string::npos ? '\0' : text[first];
  if (begin == '<') return Format::xml;
  if (is_fcl_error(text)) return Format::fcl_error;
  if (case_in_python(text)) return Format::dumped_python;
  if (is_dumped_cpp(text)) return Format::dumped_cpp;
  const bool is_json = begin == '{' || begin == '[' || begin == '\0';
  return !is_json && holds_bodies(text) ? Format::pasted : Format::cases;
}

/// Whether the options say anything of pasted numbers.
bool says_pasted(const ImportOptions& o) {
  return !(o.from + o.sizes + o.quaternion + o.matrix + o.axis + o.euler).empty() || o.degrees ||
         o.float32 || o.planar || o.scale;
}

/// What the options say that a file of that format has no use for, or nothing.
std::string said_in_vain(const ImportOptions& o, Format format) {
  if (!(o.pose_a + o.pose_b).empty())
    return "--pose-a and --pose-b: go with bodies as texts, not with FILE";
  if (format != Format::pasted && says_pasted(o)) {
    return "--from and its like: are of pasted numbers, and FILE has conventions of its own";
  }
  if (format != Format::xml && !(o.joints.empty() && o.packages.empty() && o.keyframe.empty())) {
    return "--joint, --package and --keyframe: are of MJCF, URDF and SDF";
  }
  const bool is_file_of_cases = format == Format::cases || format == Format::dumped_python;
  const bool chooses = !(o.a + o.b).empty() || o.within || o.nearest_rotation;
  if (is_file_of_cases && chooses) {
    return "--a, --b, --within and --nearest-rotation: FILE is a case file, which has its pairs";
  }
  return "";
}

Result<std::vector<ImportedCase>> cases_as_they_are(Result<std::vector<Case>> read) {
  if (!read.ok()) return read.error();
  std::vector<ImportedCase> imported;
  for (Case& c : std::move(read).value()) imported.push_back({std::move(c), {}});
  return imported;
}

std::vector<ImportedCase> import_text(const std::string& text, const std::string& name,
                                      Format format, const ImportOptions& options,
                                      std::vector<std::string>& left_out) {
  if (format == Format::xml) return import_xml(text, name, options, left_out);
  if (format == Format::fcl_error) return chosen(read_fcl_error(text, name), options, left_out);
  if (format == Format::dumped_cpp) return chosen(read_dumped_cpp(text, name), options, left_out);
  return chosen(read_pasted(text, name, options), options, left_out);
}

/// Names the cases after the file, and refuses curved ones unless they are taken.
void finish(std::vector<ImportedCase>& imported, const std::string& file, CurvedCases curved) {
  for (ImportedCase& one : imported) {
    one.c.family = "file:" + file;
    one.c.id = one.c.family + ":" + one.c.id;
    const std::string why = why_refused(one.c.bodies, curved);
    if (!why.empty()) {
      reject(why + (one.c.unions() ? "; --hull takes the one hull of a mesh" : ""));
    }
  }
}

/// The cases of a text that is no case file.
Result<std::vector<ImportedCase>> imported_text(const std::string& text, const std::string& path,
                                                Format format, const ImportOptions& options,
                                                CurvedCases curved,
                                                std::vector<std::string>* warnings) {
  const std::string name = input_name(path);
  try {
    if (const std::string rule = why_not_text(text); !rule.empty()) reject(rule);
    std::vector<std::string> left_out;
    auto imported = import_text(text, name, format, options, left_out);
    finish(imported, path == "-" ? "stdin" : std::filesystem::path(path).filename().string(),
           curved);
    if (warnings != nullptr) warnings->insert(warnings->end(), left_out.begin(), left_out.end());
    return imported;
  } catch (const Rejection& rejection) {
    const bool named = rejection.reason.starts_with(name) || rejection.reason.starts_with("--");
    return Error{named ? rejection.reason : name + ": " + rejection.reason};
  }
}

}  // namespace

Result<std::vector<ImportedCase>> import_cases(const std::string& path,
                                               const ImportOptions& options, CurvedCases curved,
                                               std::vector<std::string>* warnings) {
  if (path.empty()) {
    const ImportTimeLimit limit("the texts of --a and --b");
    try {
      ImportOptions unnamed = options;
      unnamed.a = unnamed.b = "";
      if (options.within || !options.joints.empty() || !options.packages.empty() ||
          !options.keyframe.empty()) {
        reject("--within, --joint, --package and --keyframe: go with FILE");
      }
      std::vector<std::string> none;  // without --within nothing is left out
      auto imported = chosen(read_options(options), unnamed, none);
      finish(imported, "options", curved);
      return imported;
    } catch (const Rejection& rejection) {
      return Error{rejection.reason};
    }
  }
  const auto read = read_input_file(path);
  if (!read) return read.error();
  return import_case_text(read.value(), path, options, curved, warnings);
}

Result<std::vector<ImportedCase>> import_case_text(const std::string& whole,
                                                   const std::string& path,
                                                   const ImportOptions& options, CurvedCases curved,
                                                   std::vector<std::string>* warnings) {
  std::optional<ImportTimeLimit> limit(input_name(path));
  std::vector<std::string> read_as;
  const std::string text = model_alone(whole, read_as);
  const bool says = says_pasted(options);
  const Format found = format_of(text);
  const Format format = says && found == Format::cases ? Format::pasted : found;
  if (const std::string vain = said_in_vain(options, format); !vain.empty()) {
    return Error{vain};
  }
  if (format == Format::cases || format == Format::dumped_python) limit.reset();
  if (format == Format::cases)
    return cases_as_they_are(read_case_text(text, path, warnings, {curved, options.meshes}));
  if (format == Format::dumped_python) {
    return cases_as_they_are(
        read_case_text(*case_in_python(text), path, warnings, {curved, options.meshes}));
  }
  auto imported = imported_text(text, path, format, options, curved, warnings);
  if (!imported.ok() || read_as.empty()) return imported;
  std::vector<ImportedCase> cases = std::move(imported).value();
  for (ImportedCase& one : cases) {
    one.read_as.insert(one.read_as.begin(), read_as.begin(), read_as.end());
  }
  return cases;
}

std::string write_imported(const ImportedCase& imported) {
  std::string text = write_case(imported.c);
  if (imported.read_as.empty()) return text;
  std::string list;
  for (const std::string& line : imported.read_as) {
    list += (list.empty() ? "\n    " : ",\n    ") + json_string(line);
  }
  const std::size_t end = text.rfind("\n}\n");
  return text.substr(0, end) + ",\n  \"read_as\": [" + list + "\n  ]\n}\n";
}

}  // namespace touchstone
