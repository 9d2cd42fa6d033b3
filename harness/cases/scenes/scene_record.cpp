// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_record.hpp"

#include <array>

#include "dynamics/complementarity/directions.hpp"

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
      "friction of a contact: 'frictionless', 'no-slip', or the coefficient of a cone, a number or "
      "the key `mu` of an object");
}

std::vector<SceneBody> scene_bodies(const Scene& scene) {
  std::vector<SceneBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.push_back({scene.bodies[i], scene.start[i], scene.planar.has_value()});
  }
  return bodies;
}

std::vector<SceneLoad> scene_loads(const Scene& scene) {
  const auto unless_zero = [](const Vec3& v) {
    return v.isZero(0) ? std::nullopt : std::optional(v);
  };
  std::vector<SceneLoad> loads;
  for (const Body& body : scene.bodies) {
    if (!body.loaded()) continue;
    loads.push_back({body.name, unless_zero(body.force_W), unless_zero(body.torque_W)});
  }
  return loads;
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
      .add(field("loads", "constant forces and torques on bodies, which add up")
               .with_lines()
               .omitted_where("there are none"),
           scene_loads, scene_load_fields())
      .add(field("expect", "where bodies have to be at the end")
               .with_lines()
               .omitted_where("nothing is expected"),
           &Scene::expect, scene_expectation_fields())
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
  const auto directions = [](const Scene& scene) {
    const std::string text = directions_text(scene.directions);
    return RawJson{scene.directions == kRoundCone ? json_string(text) : text};
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
      .add(field("directions",
                 "directions of a friction cone, an even number from 4 to 64, or round")
               .omitted_where("there are 4"),
           directions)
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

const RecordFields<Joint>& scene_joint_fields() {
  const auto axis = [](const Joint& joint) {
    return joint.has_axis() ? std::optional(joint.axis_W) : std::nullopt;
  };
  const auto other_anchor = [](const Joint& joint) {
    return joint.kind == Joint::Kind::distance ? std::optional(joint.other_anchor_W) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Joint>()
          .add(field("kind", "kind of the joint")
                   .one_of({"ball", "hinge", "fixed", "gliding", "distance"}),
               [](const Joint& joint) {
                 return std::string(kJointKinds[static_cast<std::size_t>(joint.kind)]);
               })
          .add(field("bodies", "names of the two bodies"),
               [](const Joint& joint) {
                 return std::array{joint.body, joint.other};
               })
          .add(field("anchor",
                     "common point of the bodies at the start, in the world; of a "
                     "distance the point of the first",
                     "m"),
               &Joint::anchor_W)
          .add(field("other_anchor", "point of the second body at the start, in the world", "m")
                   .omitted_where("the joint is no distance"),
               other_anchor)
          .add(field("axis",
                     "axis of a hinge, normal of a plane of gliding, at the start, a unit vector "
                     "in world axes")
                   .omitted_where("the joint is of another kind"),
               axis);
  return kFields;
}

const RecordFields<SceneLoad>& scene_load_fields() {
  static const auto kFields =
      RecordFields<SceneLoad>()
          .add(field("body", "name of the body; NAME[*] stands for all NAME[i], i a number"),
               &SceneLoad::body)
          .add(field("force", "force at the centre of mass, world axes", "N")
                   .omitted_where("it is 0"),
               &SceneLoad::force_W)
          .add(field("torque", "torque, world axes", "N m").omitted_where("it is 0"),
               &SceneLoad::torque_W);
  return kFields;
}

const RecordFields<Expectation>& scene_expectation_fields() {
  static const auto kFields =
      RecordFields<Expectation>()
          .add(field("body", "name of the body"), &Expectation::body)
          .add(field("position", "centre of mass in the world", "m"), &Expectation::position_W)
          .add(field("within", "distance from there at most", "m"), &Expectation::within);
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
