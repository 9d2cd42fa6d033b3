// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replaced_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/console.hpp"
#include "cli/file_names.hpp"

namespace touchstone {
namespace {

Error cannot_write(const std::string& path) {
  return {path + ": cannot write here: " + std::strerror(errno)};
}

/// Whether there is something under this name that cannot be replaced by renaming.
bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// A file without a name in the directory of `target`; -1 where the file system has none.
int open_nameless(const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

/// Gives a file without a name one, which must be new.
bool give_name(int descriptor, const std::string& name) {
  const std::string now = "/proc/self/fd/" + std::to_string(descriptor);
  return ::linkat(AT_FDCWD, now.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

}  // namespace

Result<ReplacedFile> ReplacedFile::open(const std::string& path) {
  ReplacedFile file;
  file.path_ = path;
  if (file.on_stdout()) return file;
  if (is_special(path)) {
    file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file.descriptor_ < 0) return cannot_write(path);
    return file;
  }
  file.target_ = without_links(path);
  file.beside_ = file.target_ + "." + std::to_string(::getpid()) + ".part";
  file.descriptor_ = open_nameless(file.target_);
  if (file.descriptor_ >= 0) return file;
  file.descriptor_ = ::open(file.beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  file.named_ = file.descriptor_ >= 0;
  if (!file.named_) return cannot_write(path);
  return file;
}

ReplacedFile::ReplacedFile(ReplacedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      beside_(std::move(other.beside_)),
      named_(std::exchange(other.named_, false)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

ReplacedFile::~ReplacedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (named_) ::unlink(beside_.c_str());
}

std::optional<Error> ReplacedFile::write(std::string_view text) const {
  if (on_stdout()) return write_whole(STDOUT_FILENO, text, "standard output");
  return write_whole(descriptor_, text, path_);
}

std::optional<Error> ReplacedFile::finish() {
  if (on_stdout()) return std::nullopt;
  const bool replaces = !target_.empty();
  // Renamed only after it is on the disk: a power cut must not leave an empty file in its place.
  if (replaces && ::fsync(descriptor_) != 0) return cannot_write(path_);
  if (replaces && !named_) {
    named_ = give_name(descriptor_, beside_);
    if (!named_) return cannot_write(path_);
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) return cannot_write(path_);
  if (!replaces) return std::nullopt;
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) return cannot_write(path_);
  named_ = false;
  return std::nullopt;
}

}  // namespace touchstone
