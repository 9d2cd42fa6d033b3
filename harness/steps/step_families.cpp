// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_families.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "geometry/random.hpp"
#include "harness/steps/family_problem.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kPrefix = "step-";

/// The stream of a problem: families draw numbers of their own.
Random stream_of(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  std::uint64_t name = 0;
  for (const char c : family.name) name = name * 257 + static_cast<unsigned char>(c);
  return Random(name, seed, index);
}

LocalStep make_few(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  const auto contacts = static_cast<std::size_t>(family.parameter);
  const double mu = random.uniform(0, 2);
  return random_problem(random, contacts, contacts, mu).local();
}

LocalStep make_mu(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  return random_problem(random, 3, 6, family.parameter).with_bodies();
}

/// The square in place of the disc, which Bullet and ODE pose.
LocalStep make_box(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  LocalStep step = make_mu(family, seed, index);
  step.cone = StepCone::box;
  return step;
}

LocalStep make_octagon(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  LocalStep step = make_mu(family, seed, index);
  step.cone = StepCone::polygon;
  step.directions = 8;
  return step;
}

LocalStep make_mass(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  return random_problem(random, 3, 6, 0.5, family.parameter).with_bodies();
}

LocalStep make_planar(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  const std::size_t contacts = 1 + random.below(6);
  FamilyProblem problem = random_problem(random, 3, contacts, random.uniform(0, 1));
  problem.size = 2;
  for (FamilyBody& body : problem.bodies) {
    body.v.z() = body.w.x() = body.w.y() = 0;
  }
  for (FamilyContact& contact : problem.contacts) {
    contact.r_A.z() = contact.r_B.z() = 0;
    Vec3 n = contact.axes[0];
    n.z() = 0;
    n = n * (1 / std::sqrt(n.x() * n.x() + n.y() * n.y()));
    contact.axes = {n, Vec3{-n.y(), n.x(), 0}, Vec3{0, 0, 1}};
  }
  return problem.local();
}

/// Each contact has another one 1e-8 m beside it.
LocalStep make_near(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  FamilyProblem problem = random_problem(random, 3, 3, 0.5);
  for (std::size_t k = 0; k < 3; ++k) {
    FamilyContact beside = problem.contacts[k];
    const Vec3 moved = random.unit_vector() * 1e-8;
    beside.r_A = beside.r_A + moved;
    beside.r_B = beside.r_B + moved;
    problem.contacts.push_back(beside);
  }
  return problem.with_bodies();
}

/// A face on the ground with a grid of points, of which three would do.
LocalStep make_redundant(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  constexpr std::array kSides = {2, 3, 5};
  const int side = kSides.at(index % kSides.size());
  FamilyProblem problem;
  problem.bodies.push_back(random_body(random, 1));
  problem.bodies[0].v.z() = -random.uniform(0.1, 1);
  const double mu = random.uniform(0, 1);
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      FamilyContact contact;
      const double step = 2.0 / (side - 1);
      contact.r_A = {x * step - 1, y * step - 1, -0.5};
      contact.axes = {Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
      contact.mu = mu;
      problem.contacts.push_back(contact);
    }
  }
  return problem.with_bodies();
}

LocalStep make_overlap(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  FamilyProblem problem = random_problem(random, 3, 6, 0.5);
  for (FamilyContact& contact : problem.contacts) contact.bound = -contact.bound;
  return problem.with_bodies();
}

LocalStep make_wedge(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  return wedged_problem(random, index).with_bodies();
}

/// Three bodies in a row, joined by balls that have drifted.
LocalStep make_joints(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  FamilyProblem problem = random_problem(random, 3, 6, 0.5);
  for (const std::size_t body : {0, 1}) {
    FamilyContact joint;
    joint.A = body;
    joint.B = static_cast<int>(body) + 1;
    joint.r_A = random.in_unit_ball();
    joint.r_B = random.in_unit_ball();
    joint.axes = axes_about(random.unit_vector());
    joint.bound = random.uniform(-0.01, 0.01);
    problem.joints.push_back(joint);
  }
  return problem.with_bodies();
}

LocalStep make_infeasible(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  return squeezed_problem(random, index).with_bodies();
}

LocalStep make_large(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  Random random = stream_of(family, seed, index);
  const std::size_t contacts = index % 2 == 0 ? 24 : 100;
  return random_problem(random, contacts / 2, contacts, 0.5).with_bodies();
}

std::string mu_summary(const std::string& mu) {
  return "three bodies, six contacts, mu " + mu + ", no overlap";
}

}  // namespace

const std::vector<StepFamily>& step_families() {
  static const std::vector<StepFamily> kFamilies = {
      {"step-one", "one contact, mu up to 2", make_few, 1},
      {"step-two", "two bodies, two contacts, mu up to 2", make_few, 2},
      {"step-planar", "up to six contacts in the plane", make_planar},
      {"step-mu-0", mu_summary("0"), make_mu, 0},
      {"step-mu-0.1", mu_summary("0.1"), make_mu, 0.1},
      {"step-mu-0.5", mu_summary("0.5"), make_mu, 0.5},
      {"step-mu-1", mu_summary("1"), make_mu, 1},
      {"step-mu-3", mu_summary("3"), make_mu, 3},
      {"step-mu-100", mu_summary("100"), make_mu, 100},
      {"step-box-0", mu_summary("0") + ", box", make_box, 0},
      {"step-box-0.5", mu_summary("0.5") + ", box", make_box, 0.5},
      {"step-polygon-8", mu_summary("0.5") + ", eight directions", make_octagon, 0.5},
      {"step-mass-1e4", "one of three bodies 1e4 times as heavy", make_mass, 1e4},
      {"step-mass-1e8", "one of three bodies 1e8 times as heavy", make_mass, 1e8},
      {"step-near", "each contact has another one 1e-8 m beside it", make_near},
      {"step-redundant", "a face with 4, 9 or 25 contacts", make_redundant},
      {"step-overlap", "bodies overlap: there may be no solution", make_overlap},
      {"step-wedge", "two walls about as steep as friction holds, and overlap", make_wedge},
      {"step-joints", "three bodies joined by balls, six contacts, mu 0.5", make_joints},
      {"step-infeasible", "walls press on bodies: there is no solution", make_infeasible},
      {"step-large", "24 or 100 contacts", make_large}};
  return kFamilies;
}

std::vector<std::string> step_family_names() {
  std::vector<std::string> names;
  for (const StepFamily& family : step_families()) {
    const std::string beginning = family.name.substr(0, family.name.rfind('-'));
    if (beginning.size() > kPrefix.size()) names.push_back(beginning);
    names.push_back(family.name);
  }
  return names;
}

Result<std::vector<const StepFamily*>> select_step_families(const std::vector<std::string>& words) {
  std::vector<const StepFamily*> selected;
  const auto select = [&](const StepFamily& family) {
    const bool known = std::find(selected.begin(), selected.end(), &family) != selected.end();
    if (!known) selected.push_back(&family);
  };
  for (const std::string& word : words) {
    bool found = false;
    for (const StepFamily& family : step_families()) {
      if (family.name != word && !family.name.starts_with(word + "-")) continue;
      found = true;
      select(family);
    }
    if (found) continue;
    return Error{unknown_name("family of problems", word, step_family_names(), "list problems")};
  }
  if (words.empty()) {
    for (const StepFamily& family : step_families()) select(family);
  }
  return selected;
}

AskedStep step_case(const StepFamily& family, std::uint64_t seed, std::uint64_t index) {
  const std::string id = family.name + ":" + std::to_string(seed) + ":" + std::to_string(index);
  return {{id, family.make(family, seed, index), {}}, family.name};
}

bool is_step_id(std::string_view word) {
  const bool has_prefix = word.starts_with(kPrefix);
  return has_prefix && (word.find(':') != std::string_view::npos ||
                        select_step_families({std::string(word)}).ok());
}

Result<AskedStep> step_of_id(const std::string& id) {
  const std::size_t first = id.find(':');
  const std::size_t second = id.find(':', first + 1);
  const auto number = [&id](std::size_t begin, std::size_t end, std::uint64_t& made) {
    const char* last = id.data() + end;
    const auto [stopped, failed] = std::from_chars(id.data() + begin, last, made);
    return failed == std::errc() && stopped == last;
  };
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
  if (first == std::string::npos) return Error{id + ": is a family: --family " + id};
  if (second == std::string::npos || !number(first + 1, second, seed) ||
      !number(second + 1, id.size(), index)) {
    return Error{id + ": is no FAMILY:SEED:INDEX"};
  }
  const std::string name = id.substr(0, first);
  for (const StepFamily& family : step_families()) {
    if (family.name == name) return step_case(family, seed, index);
  }
  return unknown_row("family of problems", name, step_families(), "list problems");
}

}  // namespace touchstone
