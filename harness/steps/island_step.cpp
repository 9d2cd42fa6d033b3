// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/island_step.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "geometry/index.hpp"
#include "harness/plugins/plugin_channel.hpp"

namespace touchstone {
namespace {

constexpr int kMinDirections = 4;  ///< fewer stand for a round cone

std::string form_fault(const SparseProblem& island) {
  if (!island.constraints.empty()) {
    return "a contact model has constraints over its contacts";
  }
  if (at(island.contacts()) > plugin_channel::kMaxStepContacts) {
    return std::to_string(island.contacts()) + " contacts of an island are more than the " +
           std::to_string(plugin_channel::kMaxStepContacts) + " of a problem";
  }
  for (const ContactFriction& friction : island.friction) {
    if (friction.kind == FrictionKind::no_slip) return "no-slip contacts have no friction cone";
  }
  return "";
}

template <class Rows>
void add_row(const Rows& block, int row, std::vector<double>& out) {
  for (int k = 0; k < 2 * kDofOfBody; ++k) {
    const bool fixed = block.body[at(k / kDofOfBody)] < 0;
    out.push_back(fixed ? 0 : block.rows(row, k));
  }
}

StepBodies bodies_of(const SparseProblem& island, int dimension) {
  StepBodies bodies;
  bodies.dimension = dimension;
  for (int body = 0; body < island.bodies; ++body) {
    for (int k = 0; k < kDofOfBody * kDofOfBody; ++k) {
      bodies.masses.push_back(k % (kDofOfBody + 1) == 0 ? 1 : 0);
    }
  }
  bodies.free.assign(island.free.begin(), island.free.end());
  for (const ContactRows& contact : island.contact) {
    bodies.contact_body.insert(bodies.contact_body.end(), contact.body.begin(), contact.body.end());
    for (int row = 0; row < dimension; ++row) add_row(contact, row, bodies.contact_rows);
  }
  bodies.bound.assign(island.bound.begin(), island.bound.end());
  bodies.joint_bound.assign(island.joint_bound.begin(), island.joint_bound.end());
  bodies.joint_body.resize(2 * bodies.joint_bound.size(), -1);
  bodies.joint_rows.resize(2 * kDofOfBody * bodies.joint_bound.size(), 0);
  for (const JointRows& joint : island.joint) {
    for (int row = 0; row < joint.count; ++row) {
      const std::size_t place = at(joint.first + row);
      bodies.joint_body[2 * place] = joint.body[0];
      bodies.joint_body[2 * place + 1] = joint.body[1];
      std::vector<double> numbers;
      add_row(joint, row, numbers);
      std::copy(numbers.begin(), numbers.end(),
                bodies.joint_rows.begin() + static_cast<std::ptrdiff_t>(place * numbers.size()));
    }
  }
  return bodies;
}

}  // namespace

Result<StepFile> step_of_island(const SparseProblem& island, const StepSolution* solution,
                                bool planar) {
  if (const std::string fault = form_fault(island); !fault.empty()) return Error{fault};
  StepFile file;
  LocalStep& step = file.step;
  step.dimension = planar ? 2 : 3;
  if (!planar && island.directions >= kMinDirections) {
    step.cone = StepCone::polygon;
    step.directions = island.directions;
  }
  for (const ContactFriction& friction : island.friction) {
    step.mu.push_back(friction.kind == FrictionKind::cone ? friction.mu : 0);
  }
  auto bodies = std::make_shared<const StepBodies>(bodies_of(island, step.dimension));
  step.system = std::make_shared<const StepSystem>(system_of(*bodies));
  step.bodies = std::move(bodies);
  if (const std::string fault = set_local_form(step); !fault.empty()) return Error{fault};
  if (solution == nullptr) return file;
  for (Eigen::Index i = 0; i < island.contacts(); ++i) {
    file.solution.push_back(solution->normal_impulse[i]);
    for (int k = 1; k < step.dimension; ++k) {
      file.solution.push_back(solution->tangent_impulse[2 * i + k - 1]);
    }
  }
  file.joint_impulses.assign(solution->joint_impulse.begin(), solution->joint_impulse.end());
  return file;
}

}  // namespace touchstone
