// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "geometry/mesh/mesh_file.hpp"
#include "geometry/prism.hpp"
#include "geometry/shapes.hpp"
#include "import/model_file.hpp"
#include "import/rejection.hpp"
#include "import/scene.hpp"

namespace touchstone {
namespace {

template <class T>
T accepted(Result<T> made) {
  if (!made.ok()) reject(made.reason());
  return std::move(made).value();
}

ConvexBody rounded(const std::vector<Vec3>& core, double radius) {
  if (!(radius > 0)) reject("a radius must be above 0");
  return hull_body(core, radius);
}

}  // namespace

std::vector<Vec3> points_of(const std::vector<double>& numbers, std::size_t count) {
  std::vector<Vec3> points;
  for (std::size_t k = 0; k + count <= numbers.size(); k += count) {
    points.emplace_back(numbers[k], numbers[k + 1], count == 3 ? numbers[k + 2] : 0);
  }
  return points;
}

ConvexBody sphere_body(double radius) { return rounded({Vec3::Zero()}, radius); }

ConvexBody capsule_body(double radius, double half_length) {
  if (!(half_length > 0)) reject("a length must be above 0");
  return rounded({{0, 0, -half_length}, {0, 0, half_length}}, radius);
}

ConvexBody cylinder_body(double radius, double half_length) {
  return accepted(make_body(Cylinder{radius, half_length}));
}

ConvexBody cone_body(double radius, double half_length) {
  return accepted(make_body(Cone{radius, half_length}));
}

ConvexBody ellipsoid_body(const Vec3& semi_axes) {
  return accepted(make_body(Ellipsoid{semi_axes}));
}

ConvexBody box_body(const Vec3& half_extents) {
  if (!(half_extents.minCoeff() > 0)) reject("the sides of a box must be above 0");
  if (const char* why = why_no_box(half_extents)) reject(std::string("the sides of a box ") + why);
  return accepted(make_body(make_box(half_extents)));
}

ConvexBody hull_body(const std::vector<Vec3>& points, double radius) {
  PolytopeInput input;
  input.vertices = points;
  return accepted(make_body(accepted(make_rounded(accepted(make_polytope(input)), radius))));
}

ConvexBody polygon_body(const std::vector<Vec3>& corners, double radius) {
  const std::vector<Vec3> prism = prism_of_polygon(corners, radius);
  if (prism.empty()) reject("is too wide");
  return hull_body(prism, radius);
}

ImportedShape mesh_shape(const std::string& path, const Vec3& scale, MeshObjects objects) {
  ImportedShape shape;
  const bool is_model = is_model_name(path);
  const MeshFile file = accepted(is_model ? read_model_file(path, objects, shape.read_as)
                                          : read_mesh_file(path, objects));
  if (!file.remark.empty()) shape.read_as.push_back(path + ": " + file.remark);
  for (const MeshPiece& piece : file.pieces) {
    std::vector<Vec3> points;
    for (const Vec3& v : piece.hull->vertices()) points.emplace_back(v.cwiseProduct(scale));
    const bool scaled = scale != Vec3::Ones();
    shape.body.pieces.push_back(
        {piece.name, scaled ? hull_body(points) : accepted(make_body(piece.hull)), {}});
  }
  return shape;
}

}  // namespace touchstone
