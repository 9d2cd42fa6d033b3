// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/worker_watch.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "harness/asking/run_outcome.hpp"
#include "harness/plugins/child_processes.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

std::string folder_of(pid_t process) { return "/proc/" + std::to_string(process); }

std::size_t threads_of(pid_t process) {
  std::error_code failed;
  fs::directory_iterator tasks(folder_of(process) + "/task", failed);
  if (failed) throw HarnessError("the threads of a worker cannot be counted: " + failed.message());
  std::size_t count = 0;
  for (; tasks != fs::directory_iterator(); tasks.increment(failed)) {
    if (failed) break;
    ++count;
  }
  return count;
}

/// Threads beside the first that are still there after so many looks. A joined thread stays in the
/// system's table until it has run to its end, which takes long on a busy machine.
std::size_t threads_that_stay(pid_t process, int looks) {
  constexpr auto kBetween = std::chrono::milliseconds(2);
  std::size_t count = threads_of(process);
  for (int k = 0; k < looks && count > 1; ++k) {
    std::this_thread::sleep_for(kBetween);
    count = threads_of(process);
  }
  return count - std::min<std::size_t>(count, 1);
}

/// A field of /proc/PID/stat, counted from 0 at the state, which follows the name (proc(5)).
std::int64_t stat_field(pid_t process, int number) {
  std::ifstream stat(folder_of(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  // The name, which is in parentheses, may hold anything.
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string field;
  for (int k = 0; k <= number; ++k) fields >> field;
  return std::atoll(field.c_str());
}

/// Whether any thread of a process has children.
bool has_children(pid_t process) {
  std::error_code failed;
  fs::directory_iterator tasks(folder_of(process) + "/task", failed);
  for (; !failed && tasks != fs::directory_iterator(); tasks.increment(failed)) {
    std::ifstream list(tasks->path() / "children");
    pid_t child = 0;
    if (list >> child) return true;
  }
  return false;
}

/// Whether the ends of children are ignored: then those that have ended are counted nowhere.
bool ignores_children(pid_t process) {
  std::ifstream status(folder_of(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("SigIgn:")) continue;
    const std::uint64_t ignored = std::strtoull(line.c_str() + 7, nullptr, 16);
    return ((ignored >> static_cast<unsigned>(SIGCHLD - 1)) & 1U) != 0;
  }
  return false;
}

/// Whether a worker has children, or had some and has waited for them: their page faults are then
/// counted as its children's. One that lost its parent has come to the worker's supervisor, which
/// has no other child than the worker, and leaves it in the system's table when it has ended.
bool has_started_processes(pid_t worker) {
  constexpr int kParent = 1;
  constexpr int kFaultsOfChildren = 8;
  const auto supervisor = static_cast<pid_t>(stat_field(worker, kParent));
  return has_children(worker) || ignores_children(worker) || children_of(supervisor).size() > 1 ||
         stat_field(worker, kFaultsOfChildren) > 0;
}

/// The name of a library of this project in the process's memory; empty if there is none.
std::string touchstone_library_in(pid_t process) {
  std::ifstream maps(folder_of(process) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t slash = line.rfind('/');
    if (slash == std::string::npos) continue;
    const std::string name = line.substr(slash + 1);
    if (name.starts_with("libtouchstone")) return name;
  }
  return "";
}

}  // namespace

void WorkerWatch::add(const WorkerWatch& other) {
  init_s = std::max(init_s, other.init_s);
  prepare_s += other.prepare_s;
  bodies += other.bodies;
  answer_s += other.answer_s;
  answers += other.answers;
  if (other.allocations) allocations = allocations.value_or(0) + *other.allocations;
  threads_left = std::max(threads_left, other.threads_left);
  started_processes = started_processes || other.started_processes;
  changed_floating_point = changed_floating_point || other.changed_floating_point;
  if (touchstone.empty()) touchstone = other.touchstone;
}

void WorkerWatch::look_at_start(pid_t worker) {
  init_s = std::max(init_s, tree_cpu_time_s(worker));
  look_at_idle(worker);
}

void WorkerWatch::look_at_idle(pid_t worker) {
  constexpr int kPatientLooks = 250;
  constexpr int kLooks = 20;  // a thread was found before: the rule is broken already
  const int looks = threads_left == 0 ? kPatientLooks : kLooks;
  threads_left = std::max(threads_left, threads_that_stay(worker, looks));
  started_processes = started_processes || has_started_processes(worker);
  if (touchstone.empty()) touchstone = touchstone_library_in(worker);
}

}  // namespace touchstone
