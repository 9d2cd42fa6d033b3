// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/containment.hpp"

#include <linux/capability.h>
#include <sched.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "harness/plugins/child_processes.hpp"

namespace touchstone::containment {
namespace {

constexpr const char* kSharedMemory = "/dev/shm";
/// What a worker may leave in its shared memory and in its temporary files.
constexpr const char* kSharedMemoryOptions = "mode=1777,size=256m";
/// Rounds of looking for processes that fork while they are killed.
constexpr int kMaxRounds = 100;

bool write_file(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  return file.good();
}

/// The user and the group are in the new namespace who they are outside.
bool map_user(uid_t user, gid_t group) {
  const auto onto_itself = [](unsigned id) {
    return std::to_string(id) + " " + std::to_string(id) + " 1";
  };
  return write_file("/proc/self/setgroups", "deny") &&
         write_file("/proc/self/uid_map", onto_itself(user)) &&
         write_file("/proc/self/gid_map", onto_itself(group));
}

/// Waits for the end of a child. EXIT_FAILURE where a signal ended it.
int exit_code_of(pid_t process) {
  int status = 0;
  pid_t ended = -1;
  do {
    ended = waitpid(process, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == process && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

/// Ends as `process` ends. Nothing here may hold a channel to the host open.
[[noreturn]] void end_with(pid_t process) {
  close_range(0, ~0U, 0);
  _exit(exit_code_of(process));
}

/// Whether `path` or the working folder lies where shared memory does.
bool uses_shared_memory(const std::string& path) {
  std::error_code none;
  const std::string folder = std::string(kSharedMemory) + "/";
  const auto lies_there = [&](const std::filesystem::path& file) {
    return std::filesystem::weakly_canonical(file, none).string().rfind(folder, 0) == 0;
  };
  return path.find(folder) != std::string::npos || lies_there(path) ||
         lies_there(std::filesystem::current_path(none) / "");
}

/// A user namespace gives rights that a plug-in does not have outside.
void drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const std::array<__user_cap_data_struct, 2> none{};
  syscall(SYS_capset, &header, none.data());
}

/// Enters a new mount namespace and makes a new process namespace for the children, in a new user
/// namespace if rights are missing. It cannot be undone: after a failure the process may have no
/// user that it knows.
bool make_namespaces() {
  constexpr int kProcessesAndMounts = CLONE_NEWPID | CLONE_NEWNS;
  if (unshare(kProcessesAndMounts) == 0) return true;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  return unshare(CLONE_NEWUSER | kProcessesAndMounts) == 0 && map_user(user, group);
}

/// The children that this process had before its first supervisor: a shell that becomes this program
/// leaves it what it had started. Listed at the first call.
const std::vector<pid_t>& inherited_children() {
  static const std::vector<pid_t> before = children_of(getpid());
  return before;
}

}  // namespace

bool may_make_namespaces() {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child > 0) return exit_code_of(child) == EXIT_SUCCESS;
  const pid_t first = make_namespaces() ? fork() : -1;
  if (first == 0) _exit(EXIT_SUCCESS);
  _exit(first > 0 ? exit_code_of(first) : EXIT_FAILURE);
}

bool enter_process_namespace() {
  std::signal(SIGCHLD, SIG_DFL);  // who inherits it ignored is told of no child's end
  if (!may_make_namespaces()) return false;
  if (!make_namespaces()) _exit(EXIT_FAILURE);
  const pid_t first = fork();
  if (first < 0) _exit(EXIT_FAILURE);
  if (first > 0) end_with(first);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Not every container allows it. Then /proc has the numbers of the host.
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0) {
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  }
  return true;
}

void enter_worker_namespace(const std::string& path) {
  if (unshare(CLONE_NEWNS | CLONE_NEWIPC) == 0 &&
      mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0) {
    mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666");
    if (!uses_shared_memory(path) &&
        mount("tmpfs", kSharedMemory, "tmpfs", MS_NOSUID | MS_NODEV, kSharedMemoryOptions) == 0) {
      setenv("TMPDIR", kSharedMemory, 1);
    }
  }
  if (geteuid() != 0) drop_capabilities();
}

void forbid_tracing() { prctl(PR_SET_DUMPABLE, 0); }

void give_up_tracing() {
  prctl(PR_SET_DUMPABLE, 1);  // a fork of a process that forbids it
  prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> rights{};
  if (syscall(SYS_capget, &header, rights.data()) != 0) return;
  const unsigned others = ~(1U << unsigned{CAP_SYS_PTRACE});
  rights[0].effective &= others;
  rights[0].permitted &= others;
  rights[0].inheritable &= others;
  syscall(SYS_capset, &header, rights.data());
}

void adopt_orphans() {
  inherited_children();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void kill_adopted() {
  // The first process of a container is the parent of every orphan there. What is left behind ends
  // when it ends.
  if (getpid() == 1) return;
  const std::vector<pid_t>& inherited = inherited_children();
  const pid_t session = getsid(0);
  for (int round = 0; round < kMaxRounds; ++round) {
    bool any = false;
    for (const pid_t child : children_of(getpid())) {
      if (getsid(child) == session) continue;  // a supervisor of another worker
      if (std::find(inherited.begin(), inherited.end(), child) != inherited.end()) continue;
      if (::kill(child, SIGKILL) != 0) continue;  // another user's: nobody waits for it
      any = true;
      while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    if (!any) return;
  }
}

}  // namespace touchstone::containment
