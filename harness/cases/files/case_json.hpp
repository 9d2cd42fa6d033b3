// SPDX-License-Identifier: GPL-3.0-or-later
// From one case's JSON object to the case. Serves case_file.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>
#include <utility>

#include "harness/cases/case.hpp"

namespace touchstone {

/// What a JSON value is, in words: "a list of 4".
std::string kind_of(const nlohmann::json& value);

/// Makes cases of JSON objects. Equal bodies become one body.
class CaseReader {
 public:
  /// `folder`: where paths of meshes begin; empty: where the program runs.
  explicit CaseReader(std::string folder = "", CurvedCases curved = CurvedCases::refused)
      : folder_(std::move(folder)), curved_(curved) {}
  /// Fills in pair, source, claim and, if the object has one, id. Returns the place and the rule broken,
  /// or nothing if all is well.
  std::string read(const nlohmann::json& object, Case& c);
  /// Fills in a claim of the object that stands at a case's key "claim".
  std::string read_claim(const nlohmann::json& object, CaseClaim& claim);

 private:
  /// By the bits of what they are made from.
  std::unordered_map<std::string, PolytopePtr> bodies_;
  std::string folder_;
  CurvedCases curved_;
};

}  // namespace touchstone
