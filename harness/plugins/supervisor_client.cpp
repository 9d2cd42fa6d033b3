// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/supervisor_client.hpp"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "harness/runners/runner.hpp"
#include "harness/runners/spawn_plan.hpp"

namespace touchstone {
namespace {

using plugin_channel::kMaxChannels;
using plugin_channel::Report;
using plugin_channel::Request;

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

}  // namespace

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

SupervisorClient::SupervisorClient(const std::vector<std::string>& command,
                                   std::span<const int> shared) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw HarnessError("cannot make a socket for a plug-in: " +
                       std::generic_category().message(errno));
  }
  control_ = ends[0];
  SpawnPlan plan;
  plan.pass(ends[1], plugin_channel::kControlDescriptor);
  int next = plugin_channel::kFirstSharedDescriptor;
  for (const int descriptor : shared) plan.pass(descriptor, next++);
  const int failure = plan.run(supervisor_, command);
  close(ends[1]);
  if (failure != 0) {
    close(control_);
    throw HarnessError("cannot start the worker " + command.front() + ": " +
                       std::generic_category().message(failure));
  }
}

SupervisorClient::~SupervisorClient() {
  close_if_open(worker_end_);
  close_if_open(control_);
  while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool SupervisorClient::request(Request request) const {
  return send(control_, &request, sizeof request, MSG_NOSIGNAL) == sizeof request;
}

std::vector<int> SupervisorClient::start_worker() {
  Report report;
  std::vector<int> channels;
  if (!request(Request::start_worker) || !receive_report(control_, report, channels) ||
      channels.empty()) {
    throw HarnessError("the supervisor of a plug-in starts no worker");
  }
  worker_ = report.pid;
  worker_end_ = static_cast<int>(syscall(SYS_pidfd_open, worker_, 0));
  return channels;
}

WorkerEnd SupervisorClient::end_worker() {
  close_if_open(worker_end_);
  worker_ = -1;
  Report report;
  std::vector<int> none;
  if (!request(Request::end_worker) || !receive_report(control_, report, none)) {
    throw HarnessError("the supervisor of a plug-in does not end its worker");
  }
  return describe_end(report.status);
}

}  // namespace touchstone
