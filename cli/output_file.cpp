// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/file_names.hpp"
#include "cli/terminal.hpp"

namespace touchstone {
namespace {

Error io_error(const std::string& name, const char* doing) {
  return {name + ": " + doing + ": " + std::strerror(errno)};
}

/// Holds back the signals that would end the program between the making of a file and its renaming.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t ending;
    ::sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ending, signal);
    ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

/// A new file in the directory of another, which is removed unless it takes the other's place.
class FileBeside {
 public:
  explicit FileBeside(const std::string& target) : target_(target) {
    static std::atomic<unsigned> count = 0;
    const std::string name =
        ".touchstone-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".part";
    path_ = (std::filesystem::path(target).parent_path() / name).string();
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    made_ = descriptor_ >= 0;
  }
  ~FileBeside() {
    const int kept = errno;  // of what failed
    if (descriptor_ >= 0) ::close(descriptor_);
    if (made_) ::unlink(path_.c_str());
    errno = kept;
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  bool made() const { return made_; }
  int descriptor() const { return descriptor_; }
  /// False: errno says why.
  bool take_its_place() {
    struct stat status {};
    if (::stat(target_.c_str(), &status) == 0 && ::fchmod(descriptor_, status.st_mode & 07777) != 0)
      return false;
    if (::close(std::exchange(descriptor_, -1)) != 0) return false;
    if (::rename(path_.c_str(), target_.c_str()) != 0) return false;
    made_ = false;
    return true;
  }

 private:
  SignalsHeld held_;
  std::string target_;
  std::string path_;
  int descriptor_ = -1;
  bool made_ = false;
};

/// Whether a new file can stand for the one that is there: not for a device, a pipe, a file of
/// several names or of somebody else.
bool replaceable(const std::string& path, const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == ::geteuid() &&
         !path.starts_with("/dev/") && !path.starts_with("/proc/");
}

}  // namespace

Result<JsonOutput> JsonOutput::open(const std::optional<std::string>& path) {
  constexpr const char* kCannot = "cannot write here";
  JsonOutput output;
  if (!path) return output;
  output.path_ = path->empty() ? "-" : *path;
  if (output.on_stdout()) return output;
  struct stat status {};
  const bool there = ::stat(output.path_.c_str(), &status) == 0;
  if (!there && errno != ENOENT) return io_error(output.path_, kCannot);
  if (there) {
    // Its own permissions hold, whatever those of its directory allow. Not truncated yet.
    output.descriptor_ = ::open(output.path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (output.descriptor_ < 0) return io_error(output.path_, kCannot);
    if (!replaceable(output.path_, status)) return output;
  }
  output.target_ = without_links(output.path_);
  const bool room = FileBeside(output.target_).made();
  // A file in a directory where none can be made is written in place.
  if (!room && !there) return io_error(output.path_, kCannot);
  if (room && there) ::close(std::exchange(output.descriptor_, -1));
  return output;
}

JsonOutput::JsonOutput(JsonOutput&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

JsonOutput& JsonOutput::operator=(JsonOutput&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

JsonOutput::~JsonOutput() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<Error> JsonOutput::write(std::string_view text) {
  constexpr const char* kCannot = "cannot write";
  if (!wanted()) return std::nullopt;
  if (on_stdout()) {
    auto error = write_whole(STDOUT_FILENO, text, "standard output");
    return error && reader_left(STDOUT_FILENO) ? std::nullopt : error;
  }
  if (descriptor_ < 0) {
    FileBeside beside(target_);
    if (!beside.made()) return io_error(path_, kCannot);
    if (auto error = write_whole(beside.descriptor(), text, path_)) return error;
    if (!beside.take_its_place()) return io_error(path_, kCannot);
    return std::nullopt;
  }
  // A pipe or a device cannot be truncated and need not be.
  if (::ftruncate(descriptor_, 0) != 0 && errno != EINVAL) return io_error(path_, kCannot);
  if (auto error = write_whole(descriptor_, text, path_)) return error;
  if (::close(std::exchange(descriptor_, -1)) != 0) return io_error(path_, kCannot);
  return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, std::string_view text) {
  auto opened = JsonOutput::open(path);
  if (!opened) return opened.error();
  JsonOutput output = std::move(opened).value();
  return output.write(text);
}

std::optional<Error> write_whole(int descriptor, std::string_view text, const std::string& name) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return io_error(name, "cannot write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return std::nullopt;
}

}  // namespace touchstone
