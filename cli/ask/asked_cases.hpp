// SPDX-License-Identifier: GPL-3.0-or-later
// Which cases `ask` is about: those of a file, one of them, or the case of an id.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/choice/case_input.hpp"
#include "cli/options/command_line.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"

namespace touchstone {

struct AskedCaseArguments {
  Typed<std::string> source;  ///< a file, "-", or an id
  Typed<std::string> id;      ///< names one case of the file
  Typed<std::string> meshes;  ///< directory that an id of meshes is made of
  MeshArguments objects;      ///< --hull or --parts
  Typed<std::string> answer;  ///< a file with what a program said of the case
};

void add_asked_case_options(Command& command, AskedCaseArguments& arguments);

/// What was typed. A file that is there is a file, whatever else its name may be.
struct AskedCases {
  std::string source;
  bool is_file = false;
  std::string id;      ///< names one case of the file, as it stands there or in full; empty: all
  std::string meshes;  ///< empty: none
  MeshObjects objects = MeshObjects::apart;
  std::string answer;  ///< takes the place of the case's claim; empty: none
  /// FIRST..LAST was typed: metrics are asked about these cases one after the other, as in a batch
  /// of verify, and may remember what they were asked before.
  bool in_sequence = false;
};
/// What is wrong with it, or nothing.
std::optional<Error> choose_asked_cases(const AskedCaseArguments& arguments, AskedCases& choice);

/// Reads or makes them, and sets `in_sequence`.
Result<std::vector<Case>> make_cases(AskedCases& choice);

}  // namespace touchstone
