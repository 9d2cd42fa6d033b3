// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/projected_scheme.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>

#include "dynamics/planar.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

using ProjectionClock = std::chrono::steady_clock;

constexpr int kMaxProjections = 20;  // each leaves a small part of the overlap
constexpr int kMaxBisections = 60;   // down to the last bits of a step
/// What a post-stabilised step leaves of an overlap, at most [m].
constexpr double kProjectionTolerance = 1e-9;

Scene motion_scene(ProjectedScheme::Kind kind, Scene scene) {
  scene.gamma = 0;
  if (kind == ProjectedScheme::Kind::event_driven) scene.look_ahead = 0;
  return scene;
}

/// A step of 1 s of this scene from rest is the displacement dq. Half an overlap is left where contacts must
/// overlap to carry.
Scene projection_scene(ProjectedScheme::Kind kind, Scene scene) {
  scene.gravity_W.setZero();
  for (Body& body : scene.bodies) {
    body.force_W.setZero();
    body.torque_W.setZero();
  }
  scene.friction.kind = FrictionKind::frictionless;
  scene.pairs.clear();
  scene.steps.clear();
  scene.dt = 1;
  scene.gamma = kind == ProjectedScheme::Kind::event_driven ? 0.5 : 1;
  return scene;
}

bool touches(const std::vector<BodyPair>& pairs, const BodyPair& wanted) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const BodyPair& pair) {
    return pair.A == wanted.A && pair.B == wanted.B && pair.contact.answered &&
           pair.contact.phi <= 0;
  });
}

}  // namespace

ProjectedScheme::ProjectedScheme(Kind kind, const Scene& scene, const ContactMethod& method,
                                 Stepper& stepper, Stepper& of_projection)
    : kind_(kind),
      motion_(motion_scene(kind, scene), method, stepper),
      projection_(projection_scene(kind, scene), method, of_projection),
      planar_(scene.planar ? make_planar_contacts(projection_.scene(), method) : nullptr),
      after_(projection_.scene(), planar_ == nullptr ? method : *planar_),
      states_(scene.start) {
  assert(comparator_fault(scene).empty());
}

/// Deepest overlap at the end of the part of a step just taken, of pairs that did not touch at its
/// beginning; negative if there is none [m].
double ProjectedScheme::new_overlap() {
  after_.find(motion_.states(), 0);
  double deepest = -std::numeric_limits<double>::infinity();
  for (const BodyPair& pair : after_.pairs()) {
    if (!pair.contact.answered || pair.contact.phi >= 0) continue;
    if (touches(motion_.contacts().pairs(), pair)) continue;
    deepest = std::max(deepest, -pair.contact.phi);
  }
  return deepest;
}

/// False if no step is taken: report_ says why.
bool ProjectedScheme::take(double h) {
  const StepReport& taken = motion_.step_from(states_, h);
  if (!taken.taken) report_ = taken;
  return taken.taken;
}

/// Goes on from the part of a step just taken. What the report says of its parts holds of all.
void ProjectedScheme::accept() {
  states_ = motion_.states();
  const bool solved = report_.solved && motion_.report().solved;
  const double gap = std::min(report_.smallest_gap, motion_.report().smallest_gap);
  report_ = motion_.report();
  report_.solved = solved;
  report_.smallest_gap = gap;
}

/// Leaves the states as they were before the step.
const StepReport& ProjectedScheme::refuse(std::vector<BodyState> before) {
  states_ = std::move(before);
  report_.taken = false;
  return report_;
}

/// Steps on to the end of the step or to the next event, and takes that off what is `left` [s].
bool ProjectedScheme::take_to_event(double& left) {
  double part = left;
  if (!take(part)) return false;
  double overlap = new_overlap();
  if (overlap > kEventDepth) ++events_;
  double before = 0;
  double beyond = left;
  for (int k = 0; k < kMaxBisections && !(overlap <= kEventDepth && (overlap > 0 || part == left));
       ++k) {
    (overlap > kEventDepth ? beyond : before) = part;
    part = 0.5 * (before + beyond);
    if (!take(part)) return false;
    overlap = new_overlap();
  }
  accept();
  left = part == left ? 0 : left - part;
  return true;
}

/// Projects positions until no overlap is deeper than what is left of it; false if that fails.
bool ProjectedScheme::project() {
  const double depth =
      kind_ == ProjectedScheme::Kind::event_driven ? kEventDepth : kProjectionTolerance;
  std::vector<BodyState> still = states_;
  for (BodyState& state : still) {
    state.v_W.setZero();
    state.w_W.setZero();
  }
  bool done = false;
  for (int k = 0; k <= kMaxProjections && !done; ++k) {
    after_.find(still, 0);
    done = after_.smallest_gap() >= -depth;
    if (done || k == kMaxProjections || !projection_.step_from(still, 1).taken) break;
    for (std::size_t i = 0; i < still.size(); ++i) {
      still[i].p_W = projection_.states()[i].p_W;
      still[i].q_WB = projection_.states()[i].q_WB;
    }
  }
  for (std::size_t i = 0; i < still.size(); ++i) {
    states_[i].p_W = still[i].p_W;
    states_[i].q_WB = still[i].q_WB;
  }
  return done;
}

const StepReport& ProjectedScheme::step() {
  const auto begin = ProjectionClock::now();
  const double h = step_length(motion_.scene(), steps_);
  double left = h;
  const int events = events_;
  const std::vector<BodyState> before = states_;
  report_ = StepReport();
  report_.solved = true;
  report_.smallest_gap = std::numeric_limits<double>::infinity();
  if (kind_ == ProjectedScheme::Kind::post_stabilised) {
    if (!take(h)) return refuse(before);
    accept();
    left = 0;
  }
  while (left > 0) {
    if (!take_to_event(left)) return refuse(before);
    if (events_ - events <= kMaxEvents) continue;
    report_ = StepReport();
    report_.fault = "more than " + std::to_string(kMaxEvents) + " events in a step";
    return refuse(before);
  }
  report_.solved = project() && report_.solved;
  ++steps_;
  time_ += h;
  report_.times.total = std::chrono::duration<double>(ProjectionClock::now() - begin).count();
  return report_;
}

}  // namespace touchstone
