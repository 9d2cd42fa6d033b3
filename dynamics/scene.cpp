// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scene.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace touchstone {
namespace {

bool finite(const Vec3& v) { return v.allFinite(); }

std::string body_fault(const Body& body, const BodyState& start) {
  const std::string who = "body '" + body.name + "': ";
  if (body.shape.is_sphere() && !(body.shape.radius > 0 && std::isfinite(body.shape.radius))) {
    return who + "a sphere needs a radius above 0";
  }
  if (!body.shape.is_sphere() && body.shape.polytope->dimension() != 3) {
    return who + "its polytope is flat";
  }
  if (!finite(start.p_W) || !finite(start.v_W) || !finite(start.w_W)) {
    return who + "position and velocity must be finite";
  }
  if (!(std::abs(start.q_WB.norm() - 1) < 1e-9)) return who + "its quaternion is not unit";
  if (body.fixed) {
    const bool moves = !start.v_W.isZero(0) || !start.w_W.isZero(0);
    return moves ? who + "is fixed and has a velocity" : "";
  }
  if (!(body.mass > 0 && std::isfinite(body.mass))) return who + "mass must be above 0";
  const Vec3& I = body.inertia;
  if (!(finite(I) && I.minCoeff() > 0)) return who + "principal moments must be above 0";
  // Moments of a mass distribution are its second moments' pairwise sums.
  if (2 * I.maxCoeff() > I.sum() * (1 + 1e-12)) {
    return who + "no body has these principal moments: one is larger than the sum of the others";
  }
  return "";
}

/// A body, or a group with one.
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

}  // namespace

std::uint64_t step_count(const Scene& scene) {
  // No run is that long, and llround would overflow.
  constexpr double kMaxSteps = 1e15;
  return static_cast<std::uint64_t>(std::llround(std::min(scene.t_end / scene.dt, kMaxSteps)));
}

std::string group_of(const std::string& name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos || open + 2 >= name.size() || name.back() != ']') return "";
  const bool number = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                                  name.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
  return number ? name.substr(0, open) + "[*]" : "";
}

bool names_group(const std::string& name) { return name.ends_with("[*]"); }

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
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (!names.insert(scene.bodies[i].name).second) {
      return "two bodies are called '" + scene.bodies[i].name + "'";
    }
    if (names_group(scene.bodies[i].name)) {
      return "no body can be called '" + scene.bodies[i].name + "', which names a group";
    }
    std::string fault = body_fault(scene.bodies[i], scene.start[i]);
    if (!fault.empty()) return fault;
  }
  for (const Joint& joint : scene.joints) {
    for (const std::string& name : {joint.body, joint.other}) {
      if (names.count(name) == 0) return "a joint names '" + name + "', which is not a body";
    }
    if (joint.body == joint.other) return "a joint holds '" + joint.body + "' to itself";
    if (!finite(joint.anchor_W) || !(std::abs(joint.axis_W.norm() - 1) < 1e-9)) {
      return "a joint of '" + joint.body + "': anchor must be finite, axis unit";
    }
  }
  if (std::string fault = pairs_fault(scene, names); !fault.empty()) return fault;
  if (std::string fault = friction_fault(scene.friction); !fault.empty()) return fault;
  if (!finite(scene.gravity_W)) return "gravity must be finite";
  if (!(scene.dt > 0 && std::isfinite(scene.dt))) return "dt must be above 0";
  if (!(scene.t_end >= 0 && std::isfinite(scene.t_end))) return "t_end must not be negative";
  if (scene.directions < 4 || scene.directions % 2 != 0 || scene.directions > 64) {
    return "directions must be even, 4 to 64";
  }
  if (!(scene.gamma >= 0 && scene.gamma <= 1)) return "gamma must be in 0..1";
  if (!(scene.look_ahead >= 0 && std::isfinite(scene.look_ahead))) {
    return "look_ahead must not be negative";
  }
  return event_fault(scene.events);
}

}  // namespace touchstone
