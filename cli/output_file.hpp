// SPDX-License-Identifier: GPL-3.0-or-later
// The files that commands write. A file is tried before the work starts, and made under another
// name beside its own and renamed once all of it is written: an earlier result survives until there
// is a new one, a run that is interrupted leaves nothing behind, and none removes what another
// wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/result.hpp"

namespace touchstone {

/// Where --json and its like go: nowhere, standard output, or a file.
class JsonOutput {
 public:
  /// Nothing: no output wanted; "" or "-": standard output. Refuses a file that could not be
  /// written, and leaves it as it is.
  static Result<JsonOutput> open(const std::optional<std::string>& path);

  JsonOutput(JsonOutput&& other) noexcept;
  JsonOutput& operator=(JsonOutput&& other) noexcept;
  JsonOutput(const JsonOutput&) = delete;
  JsonOutput& operator=(const JsonOutput&) = delete;
  ~JsonOutput();

  bool wanted() const { return !path_.empty(); }
  bool on_stdout() const { return path_ == "-"; }
  const std::string& path() const { return path_; }
  /// Replaces what the file held. Returns why it failed, or nothing.
  std::optional<Error> write(std::string_view text);

 private:
  JsonOutput() = default;
  std::string path_;
  std::string target_;   ///< `path_` without links, where it is replaced
  int descriptor_ = -1;  ///< of what is written in place instead
};

/// Makes or replaces one file at once. Returns why it failed, or nothing.
std::optional<Error> write_file(const std::string& path, std::string_view text);

/// Writes text to a file at once. Returns why it failed, or nothing.
std::optional<Error> write_whole(int descriptor, std::string_view text, const std::string& name);

}  // namespace touchstone
