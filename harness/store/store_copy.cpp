// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of a store that is being written, for whom this machine may be lost.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "harness/asking/run_outcome.hpp"
#include "harness/store/part_file.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_schema.hpp"

namespace touchstone {
namespace {

/// Tallies in a file; 0 where there is none, or none that can be read.
std::uint64_t tallies_in(const std::string& path) try {
  SqliteFile file;
  if (!store_exists(path) || file.open(path, SqliteAccess::read_only)) return 0;
  SqliteStatement row = file.prepare("SELECT count(*) FROM tally");
  return row.step() ? row.integer(0) : 0;
} catch (const DamagedFile&) {
  return 0;
} catch (const HarnessError&) {
  return 0;
}

/// Holds the lock of a file's name, so that nothing replaces a fuller copy between the look at it
/// and the renaming. Where a file system has no locks, or gives none within a second, it is done
/// without: the two steps follow each other at once.
class NameLock {
 public:
  explicit NameLock(const std::string& path) {
    const std::filesystem::path whole(path);
    const std::string file = (whole.parent_path() / ".lock").string();
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    // One byte for each name.
    lock.l_start = static_cast<off_t>(hash_text(whole.filename().string()) >> 33U);
    lock.l_len = 1;
    constexpr int kTries = 50;
    for (int k = 0; descriptor_ >= 0 && k < kTries; ++k) {
      if (::fcntl(descriptor_, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES)) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  ~NameLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  NameLock(const NameLock&) = delete;
  NameLock& operator=(const NameLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// Whether a copy of the file fits beside it, and leaves it room to grow.
bool has_room_beside(const std::string& file) {
  constexpr std::uintmax_t kTimes = 4;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(file, unknown);
  const auto space = std::filesystem::space(file, unknown);
  return !unknown && space.available / kTimes > size;
}

}  // namespace

std::optional<Error> Store::copy_to(const std::string& path) {
  const std::string here = file_.path() + "-copy";
  const auto failed = [&](const std::string& why) {
    return Error{path + ": cannot write here: " + why};
  };
  const auto part = PartFile::make(path);
  if (!part) return failed(part.reason());
  const std::string& beside = part.value().name();
  /// Why it failed, or nothing. The file is empty or not there.
  const auto copy_into = [this](const std::string& file) -> std::optional<std::string> {
    const std::string name = sqlite_path(file, SqliteAccess::make);
    const std::lock_guard lock(mutex_);
    try {
      file_.prepare("VACUUM INTO ?").bind(std::string_view(name)).run();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return std::nullopt;
  };
  ::unlink(here.c_str());
  if (has_room_beside(file_.path()) && !copy_into(here)) {
    std::error_code unsent;
    std::filesystem::copy_file(here, beside, std::filesystem::copy_options::overwrite_existing,
                               unsent);
    ::unlink(here.c_str());
    if (unsent) return failed(unsent.message());
  } else {
    ::unlink(here.c_str());
    if (const auto why = copy_into(beside)) return failed(*why);
  }
  if (!synchronise(beside)) return failed(std::generic_category().message(errno));
  const NameLock lock(path);
  // Another machine may have been given the shard as well.
  if (tallies_in(beside) <= tallies_in(path)) return std::nullopt;
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    return failed(std::generic_category().message(errno));
  }
  return std::nullopt;
}

Result<bool> put_damaged_aside(const std::string& path) {
  const NameLock lock(path);
  if (!Store::is_damaged(path)) return false;
  const std::string aside = path + ".damaged";
  std::string name = aside;
  for (int k = 2; !rename_to_new(path, name); ++k) {
    if (errno != EEXIST) {
      return Error{path + ": cannot be put aside: " + std::generic_category().message(errno)};
    }
    name = aside + "-" + std::to_string(k);
  }
  return true;
}

}  // namespace touchstone
