// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/child_processes.hpp"

#include <time.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++

#include <fstream>
#include <string>

namespace touchstone {
namespace {

/// A program that starts more gets them for free; looking at them all would cost too much.
constexpr std::size_t kMaxProcesses = 64;

}  // namespace

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> found;
  const std::string number = std::to_string(process);
  std::ifstream list("/proc/" + number + "/task/" + number + "/children");
  for (pid_t child = 0; list >> child;) found.push_back(child);
  return found;
}

double process_cpu_time_s(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double tree_cpu_time_s(pid_t process) {
  std::vector<pid_t> all = {process};
  double sum_s = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    sum_s += process_cpu_time_s(all[k]);
    for (const pid_t child : children_of(all[k])) {
      if (all.size() < kMaxProcesses) all.push_back(child);
    }
  }
  return sum_s;
}

}  // namespace touchstone
