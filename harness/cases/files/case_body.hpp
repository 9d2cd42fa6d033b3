// SPDX-License-Identifier: GPL-3.0-or-later
// From a body's JSON object to the body. Serves case_json.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "geometry/body_union.hpp"
#include "harness/cases/files/case_values.hpp"

namespace touchstone {

class BodyReader : public CaseValues {
 protected:
  /// `folder`: where paths of meshes begin; empty: where the program runs.
  /// `box`: the key of a box's half extents.
  BodyReader(MadeBodies& made, const std::string& folder, const char* box,
             const CaseReading& reading)
      : made_(made),
        folder_(folder),
        box_(box),
        meshes_(reading.meshes),
        takes_curved_(reading.curved != CurvedCases::refused) {}

  /// Leaves `out` as it is where the core is curved.
  bool body(const json& object, const Place& place, const char* key, PolytopePtr& out);
  /// The body that the object `value` is.
  bool shape(const json& value, const Place& place, PolytopePtr& out);
  /// Whether the object is a mesh of several pieces, which can be read.
  bool is_several(const json& value);
  /// Adds the pieces of such a mesh.
  bool mesh_pieces(const json& value, const Place& place, BodyUnion& out);
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
  /// The file of a body that is a mesh; nullptr if it cannot be read.
  const MeshFile* mesh_file(const json& body, const Place& place);
  bool scale(const json& body, const Place& place, Vec3& out);
  bool hull(const PolytopeInput& input, const Place& place, PolytopePtr& out);
  /// `input` of either sort, unless it was made before.
  template <class Input>
  bool make(const Input& input, const std::string& bits, const Place& place, PolytopePtr& out);
  bool half_spaces(const json& body, const Place& place, PolytopePtr& out);
  bool half_extents(const json& value, const Place& place, Vec3& h);
  bool facets(const json& value, const Place& place, PolytopeInput& input);

  MadeBodies& made_;
  const std::string& folder_;
  const char* box_;
  MeshObjects meshes_;
  bool takes_curved_;
  bool is_polygon_ = false;
  std::optional<ConvexBody> curved_body_;
};

}  // namespace touchstone
