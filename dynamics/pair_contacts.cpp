// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/pair_contacts.hpp"

#include <algorithm>
#include <limits>

#include "contact/sphere_contact.hpp"

namespace touchstone {
namespace {

bool joined(const Scene& scene, const Body& A, const Body& B) {
  return std::any_of(scene.joints.begin(), scene.joints.end(), [&](const Joint& joint) {
    return (joint.body == A.name && joint.other == B.name) ||
           (joint.body == B.name && joint.other == A.name);
  });
}

ContactFriction pair_friction(const Scene& scene, const Body& A, const Body& B) {
  ContactFriction friction = scene.friction;
  for (const PairFriction& pair : scene.pairs) {
    const auto applies = [&pair](const Body& one, const Body& two) {
      return pair.body == one.name && (pair.other.empty() || pair.other == two.name);
    };
    if (applies(A, B) || applies(B, A)) friction = pair.friction;
  }
  return friction;
}

}  // namespace

PairContacts::PairContacts(const Scene& scene, const ContactMethod& method)
    : scene_(scene), method_(method) {
  for (const Body& body : scene.bodies) {
    radius_.push_back(body.shape.reach());
    shape_.push_back(body.shape.is_sphere() ? nullptr : method.prepare(*body.shape.polytope));
  }
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      const Body& A = scene.bodies[a];
      const Body& B = scene.bodies[b];
      if ((A.fixed && B.fixed) || joined(scene, A, B)) continue;
      BodyPair pair;
      pair.A = static_cast<int>(a);
      pair.B = static_cast<int>(b);
      pair.friction = pair_friction(scene, A, B);
      if (!A.shape.is_sphere() && !B.shape.is_sphere()) pair.workspace = method.make_workspace();
      pairs_.push_back(std::move(pair));
    }
  }
}

// No point of the pair approaches faster than its bodies' largest speeds allow, and gravity adds
// g h to them within the step. A body that is pushed may become as fast as the fastest one in the
// scene.
double PairContacts::reach(const BodyPair& pair, const std::vector<BodyState>& states,
                           double h) const {
  const auto a = static_cast<std::size_t>(pair.A);
  const auto b = static_cast<std::size_t>(pair.B);
  const double speed = (states[a].v_W - states[b].v_W).norm() + states[a].w_W.norm() * radius_[a] +
                       states[b].w_W.norm() * radius_[b] + scene_.gravity_W.norm() * h;
  return scene_.look_ahead * std::max(speed, fastest_) * h;
}

void PairContacts::find(const std::vector<BodyState>& states, double h) {
  smallest_gap_ = std::numeric_limits<double>::infinity();
  unanswered_ = 0;
  asked_ = 0;
  fastest_ = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (scene_.bodies[i].fixed) continue;
    fastest_ = std::max(fastest_, states[i].v_W.norm() + states[i].w_W.norm() * radius_[i] +
                                      scene_.gravity_W.norm() * h);
  }
  for (BodyPair& pair : pairs_) {
    const auto a = static_cast<std::size_t>(pair.A);
    const auto b = static_cast<std::size_t>(pair.B);
    const double near = reach(pair, states, h);
    pair.contact.points.clear();
    const double room = (states[a].p_W - states[b].p_W).norm() - radius_[a] - radius_[b];
    if (room > near) continue;
    const Body& A = scene_.bodies[a];
    const Body& B = scene_.bodies[b];
    const Sphere sphere_A = {states[a].p_W, A.shape.radius};
    const Sphere sphere_B = {states[b].p_W, B.shape.radius};
    if (A.shape.is_sphere() && B.shape.is_sphere()) {
      find_sphere_contact(sphere_A, sphere_B, near, pair.contact);
    } else if (A.shape.is_sphere()) {
      SphereObstacle(*B.shape.polytope).find_above(states[b].pose(), sphere_A, near, pair.contact);
    } else if (B.shape.is_sphere()) {
      SphereObstacle(*A.shape.polytope).find_below(states[a].pose(), sphere_B, near, pair.contact);
    } else {
      ++asked_;
      method_.find(*shape_[a], states[a].pose(), *shape_[b], states[b].pose(), near,
                   *pair.workspace, pair.contact);
    }
    if (!pair.contact.answered) {
      pair.contact.points.clear();
      ++unanswered_;
      continue;
    }
    smallest_gap_ = std::min(smallest_gap_, pair.contact.phi);
  }
}

}  // namespace touchstone
