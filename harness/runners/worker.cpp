// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's side of isolation. The protocol moves to a high descriptor at once, so that a metric
// that prints writes to /dev/null; the CPU limit is a timer whose signal, left at its default, ends
// the process: no handler that a metric or a sanitizer could delay.
#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <exception>
#include <iostream>
#include <unordered_map>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "harness/runners/engine.hpp"
#include "harness/runners/protocol.hpp"
#include "harness/runners/runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr int kFirstPrivateDescriptor =
    100;  // beyond what a metric guesses or a loop over 0..9 closes

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

/// The two directions of the conversation, by file descriptor.
class Channel {
 public:
  /// Replaces standard input and output by /dev/null, for a metric that prints.
  Channel() : in_(move_away(STDIN_FILENO)), out_(move_away(STDOUT_FILENO)) {
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    if (nowhere > STDERR_FILENO) close(nowhere);
  }
  /// From here on the metric has the floor: what it says on standard error goes nowhere either.
  static void silence() { dup2(STDOUT_FILENO, STDERR_FILENO); }

  /// The next frame; nothing at the end of the conversation.
  std::optional<protocol::Frame> receive() {
    for (;;) {
      if (auto frame = reader_.next()) return frame;
      std::array<char, 1U << 16U> buffer;  // NOLINT(*-member-init): filled by read
      const ssize_t got = read(in_, buffer.data(), buffer.size());
      if (got > 0) {
        reader_.append({buffer.data(), static_cast<std::size_t>(got)});
      } else if (got == 0 || errno != EINTR) {
        return std::nullopt;
      }
    }
  }

  /// A runner that is gone ends this process by SIGPIPE: no one is left to tell.
  void send(protocol::FrameType type, std::string_view body = {}) const {
    const std::string bytes = protocol::encode_frame(type, body);
    std::string_view rest = bytes;
    while (!rest.empty()) {
      const ssize_t sent = write(out_, rest.data(), rest.size());
      if (sent > 0) {
        rest.remove_prefix(static_cast<std::size_t>(sent));
      } else if (errno != EINTR) {
        _exit(EXIT_FAILURE);
      }
    }
  }

 private:
  static int move_away(int descriptor) {
    const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, kFirstPrivateDescriptor);
    return high >= 0 ? high : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  }

  int in_;
  int out_;
  protocol::FrameReader reader_;
};

void restrict_process(const protocol::StartMessage& start) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (start.memory_limit_bytes > 0 && !kSanitized) {
    const rlimit memory{start.memory_limit_bytes, start.memory_limit_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
  // A sanitizer's handlers would turn a signal into an exit code and hide which it was.
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
    struct sigaction by_default {};
    by_default.sa_handler = SIG_DFL;
    sigaction(fatal, &by_default, nullptr);
  }
}

/// Starts the CPU clock of a query anew; 0 stops it. User and system time of all threads count.
void arm_timer(double limit_s) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(limit_s);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (limit_s - std::floor(limit_s)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

using KnownPolytopes = std::unordered_map<std::uint32_t, PolytopePtr>;

/// Rebuilds the polytopes of a batch; they must be those that the runner has, bit by bit.
void learn(const protocol::BatchMessage& batch, KnownPolytopes& known) {
  if (batch.forget) known.clear();
  for (const protocol::NewPolytope& sent : batch.polytopes) {
    auto polytope = make_polytope(sent.input);
    if (!polytope) throw protocol::ProtocolError("a polytope is refused: " + polytope.reason());
    if (polytope.value()->content_hash() != sent.content_hash) {
      throw protocol::ProtocolError("a polytope comes out different from the one that was sent");
    }
    known[sent.id] = std::move(polytope).value();
  }
}

PolytopePtr known_polytope(const KnownPolytopes& known, std::uint32_t id) {
  const auto found = known.find(id);
  if (found == known.end()) throw protocol::ProtocolError("a query names an unknown polytope");
  return found->second;
}

std::vector<Pair> read_batch(std::string_view body, KnownPolytopes& known) {
  const protocol::BatchMessage batch = protocol::decode_batch(body);
  learn(batch, known);
  std::vector<Pair> pairs;
  pairs.reserve(batch.queries.size());
  for (const protocol::Query& query : batch.queries) {
    pairs.push_back(
        {known_polytope(known, query.A), query.X_WA, known_polytope(known, query.B), query.X_WB});
  }
  return pairs;
}

void converse(const MetricRow& row, Channel& channel) {
  const auto start = channel.receive();
  if (!start) return;
  if (start->type != protocol::FrameType::start) throw protocol::ProtocolError("no start message");
  const protocol::StartMessage limits = protocol::decode_start(start->body);
  restrict_process(limits);
  Engine engine(row);
  Channel::silence();
  channel.send(protocol::FrameType::hello);

  KnownPolytopes known;
  while (const auto frame = channel.receive()) {
    if (frame->type != protocol::FrameType::batch) throw protocol::ProtocolError("no batch");
    const std::vector<Pair> pairs = read_batch(frame->body, known);
    engine.begin_batch();
    channel.send(protocol::FrameType::begun);
    for (const Pair& pair : pairs) {
      arm_timer(limits.query_limit_s);
      try {
        channel.send(protocol::FrameType::answer, protocol::encode(engine.evaluate(pair)));
      } catch (const EndlessLoop& endless) {
        channel.send(protocol::FrameType::endless, endless.what());
      }
    }
    arm_timer(0);
  }
}

}  // namespace

int serve_worker(std::string_view metric, std::span<const MetricRow> rows) {
  const MetricRow* row = find_metric(metric, rows);
  if (row == nullptr) row = find_metric(metric, ratio_variants());
  if (row == nullptr) {
    std::cerr << "worker: there is no metric '" << metric << "'\n";
    return 2;
  }
  Channel channel;
  try {
    converse(*row, channel);
    return 0;
  } catch (const std::exception& exception) {
    channel.send(protocol::FrameType::failure, exception.what());
    return 3;
  }
}

}  // namespace touchstone
