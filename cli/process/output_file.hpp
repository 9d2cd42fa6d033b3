// SPDX-License-Identifier: GPL-3.0-or-later
// The files that commands write. A file is tried before the work starts, written beside the one
// that it is to replace, and takes its place once all of it is on the disk: an earlier result
// survives until there is a new one, a run that is interrupted leaves nothing behind, and none
// removes what another wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/result.hpp"

namespace touchstone {

/// Where --json and its like go: nowhere, standard output, or a file. Until finish() the new file
/// has no name, where the file system knows such files. What cannot be replaced by renaming is
/// written in place: devices, pipes, files of several names or of another user, and those in a
/// directory where none can be made.
class OutputFile {
 public:
  /// No output is wanted.
  OutputFile() = default;
  /// An empty path: no output is wanted; "-": standard output. Rejects a file that cannot be
  /// written, and leaves it as it is.
  std::optional<Error> open(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes what was not finished.
  ~OutputFile();

  bool wanted() const { return !path_.empty(); }
  bool on_stdout() const { return path_ == "-"; }
  /// Whether there is an earlier file of that name with something in it.
  bool replaces() const;
  const std::string& path() const { return path_; }
  /// Whether standard output is a pipe whose reader went away. That is not a failure: what is
  /// written from then on is lost.
  bool unread() const { return unread_; }

  /// Each returns why it failed, or nothing. The first piece empties what is written in place.
  std::optional<Error> append(std::string_view piece);
  /// Lets what was appended replace what the file held.
  std::optional<Error> finish();
  /// Appends the text and finishes.
  std::optional<Error> write(std::string_view text);

 private:
  Error error(const char* doing) const;
  std::optional<Error> begin();
  bool take_its_place();

  std::string path_;     ///< the path that was given; "-" is standard output
  std::string target_;   ///< the file to replace, no link; empty where it is written in place
  std::string beside_;   ///< the name of the new file, while it has one
  int descriptor_ = -1;  ///< the new file, or the one that is written in place
  bool begun_ = false;
  bool unread_ = false;
};

/// Makes or replaces one file at once. Returns why it failed, or nothing.
std::optional<Error> write_file(const std::string& path, std::string_view text);

/// Makes a folder that is not there yet. Returns "FOLDER: cannot be made: why", or nothing.
std::optional<Error> make_folder(const std::string& folder);

/// Returns when no thread is between the naming of a new file and its renaming, at the latest after
/// 0.3 s. To be called before _exit, which would leave a file of that name. Allocates nothing.
void wait_for_renaming();

}  // namespace touchstone
