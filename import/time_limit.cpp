// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/time_limit.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace touchstone {
namespace {

constexpr int kExitBadInput = 2;

}  // namespace

ImportTimeLimit::ImportTimeLimit(std::string name, std::chrono::milliseconds most)
    : stderr_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) {
  try {
    thread_ = std::thread([this, name = std::move(name), most] { wait(name, most); });
  } catch (const std::system_error&) {
    // No memory for a thread: the import goes on without a limit.
  }
}

ImportTimeLimit::~ImportTimeLimit() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
  ::close(stderr_);
}

void ImportTimeLimit::wait(const std::string& name, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, most, [this] { return has_ended_; })) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(most).count();
  const std::string line =
      "touchstone: " + name + ": takes longer than " + std::to_string(seconds) + " s to import\n";
  [[maybe_unused]] const auto written = ::write(stderr_, line.data(), line.size());
  _exit(kExitBadInput);
}

}  // namespace touchstone
