// SPDX-License-Identifier: GPL-3.0-or-later
// The plug-in that `touchstone new-plugin` writes: the example of the language, examples/plugins/,
// under another name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

struct SkeletonFile {
  std::string path;  ///< below the folder of the plug-in
  std::string text;
};

struct Skeleton {
  std::vector<SkeletonFile> files;
  std::string build;  ///< the command that builds it in the folder "{DIR}"; empty: none is needed
  std::string validate;  ///< what follows `touchstone validate `, of a solver `solve `; likewise
};

/// What the plug-in is for.
enum class PluginKind { metric, solver };

/// A name that files, CMake targets and tables take: of `word`, letters, digits and _ . + -, at
/// most 64, the others as _.
std::string skeleton_name(std::string_view word);

/// The names of the languages, each once: c, c++, python, js, rust; of a solver c, c++, python.
std::vector<std::string> skeleton_languages(PluginKind kind = PluginKind::metric);

/// `language` is one of these, in any case; also cpp and javascript.
Result<Skeleton> make_skeleton(std::string_view language, std::string_view name,
                               PluginKind kind = PluginKind::metric);

/// Files that are embedded in the program.
std::string_view plugin_header_text();
std::string_view solver_header_text();
std::string_view solver_text();
std::string_view python_solver_text();
std::string_view three_boxes_text();
std::string_view c_plugin_text();
std::string_view c_plugin_cmake_text();
std::string_view cpp_plugin_text();
std::string_view cpp_plugin_cmake_text();
std::string_view python_plugin_text();
std::string_view js_plugin_text();
std::string_view rust_plugin_text();

}  // namespace touchstone
