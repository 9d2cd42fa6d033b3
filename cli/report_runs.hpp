// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that a report without records starts itself: verify, time and energy, as they would be
// typed, into a folder of their own.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// A folder that is removed with what is in it.
class RunFolder {
 public:
  static Result<RunFolder> make();
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder();

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// In the environment of runs whose records are removed after them: they do not advise to go on.
inline constexpr const char* kTemporaryRecords = "TOUCHSTONE_TEMPORARY_RECORDS";
bool records_are_temporary();

/// Runs this program with these words; its standard output is dropped, its progress is shown. A
/// signal that ends this program is passed on; a second one kills the run. Returns its exit code,
/// or 128 and the signal.
int run_this_program(const std::vector<std::string>& words);

}  // namespace touchstone
