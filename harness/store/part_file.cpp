// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/part_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace touchstone {
namespace {

constexpr std::string_view kPart = ".part";
constexpr std::size_t kDigits = 16;                   ///< that are chosen at random
constexpr std::string_view kUnlocked = "-unlocked-";  ///< in place of the kernel: never removed

std::string random_digits() {
  std::uint64_t bits = 0;
  while (::getrandom(&bits, sizeof bits, 0) < 0 && errno == EINTR) {
  }
  std::string digits;
  for (std::size_t k = 0; k < kDigits; ++k, bits >>= 4U) digits += "0123456789abcdef"[bits & 15U];
  return digits;
}

/// Locks a file that is open. False where another has it locked, and where it cannot be locked.
bool lock_first_byte(int descriptor) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0;
}

bool has_name(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0;
}

/// Whether it is the whole name of a part file of a shard's store. `kernel`: of kernel_part(), or
/// empty for any.
bool is_part_of_shard(std::string_view name, std::string_view kernel) {
  constexpr std::string_view kStore = ".db";
  const auto all = [](std::string_view text, std::string_view letters) {
    return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
  };
  const auto dot = name.find('.');
  if (dot == std::string_view::npos || !all(name.substr(0, dot), "0123456789")) return false;
  name.remove_prefix(dot);
  if (!name.starts_with(kStore) || !name.ends_with(kPart)) return false;
  name.remove_prefix(kStore.size());
  name.remove_suffix(std::min(name.size(), kPart.size()));
  if (name.size() < kDigits || !all(name.substr(name.size() - kDigits), "0123456789abcdef")) {
    return false;
  }
  name.remove_suffix(kDigits);
  if (!kernel.empty()) return name == kernel;
  return name.size() > 2 && name.front() == '-' && name.back() == '-';
}

}  // namespace

std::string kernel_part() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  return file >> id ? "-" + id + "-" : "";
}

Result<PartFile> PartFile::make(const std::string& target) {
  constexpr int kMaxTries = 10;  // others may have it locked that look for dead ones
  std::string kernel = kernel_part();
  if (kernel.empty()) kernel = kUnlocked;
  for (int k = 0; k < kMaxTries; ++k) {
    const std::string name = target + kernel + random_digits() + std::string(kPart);
    const int made = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (made < 0 && errno == EEXIST) continue;
    if (made < 0) break;
    PartFile file(name, made);
    if (kernel == kUnlocked) return file;
    if (lock_first_byte(made)) {
      if (has_name(made)) return file;  // else it was taken for a dead one before it was locked
    } else if (errno != EAGAIN && errno != EACCES) {
      kernel = kUnlocked;
    }
  }
  return Error{std::generic_category().message(errno)};
}

PartFile::PartFile(PartFile&& other) noexcept
    : name_(std::exchange(other.name_, "")), lock_(std::exchange(other.lock_, -1)) {}

PartFile::~PartFile() {
  if (lock_ < 0) return;
  ::unlink(name_.c_str());
  ::close(lock_);
}

bool rename_to_new(const std::string& file, const std::string& name) {
  if (::link(file.c_str(), name.c_str()) == 0) return ::unlink(file.c_str()) == 0;
  if (errno == EEXIST || ::access(name.c_str(), F_OK) == 0) {
    errno = EEXIST;
    return false;
  }
  return ::rename(file.c_str(), name.c_str()) == 0;  // the file system has no links
}

void remove_dead_parts(const std::string& folder) {
  const std::string kernel = kernel_part();
  if (kernel.empty()) return;
  for (const std::string& name : parts_in(folder)) {
    const std::string path = folder + "/" + name;
    if (!is_part_of_shard(name, kernel)) continue;
    const int file = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    if (has_name(file) && lock_first_byte(file)) ::unlink(path.c_str());
    ::close(file);
  }
}

std::vector<std::string> parts_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    std::string name = entry->path().filename().string();
    std::error_code unknown;
    const bool regular =
        entry->symlink_status(unknown).type() == std::filesystem::file_type::regular;
    if (regular && is_part_of_shard(name, "")) found.push_back(std::move(name));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace touchstone
