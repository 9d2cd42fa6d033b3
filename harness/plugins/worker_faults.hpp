// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker still says when its plug-in ends it: to the host, in memory that both share.
#pragma once

#include <span>
#include <string>

#include "harness/plugins/plugin_instance.hpp"

namespace touchstone {

class WorkerFaults {
 public:
  /// From here on, a write next to the buffers of an answer and an exception that ends the process
  /// leave their names in `words`, a text that ends with a zero byte. A plug-in with handlers of
  /// its own goes without. One for each process.
  explicit WorkerFaults(std::span<char> words);

  /// Whose buffers are watched; nullptr for none.
  void watch(const PluginInstance* instance);

  void say(const std::string& text);

  /// In a catch block: the type of the exception, and what it says.
  static std::string describe_exception();
};

}  // namespace touchstone
