// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/worker_process.hpp"

#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <system_error>
#include <thread>

#include "harness/runners/runner.hpp"
#include "harness/runners/spawn_plan.hpp"

namespace touchstone {
namespace {

/// Between the end of a worker's channel and the end of its process [s].
constexpr double kLastBreathS = 5;

std::string error_text(int code) { return std::generic_category().message(code); }

std::string signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

}  // namespace

WorkerEnd describe_end(int status) {
  if (WIFSIGNALED(status)) {
    return {WTERMSIG(status) == SIGPROF, signal_text(WTERMSIG(status))};
  }
  return {false, "exited with code " + std::to_string(WEXITSTATUS(status))};
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& command,
                             const protocol::StartMessage& start) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw HarnessError("cannot make a socket for a worker: " + error_text(errno));
  }
  socket_ = ends[0];
  SpawnPlan plan;
  plan.pass(ends[1], STDIN_FILENO);
  plan.pass(ends[1], STDOUT_FILENO);
  const int failure = plan.run(pid_, command);
  close(ends[1]);
  if (failure != 0) {
    pid_ = -1;
    close(socket_);
    throw HarnessError("cannot start the worker " + command.front() + ": " + error_text(failure));
  }
  // A worker that stops reading must not block this side for ever.
  timeval limit{};
  limit.tv_sec = static_cast<time_t>(kHarnessLimitS);
  setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);

  protocol::Frame frame;
  send(protocol::FrameType::start, protocol::encode(start));
  const Event event = receive(kHarnessLimitS, frame);
  if (event == Event::frame && frame.type == protocol::FrameType::hello) return;
  std::string reason = "does not speak the worker's protocol";
  if (event == Event::gone) reason = "ended before it was ready: " + end().detail;
  if (event == Event::frame && frame.type == protocol::FrameType::failure) {
    reason = "cannot make its metric: " + frame.body;
  }
  if (event == Event::late) reason = "is not ready in time";
  kill();
  close(socket_);
  std::string line;
  for (const std::string& word : command) line += (line.empty() ? "" : " ") + word;
  throw HarnessError("the worker `" + line + "` " + reason);
}

WorkerProcess::~WorkerProcess() {
  kill();
  close(socket_);
}

bool WorkerProcess::send(protocol::FrameType type, std::string_view body) {
  const std::string bytes = protocol::encode_frame(type, body);
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      rest.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

WorkerProcess::Event WorkerProcess::receive(double limit_s, protocol::Frame& frame) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(limit_s);
  std::array<char, 1U << 16U> buffer;  // NOLINT(*-member-init): filled by recv
  for (;;) {
    try {
      if (auto next = reader_.next()) {
        frame = std::move(*next);
        return Event::frame;
      }
    } catch (const protocol::ProtocolError&) {
      return Event::garbage;
    }
    const double left_s =
        std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
    if (left_s <= 0) return Event::late;
    pollfd waiting{socket_, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::ceil(std::min(left_s, 1e6) * 1e3)));
    if (ready < 0 && errno != EINTR) return Event::gone;
    if (ready <= 0) continue;
    const ssize_t got = recv(socket_, buffer.data(), buffer.size(), 0);
    if (got > 0) {
      reader_.append({buffer.data(), static_cast<std::size_t>(got)});
    } else if (got == 0 || errno != EINTR) {
      return Event::gone;
    }
  }
}

WorkerEnd WorkerProcess::end() {
  int status = 0;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(kLastBreathS);
  while (pid_ > 0) {
    const pid_t done = waitpid(pid_, &status, WNOHANG);
    if (done == pid_) {
      pid_ = -1;
      return describe_end(status);
    }
    if ((done < 0 && errno != EINTR) || std::chrono::steady_clock::now() > deadline) break;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  kill();
  return {false, "closed its channel without ending"};
}

void WorkerProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace touchstone
