// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/worker_faults.hpp"

#include <cxxabi.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <typeinfo>

namespace touchstone {
namespace {

// Signal handlers find them here.
std::span<char> last_words;
const PluginInstance* watched = nullptr;

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

void WorkerFaults::watch(const PluginInstance* instance) { watched = instance; }

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

}  // namespace touchstone
