// SPDX-License-Identifier: GPL-3.0-or-later
// Ends an import that goes on for ever, whatever it hangs in.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace touchstone {

/// While it lives, a thread waits. When the time is over, it says so in one line on standard error,
/// which begins with `name`, and ends the process with exit code 2: a step of another library cannot
/// be stopped otherwise.
class ImportTimeLimit {
 public:
  static constexpr std::chrono::milliseconds kMost{300'000};

  explicit ImportTimeLimit(std::string name, std::chrono::milliseconds most = kMost);
  ~ImportTimeLimit();
  ImportTimeLimit(const ImportTimeLimit&) = delete;
  ImportTimeLimit& operator=(const ImportTimeLimit&) = delete;

 private:
  void wait(const std::string& name, std::chrono::milliseconds most);

  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  int stderr_;  ///< a descriptor of its own: readers of meshes silence the other
  std::thread thread_;
};

}  // namespace touchstone
