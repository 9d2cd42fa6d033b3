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

/// The half length of a capsule, 0 of a sphere; nothing for other bodies [m].
std::optional<double> half_length_of(const SceneBody& b) {
  return capsule_half_length(*b.body.shape);
}

/// Fields of a body without a radius, or of a core. `hull(entry)`: what is written, or nullptr.
template <class Entry, class Hull>
RecordFields<Entry> hull_fields(Hull hull) {
  const auto never = [](auto value) { return [value](const Entry& /*entry*/) { return value; }; };
  return RecordFields<Entry>()
      .add(field("vertices", "points whose convex hull the body is, in the body's frame", "m")
               .with_lines()
               .omitted_where("it is another shape"),
           [hull](const Entry& entry) {
             const Polytope* shape = hull(entry);
             return shape == nullptr ? std::vector<Vec3>() : shape->vertices();
           })
      .add(field("facets",
                 "facets: positions of their vertices, from 0, counter-clockwise seen "
                 "from outside")
               .omitted_where("they are those of the hull"),
           never(std::vector<std::vector<int>>()))
      .add(field("interior_point",
                 "point about which ratio metrics scale the hull, in the body's frame", "m")
               .omitted_where("it is the mean of the extreme vertices"),
           [hull](const Entry& entry) {
             const Polytope* shape = hull(entry);
             return shape == nullptr ? std::nullopt : std::optional(shape->interior_point());
           })
      .add(field("box", "half extents of a body that is a box, along the body's axes", "m")
               .omitted_where("it is another shape"),
           never(std::optional<Vec3>()))
      .add(field("half_spaces",
                 "outward normal n, of any length, and offset d of each half-space "
                 "n.x <= d, with an `interior_point`")
               .omitted_where("it is another shape"),
           never(std::vector<std::array<double, 4>>()))
      .add(field("mesh", "path of a mesh, from the scene file's folder, whose hull the body is")
               .omitted_where("it is another shape"),
           never(std::string()))
      .add(
          field("scale", "factor, or factors along x, y and z, of a mesh").omitted_where("it is 1"),
          never(RawJson()))
      .add(field("polygon", "corners x, y of a polygon, in a scene that is planar about z", "m")
               .omitted_where("it is another shape"),
           never(std::vector<std::array<double, 2>>()));
}

/// One of its shapes, and what it weighs.
RecordFields<SceneBody> shape_fields() {
  using Entry = SceneBody;
  const auto hull = [](const Entry& b) {
    return b.body.shape->radius() > 0 ? nullptr : b.body.shape.get();
  };
  const auto sphere = [](const Entry& b) {
    return half_length_of(b) == 0.0 ? std::optional(b.body.shape->radius()) : std::nullopt;
  };
  const auto capsule = [](const Entry& b) {
    return half_length_of(b).value_or(0) > 0 ? std::optional(b.body.shape) : std::nullopt;
  };
  const auto core = [hull](const Entry& b) {
    return hull(b) != nullptr || half_length_of(b) ? std::nullopt : std::optional(b.body.shape);
  };
  const auto if_moves = [](auto member, bool planar) {
    return [member, planar](const Entry& b) {
      return b.body.fixed || b.planar != planar ? std::nullopt : std::optional(b.body.*member);
    };
  };
  return RecordFields<Entry>()
      .add(field("name", "name of the body, at most 64 characters; no two have the same"),
           [](const Entry& b) { return b.body.name; })
      .add(field("sphere", "radius of a body that is a sphere", "m")
               .omitted_where("it is another shape"),
           sphere)
      .add(field("capsule", "a body that is a capsule along its z axis")
               .omitted_where("it is another shape"),
           capsule, scene_capsule_fields())
      .add(field("core", "a body is all points within its `radius` of this core")
               .omitted_where("it is another shape"),
           core, scene_core_fields())
      .add(field("radius", "radius of a body with a `core`", "m").omitted_where("it has none"),
           [core](const Entry& b) {
             return core(b) ? std::optional(b.body.shape->radius()) : std::nullopt;
           })
      .include(hull_fields<Entry>(hull))
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

const RecordFields<PolytopePtr>& scene_core_fields() {
  static const auto kFields =
      hull_fields<PolytopePtr>([](const PolytopePtr& shape) { return shape.get(); });
  return kFields;
}

const RecordFields<PolytopePtr>& scene_capsule_fields() {
  static const auto kFields =
      RecordFields<PolytopePtr>()
          .add(field("radius", "radius of the capsule", "m"),
               [](const PolytopePtr& shape) { return shape->radius(); })
          .add(field("half_length", "half the length of its axis without its round ends", "m"),
               [](const PolytopePtr& shape) { return capsule_half_length(*shape).value(); });
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
