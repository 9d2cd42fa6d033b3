// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that a report without records starts itself: verify, time and energy, as they would be
// typed, into a folder of their own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// A folder that is removed with what is in it. What a report that was killed has left is removed
/// when the next one is made.
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
  RunFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;  ///< a descriptor of the folder, locked as long as its report lives
};

/// In the environment of runs whose records are removed after them, with the report's process: they
/// do not advise to go on.
inline constexpr const char* kTemporaryRecords = "TOUCHSTONE_TEMPORARY_RECORDS";
bool records_are_temporary();
/// Lets such a run end soon after its report, however that ended.
void end_with_report();

/// Runs this program with these words; its standard output is dropped, its progress is shown. A
/// signal that ends this program is passed on; a second one kills the run. Returns its exit code,
/// or 128 and the signal.
int run_this_program(const std::vector<std::string>& words);

}  // namespace touchstone
