// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/pair_contacts.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "dynamics/contacts/point_cores.hpp"
#include "dynamics/planar.hpp"
#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void clear_points(ContactData& contact) {
  contact.points.clear();
  contact.constraints.clear();
  contact.plane.clear();
  contact.potential = 0;
}

/// From the contacts of two cores to those of the bodies (docs/bodies.md).
void add_radii(double r_A, double r_B, ContactData& contact) {
  const double r = r_A + r_B;
  if (!contact.answered || r == 0) return;
  contact.phi -= r;
  contact.plane_point_W += (r_B - r_A) / 2 * contact.normal;
  for (ContactPoint& point : contact.points) {
    point.p_WA -= r_A * point.normal;
    point.p_WB += r_B * point.normal;
    point.gap -= r;
    point.pair_gap -= r;
  }
}

/// What is known without a contact method where the core of a body is a point; false if nothing is.
bool find_by_points(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB,
                    double reach, ContactData& contact) {
  const bool is_point_A = A.vertices().size() == 1;
  const bool is_point_B = B.vertices().size() == 1;
  if (!is_point_A && !is_point_B) return false;
  const auto place = [](const Polytope& body, const Pose& X) {
    return Vec3(X.R * body.vertices()[0] + X.t);
  };
  if (is_point_A && is_point_B) {
    return touch_points(place(A, X_WA), place(B, X_WB), reach, contact);
  }
  return is_point_A ? is_apart_over_facet(place(A, X_WA), B, X_WB, 1, reach, contact)
                    : is_apart_over_facet(place(B, X_WB), A, X_WA, -1, reach, contact);
}

bool has_points_within(const BodyPair& pair, double within) {
  return pair.contact.answered && pair.contact.phi <= within && !pair.contact.points.empty();
}

}  // namespace

PairContacts::PairContacts(const Scene& scene, const ContactMethod& method)
    : scene_(scene), method_(method) {
  for (const Body& body : scene.bodies) {
    fixed_.push_back(body.fixed ? 1 : 0);
    left_out_.push_back(0);
    radius_.push_back(scene_reach(scene, body));
    load_.push_back(body.force_W.norm() / body.mass +
                    body.torque_W.norm() * radius_.back() / body.inertia.minCoeff());
    Core& core = cores_[body.shape.get()];
    if (core.shape == nullptr) {
      core.polytope = make_rounded(body.shape, 0).value();
      core.shape = method.prepare(*core.polytope);
    }
    shape_.push_back(core.shape.get());
  }
  resolve_names();
}

void PairContacts::resolve_names() {
  std::unordered_map<std::string, int> number;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    number.emplace(scene_.bodies[i].name, static_cast<int>(i));
  }
  for (const Joint& joint : scene_.joints) {
    const IndexPair bodies = {number.at(joint.body), number.at(joint.other)};
    joints_.push_back(bodies);
    joined_.push_back({std::min(bodies.A, bodies.B), std::max(bodies.A, bodies.B)});
  }
  std::sort(joined_.begin(), joined_.end());
  group_.assign(scene_.bodies.size(), -1);
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    const std::string group = group_of(scene_.bodies[i].name);
    if (group.empty()) continue;
    group_[i] = number.emplace(group, static_cast<int>(number.size())).first->second;
  }
  friction_.resize(number.size());
  for (std::size_t i = 0; i < scene_.pairs.size(); ++i) {
    const PairFriction& pair = scene_.pairs[i];
    const int other = pair.other.empty() ? -1 : number.at(pair.other);
    friction_[at(number.at(pair.body))].push_back({other, i + 1});
  }
}

/// Friction of two bodies: that of the last entry that applies, else the scene's.
ContactFriction PairContacts::friction_of(int A, int B) const {
  std::size_t last = 0;
  for (const auto& [body, partner] : {IndexPair{A, B}, IndexPair{B, A}}) {
    for (const int named : {body, group_[at(body)]}) {
      if (named < 0) continue;
      for (const FrictionEntry& entry : friction_[at(named)]) {
        if (entry.other < 0 || entry.other == partner || entry.other == group_[at(partner)]) {
          last = std::max(last, entry.order);
        }
      }
    }
  }
  return last == 0 ? scene_.friction : scene_.pairs[last - 1].friction;
}

/// Sets bounds on the speeds of each body's points within the step; gravity adds g h to a body that
/// moves freely, its loads as much as they accelerate it. Bodies that were an island are likely to
/// be one again, so that span_ is one for them all.
void PairContacts::set_speeds(const std::vector<BodyState>& states, double h) {
  const std::size_t n = states.size();
  fall_ = scene_.gravity_W.norm() * h;
  speed_.resize(n);
  spin_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    spin_[i] = states[i].w_W.norm() * radius_[i];
    const double gained = fixed_[i] != 0 ? 0 : fall_ + load_[i] * h;
    speed_[i] = states[i].v_W.norm() + spin_[i] + gained;
  }
  span_ = speed_;
  for (const Island& island : islands_.islands()) {
    double fastest = 0;
    for (const int body : island.bodies) fastest = std::max(fastest, speed_[at(body)]);
    for (const int body : island.bodies) span_[at(body)] = fastest;
  }
}

double PairContacts::reach(const BodyPair& pair, double h,
                           const std::vector<double>& fastest) const {
  return scene_.look_ahead * std::max({pair.speed, fastest[at(pair.A)], fastest[at(pair.B)]}) * h;
}

/// How far one body is above a facet of another, at most: less than their distance, in spite of
/// rounding. Long bodies, such as floors, have far too large spheres.
double PairContacts::room_over(int facets_of, int other,
                               const std::vector<BodyState>& states) const {
  constexpr double kRounding = 1e-9;  // relative [1]
  const Polytope& under = *scene_.bodies[at(facets_of)].shape;
  const Polytope& over = *scene_.bodies[at(other)].shape;
  const double room = room_between(under, states[at(facets_of)].pose(), over,
                                   states[at(other)].pose(), radius_[at(other)] - over.radius());
  return room - under.radius() - over.radius() - kRounding * radius_[at(other)];
}

/// Finds the pairs that may come within reach at the speeds of span_.
void PairContacts::choose_near(const std::vector<BodyState>& states, double h) {
  spheres_.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    spheres_[i] = {states[i].p_W, radius_[i] + scene_.look_ahead * span_[i] * h, fixed_[i] != 0};
  }
  const std::vector<IndexPair>& near = broad_phase_.find(spheres_);
  if (near != near_ || entered_) take_pairs(near);
  for (BodyPair& pair : pairs_) {
    const std::size_t a = at(pair.A);
    const std::size_t b = at(pair.B);
    pair.speed = (states[a].v_W - states[b].v_W).norm() + spin_[a] + spin_[b] + fall_ +
                 (load_[a] + load_[b]) * h;
    pair.room = (states[a].p_W - states[b].p_W).norm() - radius_[a] - radius_[b];
    if (pair.room > reach(pair, h, span_)) continue;
    pair.room =
        std::max({pair.room, room_over(pair.A, pair.B, states), room_over(pair.B, pair.A, states)});
  }
}

/// Makes pairs_ of the near bodies, and keeps what is known of pairs that were near before. The old
/// list and the new one ascend.
void PairContacts::take_pairs(const std::vector<IndexPair>& near) {
  near_ = near;
  entered_ = false;
  std::swap(pairs_, spare_);
  pairs_.clear();
  auto old = spare_.begin();
  for (const IndexPair& bodies : near) {
    if (left_out_[at(bodies.A)] != 0 || left_out_[at(bodies.B)] != 0) continue;
    if (std::binary_search(joined_.begin(), joined_.end(), bodies)) continue;
    while (old != spare_.end() && IndexPair{old->A, old->B} < bodies) ++old;
    if (old != spare_.end() && IndexPair{old->A, old->B} == bodies) {
      pairs_.push_back(std::move(*old));
      continue;
    }
    BodyPair& pair = pairs_.emplace_back();
    pair.A = bodies.A;
    pair.B = bodies.B;
    pair.friction = friction_of(bodies.A, bodies.B);
    pair.asked = -kInfinity;
  }
  spare_.clear();
}

bool PairContacts::find_contact(const IndexPair& bodies, const std::vector<BodyState>& states,
                                double within, std::unique_ptr<ContactWorkspace>& workspace,
                                ContactData& contact) const {
  const std::size_t a = at(bodies.A);
  const std::size_t b = at(bodies.B);
  const Polytope& A = *scene_.bodies[a].shape;
  const Polytope& B = *scene_.bodies[b].shape;
  const Pose X_WA = states[a].pose();
  const Pose X_WB = states[b].pose();
  const double reach = within + (A.radius() + B.radius());
  clear_points(contact);
  const bool is_known = find_by_points(A, X_WA, B, X_WB, reach, contact);
  if (!is_known) {
    if (workspace == nullptr) workspace = method_.make_workspace();
    method_.find(*shape_[a], X_WA, *shape_[b], X_WB, reach, *workspace, contact);
  }
  add_radii(A.radius(), B.radius(), contact);
  return !is_known;
}

void PairContacts::ask(BodyPair& pair, const std::vector<BodyState>& states, double within) {
  if (stop_.comes_at(questions_++)) return;
  pair.asked = within;
  pair.by_method = find_contact({pair.A, pair.B}, states, within, pair.workspace, pair.contact);
}

void PairContacts::leave_out(int body) { left_out_[at(body)] = 1; }

/// Whether two bodies overlap; where the method has no answer, whether their bounding spheres do.
bool PairContacts::overlap(int one, int other, const std::vector<BodyState>& states) const {
  const double apart = (states[at(one)].p_W - states[at(other)].p_W).norm();
  if (apart > radius_[at(one)] + radius_[at(other)]) return false;
  std::unique_ptr<ContactWorkspace> workspace;
  ContactData contact;
  find_contact({std::min(one, other), std::max(one, other)}, states, 0, workspace, contact);
  return !contact.answered || contact.phi < 0;
}

bool PairContacts::let_in(int body, const std::vector<BodyState>& states) {
  for (int other = 0; at(other) < states.size(); ++other) {
    if (other == body || left_out_[at(other)] != 0) continue;
    if (overlap(body, other, states)) return false;
  }
  left_out_[at(body)] = 0;
  entered_ = true;
  return true;
}

/// Notes how fast a fixed body moves that touches another. Returns whether that is news.
bool PairContacts::push(const BodyPair& pair) {
  const bool pushes_A = fixed_[at(pair.B)] != 0;
  if (!pushes_A && fixed_[at(pair.A)] == 0) return false;
  double& pushed = pushed_[at(pushes_A ? pair.A : pair.B)];
  const double speed = speed_[at(pushes_A ? pair.B : pair.A)];
  if (!(speed > pushed)) return false;
  pushed = speed;
  return true;
}

/// Sets fastest_ from the islands so far. Returns whether the near pairs must be chosen anew.
bool PairContacts::widen() {
  std::fill(fastest_.begin(), fastest_.end(), 0.0);
  for (std::size_t i = 0; i < fastest_.size(); ++i) {
    if (fixed_[i] != 0 || !islands_.held(static_cast<int>(i))) continue;
    double& of_group = fastest_[at(islands_.group(static_cast<int>(i)))];
    of_group = std::max({of_group, speed_[i], pushed_[i]});
  }
  bool wider = false;
  for (std::size_t i = fastest_.size(); i-- > 0;) {  // a group's first body comes last
    if (fixed_[i] != 0 || !islands_.held(static_cast<int>(i))) continue;
    fastest_[i] = fastest_[at(islands_.group(static_cast<int>(i)))];
    wider = wider || fastest_[i] > span_[i];
    span_[i] = std::max(span_[i], fastest_[i]);
  }
  return wider;
}

/// Connects what touches, until no contact is added by what is connected. A pair is asked about as
/// far as it is likely to be needed.
void PairContacts::connect(const std::vector<BodyState>& states, double h) {
  islands_.begin(fixed_);
  fastest_.assign(states.size(), 0);
  pushed_.assign(states.size(), 0);
  bool grown = false;
  for (const IndexPair& bodies : joints_) grown = islands_.connect(bodies.A, bodies.B) || grown;
  // Each round but the last joins two islands, or finds that one is held or a body pushed faster.
  const auto n = static_cast<std::int64_t>(states.size());
  std::int64_t pushing = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    pushing += fixed_[i] != 0 && speed_[i] > 0 ? 1 : 0;
  }
  LoopBound bound("dynamics: islands that touch", (2 + pushing) * n + 1);
  do {
    bound.step();
    if (grown && widen()) choose_near(states, h);
    grown = false;
    for (BodyPair& pair : pairs_) {
      const double within = reach(pair, h, fastest_);
      if (pair.room > within) continue;
      if (pair.asked < within) ask(pair, states, reach(pair, h, span_));
      if (!has_points_within(pair, within)) continue;
      grown = islands_.connect(pair.A, pair.B) || grown;
      grown = push(pair) || grown;
    }
  } while (grown && !stop_.seen());
}

/// Clears the contacts of pairs that are not within reach. Asks again with the exact reach where a
/// longer one gave points beyond it, or the method depends on reach. Counts the pairs within reach
/// that it was asked about and those unanswered; finds the smallest gap.
void PairContacts::keep_within_reach(const std::vector<BodyState>& states, double h) {
  for (BodyPair& pair : pairs_) {
    const double within = reach(pair, h, fastest_);
    if (pair.room > within) {
      clear_points(pair.contact);
      pair.contact.answered = false;  // what was found in an earlier step is no answer
      continue;
    }
    const bool too_many = std::any_of(pair.contact.points.begin(), pair.contact.points.end(),
                                      [&](const ContactPoint& p) { return p.gap > within; });
    if (pair.asked != within && (too_many || method_.depends_on_reach())) {
      ask(pair, states, within);
    }
    asked_ += pair.by_method ? 1 : 0;
    if (!pair.contact.answered) {
      clear_points(pair.contact);
      ++unanswered_;
      continue;
    }
    smallest_gap_ = std::min(smallest_gap_, pair.contact.phi);
    // Bodies that move together reach nowhere, and a gap of rounding is beyond that.
    if (!has_points_within(pair, within)) clear_points(pair.contact);
  }
}

void PairContacts::measure(int number, const std::vector<BodyState>& states,
                           std::vector<double>& gaps, double& depth) const {
  const BodyPair& pair = pairs_[at(number)];
  gaps.clear();
  depth = 0;
  if (pair.contact.constraints.empty()) return;
  method_.measure(states[at(pair.A)].pose(), states[at(pair.B)].pose(), *pair.workspace, gaps,
                  depth);
}

void PairContacts::list_islands() {
  const auto mover = [this](const IndexPair& bodies) {
    return fixed_[at(bodies.A)] == 0 ? bodies.A : bodies.B;
  };
  islands_.list();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (pairs_[i].contact.points.empty()) {
      pairs_[i].memory.clear();
      continue;
    }
    islands_.add_pair(mover({pairs_[i].A, pairs_[i].B}), static_cast<int>(i));
  }
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const int body = mover(joints_[j]);
    if (fixed_[at(body)] == 0) islands_.add_joint(body, static_cast<int>(j));
  }
}

void PairContacts::find(const std::vector<BodyState>& states, double h) {
  smallest_gap_ = kInfinity;
  questions_ = 0;
  unanswered_ = 0;
  asked_ = 0;
  set_speeds(states, h);
  choose_near(states, h);
  for (BodyPair& pair : pairs_) pair.asked = -kInfinity;
  connect(states, h);
  keep_within_reach(states, h);
  list_islands();
}

}  // namespace touchstone
