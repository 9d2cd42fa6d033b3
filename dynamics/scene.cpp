// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

#include "contact/registry.hpp"
#include "dynamics/contacts/point_cores.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/solid_moments.hpp"

namespace touchstone {
namespace {

bool finite(const Vec3& v) { return v.allFinite(); }

/// Whether a recording and a record can hold a place or a velocity.
bool is_recordable(const Vec3& v) { return (v.array().abs() <= kMaxCoordinate).all(); }

/// Faults the motion of a fixed body.
std::string fixed_fault(const Body& body, const BodyState& start) {
  if (body.enters > 0) return "is fixed and cannot enter later";
  if (body.loaded()) return "is fixed and has a load";
  if (!start.v_W.isZero(0) || !start.w_W.isZero(0)) {
    return "is fixed and has a velocity, which only a path can give it";
  }
  if (!body.path) return "";
  if (const std::string fault = path_fault(*body.path); !fault.empty()) return "path: " + fault;
  if (body.path->points.empty()) return "";
  const PathPoint& first = body.path->points.front();
  const bool there = first.p_W == start.p_W && first.q_WB.coeffs() == start.q_WB.coeffs();
  return there ? "" : "path: it begins elsewhere than the body";
}

std::string in_brackets(const Vec3& v) {
  std::ostringstream text;
  text << '[' << v.x() << ", " << v.y() << ", " << v.z() << ']';
  return text.str();
}

/// Faults a body in space that does not contain its centre of mass.
std::string center_fault(const Body& body) {
  constexpr double kRounding = 1e-12;  // relative to the body's radius [1]
  const double outside = body.shape->radius() + kRounding * body.reach();
  if (origin_distance(*body.shape) <= outside) return "";
  const std::string fault = "its origin, which is its centre of mass, is outside its hull";
  if (body.shape->dimension() < 3) return fault;
  return fault + ", whose centroid is at " + in_brackets(solid_moments(*body.shape).centroid());
}

std::string body_fault(const Body& body, const BodyState& start, bool planar) {
  const std::string who = "body '" + body.name + "': ";
  if (body.shape->radius() == 0 && body.shape->dimension() != 3) {
    return who + "its polytope is flat";
  }
  if (!is_recordable(start.p_W) || !is_recordable(start.v_W) || !is_recordable(start.w_W)) {
    return who + "position and velocity must be within 1e60";
  }
  if (!(std::abs(start.q_WB.norm() - 1) < 1e-9)) return who + "its quaternion is not unit";
  if (!(body.enters >= 0 && std::isfinite(body.enters))) {
    return who + "enters must be finite and not negative";
  }
  if (body.fixed) {
    const std::string fault = fixed_fault(body, start);
    return fault.empty() ? "" : who + fault;
  }
  if (body.path) return who + "only a fixed body moves on a path";
  if (!finite(body.force_W) || !finite(body.torque_W)) return who + "its loads must be finite";
  if (!(body.mass > 0 && std::isfinite(body.mass))) return who + "mass must be above 0";
  const Vec3& I = body.inertia;
  if (!(finite(I) && I.minCoeff() > 0)) return who + "principal moments must be above 0";
  // Moments of a mass distribution are its second moments' pairwise sums.
  if (2 * I.maxCoeff() > I.sum() * (1 + 1e-12)) {
    return who + "no body has these principal moments: one is larger than the sum of the others";
  }
  const std::string fault = planar ? "" : center_fault(body);
  return fault.empty() ? "" : who + fault;
}

std::string expectation_fault(const Expectation& expected, const std::set<std::string>& names) {
  const std::string who = "expect: '" + expected.body + "'";
  if (names.count(expected.body) == 0) return who + " is not a body";
  if (!is_recordable(expected.position_W)) return who + ": position must be within 1e60 m";
  return expected.within > 0 && expected.within <= kMaxCoordinate
             ? ""
             : who + ": within must be above 0 and at most 1e60 m";
}

/// Faults a name of `pairs` that is neither a body nor a group of bodies.
std::string friction_name_fault(const std::string& name, const std::set<std::string>& bodies,
                                const std::set<std::string>& groups) {
  if (names_group(name) ? groups.count(name) > 0 : bodies.count(name) > 0) return "";
  return "friction names '" + name + "', which is not a body" +
         (names_group(name) ? " nor a group of bodies" : "");
}

std::string friction_fault(const ContactFriction& friction) {
  const bool sound = std::isfinite(friction.mu) && friction.mu >= 0;
  return sound ? "" : "mu must be finite and not negative";
}

std::string pairs_fault(const Scene& scene, const std::set<std::string>& names) {
  std::set<std::string> groups;
  for (const Body& body : scene.bodies) groups.insert(group_of(body.name));
  for (const PairFriction& pair : scene.pairs) {
    std::string fault = friction_name_fault(pair.body, names, groups);
    if (fault.empty() && !pair.other.empty()) {
      fault = friction_name_fault(pair.other, names, groups);
    }
    if (fault.empty()) fault = friction_fault(pair.friction);
    if (!fault.empty()) return fault;
  }
  return "";
}

std::string joints_fault(const Scene& scene, const std::set<std::string>& names,
                         const std::set<std::string>& later) {
  for (const Joint& joint : scene.joints) {
    for (const std::string& name : {joint.body, joint.other}) {
      if (names.count(name) == 0) return "a joint names '" + name + "', which is not a body";
    }
    for (const std::string& name : {joint.body, joint.other}) {
      if (later.count(name) > 0) return "a joint names '" + name + "', which enters later";
    }
    if (joint.body == joint.other) return "a joint holds '" + joint.body + "' to itself";
    if (!is_recordable(joint.anchor_W) || !(std::abs(joint.axis_W.norm() - 1) < 1e-9)) {
      return "a joint of '" + joint.body + "': anchor must be within 1e60 m, axis unit";
    }
    const double apart = (joint.anchor_W - joint.other_anchor_W).norm();
    const bool bounded = is_recordable(joint.other_anchor_W);
    if (joint.kind == Joint::Kind::distance && !(apart > 0 && bounded)) {
      return "a joint of '" + joint.body + "': its anchors must be apart and within 1e60 m";
    }
  }
  return "";
}

/// Least ratio of two step lengths of a scene [1].
constexpr double kMinStepShare = 1e-6;

std::string steps_fault(const Scene& scene) {
  if (!(scene.dt > 0 && std::isfinite(scene.dt))) return "dt must be above 0";
  if (scene.steps.size() > kMaxStepLengths) return "dt has more than 1000000 lengths of steps";
  for (const double h : scene.steps) {
    if (!(h > 0 && std::isfinite(h))) return "each dt must be above 0";
  }
  // Stabilisation divides a penetration by the length of the step.
  if (!scene.steps.empty()) {
    const auto [least, largest] = std::minmax_element(scene.steps.begin(), scene.steps.end());
    if (*least < kMinStepShare * *largest) return "one dt is below 1e-6 of another";
  }
  if (!(scene.t_end >= 0 && std::isfinite(scene.t_end))) return "t_end must not be negative";
  return "";
}

std::string shake_fault(const Shake& shake) {
  if (!finite(shake.acceleration_W)) return "shake: acceleration must be finite";
  if (!(shake.frequency > 0 && std::isfinite(shake.frequency))) {
    return "shake: frequency must be above 0";
  }
  const bool starts = shake.start >= 0 && std::isfinite(shake.start);
  return starts ? "" : "shake: start must not be negative";
}

}  // namespace

// Counts at most kMaxSteps: no run is so long, and llround would overflow.
std::uint64_t step_count(const Scene& scene) {
  constexpr double kMaxSteps = 1e15;
  if (scene.steps.empty() || scene.t_end / scene.dt >= kMaxSteps) {
    return static_cast<std::uint64_t>(std::llround(std::min(scene.t_end / scene.dt, kMaxSteps)));
  }
  const double cycle = std::accumulate(scene.steps.begin(), scene.steps.end(), 0.0);
  const double cycles = std::floor(scene.t_end / cycle);
  double rest = scene.t_end - cycles * cycle;
  auto count = static_cast<std::uint64_t>(cycles) * scene.steps.size();
  for (const double h : scene.steps) {
    if (rest < h / 2) break;
    rest -= h;
    ++count;
  }
  return count;
}

double step_length(const Scene& scene, std::uint64_t step) {
  return scene.steps.empty() ? scene.dt : scene.steps[step % scene.steps.size()];
}

void set_steps(Scene& scene, std::vector<double> lengths) {
  scene.steps = std::move(lengths);
  scene.dt = std::accumulate(scene.steps.begin(), scene.steps.end(), 0.0) /
             static_cast<double>(scene.steps.size());
}

bool bodies_enter(const Scene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const Body& body) { return body.enters > 0; });
}

// From the velocity that the frame has gained, a/w (1 - cos w t), which is exact: what the mean of
// one step misses of a peak the next step has.
Vec3 gravity_in_frame(const Scene& scene, double t, double h) {
  if (!scene.shake) return scene.gravity_W;
  const Shake& shake = *scene.shake;
  const double omega = 2 * std::numbers::pi * shake.frequency;
  const double longest = static_cast<double>(shake.shakes) / shake.frequency;
  const auto gained = [&](double when) {
    double phase = std::max(0.0, when - shake.start);
    if (shake.shakes > 0) phase = std::min(phase, longest);
    return (1 - std::cos(omega * phase)) / omega;
  };
  return scene.gravity_W - (gained(t + h) - gained(t)) / h * shake.acceleration_W;
}

std::string group_of(const std::string& name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos || open + 2 >= name.size() || name.back() != ']') return "";
  const bool number = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                                  name.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
  return number ? name.substr(0, open) + "[*]" : "";
}

bool names_group(const std::string& name) { return name.ends_with("[*]"); }

std::string name_fault(const std::string& name) {
  std::size_t characters = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return "a name has a control character";
    characters += (byte & 0xc0U) != 0x80U ? 1 : 0;  // not within a character of UTF-8
  }
  if (characters <= kMaxNameCharacters) return "";
  return "a name has more than " + std::to_string(kMaxNameCharacters) + " characters";
}

int find_body(const Scene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::string scene_fault(const Scene& scene) {
  if (scene.bodies.empty()) return "a scene needs a body";
  if (scene.bodies.size() != scene.start.size()) return "each body needs a start";
  std::set<std::string> names;
  std::set<std::string> later;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (std::string fault = name_fault(scene.bodies[i].name); !fault.empty()) {
      return "body " + std::to_string(i + 1) + ": " + fault;
    }
    if (scene.bodies[i].enters > 0) later.insert(scene.bodies[i].name);
    if (!names.insert(scene.bodies[i].name).second) {
      return "two bodies are called '" + scene.bodies[i].name + "'";
    }
    if (names_group(scene.bodies[i].name)) {
      return "no body can be called '" + scene.bodies[i].name + "', which names a group";
    }
    std::string fault = body_fault(scene.bodies[i], scene.start[i], scene.planar.has_value());
    if (!fault.empty()) return fault;
  }
  if (std::string fault = joints_fault(scene, names, later); !fault.empty()) return fault;
  if (std::string fault = pairs_fault(scene, names); !fault.empty()) return fault;
  if (std::string fault = friction_fault(scene.friction); !fault.empty()) return fault;
  for (const Expectation& expected : scene.expect) {
    if (std::string fault = expectation_fault(expected, names); !fault.empty()) return fault;
  }
  if (!finite(scene.gravity_W)) return "gravity must be finite";
  if (std::string fault = steps_fault(scene); !fault.empty()) return fault;
  if (scene.shake) {
    if (std::string fault = shake_fault(*scene.shake); !fault.empty()) return fault;
  }
  if (std::string fault = planar_fault(scene); !fault.empty()) return fault;
  const bool polygon = scene.directions >= 4 && scene.directions <= 64;
  if (scene.directions != kRoundCone && (!polygon || scene.directions % 2 != 0)) {
    return "directions must be even, 4 to 64, or round";
  }
  if (!(scene.gamma >= 0 && scene.gamma <= 2)) return "gamma must be in 0..2";
  if (!(scene.look_ahead >= 0 && std::isfinite(scene.look_ahead))) {
    return "look_ahead must not be negative";
  }
  if (std::string fault = event_fault(scene.events); !fault.empty()) return fault;
  return model_fault(scene);
}

std::string scene_remark(const Scene& scene) {
  constexpr double kFar = 0.1;  // relative to the hull's radius about its centroid [1]
  std::ostringstream text;
  std::size_t others = 0;
  for (const Body& body : scene.bodies) {
    if (scene.planar || body.fixed || body.shape->dimension() != 3) continue;
    const Vec3 centroid = solid_moments(*body.shape).centroid();
    double radius = 0;
    for (const Vec3& vertex : body.shape->vertices()) {
      radius = std::max(radius, (vertex - centroid).norm());
    }
    const double share = centroid.norm() / radius;
    if (!(share > kFar)) continue;
    if (text.tellp() > 0) {
      ++others;
      continue;
    }
    text.precision(2);
    text << "body '" << body.name << "': its origin, which is its centre of mass, is " << share
         << " of its radius from the centroid of its hull, which is at ";
    // What rounding leaves is shown as 0.
    const auto shown = [&](double x) { return std::abs(x) > 1e-9 * radius ? x : 0; };
    text << in_brackets(Vec3(centroid.unaryExpr(shown)));
  }
  if (others > 0) text << "; so it is of " << others << (others == 1 ? " other" : " others");
  return text.str();
}

const Body* flat_body(const Scene& scene) {
  const auto found = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                  [](const Body& body) { return body.shape->dimension() < 3; });
  return found == scene.bodies.end() ? nullptr : &*found;
}

std::string shape_fault(const Scene& scene) {
  const ModelRow* model = find_model(scene.model);
  const ContactRow* contacts = find_contact_row(scene.contacts);
  const bool peg = model != nullptr && model->peg;
  const bool events = contacts != nullptr && contacts->make_events;
  for (const Body& body : scene.bodies) {
    if (body.shape->radius() == 0 || (!events && !peg)) continue;
    return (events ? "contacts " + scene.contacts + " are" : "model " + scene.model + " is") +
           " of polytopes, and body '" + body.name + "' has a radius";
  }
  const Body* flat = contacts == nullptr || contacts->flat ? nullptr : flat_body(scene);
  if (flat == nullptr) return "";
  return "contacts " + scene.contacts + " are of bodies with a volume, and the core of body '" +
         flat->name + "' has none";
}

std::string model_fault(const Scene& scene) {
  const ModelRow* row = find_model(scene.model);
  if (row == nullptr) return "unknown contact model '" + scene.model + "'";
  if (std::string fault = shape_fault(scene); !fault.empty()) return fault;
  if (std::string fault = peg_fault(scene.peg); !fault.empty()) return fault;
  if (!row->peg) {
    if (scene.peg.corrections > 0) return "peg: corrections go with a model but manifold";
    return scene.peg == PegOptions() ? "" : "peg: its keys go with a model but manifold";
  }
  std::vector<ContactFriction> all = {scene.friction};
  for (const PairFriction& pair : scene.pairs) all.push_back(pair.friction);
  const auto any = [&all](const auto& is) { return std::any_of(all.begin(), all.end(), is); };
  if (any([](const ContactFriction& f) { return f.kind == FrictionKind::no_slip; })) {
    return "model " + scene.model + " has friction cones, and the scene has contacts without slip";
  }
  const bool has_friction = any([](const ContactFriction& f) { return f.mu > 0; });
  if (!has_friction || scene.stepper == "stewart_trinkle") return "";
  return "model " + scene.model + " with friction goes with the stepper stewart_trinkle alone";
}

}  // namespace touchstone
