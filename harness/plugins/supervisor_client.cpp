// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/supervisor_client.hpp"

#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "harness/asking/run_outcome.hpp"
#include "harness/plugins/containment.hpp"

namespace touchstone {
namespace {

using plugin_channel::kMaxChannels;
using plugin_channel::Report;
using plugin_channel::Request;

/// To start or to end a worker, with all that it has started [ms].
constexpr int kControlLimitMs = 30000;

/// Receives a report, and the descriptors that come with it.
bool receive_report(int socket, Report& report, std::vector<int>& descriptors) {
  iovec part{&report, sizeof report};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMaxChannels * sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  descriptors.clear();
  ssize_t got = -1;
  do {
    got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof report) return false;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    descriptors.resize((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(descriptors.data(), CMSG_DATA(header), descriptors.size() * sizeof(int));
  }
  return true;
}

/// Starts `command` with `control` as its kControlDescriptor and `shared` as those from
/// kFirstSharedDescriptor on. Returns 0, or the number of the error.
int spawn(pid_t& process, std::vector<std::string> command, int control,
          const std::vector<int>& shared) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, control, plugin_channel::kControlDescriptor);
  int next = plugin_channel::kFirstSharedDescriptor;
  for (const int descriptor : shared) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, next++);
  }
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  // A worker starts with every signal at its default and none blocked, whatever this process or
  // thread does with them.
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigdefault(&attributes, &all);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  // In a process group of its own it does not get the Ctrl-C that is meant for this process, which
  // would look like a crash of its metric.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  const int failure =
      posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

/// The process that `descriptor` means, as this one knows it; -1 where it has ended.
pid_t process_of(int descriptor) {
  std::ifstream lines("/proc/self/fdinfo/" + std::to_string(descriptor));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Pid:", 0) == 0) return std::atoi(line.c_str() + 4);
  }
  return -1;
}

/// From what waitpid says of a process that has ended.
std::string describe_end(int status) {
  if (!WIFSIGNALED(status)) return "exited with code " + std::to_string(WEXITSTATUS(status));
  const char* name = sigabbrev_np(WTERMSIG(status));
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(WTERMSIG(status));
}

}  // namespace

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

SupervisorClient::SupervisorClient(std::vector<std::string> command, std::span<const int> shared)
    : command_(std::move(command)), shared_(shared.begin(), shared.end()) {
  containment::adopt_orphans();
  launch();
}

void SupervisorClient::launch() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw HarnessError("cannot make a socket for a worker: " +
                       std::generic_category().message(errno));
  }
  control_ = ends[0];
  const int failure = spawn(supervisor_, command_, ends[1], shared_);
  close(ends[1]);
  if (failure != 0) {
    supervisor_ = -1;
    close_if_open(control_);
    throw HarnessError("cannot start the worker " + command_.front() + ": " +
                       std::generic_category().message(failure));
  }
}

SupervisorClient::~SupervisorClient() {
  if (supervisor_ < 0) return;
  kill_worker();
  wake();
  close_if_open(control_);  // now it ends
  const int end = static_cast<int>(syscall(SYS_pidfd_open, supervisor_, 0));
  pollfd waiting{end, POLLIN, 0};
  if (end >= 0) poll(&waiting, 1, kControlLimitMs);
  if (end >= 0) close(end);
  abandon();
}

int SupervisorClient::abandon() {
  kill_worker();
  if (worker_ > 0) ::kill(-worker_, SIGKILL);
  int status = 0;
  if (supervisor_ > 0) {
    ::kill(supervisor_, SIGKILL);  // no effect on one that has ended
    while (waitpid(supervisor_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  // One that ends by itself has killed all below it.
  if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) containment::kill_adopted();
  close_if_open(worker_end_);
  close_if_open(control_);
  supervisor_ = -1;
  worker_ = -1;
  return status;
}

/// By the descriptor, which means no other process than this one.
void SupervisorClient::kill_worker() const {
  if (worker_end_ >= 0) syscall(SYS_pidfd_send_signal, worker_end_, SIGKILL, nullptr, 0);
}

void SupervisorClient::wake() const {
  if (supervisor_ > 0) ::kill(supervisor_, SIGCONT);
}

bool SupervisorClient::ask(Request request, Report& report, std::vector<int>& descriptors) const {
  wake();
  if (send(control_, &request, sizeof request, MSG_NOSIGNAL) != sizeof request) return false;
  pollfd waiting{control_, POLLIN, 0};
  int ready = -1;
  do {
    ready = poll(&waiting, 1, kControlLimitMs);
  } while (ready < 0 && errno == EINTR);
  return ready > 0 && receive_report(control_, report, descriptors);
}

std::vector<int> SupervisorClient::start_worker() {
  Report report;
  std::vector<int> channels;
  if (supervisor_ > 0 && !ask(Request::start_worker, report, channels)) abandon();
  std::string end;
  if (supervisor_ < 0) {
    launch();
    if (!ask(Request::start_worker, report, channels)) end = ": " + describe_end(abandon());
  }
  if (channels.empty()) {
    throw HarnessError("the supervisor " + command_.front() + " starts no worker" + end);
  }
  worker_end_ = channels.front();
  channels.erase(channels.begin());
  worker_ = process_of(worker_end_);
  worker_in_namespace_ = report.pid;
  return channels;
}

bool SupervisorClient::await_worker_end(double limit_s) const {
  pollfd end{worker_end_, POLLIN, 0};
  return poll(&end, 1, static_cast<int>(std::ceil(limit_s * 1e3))) > 0;
}

std::string SupervisorClient::end_worker() {
  // Before the supervisor is woken, as it could be stopped again.
  kill_worker();
  Report report;
  std::vector<int> none;
  const bool ended = ask(Request::end_worker, report, none);
  ended_by_signal_ = ended && WIFSIGNALED(report.status);
  if (!ended) {
    abandon();
    return "killed or stopped the process that watches it";
  }
  close_if_open(worker_end_);
  worker_ = -1;
  return describe_end(report.status);
}

}  // namespace touchstone
