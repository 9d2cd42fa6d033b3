// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/foreign_file.hpp"

#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace touchstone {
namespace {

constexpr rlim_t kMaxSeconds = 20;               ///< processor time
constexpr unsigned kMaxWait = 3 * kMaxSeconds;   ///< where the machine is busy [s]
constexpr rlim_t kMaxMemory = rlim_t{8} << 30U;  ///< address space [byte]

/// Whether a sanitizer is in, which takes more address space than any limit allows.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#elif defined(__has_feature)
constexpr bool kLimitsMemory =
    !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer));
#else
constexpr bool kLimitsMemory = true;
#endif

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// `parent`: who waits, and whose end ends the worker.
[[noreturn]] void work(const ForeignReader& reader, int descriptor, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, kMaxSeconds);
  if (kLimitsMemory) limit(RLIMIT_AS, kMaxMemory);
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPIPE}) {
    signal(fatal, SIG_DFL);
  }
  alarm(kMaxWait);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  reader.write(descriptor);
  _exit(0);
}

/// What the worker writes: not much more than `max_bytes`.
std::string all_of(int descriptor, std::size_t max_bytes) {
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (text.size() <= max_bytes) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

Result<std::string> read_in_worker(const ForeignReader& reader) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return Error{"no pipe to a worker can be made"};
  const pid_t parent = getpid();
  const pid_t worker = fork();
  if (worker == 0) {
    close(ends[0]);
    work(reader, ends[1], parent);
  }
  close(ends[1]);
  std::string text;
  if (worker > 0) text = all_of(ends[0], reader.max_bytes);
  close(ends[0]);
  if (worker < 0) return Error{"no worker can be started"};
  int status = 0;
  while (waitpid(worker, &status, 0) < 0 && errno == EINTR) {
  }
  if (text.size() > reader.max_bytes) return Error{"holds too much"};
  if (WIFSIGNALED(status)) {
    const int by = WTERMSIG(status);
    const bool slow = by == SIGXCPU || by == SIGALRM || by == SIGKILL;
    return Error{reader.library + (slow ? " took too long to read it"
                                        : " crashed on it (signal " + std::to_string(by) + ")")};
  }
  if (WEXITSTATUS(status) != 0) return Error{reader.library + " failed on it"};
  if (text.starts_with('!')) return Error{text.substr(1)};
  return text;
}

void fail_in_worker(int descriptor, std::string why) {
  for (char& c : why) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  why.insert(why.begin(), '!');
  _exit(::write(descriptor, why.data(), why.size()) < 0 ? 1 : 0);
}

}  // namespace touchstone
