// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_worker.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/shape_arrays.hpp"
#include "harness/plugins/shared_block.hpp"
#include "harness/plugins/worker_faults.hpp"

namespace touchstone {
namespace {

using plugin_channel::Answers;
using plugin_channel::Questions;

/// Beyond what a plug-in guesses, or a loop over 0..9 closes.
constexpr int kFirstPrivateDescriptor = 100;
/// What a plug-in may write to files, its standard streams among them [byte].
constexpr rlim_t kMaxWritten = rlim_t{64} << 20U;

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

void restrict_process(std::uint64_t memory_limit_bytes) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMaxWritten);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // The blocks that both sides share come on top.
  if (memory_limit_bytes > 0) {
    limit(RLIMIT_AS, memory_limit_bytes + sizeof(Questions) + sizeof(Answers));
  }
#else
  (void)memory_limit_bytes;
#endif
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

/// Standard input is empty; what goes to standard output and error is counted and thrown away.
class StandardStreams {
 public:
  StandardStreams() {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    sink_ = move_up(memfd_create("output", MFD_CLOEXEC));
    dup2(sink_, STDOUT_FILENO);
    dup2(sink_, STDERR_FILENO);
    fcntl(sink_, F_SETFL, O_APPEND);
    fstat(sink_, &made_);
    mark();
  }

  /// Bytes written since the last call; nothing where the plug-in has closed the sink. What it then
  /// opens may get the sink's number, and is not to be cut.
  std::optional<std::uint32_t> take() const {
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

  /// Where the bytes go.
  int sink() const { return sink_; }

 private:
  /// A position where no file stands by itself. What is written is appended, and moves it.
  static constexpr off_t kUntouched = off_t{0x5eed} << 20;

  /// To be seen in one cheap call that nothing was written, and that the sink is still this one.
  void mark() const { lseek(sink_, kUntouched, SEEK_SET); }

  int sink_ = -1;
  struct stat made_ {};  ///< which file the sink is
};

class Worker {
 public:
  Worker(const std::string& library, int socket)
      : questions_(plugin_channel::kQuestionsDescriptor, sizeof(Questions),
                   SharedBlock::Access::read_only),
        answers_(plugin_channel::kAnswersDescriptor, sizeof(Answers),
                 SharedBlock::Access::read_write),
        faults_(answers_.as<Answers>()->last_words),
        socket_(socket) {
    std::string hello;
    try {
      auto loaded = PluginLibrary::load(library);
      if (loaded.ok()) {
        library_ = loaded.value();
        hello = claims_json(*library_);
        instance_ = std::make_unique<PluginInstance>(library_);
        faults_.watch(instance_.get());
      } else {
        hello = "!" + loaded.reason();
      }
    } catch (const NoInstance& exception) {
      hello = "!" + library + ": " + exception.what();
    } catch (...) {
      hello = "!" + library + ": " + WorkerFaults::describe_exception();
    }
    hello.resize(std::min(hello.size(), plugin_channel::kMaxHello));
    streams_.take();
    ::send(socket_, hello.data(), hello.size(), MSG_NOSIGNAL);
    if (!instance_) std::_Exit(EXIT_FAILURE);
  }

  /// Until the host is gone, or waits for the end that plugin.h promises.
  void serve() {
    try {
      std::uint64_t nonce = 0;
      while (receive(nonce)) {
        answer_batch();
        const plugin_channel::Reply reply{nonce, pid_};
        if (::send(socket_, &reply, sizeof reply, MSG_NOSIGNAL) != sizeof reply) break;
      }
      forget();
      faults_.watch(nullptr);
      instance_.reset();
      library_.reset();
      PluginLibrary::end_all();
    } catch (...) {
      faults_.say(WorkerFaults::describe_exception());
      std::_Exit(EXIT_FAILURE);
    }
  }

 private:
  struct Prepared {
    std::unique_ptr<touchstone_shape> shape;
    void* handle = nullptr;
  };

  /// A signal handler of the plug-in may interrupt the waiting.
  bool receive(std::uint64_t& nonce) const {
    ssize_t got = -1;
    do {
      got = recv(socket_, &nonce, sizeof nonce, 0);
    } while (got < 0 && errno == EINTR);
    return got == sizeof nonce;
  }

  void answer_batch() {
    const Questions& asked = *questions_.as<const Questions>();
    auto& replies = *answers_.as<Answers>();
    if (asked.forget != 0) forget();
    if (asked.reset != 0) instance_->reset();
    const auto count = static_cast<std::size_t>(asked.count);
    if (asked.wanted == plugin_channel::Wanted::contacts) {
      find_contacts(asked, replies);
    } else if (asked.at_once != 0) {
      answer_at_once(asked, count, replies);
    } else {
      for (std::size_t k = 0; k < count; ++k) answer_one(asked, k, replies);
      if (!instance_->kept_to_answers()) {
        faults_.say("wrote outside the buffer of its answer");
        std::_Exit(EXIT_FAILURE);  // which question it was, the host finds out
      }
    }
    check_heap();
  }

  /// The allocator ends a process whose heap is damaged: in the batch that has damaged it, and not
  /// in the next one.
  static void check_heap() {
    for (const std::size_t bytes : {std::size_t{24}, std::size_t{1024}, std::size_t{1} << 16U}) {
      volatile char* memory = static_cast<char*>(std::malloc(bytes));
      if (memory != nullptr) *memory = 0;
      std::free(const_cast<char*>(memory));
    }
  }

  void answer_one(const Questions& asked, std::size_t k, Answers& replies) {
    replies.progress.store(static_cast<std::uint32_t>(k + 1), std::memory_order_release);
    const touchstone_query query = query_of(asked, asked.queries[k]);
    touchstone_answer answer;
    PluginFault fault = instance_->evaluate(query, answer);
    replies.records[k].answer = answer;
    const bool may_prove = asked.wanted == plugin_channel::Wanted::distance_and_proof &&
                           fault == PluginFault::none && answer.status == TOUCHSTONE_ANSWERED &&
                           library_->proof() != nullptr;
    if (may_prove) fault = instance_->prove(query, replies.proofs[k]);
    finish(replies.records[k], fault);
  }

  void find_contacts(const Questions& asked, Answers& replies) {
    replies.progress.store(1, std::memory_order_release);
    const touchstone_query query = query_of(asked, asked.queries[0]);
    touchstone_answer answer;
    std::uint64_t contact_count = 0;
    const PluginFault fault =
        instance_->find_contacts(query, asked.reach, answer, replies.contacts, contact_count);
    replies.records[0].answer = answer;
    replies.contact_count = contact_count;
    finish(replies.records[0], fault);
  }

  /// Questions about shapes that the plug-in does not take are left out.
  void answer_at_once(const Questions& asked, std::size_t count, Answers& replies) {
    replies.progress.store(1, std::memory_order_release);
    queries_.clear();
    positions_.clear();
    for (std::size_t k = 0; k < count; ++k) {
      const touchstone_query query = query_of(asked, asked.queries[k]);
      if (query.A == nullptr || query.B == nullptr) {
        replies.records[k] = {};
        settle(replies.records[k], PluginFault::not_prepared);
        continue;
      }
      queries_.push_back(query);
      positions_.push_back(k);
    }
    if (queries_.empty()) return;
    answered_.resize(queries_.size());
    const PluginFault fault = instance_->evaluate(queries_, answered_.data());
    for (std::size_t k = 1; k < positions_.size(); ++k) {
      replies.records[positions_[k]].answer = answered_[k];
      replies.records[positions_[k]].printed = 0;
      settle(replies.records[positions_[k]], fault);
    }
    // What all of them printed is told of the first.
    replies.records[positions_.front()].answer = answered_.front();
    finish(replies.records[positions_.front()], fault);
  }

  static void settle(plugin_channel::AnswerRecord& record, PluginFault fault) {
    std::atomic_ref(record.fault)
        .store(static_cast<std::uint32_t>(fault), std::memory_order_release);
  }

  /// Of a worker without descriptors no further answer would arrive, so it ends at this question.
  void finish(plugin_channel::AnswerRecord& record, PluginFault fault) {
    const auto printed = descriptors_are_open() ? streams_.take() : std::nullopt;
    if (!printed) {
      faults_.say("closed descriptors that it had not opened");
      std::_Exit(EXIT_FAILURE);
    }
    record.printed = *printed;
    settle(record, fault);
  }

  /// In one call: it is asked after each question.
  bool descriptors_are_open() const {
    std::array<pollfd, 5> all{{{STDIN_FILENO, 0, 0},
                               {STDOUT_FILENO, 0, 0},
                               {STDERR_FILENO, 0, 0},
                               {streams_.sink(), 0, 0},
                               {socket_, 0, 0}}};
    poll(all.data(), all.size(), 0);
    return std::none_of(all.begin(), all.end(),
                        [](const pollfd& one) { return (one.revents & POLLNVAL) != 0; });
  }

  touchstone_query query_of(const Questions& asked, const plugin_channel::QueryRecord& record) {
    return {handle_of(asked, record.A), handle_of(asked, record.B), record.X_WA, record.X_WB};
  }

  void* handle_of(const Questions& asked, std::uint32_t shape) {
    while (prepared_.size() <= shape) {
      const std::byte* block = asked.arena.data() + asked.shape_begin[prepared_.size()];
      Prepared next{std::make_unique<touchstone_shape>(read_shape(block))};
      next.handle = instance_->prepare(next.shape.get());
      prepared_.push_back(std::move(next));
    }
    return prepared_[shape].handle;
  }

  void forget() {
    for (const Prepared& prepared : prepared_) instance_->release(prepared.handle);
    prepared_.clear();
  }

  SharedBlock questions_;
  SharedBlock answers_;
  WorkerFaults faults_;
  int socket_;
  StandardStreams streams_;
  pid_t pid_ = getpid();
  std::shared_ptr<const PluginLibrary> library_;
  std::unique_ptr<PluginInstance> instance_;
  std::vector<Prepared> prepared_;
  std::vector<touchstone_query> queries_;
  std::vector<std::size_t> positions_;
  std::vector<touchstone_answer> answered_;
};

}  // namespace

void run_plugin_worker(const std::string& library, int socket, std::uint64_t memory_limit_bytes) {
  try {
    restrict_process(memory_limit_bytes);
    Worker worker(library, move_up(socket));
    worker.serve();
  } catch (const std::exception&) {
    std::_Exit(EXIT_FAILURE);
  }
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace touchstone
