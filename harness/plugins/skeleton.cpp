// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/skeleton.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "harness/plugins/plugin_claims.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct Part {
  const char* path;
  std::string_view (*text)();
};

struct Language {
  const char* name;
  std::vector<const char*> other_names;
  /// What the example is called in its files, and the ending behind its name.
  std::vector<std::pair<const char*, const char*>> called;
  std::vector<Part> parts;
  std::string build;
  const char* validate;
  PluginKind kind = PluginKind::metric;
  /// How the example's comment says that it is built, in place of the line of C.
  std::string build_in_folder = {};
};

/// A solver's rows: the example is C that C++ takes, too.
Language solver_language(const char* name, std::vector<const char*> other_names, const char* file,
                         const std::string& compiler) {
  const std::string begin = compiler + " -O2 -fPIC -shared -I";
  return {name,
          std::move(other_names),
          {{"my_solver", ""}},
          {{file, solver_text},
           {"three-boxes.json", three_boxes_text},
           {"touchstone/plugin.h", plugin_header_text},
           {"touchstone/solver.h", solver_header_text}},
          begin + " {DIR} {DIR}/" + file + " -o {DIR}/my_solver.so -lm",
          "{DIR}/three-boxes.json --solver {DIR}/my_solver.so",
          PluginKind::solver,
          begin + ". " + file};
}

constexpr std::string_view kBuildOfC = "cc -O2 -fPIC -shared -I. my_solver.c";

const std::vector<Language>& languages() {
  static const std::vector<Language> kLanguages = {
      {"c",
       {},
       {{"my_boxes", ""}},
       {{"my_boxes.c", c_plugin_text},
        {"CMakeLists.txt", c_plugin_cmake_text},
        {"touchstone/plugin.h", plugin_header_text}},
       "cc -O2 -fPIC -shared -I {DIR} {DIR}/my_boxes.c -o {DIR}/my_boxes.so -lm",
       "{DIR}/my_boxes.so"},
      {"c++",
       {"cpp"},
       {{"my_boxes", ""}},
       {{"my_boxes.cpp", cpp_plugin_text},
        {"CMakeLists.txt", cpp_plugin_cmake_text},
        {"touchstone/plugin.h", plugin_header_text}},
       "c++ -std=c++17 -O2 -fPIC -shared -I {DIR} {DIR}/my_boxes.cpp -o {DIR}/my_boxes.so",
       "{DIR}/my_boxes.so"},
      {"python",
       {},
       {{"python_boxes", ""}, {"boxes.py", ".py"}},
       {{"boxes.py", python_plugin_text}},
       "",
       "\"python3 {DIR}/boxes.py\""},
      {"js",
       {"javascript"},
       {{"js_boxes", ""}, {"boxes.js", ".js"}},
       {{"boxes.js", js_plugin_text}},
       "",
       "\"node {DIR}/boxes.js\""},
      {"rust",
       {},
       {{"rust_boxes", ""}, {"boxes.rs", ".rs"}},
       {{"boxes.rs", rust_plugin_text}},
       "rustc --edition 2021 -O --crate-name plugin {DIR}/boxes.rs -o {DIR}/rust_boxes",
       "{DIR}/rust_boxes"},
      solver_language("c", {}, "my_solver.c", "cc"),
      solver_language("c++", {"cpp"}, "my_solver.cpp", "c++ -std=c++17"),
      {"python",
       {},
       {{"my_solver", ""}},
       {{"my_solver.py", python_solver_text}, {"three-boxes.json", three_boxes_text}},
       "",
       "{DIR}/three-boxes.json --solver \"python3 {DIR}/my_solver.py\"",
       PluginKind::solver},
  };
  return kLanguages;
}

std::string replaced(const std::string& text, std::string_view from, const std::string& to) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, begin)) {
    out.append(text, begin, at - begin).append(to);
    begin = at + from.size();
  }
  return out.append(text, begin);
}

std::string renamed(std::string_view text, const Language& language, std::string_view name) {
  std::string out(text);
  if (!language.build_in_folder.empty()) out = replaced(out, kBuildOfC, language.build_in_folder);
  for (const auto& [called, ending] : language.called) {
    out = replaced(out, called, std::string(name) + ending);
  }
  return out;
}

}  // namespace

std::string skeleton_name(std::string_view word) {
  std::string name(word.substr(0, kMaxPluginName));
  for (char& c : name) {
    const bool fine = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("_.+-").find(c) != std::string_view::npos;
    if (!fine) c = '_';
  }
  return name.empty() ? "mine" : name;
}

std::vector<std::string> skeleton_languages(PluginKind kind) {
  std::vector<std::string> names;
  for (const Language& row : languages()) {
    if (row.kind == kind) names.emplace_back(row.name);
  }
  return names;
}

Result<Skeleton> make_skeleton(std::string_view language, std::string_view name, PluginKind kind) {
  std::string lower(language);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = std::find_if(languages().begin(), languages().end(), [&](const Language& row) {
    const auto& others = row.other_names;
    const bool named =
        row.name == lower || std::find(others.begin(), others.end(), lower) != others.end();
    return named && row.kind == kind;
  });
  if (found == languages().end()) {
    return Error{unknown_name("language", language, skeleton_languages(kind), "new-plugin --help")};
  }
  Skeleton skeleton{
      {}, renamed(found->build, *found, name), renamed(found->validate, *found, name)};
  for (const Part& part : found->parts) {
    skeleton.files.push_back(
        {renamed(part.path, *found, name), renamed(part.text(), *found, name)});
  }
  return skeleton;
}

}  // namespace touchstone
