// SPDX-License-Identifier: GPL-3.0-or-later
// A plug-in's shared library, loaded into this process, with its interfaces (touchstone/plugin.h).
// Loading runs code of the plug-in, which may do anything: programs load plug-ins in workers, and
// in their own process only where the user asks for it.
#pragma once

#include <memory>
#include <string>

#include "geometry/result.hpp"
#include "harness/plugins/calling_process.hpp"
#include "include/touchstone/plugin.h"

namespace touchstone {

class PluginLibrary {
 public:
  /// Loads and checks the library, and calls its init. Rejects, in one line that begins with
  /// `path`: a file that is not a shared library, a missing entry, another ABI version, a missing
  /// or incomplete interface, and an init that fails.
  static Result<std::shared_ptr<const PluginLibrary>> load(const std::string& path);

  /// Calls deinit. The library stays in memory: threads of its own may still run in it.
  ~PluginLibrary();
  PluginLibrary(const PluginLibrary&) = delete;
  PluginLibrary& operator=(const PluginLibrary&) = delete;

  const touchstone_descriptor& descriptor() const { return *descriptor_; }
  const touchstone_instance_1& instances() const { return *instances_; }
  /// Of one question; nullptr where the plug-in has batch() only.
  const touchstone_evaluate_1* evaluate() const { return evaluate_; }
  /// nullptr where the plug-in does not have it.
  const touchstone_batch_1* batch() const { return batch_; }
  /// nullptr where the plug-in does not have it.
  const touchstone_contacts_1* contacts() const { return contacts_; }
  const touchstone_proof_1* proof() const { return proof_; }
  bool is_ratio() const { return is_ratio_; }

 private:
  explicit PluginLibrary(const touchstone_plugin& entry) : entry_(entry) {}
  /// As load, but that a child forked by the plug-in would return as well.
  static Result<std::shared_ptr<const PluginLibrary>> start(const std::string& path);
  /// What is missing, or empty.
  std::string find_interfaces();

  const touchstone_plugin& entry_;
  const touchstone_descriptor* descriptor_ = nullptr;
  const touchstone_instance_1* instances_ = nullptr;
  const touchstone_evaluate_1* evaluate_ = nullptr;
  const touchstone_batch_1* batch_ = nullptr;
  const touchstone_contacts_1* contacts_ = nullptr;
  const touchstone_proof_1* proof_ = nullptr;
  bool is_ratio_ = false;
  bool begun_ = false;  ///< init has succeeded
  CallingProcess process_;
};

}  // namespace touchstone
