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
#include <vector>

namespace touchstone {

/// The environment as it is when this is made. From then on, to the end of the program, nothing that
/// is written to standard output gets there: it is taken for a plug-in's, and dropped. This program
/// prints to output(). One object, which is never destroyed, as threads and destructors of a plug-in
/// may print after all else; restore() from the thread that made it.
class HostEnvironment {
 public:
  HostEnvironment();
  ~HostEnvironment() = delete;
  HostEnvironment(const HostEnvironment&) = delete;
  HostEnvironment& operator=(const HostEnvironment&) = delete;

  /// Puts back what has changed, and remembers what it was and whose code was called before. False:
  /// a descriptor of this object was closed, and there is no output() any more.
  bool restore(const std::string& whose);
  /// "my_boxes changed the floating-point state, wrote to standard output": a line for each whose
  /// changes were put back.
  std::vector<std::string> changes() const;

  /// Standard output as it was; -1: there is none.
  int output() const { return output_.number; }
  /// No call of a plug-in follows: what still comes is not asked for.
  void ignore_output();

 private:
  static constexpr int kSignals = 65;

  /// A descriptor, and the file that was there when it was made.
  struct Kept {
    int number = -1;
    dev_t device = 0;
    ino_t inode = 0;

    static Kept of(int number);
    bool is_there() const;
  };

  bool restore_signals();
  bool restore_locale();
  bool drop_output();

  std::map<std::string, std::set<std::string>> changes_;  ///< by whose they are
  std::array<struct sigaction, kSignals> actions_{};
  sigset_t blocked_{};  ///< signals, in the thread that made this
  std::locale locale_;
  std::string c_locale_;
  Kept output_;
  Kept dropped_;  ///< reads what is written to standard output; never blocks
};

}  // namespace touchstone
