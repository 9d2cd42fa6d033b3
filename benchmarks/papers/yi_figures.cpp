// SPDX-License-Identifier: GPL-3.0-or-later
// Figures 1 to 4 of Yi & Drumwright (yi_drumwright): what a normal does to two bodies. The paper
// prints no coordinates; the bodies are ours.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/papers/thesis_pair.hpp"
#include "contact/center_normals.hpp"
#include "contact/registry.hpp"
#include "contact/segment.hpp"
#include "geometry/shapes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

const MetricSource kOwnMetrics = [](std::string_view name) { return find_metric(name)->make(); };

Outline rectangle(double half_x, double half_y) {
  return {{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}};
}

ThesisPair ask_outlines(const Outline& A, const Outline& B) {
  return ask_thesis_pair(make_outline_prism(A, kPrismHalfHeight),
                         make_outline_prism(B, kPrismHalfHeight));
}

FigureShape arrow(const std::string& name, ShapeStyle style, const Vec3& from, const Vec3& along) {
  return {name, style, {from, from + along}, false};
}

std::vector<FigureValue> depth_values(double phi, const Vec3& n) {
  return {{"phi", "m", phi, "signed distance"},
          {"n_x", "1", n.x(), "normal of the minimum translation, x"},
          {"n_y", "1", n.y(), "the same, y"}};
}

double degrees_between(const Vec3& a, const Vec3& b) {
  return std::acos(std::clamp(a.normalized().dot(b.normalized()), -1.0, 1.0)) * 180 /
         std::numbers::pi;
}

/// The truncated icosahedron of that radius.
std::vector<Vec3> ball_vertices(double radius, const Vec3& center) {
  const double g = std::numbers::phi;
  std::vector<Vec3> corners;
  for (const Vec3& p : {Vec3(0, 1, 3 * g), Vec3(1, 2 + g, 2 * g), Vec3(g, 2, 2 * g + 1)}) {
    for (int signs = 0; signs < 8; ++signs) {
      const Vec3 q(signs & 1 ? -p.x() : p.x(), signs & 2 ? -p.y() : p.y(),
                   signs & 4 ? -p.z() : p.z());
      if (p.x() == 0 && (signs & 1) != 0) continue;  // 0 has one sign
      for (int turn = 0; turn < 3; ++turn) {
        const Vec3 turned(q[turn], q[(turn + 1) % 3], q[(turn + 2) % 3]);
        corners.push_back(center + radius * turned.normalized());
      }
    }
  }
  return corners;
}

PolytopePtr hull_about(const Vec3& inside, std::vector<Vec3> vertices) {
  PolytopeInput input;
  input.vertices = std::move(vertices);
  input.interior_point = inside;
  return make_polytope(input).value();
}

/// The edges of a body, moved.
void draw_edges(const Polytope& body, ShapeStyle style, const Vec3& moved,
                GeometryDrawing& drawing) {
  for (const Edge& edge : body.edges()) {
    drawing.shapes.push_back({"",
                              style,
                              {body.vertices()[static_cast<std::size_t>(edge.v0)] + moved,
                               body.vertices()[static_cast<std::size_t>(edge.v1)] + moved},
                              false});
  }
}

/// What a contact method says of two bodies whose frames are the world's.
ContactData contact_data(const char* method, const Polytope& A, const Polytope& B) {
  const auto contacts = find_contact_row(method)->make(kOwnMetrics);
  const auto shape_A = contacts->prepare(A);
  const auto shape_B = contacts->prepare(B);
  const auto workspace = contacts->make_workspace();
  ContactData data;
  contacts->find(*shape_A, Pose{}, *shape_B, Pose{}, kNoLookAhead, *workspace, data);
  return data;
}

}  // namespace

// It came from the left and is deeper along that way than upwards.
GeometryDrawing draw_pushed_elsewhere() {
  const Vec3 way_in(1.3, 0, 0);
  const Outline before = moved_outline(rectangle(0.3, 0.3), -1.6, 0.55);
  const Outline A = moved_outline(before, way_in.x(), way_in.y());
  const Outline B = rectangle(1, 0.5);
  const ThesisPair asked = ask_outlines(A, B);
  const Vec3 way_out = -asked.phi * asked.n_phi;
  GeometryDrawing drawing;
  drawing.shapes = {outline_shape("A, overlapping", ShapeStyle::body_A, A),
                    outline_shape("B", ShapeStyle::body_B, B),
                    outline_shape("A before", ShapeStyle::grown_A, before),
                    outline_shape("A pushed out", ShapeStyle::grown_A,
                                  moved_outline(A, way_out.x(), way_out.y())),
                    arrow("in", ShapeStyle::astray, asked.x_A - way_in, way_in),
                    arrow("out", ShapeStyle::vector, asked.x_A, way_out)};
  drawing.values = depth_values(asked.phi, asked.n_phi);
  drawing.values.push_back({"angle", "degrees", degrees_between(-way_in, way_out),
                            "between the way back and the way out"});
  return drawing;
}

// The normal of a side is along the line from its nearest point to a corner of A, whichever body
// that corner is in.
GeometryDrawing draw_interlocked() {
  const Outline A = moved_outline(rectangle(0.3, 0.25), 0, 0.6);
  const Outline B = rectangle(1, 0.5);
  const ThesisPair asked = ask_outlines(A, B);
  const Vec3 way_out = -asked.phi * asked.n_phi;
  GeometryDrawing drawing;
  drawing.shapes = {outline_shape("A", ShapeStyle::body_A, A),
                    outline_shape("B", ShapeStyle::body_B, B),
                    outline_shape("A parted from B", ShapeStyle::grown_A,
                                  moved_outline(A, way_out.x(), way_out.y())),
                    arrow("", ShapeStyle::vector, asked.x_A, way_out)};
  double up = 0, down = 0;
  for (const auto& [x, y] : A) {
    const Vec3 corner(x, y, 0);
    Vec3 nearest = Vec3::Constant(1e9);
    for (std::size_t k = 0; k < B.size(); ++k) {
      const auto& [ax, ay] = B[k];
      const auto& [bx, by] = B[(k + 1) % B.size()];
      const Vec3 p = nearest_on_segment({ax, ay, 0}, {bx, by, 0}, corner);
      if ((p - corner).norm() < (nearest - corner).norm()) nearest = p;
    }
    const Vec3 n = (corner - nearest).normalized();
    (n.y() > 0 ? up : down) += 1;
    drawing.shapes.push_back(arrow("", ShapeStyle::astray, corner, 0.2 * n));
  }
  drawing.values = depth_values(asked.phi, asked.n_phi);
  drawing.values.push_back({"up", "1", up, "corners that the sides let move up only"});
  drawing.values.push_back({"down", "1", down, "corners that they let move down only"});
  return drawing;
}

GeometryDrawing draw_long_box() {
  const Vec3 center(1.3, 0.45, 0);
  const PolytopePtr ball = hull_about(center, ball_vertices(0.3, center));
  const PolytopePtr box = make_box(Vec3(2, 0.2, 0.2));
  const ContactData mtd = contact_data("certified", *ball, *box);
  const Vec3 n = center_normal(*ball, Pose{}, *box, Pose{}).value();
  const ContactData by_centers = contact_data("center_normals", *ball, *box);
  GeometryDrawing drawing;
  draw_edges(*ball, ShapeStyle::body_A, Vec3::Zero(), drawing);
  draw_edges(*ball, ShapeStyle::grown_A, -by_centers.phi * n, drawing);
  drawing.shapes.push_back(outline_shape("long box", ShapeStyle::body_B, rectangle(2, 0.2)));
  drawing.shapes.push_back({"", ShapeStyle::plane, {Vec3::Zero(), center}, false});
  drawing.shapes.push_back(arrow("", ShapeStyle::astray, center, -by_centers.phi * n));
  drawing.shapes.push_back(arrow("", ShapeStyle::vector, center, 0.6 * mtd.normal));
  drawing.values = depth_values(mtd.phi, mtd.normal);
  drawing.values.push_back({"by centres", "m", -by_centers.phi,
                            "overlap along the line of centres, which a step takes back"});
  drawing.values.push_back({"aside", "m", -by_centers.phi * n.x(), "part of it along the box"});
  drawing.values.push_back({"angle", "degrees", degrees_between(n, mtd.normal),
                            "between the line of centres and phi's normal"});
  return drawing;
}

// The prism's ridge is a little turned against the box's sides.
GeometryDrawing draw_contact_plane() {
  std::vector<Vec3> corners;
  const Eigen::AngleAxisd turn(std::numbers::pi / 3, Vec3::UnitZ());
  for (const double y : {-1.2, 1.2}) {
    for (const Vec3& p : {Vec3(-0.6, y, 0), Vec3(0.6, y, 0), Vec3(0, y, 1)}) {
      corners.push_back(turn * p - Vec3(0, 0, 1));  // the ridge at z = 0
    }
  }
  const PolytopePtr prism = hull_about(Vec3(0, 0, -2.0 / 3), std::move(corners));
  const Vec3 half(0.8, 0.5, 0.3);
  std::vector<Vec3> lifted = make_box(half)->vertices();
  for (Vec3& corner : lifted) corner.z() += half.z();
  const PolytopePtr box = hull_about(Vec3(0, 0, half.z()), std::move(lifted));
  const ContactData data = contact_data("certified", *box, *prism);
  GeometryDrawing drawing;
  drawing.planar = false;
  draw_edges(*box, ShapeStyle::body_A, Vec3::Zero(), drawing);
  draw_edges(*prism, ShapeStyle::body_B, Vec3::Zero(), drawing);
  const Vec3 x = 1.4 * Vec3::UnitX(), y = 1.1 * Vec3::UnitY(), o = data.plane_point_W;
  const double height = o.dot(data.normal);
  const Vec3 middle = height * data.normal;
  drawing.shapes.push_back({"contact plane",
                            ShapeStyle::plane,
                            {middle + x - y, middle + x + y, middle - x + y, middle - x - y},
                            true});
  std::vector<Vec3> contact;
  for (int k = 0; k < data.manifold_points; ++k) {
    contact.push_back(data.points[static_cast<std::size_t>(k)].p_WA);
    drawing.points.push_back({"p" + std::to_string(k + 1), contact.back()});
  }
  drawing.shapes.push_back({"contact", ShapeStyle::region, contact, false});
  drawing.shapes.push_back(arrow("n", ShapeStyle::vector, o, 0.5 * data.normal));
  drawing.values = {{"phi", "m", data.phi, "signed distance"},
                    {"n_z", "1", data.normal.z(), "normal of the plane, z"},
                    {"plane", "m", height, "height of the contact plane"},
                    {"points", "1", static_cast<double>(data.manifold_points), "contact points"},
                    {"length", "m", (contact.front() - contact.back()).norm(),
                     "length of the contact on the ridge"}};
  return drawing;
}

}  // namespace touchstone
