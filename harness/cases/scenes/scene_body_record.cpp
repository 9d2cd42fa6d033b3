// SPDX-License-Identifier: GPL-3.0-or-later
// What a scene file says of a body.
#include <array>
#include <optional>
#include <vector>

#include "harness/cases/scenes/scene_record.hpp"

namespace touchstone {
namespace {

std::array<double, 4> quaternion_numbers(const Eigen::Quaterniond& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

/// Moments of a body that moves in space.
RawJson inertia_json(const SceneBody& b) {
  if (b.body.fixed || b.planar) return {};
  if (!b.body.tensor) return {json_vector(b.body.inertia)};
  const Mat3& rows = *b.body.tensor;
  return {json_value(std::array<Vec3, 3>{rows.row(0).transpose(), rows.row(1).transpose(),
                                         rows.row(2).transpose()})};
}

bool is_hull(const SceneBody& b) {
  return !b.body.shape.is_sphere() && b.body.shape.polytope->radius() == 0;
}

/// One of its shapes, and what it weighs.
RecordFields<SceneBody> shape_fields() {
  using Entry = SceneBody;
  const auto radius = [](const Entry& b) {
    return b.body.shape.is_sphere() ? std::optional(b.body.shape.radius) : std::nullopt;
  };
  const auto vertices = [](const Entry& b) {
    return is_hull(b) ? b.body.shape.polytope->vertices() : std::vector<Vec3>();
  };
  const auto interior_point = [](const Entry& b) {
    return is_hull(b) ? std::optional(b.body.shape.polytope->interior_point()) : std::nullopt;
  };
  const auto capsule = [](const Entry& b) {
    return is_hull(b) || b.body.shape.is_sphere() ? std::nullopt : std::optional(b.body.shape);
  };
  const auto if_moves = [](auto member, bool planar) {
    return [member, planar](const Entry& b) {
      return b.body.fixed || b.planar != planar ? std::nullopt : std::optional(b.body.*member);
    };
  };
  return RecordFields<Entry>()
      .add(field("name", "name of the body, at most 64 characters; no two have the same"),
           [](const Entry& b) { return b.body.name; })
      .add(field("sphere", "radius of a body that is an ideal sphere", "m")
               .omitted_where("it is another shape"),
           radius)
      .add(field("vertices", "points whose convex hull the body is, in the body's frame", "m")
               .with_lines()
               .omitted_where("it is a sphere, a capsule or a box"),
           vertices)
      .add(field("capsule", "a body that is a capsule along its z axis")
               .omitted_where("it is another shape"),
           capsule, scene_capsule_fields())
      .add(field("interior_point",
                 "point about which ratio metrics scale the hull, in the body's frame", "m")
               .omitted_where("it is the mean of the extreme vertices"),
           interior_point)
      .add(field("box", "half extents of a body that is a box, along the body's axes", "m")
               .omitted_where("it is another shape"),
           [](const Entry& /*body*/) { return std::optional<Vec3>(); })
      .add(field("fixed", "whether nothing but a path moves the body").omitted_where("forces do"),
           [](const Entry& b) { return b.body.fixed ? std::optional(true) : std::nullopt; })
      .add(
          field("path", "how a fixed body moves").omitted_where("it does not"),
          [](const Entry& b) { return b.body.path; }, body_path_fields())
      .add(field("density",
                 "mass of the body by its volume [kg/m^3]; by its area in a planar scene [kg/m^2]")
               .omitted_where("mass takes its place, or it is 1 in a planar scene"),
           if_moves(&Body::density, true))
      .add(field("mass", "mass of the body, in a scene in space", "kg")
               .omitted_where("it is 1 or follows from the density, or the body is fixed"),
           if_moves(&Body::mass, false))
      .add(field("inertia",
                 "moments of inertia about the body's axes: three principal ones, or the rows of a "
                 "symmetric matrix",
                 "kg m^2")
               .omitted_where("it is that of the shape with an even density, the body is fixed, or "
                              "the scene planar"),
           inertia_json);
}

/// When and where it starts.
RecordFields<SceneBody> start_fields() {
  using Entry = SceneBody;
  const auto if_moves = [](auto member) {
    return [member](const Entry& b) {
      return b.body.fixed ? std::nullopt : std::optional(b.start.*member);
    };
  };
  const auto has_points = [](const Entry& b) {
    return b.body.path && !b.body.path->points.empty();
  };
  const auto enters = [](const Entry& b) {
    return b.body.enters > 0 ? std::optional(b.body.enters) : std::nullopt;
  };
  return RecordFields<Entry>()
      .add(field("enters", "time at which the body appears", "s")
               .omitted_where("it is there from the start"),
           enters)
      .add(field("position", "centre of mass in the world where the body starts", "m")
               .omitted_where("it is the origin, or the path has points"),
           [has_points](const Entry& b) {
             return has_points(b) ? std::nullopt : std::optional(b.start.p_W);
           })
      .add(field("quaternion",
                 "rotation from the body's axes to the world's where the body starts, a quaternion "
                 "w, x, y, z of any length but 0")
               .omitted_where("the axes are parallel, or the path's points have quaternions"),
           [has_points](const Entry& b) {
             return has_points(b) ? std::nullopt : std::optional(quaternion_numbers(b.start.q_WB));
           })
      .add(field("velocity", "velocity of the centre of mass at the start, world axes", "m/s")
               .omitted_where("it is 0"),
           if_moves(&BodyState::v_W))
      .add(field("spin", "angular velocity at the start, world axes", "rad/s")
               .omitted_where("it is 0"),
           if_moves(&BodyState::w_W))
      .add(
          field("repeat", "grid on which the body stands many times")
              .omitted_where("it stands once"),
          [](const Entry& /*body*/) { return std::optional<Repeat>(); }, repeat_fields());
}

}  // namespace

const RecordFields<Repeat>& repeat_fields() {
  static const auto kFields =
      RecordFields<Repeat>()
          .add(field("count", "bodies along the world's x, y and z").from(1), &Repeat::count)
          .add(field("spacing", "distance of neighbours along x, y and z", "m"), &Repeat::spacing)
          .add(field("turn", "how each body is turned before its quaternion")
                   .one_of({"none", "random"})
                   .omitted_where("it is none"),
               [](const Repeat& repeat) { return std::string(repeat.seed ? "random" : ""); })
          .add(field("seed", "seed of random turns").omitted_where("it is 42, or none is turned"),
               [](const Repeat& repeat) { return repeat.seed; });
  return kFields;
}

double half_length_of(const BodyShape& capsule) { return capsule.polytope->vertices().back().z(); }

const RecordFields<BodyShape>& scene_capsule_fields() {
  static const auto kFields =
      RecordFields<BodyShape>()
          .add(field("radius", "radius of the capsule", "m"),
               [](const BodyShape& shape) { return shape.polytope->radius(); })
          .add(field("half_length", "half the length of its axis without its round ends", "m"),
               half_length_of);
  return kFields;
}

const RecordFields<PathPoint>& path_point_fields() {
  static const auto kFields =
      RecordFields<PathPoint>()
          .add(field("time", "when the body is there", "s"), &PathPoint::time)
          .add(field("position", "centre of mass in the world", "m"), &PathPoint::p_W)
          .add(
              field("quaternion",
                    "rotation from the body's axes to the world's, a quaternion w, x, y, z of any "
                    "length but 0")
                  .omitted_where("it is that of the body"),
              [](const PathPoint& point) { return std::optional(quaternion_numbers(point.q_WB)); });
  return kFields;
}

const RecordFields<BodyPath>& body_path_fields() {
  constexpr std::string_view kUnless = "it is 0, or there are points";
  const auto unless_points = [](auto member) {
    return [member](const BodyPath& path) {
      return path.points.empty() ? std::optional(path.*member) : std::nullopt;
    };
  };
  static const auto kFields =
      RecordFields<BodyPath>()
          .add(field("points", "poses by time, between which the body moves and turns evenly")
                   .omitted_where("its acceleration is constant"),
               &BodyPath::points, path_point_fields())
          .add(field("velocity", "velocity at the start, world axes", "m/s").omitted_where(kUnless),
               unless_points(&BodyPath::velocity_W))
          .add(field("acceleration", "constant acceleration, world axes", "m/s^2")
                   .omitted_where(kUnless),
               unless_points(&BodyPath::acceleration_W))
          .add(field("spin", "constant angular velocity, world axes", "rad/s")
                   .omitted_where(kUnless),
               unless_points(&BodyPath::spin_W));
  return kFields;
}

const RecordFields<SceneBody>& scene_body_fields() {
  static const auto kFields = shape_fields().include(start_fields());
  return kFields;
}

}  // namespace touchstone
