// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of a case that are meshes.
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "geometry/mesh/mesh_file.hpp"
#include "harness/cases/files/case_body.hpp"

namespace touchstone {
namespace {

std::vector<Vec3> scaled(const Polytope& hull, const Vec3& factors) {
  std::vector<Vec3> points;
  points.reserve(hull.vertices().size());
  for (const Vec3& vertex : hull.vertices()) {
    points.emplace_back(vertex.cwiseProduct(factors));
  }
  return points;
}

}  // namespace

const MeshFile* BodyReader::mesh_file(const json& body, const Place& place) {
  const Place name_place(place, "mesh");
  const json& name = body["mesh"];
  if (!name.is_string()) {
    fail(name_place, "must be a path, not " + kind_of(name));
    return nullptr;
  }
  const std::string path = (std::filesystem::path(folder_) / name.get<std::string>()).string();
  if (const auto known = made_.meshes.find(path); known != made_.meshes.end())
    return &known->second;
  Result<MeshFile> read = read_mesh_file(path, meshes_);
  if (!read.ok()) {
    fail(name_place, read.reason());
    return nullptr;
  }
  const MeshFile& file = made_.meshes.emplace(path, std::move(read).value()).first->second;
  if (!file.remark.empty()) made_.remarks.push_back(path + ": " + file.remark);
  return &file;
}

bool BodyReader::mesh(const json& body, const Place& place, PolytopeInput& input) {
  Vec3 factors;
  if (!scale(body, place, factors)) return false;
  const MeshFile* file = mesh_file(body, place);
  if (file == nullptr) return false;
  if (file->pieces.size() > 1) {
    return fail(Place(place, "mesh"), "holds " + std::to_string(file->pieces.size()) +
                                          " objects and " + kUnionTakers +
                                          "; --hull takes their one hull");
  }
  input.vertices = scaled(*file->pieces.front().hull, factors);
  return true;
}

bool BodyReader::is_several(const json& value) {
  if (!value.is_object() || !value.contains("mesh")) return false;
  const MeshFile* file = mesh_file(value, Place("mesh"));
  return file != nullptr && file->pieces.size() > 1;
}

bool BodyReader::mesh_pieces(const json& value, const Place& place, BodyUnion& out) {
  std::string given;
  if (!find_shape(false, value, place, given)) return false;
  for (const char* other : {"facets", "interior_point", "radius"}) {
    if (value.contains(other)) {
      return fail(Place(place, other), "does not go with a mesh of several objects (--hull)");
    }
  }
  Vec3 factors;
  if (!scale(value, place, factors)) return false;
  const MeshFile* file = mesh_file(value, place);
  if (file == nullptr) return false;
  for (const MeshPiece& piece : file->pieces) {
    PolytopeInput input;
    input.vertices = scaled(*piece.hull, factors);
    PolytopePtr made;
    if (!hull(input, place, made)) return false;
    out.pieces.push_back({piece.name, make_body(made).value(), {}});
  }
  return true;
}

bool BodyReader::scale(const json& body, const Place& body_place, Vec3& out) {
  out.setOnes();
  if (!body.contains("scale")) return true;
  const json& value = body["scale"];
  const Place place(body_place, "scale");
  std::array<double, 3> factors{};
  if (value.is_array() ? !numbers(value, place, factors) : !number(value, place, factors[0])) {
    return false;
  }
  if (!value.is_array()) factors.fill(factors[0]);
  for (const double factor : factors) {
    if (factor == 0) return fail(place, "must not be 0");
  }
  out << factors[0], factors[1], factors[2];
  return true;
}

}  // namespace touchstone
