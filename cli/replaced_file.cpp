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

/// What the name leads to, through links.
std::string without_links(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
  return error ? path : target.string();
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
  file.descriptor_ = ::open(file.beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file.descriptor_ < 0) {
    file.beside_.clear();
    return cannot_write(path);
  }
  return file;
}

ReplacedFile::ReplacedFile(ReplacedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      beside_(std::exchange(other.beside_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

ReplacedFile::~ReplacedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

std::optional<Error> ReplacedFile::write(std::string_view text) const {
  if (on_stdout()) return write_whole(STDOUT_FILENO, text, "standard output");
  return write_whole(descriptor_, text, path_);
}

std::optional<Error> ReplacedFile::finish() {
  if (on_stdout()) return std::nullopt;
  // Renamed only after it is on the disk: a power cut must not leave an empty file in its place.
  if (!beside_.empty() && ::fsync(descriptor_) != 0) return cannot_write(path_);
  if (::close(std::exchange(descriptor_, -1)) != 0) return cannot_write(path_);
  if (beside_.empty()) return std::nullopt;
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) return cannot_write(path_);
  beside_.clear();
  return std::nullopt;
}

}  // namespace touchstone
