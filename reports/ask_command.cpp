// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/ask_command.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "harness/cases/families/meshes.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

std::string shell_word(const std::string& word) {
  const auto is_special = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 &&
           std::string_view("_./+-,:@%=").find(c) == std::string_view::npos;
  };
  if (!word.empty() && std::none_of(word.begin(), word.end(), is_special)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

namespace {

std::string& program() {
  static std::string typed = "./touchstone";
  return typed;
}

constexpr std::string_view kFile = "file:";

std::string& typed_meshes() {
  static std::string words;
  return words;
}

}  // namespace

void set_typed_meshes(const std::string& words) { typed_meshes() = words; }

const std::string& typed_program() { return program(); }

void set_typed_program(const std::string& argv0) {
  // The launcher runs build/PRESET/bin/touchstone.
  const std::filesystem::path bin = std::filesystem::path(argv0).parent_path();
  const bool is_launched = bin.parent_path().parent_path().filename() == "build";
  program() = is_launched || argv0.empty() ? "./touchstone" : shell_word(argv0);
}

bool from_standard_input(const CampaignRow& row) { return row.path == "-"; }

namespace {

/// The id or, where the case is wrong only after others, these and the case as a sequence.
std::string sequence_word(const CampaignRow& row, const std::string& id) {
  const auto first = row.after.find(id);
  if (first == row.after.end()) return id;
  const bool of_file = id.starts_with(row.family + ":") && row.family.starts_with(kFile);
  return first->second + ".." + id.substr(of_file ? row.family.size() + 1 : id.rfind(':') + 1);
}

/// What `ask` takes to find the case: an id, or a file and the case's id in it.
std::string case_words(const CampaignRow& row, const std::string& case_id) {
  const std::string id = sequence_word(row, case_id);
  if (row.family.rfind(std::string(kMeshGroup) + "-", 0) == 0) {
    return shell_word(id) + " --meshes " + (row.path.empty() ? "DIR" : shell_word(row.path)) +
           typed_meshes();
  }
  if (from_standard_input(row)) {
    // Without its family's name the id is right whatever the cases are saved as.
    return std::string(kSavedInput) + " --case " + shell_word(id.substr(row.family.size() + 1)) +
           typed_meshes();
  }
  if (row.family.rfind(kFile, 0) != 0) return shell_word(id);
  const std::string path = row.path.empty() ? row.family.substr(kFile.size()) : row.path;
  return shell_word(path) + " --case " + shell_word(id) + typed_meshes();
}

/// What --metric takes for the metric of the row: a bare name would be one of this program.
std::string metric_word(const CampaignRow& row) {
  if (row.plugin.empty()) return shell_word(row.metric);
  const bool is_bare = row.plugin.find_first_of("/ ") == std::string::npos;
  return shell_word((is_bare ? "./" : "") + row.plugin);
}

}  // namespace

std::string ask_command(const CampaignRow& row, const std::string& id, double tolerance) {
  std::string line =
      typed_program() + " ask " + case_words(row, id) + " --metric " + metric_word(row);
  if (!row.plugin.empty()) line += row.plugin_limits;
  if (tolerance != kDefaultTolerance) line += " --tolerance " + json_number(tolerance);
  return line;
}

}  // namespace touchstone
