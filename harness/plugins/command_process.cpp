// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/command_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "harness/plugins/child_processes.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

/// Time between two looks at a program that has not answered [ms].
constexpr int kProgramPollMs = 20;
/// What is kept of its standard error [byte].
constexpr std::size_t kMaxSaid = 4096;
/// Fewer changes between the two processes than with the system's default; where the system has
/// not so much, that stays.
constexpr int kPipeBytes = 1 << 20;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Whether a program is over its limits in one exchange.
class ExchangeWatch {
 public:
  ExchangeWatch(pid_t worker, double cpu_limit_s, double wall_limit_s)
      : worker_(worker), cpu_limit_s_(cpu_limit_s), wall_limit_s_(wall_limit_s) {}

  /// At most once in kProgramPollMs there is more to do than to read the clock.
  std::optional<CommandProcess::Event> look() {
    const double now_s = seconds_since(begin_);
    if (now_s < next_s_) return std::nullopt;
    next_s_ = now_s + 1e-3 * kProgramPollMs;
    const double cpu_s = tree_cpu_time_s(worker_);
    if (cpu_at_s_ < 0) cpu_at_s_ = cpu_s;
    if (cpu_s - cpu_at_s_ > cpu_limit_s_) return CommandProcess::Event::over_cpu_limit;
    if (now_s > wall_limit_s_) return CommandProcess::Event::over_wall_limit;
    return std::nullopt;
  }

 private:
  pid_t worker_;
  double cpu_limit_s_;
  double wall_limit_s_;
  Clock::time_point begin_ = Clock::now();
  double next_s_ = 1e-3 * kProgramPollMs;
  double cpu_at_s_ = -1;  ///< at the first look; before it negative
};

std::vector<std::string> exec_worker_command(std::vector<std::string> worker_command,
                                             const std::string& command,
                                             std::uint64_t memory_bytes) {
  worker_command.insert(worker_command.end(), {"command", command, std::to_string(memory_bytes)});
  return worker_command;
}

}  // namespace

CommandProcess::CommandProcess(std::vector<std::string> worker_command, const std::string& command,
                               const PluginLimits& limits)
    : limits_(limits),
      supervisor_(exec_worker_command(std::move(worker_command), command, limits.memory_bytes), {}),
      lines_(process_protocol::kMaxLine) {}

CommandProcess::~CommandProcess() { close_streams(); }

void CommandProcess::close_streams() {
  close_if_open(input_);
  close_if_open(output_);
  close_if_open(errors_);
}

void CommandProcess::start() {
  const std::vector<int> streams = supervisor_.start_worker();
  input_ = streams.at(0);
  output_ = streams.at(1);
  errors_ = streams.at(2);
  fcntl(output_, F_SETPIPE_SZ, kPipeBytes);
  fcntl(output_, F_SETFL, O_NONBLOCK);
  fcntl(errors_, F_SETFL, O_NONBLOCK);
  lines_ = LineReader(process_protocol::kMaxLine);
  said_.clear();
  is_new_ = true;
}

bool CommandProcess::has_ended() const { return supervisor_.await_worker_end(0); }

/// False at the end of its output.
bool CommandProcess::take_output() {
  std::array<char, 1U << 18U> buffer;  // NOLINT(*-member-init): filled by read
  const ssize_t got = read(output_, buffer.data(), buffer.size());
  if (got > 0) lines_.append({buffer.data(), static_cast<std::size_t>(got)});
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

void CommandProcess::take_errors() {
  std::array<char, 1U << 14U> buffer;  // NOLINT(*-member-init): filled by read
  const ssize_t got = read(errors_, buffer.data(), buffer.size());
  if (got > 0) {
    said_.append(buffer.data(), static_cast<std::size_t>(got));
    if (said_.size() > kMaxSaid) said_.erase(0, said_.size() - kMaxSaid);
  } else if (got == 0) {
    close_if_open(errors_);
  }
}

/// What it has said so far is about questions that are answered.
void CommandProcess::forget_errors() {
  pollfd waiting{errors_, POLLIN, 0};
  // More than a pipe holds; one that writes without end must not keep this side busy.
  for (int k = 0; k < 8 && errors_ >= 0 && poll(&waiting, 1, 0) > 0; ++k) take_errors();
  said_.clear();
}

CommandProcess::Event CommandProcess::exchange(
    std::string_view message, std::size_t questions,
    const std::function<LineTaken(std::string_view line)>& take) {
  // What it says while it starts is about its hello.
  if (!std::exchange(is_new_, false)) forget_errors();
  ExchangeWatch watch(supervisor_.worker(), limits_.cpu_s * static_cast<double>(questions),
                      limits_.wall_s);
  for (;;) {
    while (const auto line = lines_.next()) {
      const LineTaken taken = take(*line);
      if (taken != LineTaken::more) return taken == LineTaken::last ? Event::done : Event::broken;
    }
    if (lines_.too_long()) return Event::line_too_long;
    if (const auto over = watch.look()) return *over;
    // Its end stands first: what it wrote before is then seen in the same look.
    std::array<pollfd, 4> waiting{{{supervisor_.worker_end(), POLLIN, 0},
                                   {output_, POLLIN, 0},
                                   {errors_, POLLIN, 0},
                                   {message.empty() ? -1 : input_, POLLOUT, 0}}};
    if (poll(waiting.data(), waiting.size(), kProgramPollMs) <= 0) continue;
    if (waiting[2].revents != 0) take_errors();
    if (waiting[3].revents != 0) {
      const ssize_t sent =
          send(input_, message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) message.remove_prefix(static_cast<std::size_t>(sent));
      // A program that has closed its input may still have something to say.
      if (sent < 0 && errno != EAGAIN && errno != EINTR) message = {};
    }
    if (waiting[1].revents != 0) {
      if (take_output()) continue;
      return supervisor_.worker_ends_too() ? Event::died : Event::closed;
    }
    if (waiting[0].revents != 0) return Event::died;
  }
}

std::string CommandProcess::last_words() const {
  const std::size_t end = said_.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t before = said_.find_last_of('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return process_protocol::excerpt(std::string_view(said_).substr(begin, end + 1 - begin));
}

std::string CommandProcess::end(Event event) {
  if (errors_ >= 0) take_errors();
  const bool in_line = lines_.in_line();
  close_streams();
  std::string words = supervisor_.end_worker();
  switch (event) {
    case Event::over_cpu_limit:
      return "over its limit of CPU time";
    case Event::over_wall_limit:
      return "no answer within the limit of wall-clock time";
    case Event::closed:
      return "closed its standard output";
    case Event::line_too_long:
      return "wrote a line longer than 64 MB";
    case Event::broken:
    case Event::done:
      return {};
    case Event::died:
      break;
  }
  if (in_line) words += " in the middle of a line";
  if (const std::string said = last_words(); !said.empty()) words += " (" + said + ")";
  return words;
}

}  // namespace touchstone
