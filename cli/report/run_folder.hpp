// SPDX-License-Identifier: GPL-3.0-or-later
// The folder for the records of the runs that a report starts itself.
#pragma once

#include <string>
#include <utility>

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

}  // namespace touchstone
