// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_supervisor.hpp"

#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/child_processes.hpp"
#include "harness/plugins/containment.hpp"
#include "harness/plugins/plugin_channel.hpp"

namespace touchstone {
namespace {

using plugin_channel::kControlDescriptor;
using plugin_channel::kMaxChannels;
using plugin_channel::Report;
using plugin_channel::Request;

/// Sends `report`, and descriptors with it.
bool send_report(const Report& report, std::span<const int> descriptors) {
  Report copy = report;
  iovec part{&copy, sizeof copy};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMaxChannels * sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = room.data();
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
  }
  return sendmsg(kControlDescriptor, &message, MSG_NOSIGNAL) == sizeof copy;
}

void limit_resource(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// What else the host has open, its outputs for example, is nothing for a plug-in.
void close_others(int last) { close_range(static_cast<unsigned>(last) + 1, ~0U, 0); }

/// The two ends of what leads to a worker.
struct Channels {
  std::vector<int> host;
  std::vector<int> worker;

  Channels() = default;
  ~Channels() {
    close_all(host);
    close_all(worker);
  }
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;

  static void close_all(std::vector<int>& descriptors) {
    for (const int descriptor : descriptors) close(descriptor);
    descriptors.clear();
  }
};

/// What workers are.
struct WorkerKind {
  std::string what;  ///< the library, the metric or the command
  /// Whether they run code that may start processes and leave things behind. Namespaces would
  /// double the time of a start.
  bool is_foreign;
  bool has_streams;  ///< their standard streams lead to them, and not a socket for messages
  /// In the worker, with its ends of the channels. It does not return.
  std::function<void(std::span<const int> channels)> run;
};

void add_ends(const std::array<int, 2>& ends, Channels& channels) {
  channels.host.push_back(ends[0]);
  channels.worker.push_back(ends[1]);
}

bool add_socket(int type, Channels& channels) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  add_ends(ends, channels);
  return true;
}

/// Towards the host.
bool add_pipe(Channels& channels) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  add_ends(ends, channels);
  return true;
}

/// False where there are no descriptors left. The host writes to a socket and not to a pipe: no
/// signal comes of a program that has ended.
bool open_channels(const WorkerKind& kind, Channels& channels) {
  if (!kind.has_streams) return add_socket(SOCK_SEQPACKET, channels);
  return add_socket(SOCK_STREAM, channels) && add_pipe(channels) && add_pipe(channels);
}

[[noreturn]] void run_command(const std::string& command, std::span<const int> channels,
                              std::uint64_t memory_limit_bytes) {
  constexpr int kNoShell = 127;
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    dup2(channels[static_cast<std::size_t>(stream)], stream);
  }
  limit_resource(RLIMIT_CORE, 0);
  limit_resource(RLIMIT_FSIZE, kMaxWritten);
  if (memory_limit_bytes > 0) limit_resource(RLIMIT_AS, memory_limit_bytes);
  // This program ignores them, and what is ignored stays so.
  signal(SIGXFSZ, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  _exit(kNoShell);
}

class Supervisor {
 public:
  explicit Supervisor(const WorkerKind& kind) : kind_(kind) {
    if (!is_first_) containment::adopt_orphans();
    containment::forbid_tracing();
  }

  void serve() {
    Request request{};
    while (recv(kControlDescriptor, &request, sizeof request, 0) == sizeof request) {
      const bool sent = request == Request::start_worker ? start_worker() : end_worker();
      if (!sent) break;
    }
    kill_all();
  }

 private:
  bool start_worker() {
    Channels channels;
    if (!open_channels(kind_, channels)) return send_report({}, {});
    const pid_t supervisor = getpid();
    worker_ = fork();
    if (worker_ == 0) {
      // A plug-in that kills this process would have nobody left to end it. It may be too late for
      // the signal already.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != supervisor) _exit(EXIT_FAILURE);
      setsid();
      Channels::close_all(channels.host);
      close(kControlDescriptor);
      if (is_first_) containment::enter_worker_namespace(kind_.what);
      containment::give_up_tracing();
      kind_.run(channels.worker);
      _exit(EXIT_FAILURE);
    }
    Report report;
    report.pid = worker_;
    // The host knows it by another number, which this descriptor tells.
    const auto itself = static_cast<int>(syscall(SYS_pidfd_open, worker_, 0));
    if (worker_ < 0 || itself < 0) {
      kill_all();
      worker_ = -1;
      return send_report({}, {});
    }
    channels.host.insert(channels.host.begin(), itself);
    return send_report(report, channels.host);
  }

  bool end_worker() {
    const Report report = kill_all();
    worker_ = -1;
    return send_report(report, {});
  }

  /// Kills the worker and whatever it has started, until nothing is left. A process that loses its
  /// parent comes under this one and is found in the next round.
  Report kill_all() {
    Report report;
    report.pid = worker_;
    if (worker_ > 0) {
      ::kill(worker_, SIGKILL);  // no effect on one that has ended
      // One that is traced stops before it ends.
      pid_t ended = -1;
      do {
        ended = waitpid(worker_, &report.status, 0);
      } while (ended < 0 ? errno == EINTR : WIFSTOPPED(report.status));
      ::kill(-worker_, SIGKILL);
    }
    for (;;) {
      if (is_first_) ::kill(-1, SIGKILL);  // all but this one
      for (const pid_t child : is_first_ ? std::vector<pid_t>() : children_of(getpid())) {
        ::kill(child, SIGKILL);
      }
      const pid_t ended = waitpid(-1, nullptr, 0);
      if (ended < 0 && errno != EINTR) return report;
    }
  }

  const WorkerKind& kind_;
  /// In a namespace of processes of its own.
  bool is_first_ = kind_.is_foreign && containment::enter_process_namespace();
  pid_t worker_ = -1;
};

/// The supervisor keeps its descriptors up to `last`.
int serve_workers(const WorkerKind& kind, int last) {
  close_others(last);
  Supervisor(kind).serve();
  return EXIT_SUCCESS;
}

}  // namespace

int serve_library_workers(const std::string& library, std::uint64_t memory_limit_bytes) {
  const auto run = [&](std::span<const int> channels) {
    run_library_worker(library, channels.front(), memory_limit_bytes);
  };
  return serve_workers({library, true, false, run}, plugin_channel::kAnswersDescriptor);
}

int serve_solver_workers(const std::string& what, std::uint64_t memory_limit_bytes) {
  const std::string library = what.substr(what.find(':') + 1);
  const std::size_t number = std::strtoul(what.c_str(), nullptr, 10);
  const auto run = [&](std::span<const int> channels) {
    run_solver_worker(library, number, channels.front(), memory_limit_bytes);
  };
  return serve_workers({library, true, false, run}, plugin_channel::kAnswersDescriptor);
}

int serve_metric_workers(const MetricRow& row, std::uint64_t memory_limit_bytes) {
  const auto run = [&](std::span<const int> channels) {
    run_metric_worker(row, channels.front(), memory_limit_bytes);
  };
  return serve_workers({row.name, false, false, run}, plugin_channel::kAnswersDescriptor);
}

int serve_process_workers(const std::string& what, const std::function<void()>& run) {
  const auto run_alone = [&](std::span<const int> channels) {
    for (const int channel : channels) close(channel);
    run();
  };
  return serve_workers({what, true, false, run_alone}, plugin_channel::kFirstSharedDescriptor);
}

int serve_command_workers(const std::string& command, std::uint64_t memory_limit_bytes) {
  const auto run = [&](std::span<const int> channels) {
    run_command(command, channels, memory_limit_bytes);
  };
  return serve_workers({command, true, true, run}, STDERR_FILENO);
}

}  // namespace touchstone
