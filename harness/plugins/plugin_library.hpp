// SPDX-License-Identifier: GPL-3.0-or-later
// A plug-in's shared library, loaded into this process, with its interfaces (touchstone/plugin.h).
// Loading runs code of the plug-in, which may do anything: programs load plug-ins in workers, and
// in their own process only where the user asks for it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "geometry/result.hpp"
#include "include/touchstone/solver.h"

namespace touchstone {

class PluginLibrary {
 public:
  /// Loads and checks the library, and calls its init if it is the first time in this process.
  /// Rejects, in one line that begins with `path`: a file that is not a shared library, a missing
  /// entry, another ABI version, a missing or incomplete interface, and an init that fails.
  static Result<std::shared_ptr<const PluginLibrary>> load(const std::string& path);
  /// Loads a library that may be a collection: one entry for each of its algorithms. They share one
  /// init. Rejects what load() rejects.
  static Result<std::vector<std::shared_ptr<const PluginLibrary>>> load_all(
      const std::string& path);
  /// Loads a library of solvers of contact steps (touchstone/solver.h), one or a collection. Of
  /// their interfaces there is solver() alone. Rejects what load() rejects, and what is no solver.
  static Result<std::vector<std::shared_ptr<const PluginLibrary>>> load_solvers(
      const std::string& path);
  /// The algorithms of an entry within this program, called `where` in messages.
  static Result<std::vector<std::shared_ptr<const PluginLibrary>>> algorithms_of(
      const touchstone_plugin& entry, const std::string& where);

  /// Calls the deinit of each library that this process has loaded and uses no more. None of them
  /// can be loaded again.
  static void end_all();

  PluginLibrary(const PluginLibrary&) = delete;
  PluginLibrary& operator=(const PluginLibrary&) = delete;

  const touchstone_descriptor& descriptor() const { return *descriptor_; }
  /// The interface for bodies with a radius and for margins; nullptr where it does not have it.
  const touchstone_descriptor_2* descriptor_2() const { return descriptor_2_; }
  const touchstone_instance_1& instances() const { return *instances_; }
  /// The interface that prepares bodies; nullptr where the plug-in takes shapes alone.
  const touchstone_instance_2* bodies() const { return bodies_; }
  /// The interface that puts one question; nullptr where the plug-in has batch() only.
  const touchstone_evaluate_1* evaluate() const { return evaluate_; }
  /// The interface that puts a batch; nullptr where the plug-in does not have it.
  const touchstone_batch_1* batch() const { return batch_; }
  /// The interface that gives manifolds; nullptr where the plug-in does not have it.
  const touchstone_manifold_1* manifolds() const { return manifolds_; }
  /// The interface that gives gradients; nullptr where the plug-in does not have it.
  const touchstone_gradient_1* gradients() const { return gradients_; }
  /// Whether it has touchstone.contacts/1, which manifold/1 replaces, and not manifold/1.
  bool gives_old_contacts() const { return gives_old_contacts_; }
  const touchstone_proof_1* proof() const { return proof_; }
  const touchstone_solver_1& solver() const { return *solver_; }
  bool is_ratio() const { return is_ratio_; }
  /// Whether it is one algorithm of a collection.
  bool in_collection() const { return in_collection_; }

 private:
  /// The library's interface with this id, or nullptr.
  using GetInterface = std::function<const void*(const char* id)>;
  class Entry;

  explicit PluginLibrary(std::shared_ptr<const Entry> entry) : entry_(std::move(entry)) {}
  /// What the library lacks; empty if nothing.
  std::string find_interfaces(const GetInterface& get_interface);
  /// What it lacks of a solver; empty if nothing.
  std::string find_solver(const GetInterface& get_interface);

  std::shared_ptr<const Entry> entry_;
  const touchstone_descriptor* descriptor_ = nullptr;
  const touchstone_descriptor_2* descriptor_2_ = nullptr;
  const touchstone_instance_1* instances_ = nullptr;
  const touchstone_instance_2* bodies_ = nullptr;
  const touchstone_evaluate_1* evaluate_ = nullptr;
  const touchstone_batch_1* batch_ = nullptr;
  const touchstone_manifold_1* manifolds_ = nullptr;
  const touchstone_gradient_1* gradients_ = nullptr;
  bool gives_old_contacts_ = false;
  const touchstone_proof_1* proof_ = nullptr;
  const touchstone_solver_1* solver_ = nullptr;
  bool is_ratio_ = false;
  bool in_collection_ = false;
};

}  // namespace touchstone
