// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "contact/peg/peg_contacts.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/stepping/step_correction.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// Contacts of a model or of a planar scene; nullptr where `method` itself is asked.
std::unique_ptr<ContactMethod> contacts_of_scene(const Scene& scene, const ContactMethod& method) {
  if (const auto model = find_model(scene.model)->peg) {
    return make_peg_contacts(*model, scene.peg, scene.planar);
  }
  return scene.planar ? make_planar_contacts(scene, method) : nullptr;
}

}  // namespace

Simulation::Simulation(const Scene& scene, const ContactMethod& method, Stepper& stepper)
    : scene_(scene),
      own_(contacts_of_scene(scene, method)),
      states_(scene.start),
      contacts_(scene_, own_ == nullptr ? method : *own_),
      assembly_(scene_),
      solver_(stepper, scene_.bodies.size()),
      has_traps_(has_traps(scene_.model)),
      moving_(std::count_if(scene_.bodies.begin(), scene_.bodies.end(),
                            [](const Body& body) { return !body.fixed; })),
      present_(scene_.bodies.size(), 1),
      delay_(scene_.bodies.size(), 0) {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (scene_.bodies[i].path) on_path_.push_back(i);
    if (!scene_.bodies[i].torque_W.isZero(0)) twisted_.push_back(i);
    if (scene_.bodies[i].enters == 0) continue;
    present_[i] = 0;
    absent_.push_back(static_cast<int>(i));
    contacts_.leave_out(absent_.back());
  }
}

/// Lets in the bodies whose time has come, in the scene's order: one that enters may take the place
/// of a later one.
void Simulation::let_enter() {
  constexpr double kRounding = 1e-9;  // in times that are whole numbers of steps [steps]
  const double now = time() + kRounding * h_;
  std::erase_if(absent_, [&](int body) {
    const auto i = static_cast<std::size_t>(body);
    if (scene_.bodies[i].enters > now) return false;
    if (!contacts_.let_in(body, states_)) {
      ++report_.waiting;
      delay_[i] += h_;
      return false;
    }
    present_[i] = 1;
    report_.entered.push_back(body);
    entered_energy_ += touchstone::kinetic_energy(scene_.bodies[i], states_[i]) +
                       potential_energy(scene_.bodies[i], states_[i], scene_.gravity_W);
    return true;
  });
}

void Simulation::set_stop(std::function<bool()> asked) {
  stop_.set(std::move(asked));
  contacts_.set_stop(StopToken(stop_));
  solver_.set_stop(StopToken(stop_));
}

/// Sums up the islands' solutions in the report. False if an island has none.
bool Simulation::sum_up() {
  report_.solved = true;
  report_.solver = "none";
  report_.islands = static_cast<int>(islands_.size());
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const SolvedIsland& island = solved_[i];
    report_.solved &= island.solved;
    report_.friction_bounded |= island.friction_bounded;
    report_.stabilisation_dropped |= island.stabilisation_dropped;
    report_.no_slip_inconsistent |= island.no_slip_inconsistent;
    report_.residual = std::max(report_.residual, island.residual);
    const int contacts = islands_[i].rows.contacts();
    if (i == 0 || contacts > report_.largest_contacts) {
      report_.largest_contacts = contacts;
      report_.largest_bodies = islands_[i].rows.bodies - islands_[i].driven;
      report_.solver = island.solver;
    }
    if (!island.answered) {
      report_.fault = "no solver has an answer, not even without friction";
      if (islands_[i].driven > 0) report_.fault += ": a body on a path may leave others no room";
      return false;
    }
    report_.contacts += contacts;
    report_.fallbacks += island.fallback ? 1 : 0;
    report_.nodes += island.nodes;
    report_.borrowed += island.borrowed;
    const PotentialCount count = count_potential(islands_[i], island, h_);
    report_.potential += count.potential;
    report_.traps += has_traps_ ? count.traps : 0;
    const Eigen::VectorXd& c = island.solution.normal_impulse;
    const double largest = contacts > 0 ? c.maxCoeff() : 0;
    for (int k = 0; k < contacts; ++k) report_.carrying += c[k] > kRoundingShare * largest ? 1 : 0;
  }
  return true;
}

/// Remembers what each contact did, for the next step. Not for a scene of one moving body, whose
/// island is always the same.
void Simulation::remember() {
  if (moving_ == 1) return;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    remember_contacts(islands_[i].rows, solved_[i].solution, done_);
    const std::vector<int>& pairs = islands_[i].pairs;
    for (std::size_t first = 0; first < pairs.size();) {
      std::size_t end = first;
      while (end < pairs.size() && pairs[end] == pairs[first]) ++end;
      of_pair_.assign(done_.begin() + static_cast<std::ptrdiff_t>(first),
                      done_.begin() + static_cast<std::ptrdiff_t>(end));
      contacts_.remember(pairs[first], of_pair_);
      first = end;
    }
  }
}

const StepReport& Simulation::step() { return step_of(step_length(scene_, steps_)); }

const StepReport& Simulation::step_from(const std::vector<BodyState>& states, double h) {
  states_ = states;
  return step_of(h);
}

/// Takes a step with the gravity of the scene's frame, which may shake.
const StepReport& Simulation::step_of(double h) {
  h_ = h;
  report_ = StepReport();
  if (!absent_.empty()) let_enter();
  take_path_velocities();
  const Vec3 at_rest_W = scene_.gravity_W;
  scene_.gravity_W = gravity_in_frame(scene_, time(), h_);
  take_step(h_);
  scene_.gravity_W = at_rest_W;
  return report_;
}

void Simulation::take_path_velocities() {
  for (const std::size_t i : on_path_) {
    take_path_velocity(*scene_.bodies[i].path, time(), h_, states_[i]);
  }
}

/// Moves the bodies by the islands' solutions. Bodies that have not entered stay at their start.
void Simulation::move(double h) {
  assembly_.apply_free(states_);
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const SolvedIsland& island = solved_[i];
    const bool corrected = island.moved_u.size() > 0;
    assembly_.apply(islands_[i], corrected ? island.moved_u : island.solution.u, states_);
  }
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!scene_.bodies[i].fixed) advance(states_[i], h);
  }
  for (const std::size_t i : on_path_) {
    follow_path(*scene_.bodies[i].path, time(), h, states_[i]);
  }
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (solved_[i].moved_u.size() == 0) continue;
    assembly_.apply(islands_[i], solved_[i].solution.u, states_);
  }
  for (const int body : absent_) {
    states_[at(body)] = scene_.start[at(body)];
  }
}

/// Measures the real gaps at the end of the step if an island's bodies move with the velocities u.
void Simulation::measure_end_of_step(std::size_t island, const Eigen::VectorXd& u, double h) {
  for (const int body : islands_[island].bodies) {
    later_[at(body)] = states_[at(body)];
  }
  assembly_.apply(islands_[island], u, later_);
  for (const int body : islands_[island].bodies) advance(later_[at(body)], h);
  measure_end(contacts_, later_, islands_[island], end_);
}

/// Solves an island anew as long as its bodies would overlap at the end of the step, and has them
/// move with the velocities after which they overlap least. Returns the number of the correction
/// that gave these velocities, 0 for none. The island's problem and solution are unchanged.
int Simulation::correct(std::size_t island, double h) {
  if (!solved_[island].solved || solved_[island].fallback) return 0;
  const StepSolution* latest = &solved_[island].solution;
  measure_end_of_step(island, latest->u, h);
  if (scene_.peg.corrections == 0 || !end_.overlap()) return 0;
  const Eigen::VectorXd bound = islands_[island].rows.bound;
  int taken = 0;
  double least = end_.deepest;
  for (int round = 1; round <= scene_.peg.corrections && end_.overlap() && !stop_.seen(); ++round) {
    correct_bounds(end_, h, *latest, islands_[island], shift_);
    assembly_.set_bounds(island, islands_[island].rows.bound + shift_);
    latest = solver_.solve_again(islands_[island], island);
    if (latest == nullptr) break;
    measure_end_of_step(island, latest->u, h);
    if (end_.deepest >= least) continue;
    least = end_.deepest;
    taken = round;
    solver_.set_moved(island, latest->u);
  }
  assembly_.set_bounds(island, bound);
  return taken;
}

const StepReport& Simulation::take_step(double h) {
  const auto begin = Clock::now();
  contacts_.find(states_, h);
  report_.stopped = stop_.seen();
  if (report_.stopped) return report_;
  const auto found = Clock::now();
  islands_ = assembly_.assemble(states_, contacts_, h);
  const auto posed = Clock::now();
  solved_ = solver_.solve(islands_);
  const auto solved = Clock::now();
  if (scene_.peg.corrections > 0) later_ = states_;
  for (std::size_t i = 0; scene_.peg.corrections > 0 && i < islands_.size(); ++i) {
    report_.corrections = std::max(report_.corrections, correct(i, h));
  }
  const auto corrected = Clock::now();
  report_.stopped = stop_.seen();
  if (report_.stopped || !sum_up()) return report_;
  remember();
  for (std::size_t i = 0; i < islands_.size(); ++i) work_of_paths_ += work_of_paths(i);
  move(h);
  for (const std::size_t i : twisted_) {
    if (present(i)) work_of_torques_ += h * scene_.bodies[i].torque_W.dot(states_[i].w_W);
  }
  ++steps_;
  elapsed_ += h;
  report_.taken = true;
  report_.unanswered = contacts_.unanswered();
  report_.asked = contacts_.asked();
  report_.smallest_gap = contacts_.smallest_gap();
  report_.anchor_error = assembly_.anchor_error();
  report_.axis_error = assembly_.axis_error();
  report_.times.contact = seconds(begin, found);
  report_.times.problem = seconds(found, posed);
  report_.times.solve = seconds(posed, solved);
  report_.times.correct = seconds(solved, corrected);
  report_.times.total = seconds(begin, Clock::now());
  return report_;
}

std::vector<Vec3> Simulation::joint_forces() const {
  std::vector<Vec3> forces(scene_.joints.size(), Vec3::Zero());
  const std::span<const Island> islands = contacts_.islands();
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    for (std::size_t k = 0; k < islands[i].joints.size(); ++k) {
      forces[at(islands[i].joints[k])] =
          assembly_.joint_impulse(islands_[i], k, solved_[i].solution) / h_;
    }
  }
  return forces;
}

double Simulation::time() const {
  return scene_.steps.empty() ? static_cast<double>(steps_) * scene_.dt : elapsed_;
}

double Simulation::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (present(i)) sum += touchstone::kinetic_energy(scene_.bodies[i], states_[i]);
  }
  return sum;
}

double Simulation::total_energy() const {
  double sum = kinetic_energy();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!present(i)) continue;
    sum += potential_energy(scene_.bodies[i], states_[i], scene_.gravity_W);
  }
  return sum - work_of_torques_;
}

}  // namespace touchstone
