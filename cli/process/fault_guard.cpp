// SPDX-License-Identifier: GPL-3.0-or-later
// What runs in the signal handler allocates nothing and takes no lock: all that it needs is made
// while the process is sound.
#include "cli/process/fault_guard.hpp"

#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "geometry/query_scope.hpp"
#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/child_processes.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/shrink/shrinker.hpp"
#include "metrics/registry.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// Names of metrics, and of failures that are not shrunk, with commas.
constexpr std::string_view kVariable = "TOUCHSTONE_IN_WORKERS";
/// The number of a process that has started itself again, which it keeps: its children are those of
/// the process that it was.
constexpr std::string_view kStartedAgain = "TOUCHSTONE_STARTED_AGAIN";
/// Within it `time` repeats what takes a plug-in half a second in a worker at most [s].
constexpr double kTimedPluginLimit_s = 10;
/// By the clock it is so many times as long: a busy machine has others before it [1].
constexpr double kWallPerLimit = 3;
constexpr std::array kFaults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// A text of bounded length.
class Line {
 public:
  Line& operator<<(const char* text) {
    const std::size_t length = std::min(std::strlen(text), text_.size() - 1 - length_);
    std::memcpy(text_.data() + length_, text, length);
    length_ += length;
    text_.at(length_) = '\0';
    return *this;
  }
  char* c_str() { return text_.data(); }
  std::string_view text() const { return {text_.data(), length_}; }
  bool full() const { return length_ + 1 == text_.size(); }
  void write() const {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text_.data(), length_);
  }

 private:
  std::array<char, 2048> text_{};
  std::size_t length_ = 0;
};

/// How the process starts again.
struct Restart {
  char** arguments = nullptr;
  std::vector<char*> environment;  ///< with `moved` and `started_again`
  Line moved;                      ///< kVariable=NAME,NAME
  Line started_again;              ///< kStartedAgain=PID
  std::vector<const char*> own_metrics;
  off_t input_begin = -1;  ///< where standard input began, if it is a file; or -1
  sigset_t mask{};
};

Restart* restart = nullptr;  ///< never freed
std::atomic<bool> process_ends = false;
LastWords* last_words = nullptr;  ///< where plug-ins end the process
const ThreadRecord* main_thread = nullptr;
std::uint64_t settled_turn = 0;  ///< main thread's at the last note_end_of_plugin()

bool is_own_metric(const char* name) {
  for (const char* own : restart->own_metrics) {
    if (std::strcmp(own, name) == 0) return true;
  }
  return false;
}

bool is_moved(const char* name) {
  const char* rest = std::strchr(restart->moved.c_str(), '=');
  const std::size_t length = std::strlen(name);
  while (rest != nullptr && *rest != '\0') {
    ++rest;
    if (std::strncmp(rest, name, length) == 0 && (rest[length] == ',' || rest[length] == '\0')) {
      return true;
    }
    rest = std::strchr(rest, ',');
  }
  return false;
}

/// The first thread to get here speaks for all.
void be_the_last() {
  if (process_ends.exchange(true)) {
    for (;;) ::pause();
  }
  if (received_signal() != 0) ::_exit(kExitBySignal + received_signal());
}

/// What a thread asked when it was looked at. Meanwhile it may go on.
struct AskedQuery {
  const char* name = nullptr;  ///< nullptr: nothing
  bool a_metric = false;
  bool an_own_metric = false;
  std::uint64_t turn = 0;

  explicit AskedQuery(const ThreadRecord* thread) {
    if (thread == nullptr) return;
    turn = thread->turn();
    if (!thread->is_in_query()) return;
    const bool metric = thread->kind() == QueryKind::metric;
    const char* const asked = thread->name();
    if (thread->turn() != turn) return;
    name = asked;
    a_metric = metric;
    an_own_metric = metric && is_own_metric(name);
  }
};

/// Prints the line; for a host leaves what stands behind the program's name, unless it has been told
/// why before. Ends the process.
[[noreturn]] void end_saying(const Line& line, int exit_code) {
  if (last_words == nullptr) {
    line.write();
  } else if (last_words->text.front() == '\0') {
    const std::string_view text = line.text();
    const std::size_t from = text.find(' ') + 1;
    const std::size_t end = text.find_last_not_of('\n') + 1;
    std::memcpy(last_words->text.data(), text.data() + from, end - from);
    last_words->text.at(end - from) = '\0';
    last_words->exit_code = exit_code;
  }
  ::_exit(exit_code);
}

[[noreturn]] void end_failed(const ThreadRecord* thread, const AskedQuery& asked, const char* how) {
  Line line;
  line << "touchstone: the harness itself failed: " << how;
  if (asked.name != nullptr) line << ", asking " << asked.name;
  const bool same = thread != nullptr && thread->turn() == asked.turn;
  if (same && thread->case_id() != nullptr) line << ", at " << thread->case_id();
  end_saying(line << "\n", kExitHarnessFailed);
}

/// `how`: a crash or an endless loop of a metric in this process, or a crash while it shrinks a pair.
[[noreturn]] void start_again(const ThreadRecord& thread, const AskedQuery& asked,
                              const char* how) {
  const char* const name = asked.name;
  Line next;
  if (asked.an_own_metric) {
    next << "with " << name << " in worker processes";
  } else {
    next << "without it";
  }
  if (read_what_cannot_be_read_again()) {
    Line line;
    line << "touchstone: " << name << ": " << how << " in this process; it would go on "
         << next.c_str()
         << ", but its input is a stream, which cannot be read again (write it to a file)\n";
    line.write();
    ::_exit(kExitHarnessFailed);
  }
  restart->moved << (restart->moved.c_str()[kVariable.size() + 1] == '\0' ? "" : ",") << name;
  if (restart->moved.full()) end_failed(&thread, asked, how);
  Line line;
  line << "touchstone: note: " << name << ": " << how << " in this process; starting again, "
       << next.c_str() << "\n";
  line.write();
  if (restart->input_begin >= 0) ::lseek(STDIN_FILENO, restart->input_begin, SEEK_SET);
  ::sigprocmask(SIG_SETMASK, &restart->mask, nullptr);
  ::execve("/proc/self/exe", restart->arguments, restart->environment.data());
  end_failed(&thread, asked, how);
}

/// The name of the failure that the thread shrinks while it asks no metric; or nullptr.
const char* shrunk_failure(const ThreadRecord* thread, const AskedQuery& asked) {
  const char* const id = thread == nullptr || asked.a_metric ? nullptr : thread->case_id();
  if (id == nullptr || std::strncmp(id, kShrinking.data(), kShrinking.size()) != 0) return nullptr;
  return id;
}

/// `asked` is a plug-in's query.
[[noreturn]] void end_for_plugin(const ThreadRecord& thread, const AskedQuery& asked,
                                 const char* how) {
  be_the_last();
  Line line;
  line << "touchstone: " << asked.name << ": " << how << " in this process";
  if (thread.case_id() != nullptr) line << ", at " << thread.case_id();
  line << ": a fault of the plug-in, and nothing is kept (validate has it in a process of its "
          "own)\n";
  end_saying(line, kExitBadInput);
}

[[noreturn]] void end_in(const ThreadRecord* thread, const AskedQuery& asked, const char* how) {
  be_the_last();
  AskedQuery left = asked;
  if (!asked.an_own_metric) left.name = shrunk_failure(thread, asked);
  const bool leaves = left.name != nullptr && !is_moved(left.name) && last_words == nullptr;
  if (!leaves) end_failed(thread, asked, how);
  start_again(*thread, left, how);
}

/// Where a thread of the plug-in's own faults, or an exception has left its query.
[[noreturn]] void end_for_last_plugin(const char* how) {
  AskedQuery last(nullptr);
  last.name = plugin_asked_last();
  end_for_plugin(*main_thread, last, how);
}

void on_fault(int signal) {
  const ThreadRecord* const thread = ThreadRecord::find();
  const AskedQuery asked(thread);
  const char* name = ::sigabbrev_np(signal);
  Line how;
  how << "SIG" << (name != nullptr ? name : "?");
  if (asked.a_metric && !asked.an_own_metric) {
    if (last_words != nullptr) end_for_plugin(*thread, asked, how.c_str());
    // A plug-in, which somebody wanted in this process: its author may want the core file.
    Line line;
    line << "touchstone: " << asked.name << ": " << how.c_str() << " in this process\n";
    line.write();
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // ends the process when this returns, where it was sent and not a fault, too
    return;
  }
  // A thread of ours has a record from its first question on; one of a plug-in never has.
  if (last_words != nullptr && thread == nullptr) end_for_last_plugin(how.c_str());
  end_in(thread, asked, how.c_str());
}

pid_t guarded_process = 0;

[[noreturn]] void on_terminate() {
  const std::string how =
      std::current_exception() ? WorkerFaults::describe_exception() : "called std::terminate";
  if (is_fault_of_plugin()) blame_plugin(how);
  const ThreadRecord* const thread = ThreadRecord::find();
  be_the_last();
  end_failed(thread, AskedQuery(thread), how.c_str());
}

double timed_plugin_limit_s() { return std::min(kTimedPluginLimit_s, in_process_limit_s()); }

/// Ends a process whose main thread waits in one query of a plug-in. Called once a second.
void look_for_waiting() {
  static std::uint64_t turn = 0;
  static int waited_s = 0;
  const AskedQuery asked(main_thread);
  const bool waits = asked.a_metric && !asked.an_own_metric && asked.turn == turn;
  turn = asked.turn;
  waited_s = waits ? waited_s + 1 : 0;
  if (waited_s <= kWallPerLimit * timed_plugin_limit_s()) return;
  end_for_plugin(*main_thread, asked, "a query takes too long");
}

/// A plug-in in this process that calls exit() would end it as if all had been judged. The record
/// of the thread that left is no longer its own: all are looked at.
void on_exit_in_query() {
  if (::getpid() != guarded_process) return;  // a child that a plug-in forked
  for (const ThreadRecord* thread = ThreadRecord::first(); thread != nullptr;
       thread = thread->next()) {
    const AskedQuery asked(thread);
    if (!asked.a_metric || asked.an_own_metric) continue;
    if (last_words != nullptr) end_for_plugin(*thread, asked, "exit()");
    be_the_last();
    Line line;
    line << "touchstone: " << asked.name << ": ended this process by exit()\n";
    line.write();
    ::_exit(kExitHarnessFailed);
  }
}

/// Children of the process that this one was before are of no use.
void end_children_of_before() {
  constexpr auto kPeriod = std::chrono::milliseconds(10);
  constexpr int kGentleRounds = 30;  // a supervisor ends what it has started, and then itself
  for (int round = 0; round < 2 * kGentleRounds; ++round) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    const std::vector<pid_t> children = children_of(::getpid());
    if (children.empty()) return;
    for (const pid_t child : children) {
      if (round >= kGentleRounds) ::kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(kPeriod);
  }
}

/// Takes a variable out of the environment, which is the children's as well.
std::string taken_variable(std::string_view name) {
  const char* said = std::getenv(name.data());
  std::string text = said != nullptr ? said : "";
  ::unsetenv(name.data());
  return text;
}

}  // namespace

void guard_against_faults(char** arguments) {
  const std::string moved = taken_variable(kVariable);
  const std::string self = std::to_string(::getpid());
  const bool started_again = taken_variable(kStartedAgain) == self;
  restart = new Restart;  // NOLINT(*-owning-memory): never freed
  restart->arguments = arguments;
  restart->moved << kVariable.data() << "=" << moved.c_str();
  restart->started_again << kStartedAgain.data() << "=" << self.c_str();
  for (char** entry = environ; *entry != nullptr; ++entry) restart->environment.push_back(*entry);
  restart->environment.push_back(restart->moved.c_str());
  restart->environment.push_back(restart->started_again.c_str());
  restart->environment.push_back(nullptr);
  for (const auto rows : {metric_registry(), ratio_variants()}) {
    for (const MetricRow& row : rows) {
      restart->own_metrics.push_back(row.name.c_str());
      if (is_moved(row.name.c_str())) move_to_workers(row.name);
    }
  }
  shrink_none_of(moved);
  restart->input_begin = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  ::sigprocmask(SIG_SETMASK, nullptr, &restart->mask);
  if (started_again) end_children_of_before();
  give_threads_fault_stacks();
  main_thread = &ThreadRecord::own();
  struct sigaction action {};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : kFaults) ::sigaction(signal, &action, nullptr);
  guarded_process = ::getpid();
  std::atexit(on_exit_in_query);
}

void end_for_faults_of_plugins(LastWords& words) {
  last_words = &words;
  std::set_terminate(on_terminate);
}

const char* plugin_asked_last() {
  const char* const name = main_thread->name();  // still there where its query has ended
  return *name == '\0' || is_own_metric(name) ? "a plug-in" : name;
}

void note_end_of_plugin() { settled_turn = main_thread->turn(); }

bool is_fault_of_plugin() {
  const ThreadRecord* const thread = ThreadRecord::find();
  if (thread == nullptr) return true;
  const char* const name = thread->name();
  if (thread->kind() != QueryKind::metric || *name == '\0' || is_own_metric(name)) return false;
  return thread == main_thread ? thread->turn() != settled_turn : thread->is_in_query();
}

void blame_plugin(const std::string& how) { end_for_last_plugin(how.c_str()); }

MovedMetrics::MovedMetrics() {
  ::setenv(kVariable.data(), restart->moved.c_str() + kVariable.size() + 1, 1);
}

MovedMetrics::~MovedMetrics() { ::unsetenv(kVariable.data()); }

void look_for_endless_queries() {
  if (last_words != nullptr) {
    ++last_words->alive;
    look_for_waiting();
  }
  for (ThreadRecord* thread = ThreadRecord::first(); thread != nullptr; thread = thread->next()) {
    const AskedQuery asked(thread);
    timespec cpu{};
    const bool is_plugin = last_words != nullptr && asked.a_metric && !asked.an_own_metric;
    if (!asked.an_own_metric && !is_plugin) continue;
    if (::clock_gettime(thread->cpu_clock(), &cpu) != 0) continue;
    const double cpu_s = static_cast<double>(cpu.tv_sec) + 1e-9 * static_cast<double>(cpu.tv_nsec);
    ThreadRecord::Look& last = thread->last_look;
    if (asked.turn != last.turn) last = {asked.turn, cpu_s};
    const double limit_s = is_plugin ? timed_plugin_limit_s() : in_process_limit_s();
    if (cpu_s - last.cpu_s <= limit_s || thread->turn() != asked.turn) continue;
    if (is_plugin) end_for_plugin(*thread, asked, "a query takes too long");
    end_in(thread, asked, "a query takes too long");
  }
}

}  // namespace touchstone
