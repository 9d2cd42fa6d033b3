// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/planar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using Vec2 = Eigen::Vector2d;

/// Component of a normal along the axis that counts as a method's rounding and is removed [1].
constexpr double kOutOfPlane = 1e-6;
/// Distance of an area's centre from the origin that counts as 0, in radii of the body [1].
constexpr double kCentred = 1e-9;

/// The coordinates of a cross-section: the two axes across `along`, right-handed about it.
struct PlaneAxes {
  explicit PlaneAxes(Axis axis)
      : along(static_cast<Eigen::Index>(axis)), first((along + 1) % 3), second((along + 2) % 3) {}
  Vec2 of(const Vec3& v) const { return {v[first], v[second]}; }

  Eigen::Index along, first, second;
};

/// The corners of a prism's cross-section, counter-clockwise about the axis.
std::vector<Vec2> cross_section(const Polytope& polytope, const PlaneAxes& axes) {
  std::vector<Vec2> corners;
  Vec2 middle = Vec2::Zero();
  for (const int v : polytope.extreme()) {
    const Vec3& vertex = polytope.vertices()[at(v)];
    if (vertex[axes.along] <= 0) continue;
    corners.push_back(axes.of(vertex));
    middle += corners.back();
  }
  middle /= static_cast<double>(corners.size());
  std::sort(corners.begin(), corners.end(), [&middle](const Vec2& a, const Vec2& b) {
    return std::atan2(a.y() - middle.y(), a.x() - middle.x()) <
           std::atan2(b.y() - middle.y(), b.x() - middle.x());
  });
  return corners;
}

/// Moments of an area about the origin, of unit density.
struct AreaMoments {
  double area = 0;            ///< [m^2]
  Vec2 first = Vec2::Zero();  ///< [m^3]
  double polar = 0;           ///< [m^4]
};

// Sums over the triangles of the origin and each side, whose areas are signed.
AreaMoments moments_of(const std::vector<Vec2>& corners) {
  AreaMoments m;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2& a = corners[i];
    const Vec2& b = corners[(i + 1) % corners.size()];
    const double twice = a.x() * b.y() - a.y() * b.x();
    m.area += twice / 2;
    m.first += twice / 6 * (a + b);
    m.polar += twice / 12 * (a.squaredNorm() + a.dot(b) + b.squaredNorm());
  }
  return m;
}

double plane_radius(const Polytope& polytope, const PlaneAxes& axes) {
  double largest = 0;
  for (const Vec3& vertex : polytope.vertices()) {
    largest = std::max(largest, axes.of(vertex).norm());
  }
  return largest;
}

/// Whether each vertex has its mirror image in the plane, and all have the same distance from it.
bool is_centred_prism(const Polytope& polytope, const PlaneAxes& axes) {
  const std::vector<Vec3>& vertices = polytope.vertices();
  const double height = std::abs(vertices.front()[axes.along]);
  return std::all_of(vertices.begin(), vertices.end(), [&](const Vec3& vertex) {
    Vec3 image = vertex;
    image[axes.along] = -vertex[axes.along];
    return std::abs(vertex[axes.along]) == height &&
           std::find(vertices.begin(), vertices.end(), image) != vertices.end();
  });
}

std::string axis_name(Axis axis) { return std::string(1, "xyz"[static_cast<int>(axis)]); }

bool turns_about(const Vec3& turn, const PlaneAxes& axes) { return axes.of(turn).isZero(0); }

/// Whether a body's path and loads leave it in its plane.
bool along_plane(const Body& body, const PlaneAxes& axes) {
  const auto in_plane = [&axes](const Vec3& v) { return v[axes.along] == 0; };
  if (!in_plane(body.force_W) || !turns_about(body.torque_W, axes)) return false;
  if (!body.path) return true;
  const BodyPath& path = *body.path;
  return in_plane(path.velocity_W) && in_plane(path.acceleration_W) &&
         turns_about(path.spin_W, axes) &&
         std::all_of(path.points.begin(), path.points.end(), [&](const PathPoint& point) {
           return in_plane(point.p_W) && turns_about(point.q_WB.vec(), axes);
         });
}

std::string planar_body_fault(const Body& body, const BodyState& start, Axis axis) {
  const PlaneAxes axes(axis);
  const std::string who = "body '" + body.name + "': ";
  const std::string of_plane = "in a scene that is planar about " + axis_name(axis) + " ";
  if (body.shape->radius() > 0 || !is_centred_prism(*body.shape, axes)) {
    return who + of_plane + "it must be a prism along " + axis_name(axis) +
           ", as high on either side of its origin";
  }
  if (!turns_about(start.q_WB.vec(), axes))
    return who + of_plane + "it may turn about " + axis_name(axis) + " only";
  if (start.p_W[axes.along] != 0 || start.v_W[axes.along] != 0 || !turns_about(start.w_W, axes)) {
    return who + of_plane + "it must be in the plane and stay there";
  }
  if (!along_plane(body, axes)) return who + of_plane + "its path and loads must be in the plane";
  if (body.fixed) return "";
  if (!(body.density > 0 && std::isfinite(body.density))) return who + "density must be above 0";
  const AreaMoments m = moments_of(cross_section(*body.shape, axes));
  const double radius = plane_radius(*body.shape, axes);
  if (!((m.first / m.area).norm() <= kCentred * radius)) {
    return who + "the centre of its area must be its origin";
  }
  return "";
}

/// A prism of the same cross-section between the heights -half_height and half_height; nullptr if
/// it has no hull.
PolytopePtr with_height(const Polytope& polytope, const PlaneAxes& axes, double half_height) {
  PolytopeInput input;
  for (Vec3 vertex : polytope.vertices()) {
    vertex[axes.along] = std::copysign(half_height, vertex[axes.along]);
    input.vertices.push_back(vertex);
  }
  input.interior_point = polytope.interior_point();
  (*input.interior_point)[axes.along] = 0;
  auto made = make_polytope(input);
  return made.ok() ? std::move(made).value() : nullptr;
}

class PlanarContacts : public ContactMethod {
 public:
  PlanarContacts(const Scene& scene, const ContactMethod& method)
      : axes_(*scene.planar), method_(method) {
    // Bodies overlap in the plane by at most the sum of their radii, along the axis by the sum of
    // their half heights: with these no way out along the axis is shorter.
    for (const Body& body : scene.bodies) {
      half_height_ = std::max(half_height_, scene_reach(scene, body));
    }
  }

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    auto shape = std::make_unique<Shape>();
    shape->prism = with_height(polytope, axes_, half_height_);
    if (shape->prism != nullptr) shape->prepared = method_.prepare(*shape->prism);
    return shape;
  }

  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return method_.make_workspace();
  }

  void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B, const Pose& X_WB,
            double reach, ContactWorkspace& workspace, ContactData& data) const override {
    const auto& shape_A = static_cast<const Shape&>(A);
    const auto& shape_B = static_cast<const Shape&>(B);
    if (shape_A.prepared == nullptr || shape_B.prepared == nullptr) {
      data.refuse("no prism of the cross-section could be made");
      return;
    }
    method_.find(*shape_A.prepared, X_WA, *shape_B.prepared, X_WB, reach, workspace, data);
    if (data.answered) flatten(data);
  }

  bool depends_on_reach() const override { return method_.depends_on_reach(); }

 private:
  struct Shape : ContactShape {
    PolytopePtr prism;
    std::unique_ptr<ContactShape> prepared;
  };

  /// Projects the contacts at the two ends into the plane, and keeps each of them once.
  void flatten(ContactData& data) const {
    if (!(std::abs(data.normal[axes_.along]) <= kOutOfPlane)) {
      data.refuse("the normal of two prisms is not in their plane");
      return;
    }
    const Vec3 of_pair = data.normal;
    data.normal[axes_.along] = 0;
    data.normal.normalize();
    data.plane_point_W[axes_.along] = 0;
    int manifold = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < data.points.size(); ++i) {
      ContactPoint point = data.points[i];
      // Edges around two coplanar ends give normals along the axis: no contact of cross-sections.
      if (!(std::abs(point.normal[axes_.along]) <= kOutOfPlane * point.normal.norm())) continue;
      if (point.normal == of_pair) point.normal = data.normal;
      point.normal[axes_.along] = 0;
      point.p_WA[axes_.along] = 0;
      point.p_WB[axes_.along] = 0;
      const auto same = [&point](const ContactPoint& other) {
        return (point.p_WA - other.p_WA).norm() <= kMergedContact &&
               (point.p_WB - other.p_WB).norm() <= kMergedContact &&
               (point.normal - other.normal).norm() <= kOutOfPlane;
      };
      const auto end = data.points.begin() + static_cast<std::ptrdiff_t>(kept);
      if (std::any_of(data.points.begin(), end, same)) continue;
      if (static_cast<int>(i) < data.manifold_points) ++manifold;
      data.points[kept++] = point;
    }
    data.points.resize(kept);
    data.manifold_points = manifold;
    data.manifold = manifold == 0   ? ManifoldKind::none
                    : manifold == 1 ? ManifoldKind::point
                                    : ManifoldKind::segment;
  }

  PlaneAxes axes_;
  const ContactMethod& method_;
  double half_height_ = 0;
};

}  // namespace

std::string planar_fault(const Scene& scene) {
  if (!scene.planar) return "";
  const PlaneAxes axes(*scene.planar);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    std::string fault = planar_body_fault(scene.bodies[i], scene.start[i], *scene.planar);
    if (!fault.empty()) return fault;
  }
  if (!scene.joints.empty()) return "a planar scene has no joints";
  if (scene.gravity_W[axes.along] != 0) return "gravity must be in the plane of a planar scene";
  if (scene.shake && scene.shake->acceleration_W[axes.along] != 0) {
    return "shake: acceleration must be in the plane of a planar scene";
  }
  return "";
}

void settle_planar(Scene& scene) {
  for (Body& body : scene.bodies) {
    if (body.fixed) continue;
    const AreaMoments m = moments_of(cross_section(*body.shape, PlaneAxes(*scene.planar)));
    body.mass = body.density * m.area;
    // About the axis; nothing turns about the others.
    body.inertia = Vec3::Constant(body.density * m.polar);
  }
}

double scene_reach(const Scene& scene, const Body& body) {
  if (!scene.planar) return body.reach();
  return plane_radius(*body.shape, PlaneAxes(*scene.planar));
}

std::unique_ptr<ContactMethod> make_planar_contacts(const Scene& scene,
                                                    const ContactMethod& method) {
  return std::make_unique<PlanarContacts>(scene, method);
}

}  // namespace touchstone
