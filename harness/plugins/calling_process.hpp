// SPDX-License-Identifier: GPL-3.0-or-later
// Only the process that called a plug-in goes on when the plug-in returns.
#pragma once

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

namespace touchstone {

/// The process in which it is made.
class CallingProcess {
 public:
  CallingProcess() {
    void* page =
        mmap(nullptr, kPageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return;
    if (madvise(page, kPageBytes, MADV_WIPEONFORK) != 0) {  // Linux 4.14
      munmap(page, kPageBytes);
      return;
    }
    mark_ = static_cast<volatile char*>(page);
    *mark_ = 1;
  }
  ~CallingProcess() {
    if (mark_ != nullptr) munmap(const_cast<char*>(mark_), kPageBytes);
  }
  CallingProcess(const CallingProcess&) = delete;
  CallingProcess& operator=(const CallingProcess&) = delete;

  /// After a plug-in has returned: a child that it forked returns as well, and ends here. It would
  /// take questions from its parent's channel, or run the program a second time.
  void end_children() const {
    const bool forked = mark_ != nullptr ? *mark_ == 0 : getpid() != pid_;
    if (forked) std::_Exit(EXIT_SUCCESS);
  }

 private:
  static constexpr std::size_t kPageBytes = 4096;

  pid_t pid_ = getpid();
  /// In a page that a forked child finds zeroed: to look at it takes no system call.
  volatile char* mark_ = nullptr;
};

}  // namespace touchstone
