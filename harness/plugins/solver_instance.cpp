// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/solver_instance.hpp"

#include <algorithm>
#include <utility>

#include "geometry/arithmetic/floating_point.hpp"

namespace touchstone {

SolverInstance::SolverInstance(std::shared_ptr<const PluginLibrary> library)
    : library_(std::move(library)), functions_(library_->solver()), instance_(functions_.create()) {
  returned();
  if (instance_ == nullptr) throw NoInstance();
}

SolverInstance::~SolverInstance() {
  functions_.destroy(instance_);
  returned();
}

void SolverInstance::returned() const {
  process_.end_children();
  set_default_floating_point();
}

void SolverInstance::reset() {
  functions_.reset(instance_);
  returned();
}

PluginFault SolverInstance::solve(const touchstone_step& step, plugin_channel::StepRecord& record,
                                  std::span<double> values) {
  const std::size_t rows = std::size_t{step.contact_count} * step.dimension;
  auto* answer =
      reinterpret_cast<touchstone_step_answer*>(answer_.clear(sizeof(touchstone_step_answer)));
  auto* impulses = reinterpret_cast<double*>(impulses_.clear(rows * sizeof(double)));
  auto* velocities = reinterpret_cast<double*>(velocities_.clear(rows * sizeof(double)));
  auto* joint_impulses =
      reinterpret_cast<double*>(joint_impulses_.clear(step.joint_count * sizeof(double)));
  answer->impulses = impulses;
  answer->velocities = velocities;
  answer->joint_impulses = joint_impulses;
  functions_.solve(instance_, &step, answer);
  returned();
  record.status = answer->status;
  record.given = answer->given;
  record.residual = answer->residual;
  record.iterations = answer->iterations;
  std::copy(std::begin(answer->note), std::end(answer->note), record.note.begin());
  std::copy_n(impulses, rows, values.begin());
  std::copy_n(velocities, rows, values.begin() + static_cast<std::ptrdiff_t>(rows));
  std::copy_n(joint_impulses, step.joint_count,
              values.begin() + static_cast<std::ptrdiff_t>(2 * rows));
  bool intact = true;
  for (GuardedBuffer* buffer : {&answer_, &impulses_, &velocities_, &joint_impulses_}) {
    intact &= buffer->is_intact();
  }
  return intact ? PluginFault::none : PluginFault::wrote_outside_answer;
}

bool SolverInstance::guards(const void* address) const {
  return answer_.guards(address) || impulses_.guards(address) || velocities_.guards(address) ||
         joint_impulses_.guards(address);
}

}  // namespace touchstone
