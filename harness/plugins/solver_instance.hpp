// SPDX-License-Identifier: GPL-3.0-or-later
// One instance of a solver of contact steps, and the buffers that it writes into. One thread.
#pragma once

#include <memory>
#include <span>

#include "harness/plugins/calling_process.hpp"
#include "harness/plugins/guarded_buffer.hpp"
#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_instance.hpp"

namespace touchstone {

class SolverInstance : public GuardedRooms {
 public:
  /// Throws NoInstance where the solver makes none.
  explicit SolverInstance(std::shared_ptr<const PluginLibrary> library);
  ~SolverInstance() override;
  SolverInstance(const SolverInstance&) = delete;
  SolverInstance& operator=(const SolverInstance&) = delete;

  /// Forgets what earlier problems have left.
  void reset();
  /// Puts a problem. `values`: impulses, velocities, impulses of joints; no pointer of the answer is
  /// read.
  PluginFault solve(const touchstone_step& step, plugin_channel::StepRecord& record,
                    std::span<double> values);

  bool guards(const void* address) const override;

 private:
  /// After each call of the solver: what it has done to the rounding would reach later answers.
  void returned() const;

  std::shared_ptr<const PluginLibrary> library_;
  CallingProcess process_;
  const touchstone_solver_1& functions_;
  void* instance_;
  GuardedBuffer answer_{sizeof(touchstone_step_answer)};
  GuardedBuffer impulses_{3 * plugin_channel::kMaxStepContacts * sizeof(double)};
  GuardedBuffer velocities_{3 * plugin_channel::kMaxStepContacts * sizeof(double)};
  GuardedBuffer joint_impulses_{plugin_channel::kMaxStepJoints * sizeof(double)};
};

}  // namespace touchstone
