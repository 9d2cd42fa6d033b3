// SPDX-License-Identifier: GPL-3.0-or-later
// Only the process that called a plug-in goes on when the plug-in returns.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>

namespace touchstone {

/// The process in which it is made.
class CallingProcess {
 public:
  /// After a plug-in has returned: a child that it forked returns as well, and ends here. It would
  /// take questions from its parent's channel, or run the program a second time.
  void end_children() const {
    if (getpid() != pid_) std::_Exit(EXIT_SUCCESS);
  }

 private:
  pid_t pid_ = getpid();
};

}  // namespace touchstone
