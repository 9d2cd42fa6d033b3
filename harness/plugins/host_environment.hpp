// SPDX-License-Identifier: GPL-3.0-or-later
// What a plug-in within this process can change for all the rest of it: the thread's floating-point
// state, the locale, the handlers of signals, those that it blocks, and what is on standard output.
#pragma once

#include <array>
#include <csignal>
#include <locale>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace touchstone {

/// The environment as it is when this is made. While the object lives nothing that is written to
/// standard output gets there: it is taken for a plug-in's, and dropped. One object at a time, and
/// restore() from the thread that made it.
class HostEnvironment {
 public:
  HostEnvironment();
  /// Gives standard output back.
  ~HostEnvironment();
  HostEnvironment(const HostEnvironment&) = delete;
  HostEnvironment& operator=(const HostEnvironment&) = delete;

  /// Puts back what has changed, and remembers what it was and whose code was called before.
  void restore(const std::string& whose);
  /// "my_boxes changed the floating-point state, wrote to standard output": a line for each whose
  /// changes were put back.
  std::vector<std::string> changes() const;

  /// Gives standard output back to this program: from now on what is printed gets there.
  void give_output_back();
  /// Takes it again, after what this program printed: for a plug-in that prints at its end.
  void take_output();

 private:
  static constexpr int kSignals = 65;

  bool restore_signals();
  bool restore_locale();
  bool drop_output();

  std::map<std::string, std::set<std::string>> changes_;  ///< by whose they are
  std::array<struct sigaction, kSignals> actions_{};
  sigset_t blocked_{};  ///< signals, in the thread that made this
  std::locale locale_;
  std::string c_locale_;
  int output_ = -1;            ///< standard output as it was; -1: it was closed
  std::array<int, 2> pipe_{};  ///< what stands in its place; never blocks
};

}  // namespace touchstone
