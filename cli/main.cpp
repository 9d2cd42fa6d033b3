// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: one file per command, each a few lines over the folders above this one.
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/options/removed_spellings.hpp"
#include "cli/options/usage.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/fault_guard.hpp"
#include "cli/run/own_run.hpp"
#include "cli/timing/time_worker.hpp"
#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/memory.hpp"
#include "geometry/query_scope.hpp"
#include "harness/plugins/plugin_library.hpp"
#include "harness/store/sqlite.hpp"
#include "reports/ask_command.hpp"
#include "reports/terminal.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 as expected, 1 something was judged wrong, 2 bad usage or input, 3 the harness "
    "itself failed.";
constexpr const char* kFooter =
    "Metrics are expected to be as right and as wrong as the accuracy table has them; where it "
    "says nothing, to be right at the looser of the asked tolerance and their own.\n"
    "On a terminal what is wrong is red, unless NO_COLOR is set.\n"
    "'touchstone COMMAND --help' says more.";

/// `help` and `help COMMAND ...` as --help has them, `version` as --version.
std::vector<std::string> plain_words(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return words;
  if (words.front() == "version") words.front() = "--version";
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  return words;
}

/// A command of the script ./touchstone, which whoever runs the program itself is told.
void add_launcher_command(CommandLine& line, const std::string& name, const std::string& help) {
  Command command = line.command(name, help + " (a command of the launcher ./touchstone)");
  command.take_all_words();
  command.runs([name] {
    return fail(name + ": is a command of the launcher: ./touchstone " + name, kExitBadInput);
  });
}

int finish_stdout(int exit_code) {
  errno = 0;
  std::cout.flush();
  if (std::cout || reader_left(STDOUT_FILENO)) return exit_code;
  const std::string why = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
  return fail("standard output: cannot write" + why, kExitHarnessFailed);
}

int run_command_line(int argc, char** argv) {
  CommandLine line(
      "Judges signed-distance implementations for convex polytopes against the exact truth.",
      {std::string(kExitCodes) + "\n" + kFooter, kExitCodes}, version_text());
  for (const auto add : kCommands) add(line);
  add_launcher_command(line, "test", "Builds and runs every test");
  add_launcher_command(line, "peers", "Builds plug-ins for the libraries that are here");
  add_launcher_command(line, "package", "Makes a Debian package and a tar of the program");
  add_worker(line);
  add_shard(line);

  const std::vector<std::string> words = plain_words(argc, argv);
  if (words.empty()) {
    return fail("missing command (touchstone --help shows all)", kExitBadInput);
  }
  const std::string& first = words.front();
  if (first == "--version" && words.size() > 1) {
    return fail("version: '" + words[1] + "' was not expected", kExitBadInput);
  }
  if (const std::string now = removed_spelling(words); !now.empty()) {
    return fail(now, kExitBadInput);
  }
  if (first.empty() || first.front() != '-') {
    const std::string unknown = unknown_command(line, first);
    if (!unknown.empty()) return fail(unknown, kExitBadInput);
  }
  if (first == "worker" && words.size() > 2 && words[1] == "time") {
    return serve_time_workers({words.begin() + 2, words.end()});
  }
  const auto run = line.parse(words);
  if (!run) return fail(run.reason(), kExitBadInput);
  // A worker is what is watched, and its supervisor forks.
  if (first != "worker") {
    guard_against_faults(argv);
    // A task may wait for its folder on another machine after the signal.
    if (first != "shard") start_watching();
  }
  // Workers and merge handle exhausted memory themselves.
  if (first != "worker" && first != "merge") {
    end_when_memory_is_exhausted("touchstone: out of memory\n", kExitHarnessFailed);
  }
  if (first != "worker") end_with_starter();
  const int exit_code = run.value()();
  PluginLibrary::end_all();
  return finish_stdout(exit_code);
}

/// Where one of descriptors 0 to 2 is closed, the next file or socket would get its number.
void open_standard_descriptors() {
  int descriptor = -1;
  do {
    descriptor = ::open("/dev/null", O_RDWR);
  } while (descriptor >= STDIN_FILENO && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) ::close(descriptor);
}

int run_guarded(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", kExitHarnessFailed);
  } catch (const DamagedFile& damaged) {
    return fail(damaged.what(), kExitBadInput);
  } catch (const EndlessLoop& endless) {
    const std::string at = failed_case().empty() ? "" : " at " + failed_case();
    return fail("the harness itself failed" + at + ": " + endless.what(), kExitHarnessFailed);
  } catch (const std::exception& error) {
    return fail(error.what(), kExitHarnessFailed);
  }
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // Hulls free many small blocks at once. Merged as they are freed, they take a fiftieth off plain
  // verify.
  ::mallopt(M_MXFAST, 0);
#endif
  touchstone::open_standard_descriptors();
  // A reader that goes away is not a reason to die: what is written to files still is.
  std::signal(SIGPIPE, SIG_IGN);
  // At the limit of a file's size the signal would end the program; ignored, the write fails.
  std::signal(SIGXFSZ, SIG_IGN);
  // A library that is loaded with this program may have changed it.
  touchstone::set_default_floating_point();
  if (argc > 0) touchstone::set_typed_program(argv[0]);
  const int exit_code = touchstone::run_guarded(argc, argv);
  if (touchstone::threads_were_abandoned()) ::_exit(exit_code);
  return exit_code;
}
