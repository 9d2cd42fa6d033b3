// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/batch_worker.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <typeinfo>

#include "harness/plugins/sanitized.hpp"

namespace touchstone {
namespace {

/// Beyond what a plug-in guesses, or a loop over 0..9 closes.
constexpr int kFirstPrivateDescriptor = 100;
/// A position where no file stands by itself. What is written is appended, and moves it.
constexpr off_t kUntouched = off_t{0x5eed} << 20;

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

void restrict_process(std::uint64_t memory_limit_bytes) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMaxWritten);
  // The blocks that both sides share come on top.
  if (memory_limit_bytes > 0 && !kSanitized) {
    limit(RLIMIT_AS,
          memory_limit_bytes + sizeof(plugin_channel::Questions) + sizeof(plugin_channel::Answers));
  }
  // A sanitizer's handlers would turn a signal into an exit code and hide which it was.
  // This program ignores the last two.
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGXFSZ, SIGPIPE}) {
    signal(fatal, SIG_DFL);
  }
  // A timer that a question leaves behind would end the worker in another one.
  for (const int timer : {SIGALRM, SIGVTALRM, SIGPROF}) signal(timer, SIG_IGN);
}

int move_up(int descriptor) {
  const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, kFirstPrivateDescriptor);
  if (high < 0) return descriptor;
  close(descriptor);
  return high;
}

/// The allocator ends a process whose heap is damaged: in the batch that has damaged it, and not in
/// the next one.
void check_heap() {
  for (const std::size_t bytes : {std::size_t{24}, std::size_t{1024}, std::size_t{1} << 16U}) {
    volatile char* memory = static_cast<char*>(std::malloc(bytes));
    if (memory != nullptr) *memory = 0;
    std::free(const_cast<char*>(memory));
  }
}

// Signal handlers find them here.
std::span<char> last_words;
const GuardedRooms* watched = nullptr;

void put(const char* text) {
  const std::size_t length = std::min(std::strlen(text), last_words.size() - 1);
  std::memcpy(last_words.data(), text, length);
  last_words[length] = 0;
}

void tell_fault(int signal, siginfo_t* info, void* /*context*/) {
  if (watched != nullptr && watched->guards(info->si_addr)) {
    put("wrote outside the buffer of its answer");
  }
  raise(signal);  // ends the process when this returns
}

[[noreturn]] void tell_exception() {
  put(std::current_exception() ? WorkerFaults::describe_exception().c_str()
                               : "called std::terminate");
  std::abort();
}

}  // namespace

WorkerFaults::WorkerFaults(std::span<char> words) {
  last_words = words;
  // The stack may be what is at an end.
  static std::array<char, 1U << 16U> stack;
  stack_t alternate{};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  sigaltstack(&alternate, nullptr);
  struct sigaction action {};
  action.sa_sigaction = tell_fault;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  sigaction(SIGSEGV, &action, nullptr);
  std::set_terminate(tell_exception);
}

void WorkerFaults::watch(const GuardedRooms* rooms) { watched = rooms; }

void WorkerFaults::say(const std::string& text) { put(text.c_str()); }

std::string WorkerFaults::describe_exception() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "ended its thread, or threw what is no exception of C++";
  int failed = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &failed), &std::free);
  const std::string threw = std::string("threw ") + (failed == 0 ? name.get() : type->name());
  try {
    throw;
  } catch (const std::exception& exception) {
    return threw + ": " + exception.what();
  } catch (...) {
    return threw;
  }
}

StandardStreams::StandardStreams() {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  sink_ = move_up(memfd_create("output", MFD_CLOEXEC));
  dup2(sink_, STDOUT_FILENO);
  dup2(sink_, STDERR_FILENO);
  fcntl(sink_, F_SETFL, O_APPEND);
  fstat(sink_, &made_);
  mark();
}

std::optional<std::uint32_t> StandardStreams::take() const {
  std::fflush(stdout);
  if (lseek(sink_, 0, SEEK_CUR) == kUntouched) return 0;
  struct stat now {};
  if (fstat(sink_, &now) != 0 || now.st_dev != made_.st_dev || now.st_ino != made_.st_ino) {
    return std::nullopt;
  }
  const bool cut = ftruncate(sink_, 0) == 0;
  mark();
  return cut ? static_cast<std::uint32_t>(now.st_size) : 0;
}

void StandardStreams::mark() const { lseek(sink_, kUntouched, SEEK_SET); }

BatchWorker::BatchWorker(int socket)
    : questions_(plugin_channel::kQuestionsDescriptor, sizeof(Questions),
                 SharedBlock::Access::read_only),
      answers_(plugin_channel::kAnswersDescriptor, sizeof(Answers),
               SharedBlock::Access::read_write),
      faults_(answers_.as<Answers>()->last_words),
      socket_(move_up(socket)),
      pid_(getpid()) {}

void BatchWorker::say_hello(std::string hello) {
  hello.resize(std::min(hello.size(), plugin_channel::kMaxHello));
  streams_.take();
  ::send(socket_, hello.data(), hello.size(), MSG_NOSIGNAL);
  if (hello.front() == '!') std::_Exit(EXIT_FAILURE);
}

void BatchWorker::serve() {
  try {
    std::uint64_t nonce = 0;
    bool polls = false;
    while (receive(nonce, polls)) {
      const auto& asked = *questions_.as<const Questions>();
      auto& replies = *answers_.as<Answers>();
      polls = asked.polls != 0;
      checks_per_batch_ = asked.checks_per_batch != 0;
      answer_batch(asked, replies);
      replies.printed = checks_per_batch_ ? look() : 0;
      check_heap();
      const plugin_channel::Reply reply{nonce, pid_};
      if (::send(socket_, &reply, sizeof reply, MSG_NOSIGNAL) != sizeof reply) {
        if (errno == EBADF || errno == ENOTSOCK) faults_.say(kClosedDescriptors);
        break;
      }
    }
    end_in_order();
  } catch (...) {
    faults_.say(WorkerFaults::describe_exception());
    std::_Exit(EXIT_FAILURE);
  }
}

/// A signal handler of the plug-in may interrupt the waiting.
bool BatchWorker::receive(std::uint64_t& nonce, bool polls) {
  if (polls) polling_.await<1>({{{socket_, POLLIN, 0}}});
  ssize_t got = -1;
  do {
    got = recv(socket_, &nonce, sizeof nonce, 0);
  } while (got < 0 && errno == EINTR);
  return got == sizeof nonce;
}

void BatchWorker::begin(Answers& replies, std::size_t k) {
  // The clock is read once for a question: it begins when the one before has ended.
  begun_ = k == 0 ? std::chrono::steady_clock::now() : ended_;
  replies.progress.store(static_cast<std::uint32_t>(k + 1), std::memory_order_release);
}

void BatchWorker::settle(plugin_channel::AnswerRecord& record, PluginFault fault,
                         std::size_t questions) {
  ended_ = std::chrono::steady_clock::now();
  const std::chrono::duration<float> spent = ended_ - begun_;
  record.spent_s = spent.count() / static_cast<float>(questions);
  std::atomic_ref(record.fault).store(static_cast<std::uint32_t>(fault), std::memory_order_release);
}

void BatchWorker::finish(plugin_channel::AnswerRecord& record, PluginFault fault,
                         std::size_t questions) {
  record.printed = checks_per_batch_ ? 0 : look();
  settle(record, fault, questions);
}

std::uint32_t BatchWorker::look() {
  const auto printed = descriptors_are_open() ? streams_.take() : std::nullopt;
  if (!printed) {
    faults_.say(kClosedDescriptors);
    std::_Exit(EXIT_FAILURE);
  }
  return *printed;
}

/// The standard streams, in one call: it is made after each question. A closed sink is seen where
/// the bytes are counted, a closed socket where the batch is sent.
bool BatchWorker::descriptors_are_open() const {
  std::array<pollfd, 3> all{{{STDIN_FILENO, 0, 0}, {STDOUT_FILENO, 0, 0}, {STDERR_FILENO, 0, 0}}};
  poll(all.data(), all.size(), 0);
  return std::none_of(all.begin(), all.end(),
                      [](const pollfd& one) { return (one.revents & POLLNVAL) != 0; });
}

void run_worker(std::uint64_t memory_limit_bytes, const std::function<void()>& work) {
  try {
    restrict_process(memory_limit_bytes);
    work();
  } catch (const std::exception&) {
    std::_Exit(EXIT_FAILURE);
  }
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace touchstone
