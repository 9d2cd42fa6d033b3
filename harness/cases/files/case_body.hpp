// SPDX-License-Identifier: GPL-3.0-or-later
// From a body's JSON object to the body. Serves case_json.cpp.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>

#include "geometry/polytope.hpp"
#include "harness/cases/files/case_values.hpp"

namespace touchstone {

class BodyReader : public CaseValues {
 protected:
  /// `bodies`: those made so far, by the bits of what they are made from.
  explicit BodyReader(std::unordered_map<std::string, PolytopePtr>& bodies) : bodies_(bodies) {}

  bool body(const json& object, const Place& place, const char* key, PolytopePtr& out);

 private:
  /// Which of the shapes the body is given by.
  bool one_of(std::initializer_list<const char*> shapes, const json& value, const Place& place,
              std::string& given);
  /// A core with a radius, a sphere or a capsule along z.
  bool rounded_body(const json& value, const Place& place, const std::string& given,
                    PolytopePtr& out);
  /// A body without a radius.
  bool polytope(const json& value, const Place& place, PolytopePtr& out);
  /// `input` of either sort, unless it was made before.
  template <class Input>
  bool make(const Input& input, const std::string& bits, const Place& place, PolytopePtr& out);
  bool half_spaces(const json& body, const Place& place, PolytopePtr& out);
  bool half_extents(const json& value, const Place& place, Vec3& h);
  bool facets(const json& value, const Place& place, PolytopeInput& input);

  std::unordered_map<std::string, PolytopePtr>& bodies_;
};

}  // namespace touchstone
