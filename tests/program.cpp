// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/program.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace touchstone {
namespace {

std::string drained(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 1; n > 0;) {
    n = ::read(descriptor, buffer.data(), buffer.size());
    if (n > 0) text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(descriptor);
  return text;
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

std::vector<std::string> touchstone_words(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {TOUCHSTONE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

/// In the child, before the program is there.
void impose(const Shortage& shortage) {
  constexpr unsigned kNobody = 65534;
  if (shortage.no_rights && ::geteuid() == 0) {
    if (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) {
      ::_exit(126);
    }
  }
  if (shortage.memory_MB > 0) {
    const rlim_t bytes = static_cast<rlim_t>(shortage.memory_MB) << 20U;
    const rlimit both{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &both);
  }
}

/// The signal is sent as soon as `wait_to_interrupt` returns; never if that is empty.
Ran run_interrupted(std::vector<std::string> words, const std::string& input,
                    Stdout stdout_bound_to, const std::function<void()>& wait_to_interrupt,
                    const Shortage& shortage = {}, int signal = SIGINT) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const Pipe in = make_pipe();
  const Pipe out = make_pipe();
  const Pipe err = make_pipe();
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no fork");
  if (child == 0) {
    ::dup2(in.read_end, STDIN_FILENO);
    ::dup2(stdout_bound_to == Stdout::full_device ? full : out.write_end, STDOUT_FILENO);
    ::dup2(err.write_end, STDERR_FILENO);
    if (stdout_bound_to == Stdout::closed_pipe) {
      ::close(out.read_end);
      // The parent closes its end before it sends standard input, which the program reads first.
    }
    std::signal(SIGPIPE, SIG_DFL);
    // A shell's background jobs ignore SIGINT, nohup SIGHUP.
    for (const int number : {SIGINT, SIGHUP, SIGTERM}) std::signal(number, SIG_DFL);
    impose(shortage);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(full);
  ::close(in.read_end);
  ::close(out.write_end);
  ::close(err.write_end);
  if (stdout_bound_to == Stdout::closed_pipe) ::close(out.read_end);

  std::signal(SIGPIPE, SIG_IGN);
  Ran ran;
  std::thread feeder([&] {
    std::size_t sent = 0;
    while (sent < input.size()) {
      const ssize_t n = ::write(in.write_end, input.data() + sent, input.size() - sent);
      if (n <= 0) break;
      sent += static_cast<std::size_t>(n);
    }
    ::close(in.write_end);
  });
  std::thread listener([&] { ran.err = drained(err.read_end); });
  if (wait_to_interrupt) {
    wait_to_interrupt();
    ::kill(child, signal);
  }
  const auto signalled = std::chrono::steady_clock::now();
  if (stdout_bound_to != Stdout::closed_pipe) ran.out = drained(out.read_end);
  feeder.join();
  listener.join();
  int status = 0;
  struct rusage usage {};
  ::wait4(child, &status, 0, &usage);
  ran.peak_kB = usage.ru_maxrss;
  ran.user_s = static_cast<double>(usage.ru_utime.tv_sec) +
               1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
  ran.after_signal_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - signalled).count();
  ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

}  // namespace

Ran run_program(std::vector<std::string> words, const std::string& input, Stdout stdout_bound_to) {
  return run_interrupted(std::move(words), input, stdout_bound_to, {});
}

Ran run_touchstone(const std::vector<std::string>& arguments, const std::string& input,
                   Stdout stdout_bound_to) {
  return run_program(touchstone_words(arguments), input, stdout_bound_to);
}

Ran interrupt_touchstone(const std::vector<std::string>& arguments, int after_ms, int signal) {
  const auto wait = [after_ms] {
    std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
  };
  return run_interrupted(touchstone_words(arguments), "", Stdout::kept, wait, {}, signal);
}

Ran interrupt_touchstone(const std::vector<std::string>& arguments, const std::string& written,
                         int signal) {
  const auto wait = [&written] { wait_for(written); };
  return run_interrupted(touchstone_words(arguments), "", Stdout::kept, wait, {}, signal);
}

bool wait_for(const std::string& file) {
  constexpr int kMaxMilliseconds = 60'000;
  for (int k = 0; k < kMaxMilliseconds; ++k) {
    std::error_code none_yet;
    const std::uintmax_t size = std::filesystem::file_size(file, none_yet);
    if (!none_yet && size > 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

Ran run_short(const std::vector<std::string>& arguments, const Shortage& shortage) {
  return run_interrupted(touchstone_words(arguments), "", Stdout::kept, {}, shortage);
}

bool processes_end(const std::string& entry, int limit_s) {
  const auto is_there = [&entry] {
    const std::filesystem::directory_iterator all("/proc");
    return std::any_of(begin(all), end(all), [&entry](const auto& process) {
      return read_text(process.path().string() + "/environ").find(entry) != std::string::npos;
    });
  };
  const auto begin = std::chrono::steady_clock::now();
  while (is_there()) {
    if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(limit_s)) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

Variable::Variable(const char* name, const std::string& value) : name_(name) {
  ::setenv(name, value.c_str(), 1);
}

Variable::~Variable() { ::unsetenv(name_); }

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "touchstone-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace touchstone
