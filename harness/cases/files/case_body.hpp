// SPDX-License-Identifier: GPL-3.0-or-later
// From a body's JSON object to the body. Serves case_json.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <unordered_map>

#include "geometry/body.hpp"
#include "harness/cases/files/case_values.hpp"

namespace touchstone {

class BodyReader : public CaseValues {
 protected:
  /// `bodies`: those made so far, by the bits of what they are made from, or by the path of a mesh.
  /// `folder`: where paths of meshes begin; empty: where the program runs.
  /// `box`: the key of a box's half extents.
  BodyReader(std::unordered_map<std::string, PolytopePtr>& bodies, const std::string& folder,
             const char* box, CurvedCases curved)
      : bodies_(bodies),
        folder_(folder),
        box_(box),
        takes_curved_(curved != CurvedCases::refused) {}

  /// Leaves `out` as it is where the core is curved.
  bool body(const json& object, const Place& place, const char* key, PolytopePtr& out);
  /// The body that the object `value` is.
  bool shape(const json& value, const Place& place, PolytopePtr& out);
  /// Whether the body that was read last is a polygon, or has one as its core.
  bool is_polygon() const { return is_polygon_; }
  /// The body that was read last if its core is curved.
  const std::optional<ConvexBody>& curved_body() const { return curved_body_; }

 private:
  /// Which of the shapes the body, or a core, is given by.
  bool find_shape(bool is_core, const json& value, const Place& place, std::string& given);
  /// A core with a radius, a sphere or a capsule along z.
  bool rounded_body(const json& value, const Place& place, const std::string& given,
                    PolytopePtr& out);
  /// A body without a radius, or the core of one with that radius, of the shape `given`.
  bool polytope(const json& value, const Place& place, const std::string& given, double radius,
                PolytopePtr& out);
  /// A cylinder, a cone or an ellipsoid, with that radius around it.
  bool curved(const json& value, const Place& place, const std::string& given, double radius);
  bool curved_core(const json& shape, const Place& place, const std::string& given, Core& out);
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
  bool takes_curved_;
  bool is_polygon_ = false;
  std::optional<ConvexBody> curved_body_;
};

}  // namespace touchstone
