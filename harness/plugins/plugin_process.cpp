// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_process.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <sstream>
#include <utility>

#include "harness/plugins/child_processes.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/printable.hpp"

namespace touchstone {
namespace {

/// Time between two looks at a worker that has not answered [ms].
constexpr int kWorkerPollMs = 5;
/// To release, to destroy and to deinit [s].
constexpr double kOrderlyEndS = 1;

/// Whether the worker is stuck in one question, or in those of one call.
class Watch {
 public:
  /// `count` questions, each with such limits.
  Watch(pid_t worker, const PluginLimits& limits, std::uint32_t count)
      : worker_(worker), limits_(limits), count_(count) {}

  /// Called now and then with what the worker says of its progress. A plug-in can write there, but
  /// gains no more than the time of all questions: only what goes on counts, and not beyond them.
  PluginProcess::Event look(std::uint32_t progress) {
    const double cpu_s = process_cpu_time_s(worker_);
    const auto now = std::chrono::steady_clock::now();
    const bool goes_on = progress > progress_ && progress <= count_;
    if (!begun_ || goes_on) {
      begun_ = true;
      if (goes_on) progress_ = progress;
      cpu_at_s_ = cpu_s;
      at_ = now;
      return PluginProcess::Event::answered;
    }
    const bool harness_works = progress_ == 0 && limits_.harness_s > 0;
    if (!harness_works && cpu_s - cpu_at_s_ > limits_.cpu_s) {
      return PluginProcess::Event::over_cpu_limit;
    }
    const double limit_s = harness_works ? limits_.harness_s : limits_.wall_s;
    if (std::chrono::duration<double>(now - at_).count() > limit_s) {
      return PluginProcess::Event::over_wall_limit;
    }
    return PluginProcess::Event::answered;
  }

  std::uint32_t progress() const { return progress_; }

 private:
  pid_t worker_;
  PluginLimits limits_;
  std::uint32_t count_;
  bool begun_ = false;
  std::uint32_t progress_ = 0;
  double cpu_at_s_ = 0;
  std::chrono::steady_clock::time_point at_;
};

/// What is said of a worker that did not start, where its limit may be why: it takes tens of MB of
/// address space before it loads a plug-in, and ends without a word where it gets none.
std::string doubt_of_memory(std::uint64_t limit_bytes) {
  constexpr std::uint64_t kLittle_MB = 200;
  const std::uint64_t limit_MB = limit_bytes >> 20U;
  if (limit_bytes == 0 || limit_MB > kLittle_MB) return "";
  return "; --memory-limit " + std::to_string(limit_MB) + " (MB) may be too little";
}

/// The limits of a call that takes all questions, which shows no progress: the processor time of
/// all, but a minute at most or that of one, and the time without progress on top of it.
PluginLimits limits_of_call(const PluginLimits& each, std::uint32_t count) {
  constexpr double kMaxCall_s = 60;
  PluginLimits limits = each;
  limits.cpu_s = std::max(each.cpu_s, std::min(each.cpu_s * count, kMaxCall_s));
  limits.wall_s = each.wall_s + limits.cpu_s;
  return limits;
}

std::string seconds_text(double seconds) {
  std::ostringstream text;
  text << seconds << " s";
  return text.str();
}

std::vector<std::string> supervisor_command(std::vector<std::string> command,
                                            const std::vector<std::string>& asked,
                                            std::uint64_t memory_bytes) {
  command.insert(command.end(), asked.begin(), asked.end());
  command.push_back(std::to_string(memory_bytes));
  return command;
}

/// How long a worker may take until its first message.
double start_limit_s(const PluginLimits& limits) {
  return limits.harness_s > 0 ? limits.harness_s : limits.wall_s;
}

}  // namespace

PluginProcess::PluginProcess(std::vector<std::string> command,
                             const std::vector<std::string>& asked, const PluginLimits& limits)
    : limits_(limits),
      supervisor_(supervisor_command(std::move(command), asked, limits.memory_bytes),
                  std::array{questions_.descriptor(), answers_.descriptor()}) {
  questions_.seal();  // before the first worker maps it
}

PluginProcess::~PluginProcess() { await_end_in_order(); }

/// A worker that sees its socket closed releases what it has and calls the library's deinit.
void PluginProcess::await_end_in_order() {
  close_if_open(socket_);
  if (is_idle_) supervisor_.await_worker_end(kOrderlyEndS);
}

bool PluginProcess::start_worker(std::string& hello) {
  if (failed_starts_.are_too_many()) return false;
  answers_.as<plugin_channel::Answers>()->last_words[0] = 0;
  socket_ = supervisor_.start_worker().front();
  bool late = false;
  const bool said_hello = await_hello(hello, late);
  is_idle_ = said_hello && hello.front() == '{';
  if (is_idle_) {
    failed_starts_.clear();
    return true;
  }
  const std::string end = end_worker();
  if (said_hello) {
    failed_starts_.add(printable(std::string_view(hello).substr(1)));
  } else if (late) {
    failed_starts_.add("is not loaded within " + seconds_text(start_limit_s(limits_)) +
                       (limits_.harness_s > 0 ? "" : " (--wall-limit)"));
  } else {
    failed_starts_.add("ended while it was loaded: " + end + doubt_of_memory(limits_.memory_bytes));
  }
  return said_hello;
}

bool PluginProcess::await_hello(std::string& hello, bool& late) {
  std::array<char, plugin_channel::kMaxHello> text;  // NOLINT(*-member-init): filled by recv
  // A process that the plug-in left behind may hold the socket when the worker has ended.
  std::array<pollfd, 2> waiting{{{socket_, POLLIN, 0}, {supervisor_.worker_end(), POLLIN, 0}}};
  int ready = -1;
  do {
    ready = poll(waiting.data(), waiting.size(), static_cast<int>(start_limit_s(limits_) * 1000));
  } while (ready < 0 && errno == EINTR);
  late = ready == 0;
  const ssize_t got = ready > 0 ? recv(socket_, text.data(), text.size(), MSG_DONTWAIT) : 0;
  if (got <= 0) return false;
  hello.assign(text.data(), static_cast<std::size_t>(got));
  return true;
}

PluginProcess::Event PluginProcess::ask(bool is_patient) {
  const plugin_channel::Questions& asked = questions();
  questions().nonce = ++nonce_;
  // No question of this batch has begun, whatever the batch before has left there: a record
  // counts only if a worker has written it.
  auto& replies = *answers_.as<plugin_channel::Answers>();
  replies.progress.store(0, std::memory_order_relaxed);
  for (std::size_t k = 0; k < asked.count; ++k) {
    replies.records[k].fault = static_cast<std::uint32_t>(PluginFault::not_answered);
    if (asks_metric()) replies.metric_answers[k].status = MetricAnswer::kNotWritten;
    if (asked.wanted == plugin_channel::Wanted::distance_and_proof) replies.proofs[k].there = 0;
  }
  replies.printed = 0;
  replies.last_words[0] = 0;
  is_idle_ = false;
  // A worker that takes no message has ended: then that is what is awaited.
  send(socket_, &nonce_, sizeof nonce_, MSG_NOSIGNAL);
  const Event event = await(is_patient);
  is_idle_ = event == Event::answered;
  return event;
}

PluginProcess::Event PluginProcess::await(bool is_patient) {
  const plugin_channel::Questions& asked = questions();
  // A batch without questions has bodies prepared, each within the limit of a question.
  const bool in_one_call = asked.at_once != 0 || asked.count == 0;
  const std::uint32_t items = asked.count == 0 ? asked.shape_count : asked.count;
  Watch watch(supervisor_.worker(),
              in_one_call && is_patient ? limits_of_call(limits_, items) : limits_, asked.count);
  std::array<pollfd, 2> waiting{{{socket_, POLLIN, 0}, {supervisor_.worker_end(), POLLIN, 0}}};
  if (asked.polls != 0) polling_.await(waiting);
  for (;;) {
    const int ready = poll(waiting.data(), waiting.size(), kWorkerPollMs);
    if (ready < 0) continue;  // a signal
    if (waiting[0].revents != 0) {
      plugin_channel::Reply reply;
      const ssize_t got = recv(socket_, &reply, sizeof reply, MSG_DONTWAIT);
      // What a forked child says is not an answer.
      if (got == sizeof reply && reply.nonce == nonce_ &&
          reply.pid == supervisor_.worker_in_namespace()) {
        return Event::answered;
      }
      if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        return supervisor_.worker_ends_too() ? Event::died : Event::broken;
      }
    }
    if (waiting[1].revents != 0) return Event::died;
    // In every round: a plug-in that sends messages without end must not escape the limits.
    const Event event = watch.look(answers().progress.load(std::memory_order_acquire));
    stuck_at_ = watch.progress();
    if (event != Event::answered) return event;
  }
}

std::size_t PluginProcess::answered(std::size_t count) const {
  auto& records = answers_.as<plugin_channel::Answers>()->records;
  std::size_t k = 0;
  for (; k < count; ++k) {
    // The worker may still write; what it wrote before the fault is there once the fault is.
    const std::uint32_t fault = std::atomic_ref(records[k].fault).load(std::memory_order_acquire);
    if (static_cast<PluginFault>(fault) == PluginFault::not_answered) break;
  }
  return k;
}

void PluginProcess::dismiss_worker() {
  await_end_in_order();
  end_worker();
}

std::string PluginProcess::end_worker() {
  close_if_open(socket_);
  is_idle_ = false;
  const std::string end = supervisor_.end_worker();
  const auto& words = answers().last_words;
  const std::string said(words.begin(), std::find(words.begin(), words.end(), 0));
  return said.empty() ? end : printable(said);
}

}  // namespace touchstone
