// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_record.hpp"

#include <array>

namespace touchstone {
namespace {

/// What the member is, or nothing where it is the default.
template <class T, class V>
auto unless_default(V T::*member) {
  return [member](const T& record) {
    return record.*member == T().*member ? std::nullopt : std::optional(record.*member);
  };
}

std::optional<bool> if_true(bool truth) { return truth ? std::optional(true) : std::nullopt; }

template <class Choice, std::size_t N>
FieldText choice_field(std::string_view key, std::string_view meaning,
                       const std::array<EventWord<Choice>, N>& words) {
  FieldText text = field(key, meaning).omitted_where("it is the default");
  for (const auto& row : words) text.words.push_back(row.word);
  return text;
}

template <class Choice, std::size_t N>
auto chosen_word(Choice EventOptions::*member, const std::array<EventWord<Choice>, N>& words) {
  return [member, &words](const EventOptions& options) {
    const Choice choice = options.*member;
    return choice == EventOptions().*member ? std::string() : event_word(words, choice);
  };
}

RawJson friction_json(const ContactFriction& friction) {
  if (friction.kind == FrictionKind::no_slip) return {json_string("no-slip")};
  if (friction.kind == FrictionKind::frictionless) return {json_string("frictionless")};
  return {JsonObject().add("mu", json_number(friction.mu)).row()};
}

FieldText friction_field(std::string_view key) {
  return field(
      key,
      "friction of a contact: 'frictionless', 'no-slip', or an object whose key `mu` is the "
      "coefficient of a cone");
}

std::vector<SceneBody> scene_bodies(const Scene& scene) {
  std::vector<SceneBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.push_back({scene.bodies[i], scene.start[i], scene.planar.has_value()});
  }
  return bodies;
}

/// One of its shapes, and what it weighs.
RecordFields<SceneBody> shape_fields() {
  using Entry = SceneBody;
  const auto radius = [](const Entry& b) {
    return b.body.shape.is_sphere() ? std::optional(b.body.shape.radius) : std::nullopt;
  };
  const auto vertices = [](const Entry& b) {
    return b.body.shape.is_sphere() ? std::vector<Vec3>() : b.body.shape.polytope->vertices();
  };
  const auto interior_point = [](const Entry& b) {
    return b.body.shape.is_sphere() ? std::nullopt
                                    : std::optional(b.body.shape.polytope->interior_point());
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
               .omitted_where("it is a sphere or a box"),
           vertices)
      .add(field("interior_point",
                 "point about which ratio metrics scale the hull, in the body's frame", "m")
               .omitted_where("it is the mean of the extreme vertices"),
           interior_point)
      .add(field("box", "half extents of a body that is a box, along the body's axes", "m")
               .omitted_where("it is another shape"),
           [](const Entry& /*body*/) { return std::optional<Vec3>(); })
      .add(field("fixed", "whether the body never moves").omitted_where("it does"),
           [](const Entry& b) { return if_true(b.body.fixed); })
      .add(field("density", "mass of the body by its area, in a planar scene", "kg/m^2")
               .omitted_where("it is 1, or the scene is in space"),
           if_moves(&Body::density, true))
      .add(field("mass", "mass of the body, in a scene in space", "kg")
               .omitted_where("it is 1, or the body is fixed"),
           if_moves(&Body::mass, false))
      .add(field("inertia", "principal moments of the body, about its axes", "kg m^2")
               .omitted_where("the body is fixed, or the scene planar"),
           if_moves(&Body::inertia, false));
}

/// When and where it starts.
RecordFields<SceneBody> start_fields() {
  using Entry = SceneBody;
  const auto if_moves = [](auto member) {
    return [member](const Entry& b) {
      return b.body.fixed ? std::nullopt : std::optional(b.start.*member);
    };
  };
  return RecordFields<Entry>()
      .add(field("enters", "time at which the body appears", "s")
               .omitted_where("it is there from the start"),
           [](const Entry& b) { return unless_default(&Body::enters)(b.body); })
      .add(field("position", "centre of mass in the world where the body starts", "m")
               .omitted_where("it is the origin"),
           [](const Entry& b) { return b.start.p_W; })
      .add(field("quaternion",
                 "rotation from the body's axes to the world's where the body starts, a unit "
                 "quaternion w, x, y, z")
               .omitted_where("the axes are parallel"),
           [](const Entry& b) {
             const Eigen::Quaterniond& q = b.start.q_WB;
             return std::array{q.w(), q.x(), q.y(), q.z()};
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

/// What is in the scene and acts on it.
RecordFields<Scene> world_fields() {
  const auto planar = [](const Scene& scene) {
    return scene.planar ? std::string(1, "xyz"[static_cast<int>(*scene.planar)]) : std::string();
  };
  return RecordFields<Scene>()
      .add(field("name", "name of the scene, at most 64 characters"), &Scene::name)
      .add(field("description", "what the scene is, in a line").omitted_where("it is not said"),
           &Scene::description)
      .add(field("bodies", "bodies of the scene, at most 100,000").with_lines(), scene_bodies,
           scene_body_fields())
      .add(field("joints", "joints; bodies that are joined do not touch")
               .with_lines()
               .omitted_where("there are none"),
           &Scene::joints, scene_joint_fields())
      .add(field("gravity", "acceleration of bodies that nothing holds, in the world", "m/s^2")
               .omitted_where("it is [0, -9.81, 0]"),
           &Scene::gravity_W)
      .add(friction_field("friction").omitted_where("there is none"),
           [](const Scene& scene) { return friction_json(scene.friction); })
      .add(field("pair_friction", "friction of some pairs; of those for a pair the last holds")
               .omitted_where("all pairs have the friction of the scene"),
           &Scene::pairs, pair_friction_fields())
      .add(field("planar", "axis across the plane of a planar scene, in which each body is a prism")
               .one_of({"x", "y", "z"})
               .omitted_where("the scene is in space"),
           planar)
      .add(field("shake", "how the frame of the scene shakes").omitted_where("it does not"),
           &Scene::shake, shake_fields());
}

/// How its motion is computed.
RecordFields<Scene> step_fields() {
  const auto steps = [](const Scene& scene) {
    return RawJson{scene.steps.empty() ? json_number(scene.dt) : json_value(scene.steps)};
  };
  const auto events = [](const Scene& scene) {
    const bool read = scene.contacts == kEventMethod;
    return read ? unless_default(&Scene::events)(scene) : std::nullopt;
  };
  return RecordFields<Scene>()
      .add(field("dt", "length of a step [s], or a list of lengths that are taken in turn"), steps)
      .add(field("t_end", "time that the motion takes, rounded to a whole step", "s"),
           &Scene::t_end)
      .add(field("stepper", "name of a stepper").omitted_where("it is stewart_trinkle"),
           &Scene::stepper)
      .add(field("contacts", "name of a contact method").omitted_where("it is certified"),
           &Scene::contacts)
      .add(field("directions", "directions of a friction cone, an even number")
               .from(4, 64)
               .omitted_where("there are 4"),
           &Scene::directions)
      .add(field("gamma", "part of a penetration that a step takes back")
               .from(0, 2)
               .omitted_where("it is 1"),
           &Scene::gamma)
      .add(field("look_ahead",
                 "how far ahead contacts are looked for, in distances that the bodies can cover in "
                 "a step")
               .omitted_where("it is 1.2"),
           &Scene::look_ahead)
      .add(field("events", "options of the contact method 'events'")
               .omitted_where("all are the default"),
           events, event_option_fields())
      .add(field("model", "name of a contact model").omitted_where("it is manifold"),
           unless_default(&Scene::model))
      .add(field("peg", "options of the contact models but manifold")
               .omitted_where("all are the default"),
           unless_default(&Scene::peg), peg_option_fields());
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

const RecordFields<SceneBody>& scene_body_fields() {
  static const auto kFields = shape_fields().include(start_fields());
  return kFields;
}

const RecordFields<Joint>& scene_joint_fields() {
  const auto axis = [](const Joint& joint) {
    return joint.kind == Joint::Kind::hinge ? std::optional(joint.axis_W) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Joint>()
          .add(field("kind", "kind of the joint").one_of({"ball", "hinge"}),
               [](const Joint& joint) {
                 return std::string(joint.kind == Joint::Kind::ball ? "ball" : "hinge");
               })
          .add(field("bodies", "names of the two bodies"),
               [](const Joint& joint) {
                 return std::array{joint.body, joint.other};
               })
          .add(field("anchor", "common point of the bodies at the start, in the world", "m"),
               &Joint::anchor_W)
          .add(field("axis", "axis of a hinge at the start, a unit vector in world axes")
                   .omitted_where("the joint is a ball"),
               axis);
  return kFields;
}

const RecordFields<PairFriction>& pair_friction_fields() {
  const auto bodies = [](const PairFriction& pair) {
    std::vector<std::string> names = {pair.body};
    if (!pair.other.empty()) names.push_back(pair.other);
    return names;
  };
  static const auto kFields =
      RecordFields<PairFriction>()
          .add(field("bodies",
                     "names of two bodies, or of one that touches any; NAME[*] stands for all "
                     "NAME[i], i a number"),
               bodies)
          .add(friction_field("friction"),
               [](const PairFriction& pair) { return friction_json(pair.friction); });
  return kFields;
}

const RecordFields<Shake>& shake_fields() {
  static const auto kFields =
      RecordFields<Shake>()
          .add(
              field("acceleration", "acceleration of the frame at its peak, in the world", "m/s^2"),
              &Shake::acceleration_W)
          .add(field("frequency", "frequency of the shakes", "Hz"), &Shake::frequency)
          .add(field("start", "time of the first shake", "s").omitted_where("it is 0"),
               &Shake::start)
          .add(field("shakes", "number of shakes; 0: to the end").omitted_where("it is 0"),
               [](const Shake& shake) { return std::optional(shake.shakes); });
  return kFields;
}

const RecordFields<EventOptions>& event_option_fields() {
  using Options = EventOptions;
  const std::string_view own = "the method chooses it";
  static const auto kFields =
      RecordFields<Options>()
          .add(choice_field("window",
                            "which events are kept by their growth ratio t, t* being that of the "
                            "pair: t* - eps_0 <= t <= t* + eps_t (one), |t - t*| <= eps_t (two)",
                            kEventWindows),
               chosen_word(&Options::window, kEventWindows))
          .add(choice_field("rows",
                            "row of a step that an event becomes: its gap as the features are "
                            "(unit), or where the last velocities lead them (curved), or the "
                            "gradient of rho (literal)",
                            kEventRows),
               chosen_word(&Options::rows, kEventRows))
          .add(choice_field("bounds",
                            "bound of a row: the event's own value f (own), the pair's value F "
                            "(pair), or max(f, gamma min(F, 0)) (clamped)",
                            kEventBounds),
               chosen_word(&Options::bounds, kEventBounds))
          .add(field("eps_x",
                     "how far an event point may be outside a grown body, in metres; with thesis, "
                     "a ratio of growth")
                   .omitted_where(own),
               &Options::eps_x)
          .add(field("eps_t", "how far t may be from t*, in metres; with thesis, a ratio of growth")
                   .omitted_where(own),
               &Options::eps_t)
          .add(field("eps_plane", "how far both bodies together may reach beyond an event's plane",
                     "m")
                   .omitted_where(own),
               &Options::eps_plane)
          .add(field("eps_0",
                     "how far t may be below t* in window one, in metres; with thesis, a ratio of "
                     "growth")
                   .omitted_where("it is 1e-7"),
               unless_default(&Options::eps_0))
          .add(field("thesis", "whether lengths are ratios of growth, as in Hart's thesis")
                   .omitted_where("they are not"),
               [](const Options& options) { return if_true(options.thesis); })
          .add(field("delta_max",
                     "with thesis, reciprocal of the determinant below which a system is singular")
                   .omitted_where("it is 1e10"),
               unless_default(&Options::delta_max));
  return kFields;
}

const RecordFields<PegOptions>& peg_option_fields() {
  using Options = PegOptions;
  static const auto kFields =
      RecordFields<Options>()
          .add(field("eps_theta",
                     "least applicability of a pair of features that is a potential contact", "rad")
                   .omitted_where("it is -0.3"),
               unless_default(&Options::eps_theta))
          .add(field("delta",
                     "how far behind a facet's plane a vertex may be for the facet to be a way out",
                     "m")
                   .omitted_where("it is a quarter of the smaller circumradius of the pair"),
               &Options::delta)
          .add(field("corrections", "how often a step is solved anew with the gaps at its end")
                   .from(0, kMaxCorrections)
                   .omitted_where("it is 0"),
               unless_default(&Options::corrections))
          .add(field("several_primaries",
                     "whether each applicable contact of an intercontact constraint may carry a "
                     "force, not only that of the largest gap")
                   .omitted_where("it may not"),
               [](const Options& options) { return if_true(options.several_primaries); });
  return kFields;
}

const RecordDescription<Scene>& scene_record() {
  static const RecordDescription<Scene> kRecord = {
      "touchstone.scene/1",
      "A scene: bodies, where they start, what acts on them, how time is stepped",
      world_fields().include(step_fields())};
  return kRecord;
}

}  // namespace touchstone
