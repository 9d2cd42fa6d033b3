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
  /// `bodies`: those made so far, by the bits of what they are made from, or by the path of a mesh.
  /// `folder`: where paths of meshes begin; empty: where the program runs.
  /// `box`: the key of a box's half extents.
  BodyReader(std::unordered_map<std::string, PolytopePtr>& bodies, const std::string& folder,
             const char* box = "box_half_extents")
      : bodies_(bodies), folder_(folder), box_(box) {}

  bool body(const json& object, const Place& place, const char* key, PolytopePtr& out);
  /// Whether the body that was read last is a polygon, or has one as its core.
  bool is_polygon() const { return is_polygon_; }

 private:
  /// Which of the shapes the body is given by.
  bool one_of(std::initializer_list<const char*> shapes, const json& value, const Place& place,
              std::string& given);
  /// A core with a radius, a sphere or a capsule along z.
  bool rounded_body(const json& value, const Place& place, const std::string& given,
                    PolytopePtr& out);
  /// A body without a radius, or the core of one with that radius.
  bool polytope(const json& value, const Place& place, double radius, PolytopePtr& out);
  /// Reads vertices with their facets, a mesh or a polygon: the shape that `given` names.
  bool points(const json& value, const Place& place, const std::string& given, double radius,
              PolytopeInput& input);
  /// The corners of a prism along z whose ends are farther from z = 0 than the polygon is wide.
  bool polygon(const json& value, const Place& place, double radius, PolytopeInput& input);
  bool mesh(const json& body, const Place& place, PolytopeInput& input);
  bool scale(const json& body, const Place& place, Vec3& out);
  /// `input` of either sort, unless it was made before.
  template <class Input>
  bool make(const Input& input, const std::string& bits, const Place& place, PolytopePtr& out);
  bool half_spaces(const json& body, const Place& place, PolytopePtr& out);
  bool half_extents(const json& value, const Place& place, Vec3& h);
  bool facets(const json& value, const Place& place, PolytopeInput& input);

  std::unordered_map<std::string, PolytopePtr>& bodies_;
  const std::string& folder_;
  const char* box_;
  bool is_polygon_ = false;
};

}  // namespace touchstone
