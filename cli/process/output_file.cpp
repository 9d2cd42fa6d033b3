// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/process/end_signal.hpp"
#include "cli/process/file_names.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

constexpr const char* kCannotHere = "cannot write here";
constexpr const char* kCannot = "cannot write";
constexpr mode_t kNewFile = 0666;  ///< less what umask takes

constexpr int kMaxNames = 100;

std::atomic<int> renaming = 0;  ///< threads that are

/// From the naming of a file to its renaming: nothing may end the program in between.
class Renaming {
 public:
  Renaming() { ++renaming; }
  ~Renaming() { --renaming; }
  Renaming(const Renaming&) = delete;
  Renaming& operator=(const Renaming&) = delete;

 private:
  SignalsHeld held_;
};

/// Whether a new file can replace the one that is there: not a device, a pipe, a file of several
/// names or of another user.
bool replaceable(const std::string& path, const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == ::geteuid() &&
         !path.starts_with("/dev/") && !path.starts_with("/proc/");
}

std::filesystem::path folder_of(const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  return folder.empty() ? "." : folder;
}

/// The first name beside `target` under which `make` makes a file, or "": errno says why. A name
/// that is there is left alone: in a folder that machines or containers share, the number of this
/// process may be another's as well.
template <class Make>
std::string name_beside(const std::string& target, const Make& make) {
  static std::atomic<unsigned> count = 0;
  for (int k = 0; k < kMaxNames; ++k) {
    const std::string name =
        ".touchstone-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".part";
    std::string path = (folder_of(target) / name).string();
    if (make(path.c_str())) return path;
    if (errno != EEXIST) break;
  }
  return "";
}

/// How a file without a name is reached to give it one.
std::string way_to(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A file in the directory of `target`: without a name if the file system knows such files, and
/// `name` is left empty, else with a new one. -1: errno says why.
int open_beside(const std::string& target, std::string& name) {
  const int nameless =
      ::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFile);
  if (nameless >= 0) {
    if (::access(way_to(nameless).c_str(), F_OK) == 0) return nameless;
    ::close(nameless);  // there is no /proc
  }
  int named = -1;
  name = name_beside(target, [&named](const char* fresh) {
    named = ::open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFile);
    return named >= 0;
  });
  return named;
}

/// False: errno says why.
bool write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Error OutputFile::error(const char* doing) const {
  return {(on_stdout() ? "standard output" : path_) + ": " + doing + ": " + std::strerror(errno)};
}

std::optional<Error> OutputFile::open(const std::string& path) {
  path_ = path;
  if (!wanted() || on_stdout()) return std::nullopt;
  struct stat status {};
  const bool there = ::stat(path_.c_str(), &status) == 0;
  if (!there && errno != ENOENT) return error(kCannotHere);
  int in_place = -1;
  if (there) {
    // Its own permissions hold, whatever those of its directory allow. Not truncated yet.
    in_place = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (in_place < 0) return error(kCannotHere);
  }
  if (!there || replaceable(path_, status)) {
    const Renaming until_renamed;
    target_ = without_links(path_);
    const int trial = open_beside(target_, beside_);
    if (trial >= 0) {
      ::close(trial);
      if (!beside_.empty()) ::unlink(std::exchange(beside_, "").c_str());
      if (there) ::close(in_place);
      return std::nullopt;
    }
    if (!there) return error(kCannotHere);
    target_.clear();
  }
  descriptor_ = in_place;
  return std::nullopt;
}

OutputFile::OutputFile(OutputFile&& other) noexcept { *this = std::move(other); }

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(beside_, other.beside_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(begun_, other.begun_);
  std::swap(unread_, other.unread_);
  return *this;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

std::optional<Error> OutputFile::begin() {
  if (!target_.empty()) {
    descriptor_ = open_beside(target_, beside_);
    if (descriptor_ < 0) return error(kCannot);
    return std::nullopt;
  }
  // A pipe or a device cannot be truncated and need not be.
  if (!on_stdout() && ::ftruncate(descriptor_, 0) != 0 && errno != EINVAL) return error(kCannot);
  return std::nullopt;
}

bool OutputFile::replaces() const {
  struct stat status {};
  return wanted() && !on_stdout() && ::stat(path_.c_str(), &status) == 0 &&
         S_ISREG(status.st_mode) && status.st_size > 0;
}

std::optional<Error> OutputFile::append(std::string_view piece) {
  if (!wanted() || unread_) return std::nullopt;
  if (!std::exchange(begun_, true)) {
    if (auto failed = begin()) return failed;
  }
  if (write_whole(on_stdout() ? STDOUT_FILENO : descriptor_, piece)) return std::nullopt;
  const Error failed = error(kCannot);
  unread_ = on_stdout() && reader_left(STDOUT_FILENO);
  if (unread_) return std::nullopt;
  return failed;
}

bool OutputFile::take_its_place() {
  struct stat status {};
  if (::stat(target_.c_str(), &status) == 0 && ::fchmod(descriptor_, status.st_mode & 07777) != 0) {
    return false;
  }
  // Renamed only after it is on the disk: a power cut must not leave an empty file in its place.
  if (::fsync(descriptor_) != 0) return false;
  if (beside_.empty()) {
    beside_ = name_beside(target_, [this](const char* fresh) {
      return ::linkat(AT_FDCWD, way_to(descriptor_).c_str(), AT_FDCWD, fresh, AT_SYMLINK_FOLLOW) ==
             0;
    });
    if (beside_.empty()) return false;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) return false;
  if (::rename(beside_.c_str(), target_.c_str()) != 0) return false;
  beside_.clear();
  return true;
}

std::optional<Error> OutputFile::finish() {
  if (!wanted() || on_stdout()) return std::nullopt;
  const Renaming until_renamed;
  const bool done =
      target_.empty() ? ::close(std::exchange(descriptor_, -1)) == 0 : take_its_place();
  return done ? std::nullopt : std::optional(error(kCannot));
}

std::optional<Error> OutputFile::write(std::string_view text) {
  // Not of a pipe, whose reader may keep the program waiting.
  std::optional<Renaming> until_renamed;
  if (!target_.empty()) until_renamed.emplace();
  if (auto failed = append(text)) return failed;
  return finish();
}

std::optional<Error> make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{folder + ": cannot be made: " + failed.message()};
  return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, std::string_view text) {
  OutputFile output;
  if (auto error = output.open(path)) return error;
  return output.write(text);
}

void wait_for_renaming() {
  constexpr useconds_t kPeriod_us = 10'000;
  constexpr int kMaxPeriods = 30;
  for (int k = 0; k < kMaxPeriods && renaming > 0; ++k) ::usleep(kPeriod_us);
}

}  // namespace touchstone
