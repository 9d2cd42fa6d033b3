// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is written beside the one that it is to be, and takes its place when it is whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/result.hpp"

namespace touchstone {

/// What stood under the name stays until finish(). Until then the new file has no name, where the
/// file system knows such files, so that nothing is left of a run that is interrupted. Standard
/// output ("-"), devices and pipes are written as they are.
class ReplacedFile {
 public:
  static Result<ReplacedFile> open(const std::string& path);

  ReplacedFile(ReplacedFile&& other) noexcept;
  ReplacedFile& operator=(ReplacedFile&&) = delete;
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;
  /// Removes what was not finished.
  ~ReplacedFile();

  bool on_stdout() const { return path_ == "-"; }
  /// Each returns why it failed, or nothing.
  std::optional<Error> write(std::string_view text) const;
  std::optional<Error> finish();

 private:
  ReplacedFile() = default;
  std::string path_;    ///< as it was given
  std::string target_;  ///< the file to replace, no link; empty where nothing is replaced
  std::string beside_;  ///< the name that the new file has before it is renamed
  bool named_ = false;  ///< whether it has it
  int descriptor_ = -1;
};

}  // namespace touchstone
