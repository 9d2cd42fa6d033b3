// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/manifold_drawing.hpp"

#include <string>

#include "benchmarks/papers/thesis_geometry.hpp"
#include "harness/manifold/kept_share.hpp"
#include "reports/svg/drawing_svg.hpp"

namespace touchstone {
namespace {

/// More points are drawn without their numbers.
constexpr std::size_t kMaxNumbered = 12;
/// A normal this near to the true one is drawn as that one [1].
constexpr double kSameNormal = 1e-6;

std::vector<Vec3> vertices_in_world(const Polytope& body, const Pose& X) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : body.vertices()) vertices.emplace_back(X.R * v + X.t);
  return vertices;
}

/// The convex outline of points, seen along the frame's n, in its plane.
std::vector<Vec3> flat_outline(const FlatFrame& frame, const std::vector<Vec3>& points_W) {
  std::vector<FlatPoint> flat;
  for (const Vec3& p : points_W) flat.push_back(frame.flat(p));
  std::vector<Vec3> outline;
  for (const FlatPoint& p : outline_of(std::move(flat), 0)) outline.emplace_back(p.x, p.y, 0);
  return outline;
}

/// The true manifold and the points of the answer, each moved by `place`.
template <class Place>
void add_manifolds(const ManifoldPicture& picture, const Place& place, GeometryDrawing& drawing) {
  FigureShape region{"true manifold", ShapeStyle::region, {}, picture.true_corners.size() > 2};
  for (const Vec3& corner : picture.true_corners) region.points.push_back(place(corner));
  if (region.points.size() == 1) {
    drawing.points.push_back({"true point", region.points.front()});
  } else if (!region.points.empty()) {
    drawing.shapes.push_back(region);
  }
  const bool numbered = picture.points.size() <= kMaxNumbered;
  for (std::size_t k = 0; k < picture.points.size(); ++k) {
    drawing.points.push_back({numbered ? std::to_string(k) : "", place(picture.points[k])});
  }
}

SvgPart in_the_plane(const Pair& pair, const ManifoldPicture& picture, const Vec3& n) {
  const Vec3 origin =
      picture.true_corners.empty() ? picture.points.front() : picture.true_corners.front();
  const FlatFrame frame(origin, n);
  const bool A_is_smaller = pair.A->bounding_radius() <= pair.B->bounding_radius();
  const Polytope& body = A_is_smaller ? *pair.A : *pair.B;
  GeometryDrawing drawing;
  drawing.shapes.push_back(
      {A_is_smaller ? "A" : "B", A_is_smaller ? ShapeStyle::body_A : ShapeStyle::body_B,
       flat_outline(frame, vertices_in_world(body, A_is_smaller ? pair.X_WA : pair.X_WB)), true});
  const auto place = [&](const Vec3& p) {
    const FlatPoint flat = frame.flat(p);
    return Vec3(flat.x, flat.y, 0);
  };
  add_manifolds(picture, place, drawing);
  const std::vector<Vec3> answer = flat_outline(frame, picture.points);
  if (answer.size() > 1) drawing.shapes.push_back({"answer", ShapeStyle::plane, answer, true});
  return drawing_part(drawing, "across the normal");
}

void add_body(const std::string& name, ShapeStyle style, const Polytope& body, const Pose& X,
              GeometryDrawing& drawing) {
  const std::vector<Vec3> vertices = vertices_in_world(body, X);
  if (body.facets().empty()) drawing.shapes.push_back({name, style, vertices, true});
  for (const Facet& facet : body.facets()) {
    FigureShape face{&facet == &body.facets().front() ? name : "", style, {}, true};
    for (const int v : facet.vertices) face.points.push_back(vertices[static_cast<std::size_t>(v)]);
    drawing.shapes.push_back(std::move(face));
  }
}

SvgPart in_space(const Pair& pair, const ManifoldPicture& picture) {
  GeometryDrawing drawing;
  drawing.planar = false;
  add_body("A", ShapeStyle::body_A, *pair.A, pair.X_WA, drawing);
  add_body("B", ShapeStyle::body_B, *pair.B, pair.X_WB, drawing);
  add_manifolds(
      picture, [](const Vec3& p) { return p; }, drawing);
  const auto add_arrow = [&](const std::string& name, ShapeStyle style, const Vec3& from,
                             const Vec3& n) {
    drawing.shapes.push_back({name, style, {from, Vec3(from + pair_size(pair) / 2 * n)}, false});
  };
  const bool right = picture.normal && picture.true_normal &&
                     (*picture.normal - *picture.true_normal).norm() <= kSameNormal;
  if (picture.normal && picture.normal->allFinite() && !picture.points.empty()) {
    add_arrow("normal", right ? ShapeStyle::vector : ShapeStyle::astray, picture.points.front(),
              *picture.normal);
  }
  if (picture.true_normal && !right && !picture.true_corners.empty()) {
    add_arrow("true normal", ShapeStyle::vector, picture.true_corners.front(),
              *picture.true_normal);
  }
  return drawing_part(drawing, "in space");
}

}  // namespace

std::vector<SvgPart> manifold_parts(const Pair& pair, const ManifoldPicture& picture) {
  std::vector<SvgPart> parts;
  const std::optional<Vec3>& n = picture.true_normal ? picture.true_normal : picture.normal;
  const bool has_place = !picture.true_corners.empty() || !picture.points.empty();
  if (n && n->allFinite() && !n->isZero(0) && has_place) {
    parts.push_back(in_the_plane(pair, picture, *n));
  }
  parts.push_back(in_space(pair, picture));
  return parts;
}

}  // namespace touchstone
