// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program as a person or a script does, and keeps what came out.
#pragma once

#include <csignal>
#include <string>
#include <vector>

namespace touchstone {

struct Ran {
  int exit_code = -1;  ///< 128 + the signal where one ended it
  std::string out;
  std::string err;
  long peak_kB = 0;           ///< largest resident memory
  double user_s = 0;          ///< CPU time that it and what it started spent on their own code [s]
  double after_signal_s = 0;  ///< from a signal that was sent to the end [s]
};

/// How the program's standard output is bound.
enum class Stdout { kept, full_device, closed_pipe };

/// Runs a program: its whole path, then its arguments.
Ran run_program(std::vector<std::string> words, const std::string& input = "",
                Stdout stdout_bound_to = Stdout::kept);

/// Runs the built touchstone with these arguments and this text on standard input.
Ran run_touchstone(const std::vector<std::string>& arguments, const std::string& input = "",
                   Stdout stdout_bound_to = Stdout::kept);

/// What a program runs under that a person may be short of.
struct Shortage {
  bool no_rights = false;  ///< runs as "nobody" in place of root, for whom rights are nothing
  long memory_MB = 0;      ///< address space; 0: as much as there is
};

/// Runs the built touchstone so, with nothing on standard input.
Ran run_short(const std::vector<std::string>& arguments, const Shortage& shortage);

/// Runs it and sends it a signal, by default that of Ctrl-C, after so many milliseconds.
Ran interrupt_touchstone(const std::vector<std::string>& arguments, int after_ms,
                         int signal = SIGINT);
/// Sends it as soon as there is something in the file `written`.
Ran interrupt_touchstone(const std::vector<std::string>& arguments, const std::string& written,
                         int signal = SIGINT);

/// Returns as soon as there is something in `file`. False if there is nothing after a minute.
bool wait_for(const std::string& file);

/// Waits until no process has `entry`, NAME=VALUE, in its environment. False if one still has after
/// `limit_s` seconds.
bool processes_end(const std::string& entry, int limit_s);

/// A variable of the environment, for as long as this object lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value);
  ~Variable();
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

/// A folder of its own for one test, removed with it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string path(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

std::string read_text(const std::string& path);

}  // namespace touchstone
