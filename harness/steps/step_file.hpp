// SPDX-License-Identifier: GPL-3.0-or-later
// Files with the contact problem of one time step: touchstone.step/1 (docs/solvers.md), FCLIB's HDF5
// and the text form of siconos' tests. The doubles of the file are the problem.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"
#include "geometry/result.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// What may stand beside a problem, of which no solver knows.
struct StepOrigin {
  std::vector<double> gap = {};          ///< distance at each contact [m]
  std::vector<double> restitution = {};  ///< coefficient of each contact [1]
  std::optional<double> gamma = {};      ///< part of a penetration that the step takes back [1]
  std::string scene = {};
  std::optional<std::uint64_t> step = {};
};

/// Vectors that FCLIB's files give together; empty where they are not there.
struct FclibVectors {
  std::vector<double> u;  ///< velocities of the contacts [m/s]
  std::vector<double> r;  ///< impulses of the contacts [N s]
  std::vector<double> v;  ///< velocities behind them [m/s, rad/s]
  std::vector<double> l;  ///< impulses of joints [N s]
};

/// What FCLIB's files have beside a problem and its solution's impulses, kept to be written back.
struct FclibBeside {
  std::string title, description, math_info;
  FclibVectors solution;  ///< u and v alone
  std::vector<FclibVectors> guesses;
};

struct StepFile {
  std::string name;
  LocalStep step;
  std::vector<double> solution = {};        ///< impulses that came with it [N s]; empty: none
  std::vector<double> joint_impulses = {};  ///< those of the joints
  StepOrigin origin = {};
  FclibBeside fclib = {};
};

/// What set_cone() takes, for messages.
inline constexpr const char* kConeWords = "round, box or an even number from 4 to 64";
/// Sets the friction cone that `word` names. False, with nothing set, if it names none.
bool set_cone(std::string_view word, LocalStep& step);

/// The description of touchstone.step/1: what writes it, its schema, and the keys that are read.
const RecordDescription<StepFile>& step_record();

/// The problem on a line, as programs get it: its local form, and its bodies where they are known.
std::string step_question_json(const LocalStep& step);

/// Reads a problem. Rejects, in one line with file, place and rule, what is none, and more than
/// kMaxStepContacts contacts. A problem without a name gets that of the file.
Result<StepFile> read_step_file(const std::string& path);
/// That of a text; `name` begins what is said of it.
Result<StepFile> read_step_text(std::string_view text, const std::string& name);

}  // namespace touchstone
