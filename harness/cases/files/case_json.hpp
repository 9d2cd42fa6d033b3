// SPDX-License-Identifier: GPL-3.0-or-later
// From one case's JSON object to the case, and the keys of such an object. Serves case_file.cpp.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

#include "harness/cases/case.hpp"

namespace touchstone {

/// What a JSON value is, in words: "a list of 4".
std::string kind_of(const nlohmann::json& value);

/// Makes cases of JSON objects. Equal bodies become one body.
class CaseReader {
 public:
  /// Fills in pair, source and, if the object has one, id. Returns the place and the rule broken,
  /// or nothing if all is well.
  std::string read(const nlohmann::json& object, Case& c);

 private:
  /// By the bits of what they are made from.
  std::unordered_map<std::string, PolytopePtr> bodies_;
};

/// Whether `key` is part of the format at this depth: 1 in a case, 2 in its bodies and poses.
bool is_known_key(std::size_t depth, std::string_view key);

/// The key of the format that the unknown `key` was probably meant to be: the same letters in
/// another case, or a long one with at most two letters wrong; empty if there is none.
std::string meant_key(std::size_t depth, std::string_view key);

}  // namespace touchstone
