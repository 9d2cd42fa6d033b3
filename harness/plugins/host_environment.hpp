// SPDX-License-Identifier: GPL-3.0-or-later
// What a plug-in within this process can change for all the rest of it: the thread's floating-point
// state, the locale, the handlers of signals, those that it blocks, and what is on standard output.
#pragma once

#include <sys/types.h>

#include <array>
#include <csignal>
#include <locale>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace touchstone {

/// The environment as it is when this is made. From then on nothing that is written to standard
/// output gets there: it is taken for a plug-in's, and dropped. restore() from the thread that made
/// it.
class HostEnvironment {
 public:
  HostEnvironment();
  ~HostEnvironment();
  HostEnvironment(const HostEnvironment&) = delete;
  HostEnvironment& operator=(const HostEnvironment&) = delete;

  /// Puts back what has changed, and remembers what it was and whose code was called before. False:
  /// a descriptor of this object was closed, or there was none, and what is written may get anywhere.
  bool restore(const std::string& whose);
  /// "my_boxes changed the floating-point state, wrote to standard output": a line for each whose
  /// changes were put back.
  std::vector<std::string> changes() const;

 private:
  static constexpr int kSignals = 65;

  bool restore_signals();
  bool restore_locale();
  bool drop_output() const;

  std::map<std::string, std::set<std::string>> changes_;  ///< by whose they are
  std::array<struct sigaction, kSignals> actions_{};
  sigset_t blocked_{};  ///< signals, in the thread that made this
  std::locale locale_;
  std::string c_locale_;
  int dropped_ = -1;              ///< reads what is written to standard output; never blocks
  std::pair<dev_t, ino_t> pipe_;  ///< what both ends are of
};

}  // namespace touchstone
