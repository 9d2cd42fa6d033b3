// SPDX-License-Identifier: GPL-3.0-or-later
// From one case's JSON object to the case. Serves case_file.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "geometry/mesh/mesh_file.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/files/case_reading.hpp"

namespace touchstone {

/// What a JSON value is, in words: "a list of 4".
std::string kind_of(const nlohmann::json& value);

/// What was made so far.
struct MadeBodies {
  std::unordered_map<std::string, PolytopePtr> bodies;  ///< by the bits of what they are made from
  std::unordered_map<std::string, MeshFile> meshes;     ///< by path
  std::vector<std::string> remarks;                     ///< on the meshes, a line each
};

/// Makes cases of JSON objects. Equal bodies become one body.
class CaseReader {
 public:
  /// `folder`: where paths of meshes begin; empty: where the program runs.
  explicit CaseReader(std::string folder = "", const CaseReading& reading = {})
      : folder_(std::move(folder)), reading_(reading) {}
  /// Fills in pair, source, claim and, if the object has one, id. Returns the place and the rule broken,
  /// or nothing if all is well.
  std::string read(const nlohmann::json& object, Case& c);
  /// A line for each mesh of which there is something to say.
  const std::vector<std::string>& remarks() const { return made_.remarks; }
  /// Fills in a claim of the object that stands at a case's key "claim".
  std::string read_claim(const nlohmann::json& object, CaseClaim& claim);

 private:
  MadeBodies made_;
  std::string folder_;
  CaseReading reading_;
};

}  // namespace touchstone
