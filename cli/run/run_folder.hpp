// SPDX-License-Identifier: GPL-3.0-or-later
// The folder for the records of the runs that a command starts itself.
#pragma once

#include <string>
#include <utility>

#include "geometry/result.hpp"

namespace touchstone {

/// A folder for temporary files that is removed with what is in it. What a command that was killed
/// has left is removed when the next one of its name makes a folder.
class RunFolder {
 public:
  /// `command` is part of the folder's name.
  static Result<RunFolder> make(const std::string& command);
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder();

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  RunFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;  ///< a descriptor of the folder, locked as long as its command lives
};

}  // namespace touchstone
