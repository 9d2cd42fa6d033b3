// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: one file per command, each a few lines over the folders above this one.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/select.hpp"
#include "geometry/memory.hpp"
#include "harness/cases/nearest_name.hpp"
#include "harness/store/damaged_file.hpp"
#include "reports/terminal.hpp"
#include "schema/version.hpp"

namespace touchstone {

void add_family_option(CLI::App& command, std::vector<std::string>& families) {
  command
      .add_option(
          "--family", families,
          "Family of cases, a group of them (boxes, hulls, kissing, hard, motion, "
          "field), the beginning of names "
          "(random-hulls-32) or a pattern ('random-hulls-*-deep'); repeatable, or several with "
          "commas (default: all)")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
}

CLI::Validator names_something() {
  return {[](std::string& word) { return word.empty() ? "names nothing" : std::string(); }, ""};
}

void add_json_option(CLI::App& command, std::optional<std::string>& path) {
  command
      .add_option_function<std::string>(
          "--json", [&path](const std::string& typed) { path = typed; },
          "JSON to FILE, or to standard output where there is no FILE or it is -")
      ->expected(0, 1)
      ->type_name("[FILE]");
}

void reclaim_word(std::string& word, std::optional<std::string>& json_path) {
  if (!word.empty() || !json_path) return;
  word.swap(*json_path);
}

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 as expected, 1 something was judged wrong, 2 bad usage or input, 3 the harness "
    "itself failed.\n"
    "Metrics are expected to be as right and as wrong as the accuracy table has them; where it\n"
    "says nothing, to be right at the looser of the asked tolerance and their own.\n"
    "On a terminal what is wrong is red, unless NO_COLOR is set.\n"
    "'touchstone COMMAND --help' says more.";

/// CLI11 would call a mistyped command "arguments that were not expected".
std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return "";
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  std::string reason = "unknown command '" + word + "'";
  const std::string near = nearest_name(word, names);
  if (!near.empty()) reason += "; did you mean " + near + "?";
  return reason + " (touchstone --help shows all)";
}

/// An option that a command does not have.
std::string unknown_option(const CLI::App& command, const std::string& typed) {
  const std::string name = typed.substr(0, typed.find('='));
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& long_name : option->get_lnames()) options.push_back("--" + long_name);
  }
  const std::string near = nearest_name(name, options);
  std::string line = command.get_name() + ": unknown option '" + name + "'";
  if (!near.empty()) line += "; did you mean " + near + "?";
  return line + " (touchstone " + command.get_name() + " --help shows all)";
}

/// CLI11's words for an option that was given too often, or without its value.
std::string mismatch(const std::string& said) {
  const std::string option = said.substr(0, said.find(':'));
  if (said.find("At Most 1 ") != std::string::npos) {
    return option + ": was given more than once";
  }
  if (said.find("missing") != std::string::npos) return option + ": needs a value";
  return said;
}

/// A word that a command does not take, though it would behind one of its options.
std::string unexpected_word(const CLI::App& app, const std::string& otherwise) {
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<std::string> words = command->remaining();
    const auto mistyped = std::find_if(words.begin(), words.end(), [](const std::string& word) {
      return word.size() > 1 && word.front() == '-';
    });
    if (mistyped != words.end()) return unknown_option(*command, *mistyped);
    if (words.empty() || words.front().empty()) continue;
    const std::string& word = words.front();
    const auto takes = [command](const char* option) {
      return command->get_option_no_throw(option) != nullptr;
    };
    std::string meant;
    if (takes("--metric") && find_metric(word) != nullptr) meant = "--metric " + word;
    if (takes("--family") && select_families({word}).ok()) meant = "--family " + word;
    if (meant.empty() && takes("--file") && ::access(word.c_str(), F_OK) == 0) {
      meant = "--file " + word;
    }
    if (meant.empty()) continue;
    std::string line = command->get_name();
    line += ": '" + word;
    line += "' was not expected; did you mean " + meant;
    return line + "?";
  }
  return otherwise;
}

/// `help` and `help COMMAND` as --help has them, `version` as --version.
std::vector<std::string> plain_words(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return words;
  if (words.front() == "version" && words.size() == 1) return {"--version"};
  if (words.front() == "help" && words.size() == 1) return {"--help"};
  if (words.front() == "help" && words.size() == 2) return {words[1], "--help"};
  return words;
}

int finish_stdout(int exit_code) {
  errno = 0;
  std::cout.flush();
  if (std::cout || reader_left(STDOUT_FILENO)) return exit_code;
  const std::string why = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
  return complain("standard output: cannot write" + why, kExitHarnessFailed);
}

int run_command_line(int argc, char** argv) {
  CLI::App app(
      "Judges signed-distance implementations for convex polytopes against the exact truth.",
      "touchstone");
  Run run;
  app.require_subcommand(1);
  app.footer(kFooter);
  app.set_version_flag("--version", version_text(), "Version, compiler and libraries");
  app.set_help_flag("-h,--help", "This help");
  add_verify(app, run);
  add_merge(app, run);
  add_compare(app, run);
  add_list(app, run);
  add_replay(app, run);
  add_ask(app, run);
  add_reproduce(app, run);
  add_audit(app, run);
  add_time(app, run);
  add_energy(app, run);
  add_manual(app, run);
  add_completion(app, run);
  app.add_subcommand("test", "Builds and runs every test (a command of the launcher ./touchstone)")
      ->prefix_command()
      ->callback([&run] {
        run = [] {
          return complain("tests are built and run by the launcher: ./touchstone test",
                          kExitBadInput);
        };
      });
  add_worker(app, run);

  std::vector<std::string> words = plain_words(argc, argv);
  if (words.empty()) {
    return complain("which command? (touchstone --help shows all)", kExitBadInput);
  }
  const std::string first = words.front();
  if (first.empty() || first.front() != '-') {
    const std::string unknown = unknown_command(app, first);
    if (!unknown.empty()) return complain(unknown, kExitBadInput);
  }
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(std::move(words));
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
    return finish_stdout(kExitAsExpected);
  } catch (const CLI::RequiredError&) {
    return complain("which command? '" + first + "' is not a command (touchstone --help shows all)",
                    kExitBadInput);
  } catch (const CLI::ExtrasError& error) {
    return complain(unexpected_word(app, error.what()), kExitBadInput);
  } catch (const CLI::ArgumentMismatch& error) {
    return complain(mismatch(error.what()), kExitBadInput);
  } catch (const CLI::ParseError& error) {
    return complain(error.what(), kExitBadInput);
  }
  // A worker's memory is its metric's, and merge removes what it has begun.
  if (first != "worker" && first != "merge") {
    end_when_memory_is_exhausted("touchstone: out of memory\n", kExitHarnessFailed);
  }
  return finish_stdout(run());
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  // A reader that goes away is not a reason to die: what is written to files still is.
  std::signal(SIGPIPE, SIG_IGN);
  // Likewise a file that may not grow any more.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return touchstone::run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    return touchstone::complain("out of memory", touchstone::kExitHarnessFailed);
  } catch (const touchstone::DamagedFile& damaged) {
    return touchstone::complain(damaged.what(), touchstone::kExitBadInput);
  } catch (const std::exception& error) {
    return touchstone::complain(error.what(), touchstone::kExitHarnessFailed);
  }
}
