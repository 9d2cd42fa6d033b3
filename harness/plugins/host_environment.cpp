// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/host_environment.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <cstdio>
#include <iostream>

#include "geometry/arithmetic/floating_point.hpp"
#include "harness/plugins/plugin_instance.hpp"

namespace touchstone {
namespace {

void flush_output() {
  std::cout.flush();
  std::fflush(stdout);
}

/// The device and the number of the file behind a descriptor; 0: there is none.
std::pair<dev_t, ino_t> file_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

/// The flags that the kernel adds are not compared.
bool same_action(const struct sigaction& a, const struct sigaction& b) {
  const bool handles = (a.sa_flags & SA_SIGINFO) != 0;
  if (handles != ((b.sa_flags & SA_SIGINFO) != 0)) return false;
  return handles ? a.sa_sigaction == b.sa_sigaction : a.sa_handler == b.sa_handler;
}

}  // namespace

HostEnvironment::HostEnvironment() : c_locale_(std::setlocale(LC_ALL, nullptr)) {
  for (int signal = 1; signal < kSignals; ++signal) {
    ::sigaction(signal, nullptr, &actions_.at(static_cast<std::size_t>(signal)));
  }
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked_);
  flush_output();
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  dropped_ = pipe[0];
  pipe_ = file_of(dropped_);
  ::dup2(pipe[1], STDOUT_FILENO);
  ::close(pipe[1]);
}

HostEnvironment::~HostEnvironment() {
  if (dropped_ >= 0 && file_of(dropped_) == pipe_) ::close(dropped_);
}

bool HostEnvironment::restore(const std::string& whose) {
  const auto note = [&](bool changed, const char* what) {
    if (changed) changes_[whose].insert(what);
  };
  const bool before = PluginInstance::take_floating_point_changed();
  note(set_default_floating_point() || before, "changed the floating-point state");
  note(restore_locale(), "changed the locale");
  note(restore_signals(), "changed signal handlers");
  // Another file may have got the number of one that was closed.
  if (dropped_ < 0 || file_of(dropped_) != pipe_) return false;
  note(drop_output(), "wrote to standard output");
  return true;
}

std::vector<std::string> HostEnvironment::changes() const {
  std::vector<std::string> lines;
  for (const auto& [whose, changes] : changes_) {
    std::string& line = lines.emplace_back(whose);
    for (const std::string& change : changes) {
      line += (line.size() == whose.size() ? " " : ", ") + change;
    }
  }
  return lines;
}

bool HostEnvironment::restore_locale() {
  ::uselocale(LC_GLOBAL_LOCALE);
  const bool same = std::locale() == locale_ && c_locale_ == std::setlocale(LC_ALL, nullptr);
  if (same) return false;
  std::locale::global(locale_);
  std::setlocale(LC_ALL, c_locale_.c_str());
  return true;
}

bool HostEnvironment::restore_signals() {
  bool changed = false;
  for (int signal = 1; signal < kSignals; ++signal) {
    const struct sigaction& wanted = actions_.at(static_cast<std::size_t>(signal));
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || same_action(now, wanted)) continue;
    ::sigaction(signal, &wanted, nullptr);
    changed = true;
  }
  sigset_t now{};
  ::pthread_sigmask(SIG_SETMASK, &blocked_, &now);
  for (int signal = 1; signal < kSignals; ++signal) {
    changed = changed || ::sigismember(&now, signal) != ::sigismember(&blocked_, signal);
  }
  return changed;
}

/// Whether there was something.
bool HostEnvironment::drop_output() const {
  flush_output();
  bool any = false;
  std::array<char, 4096> bytes{};
  while (::read(dropped_, bytes.data(), bytes.size()) > 0) any = true;
  return any;
}

}  // namespace touchstone
