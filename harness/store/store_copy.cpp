// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of a store that is being written, for whom this machine may be lost.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "harness/asking/run_outcome.hpp"
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

/// A name beside `path` that no other process on any machine uses.
std::string name_beside(const std::string& path) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return path + "-" + host.data() + "-" + std::to_string(::getpid()) + ".part";
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

/// What is renamed is whole on the disk, also after a loss of power.
bool synchronise(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synchronised = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return synchronised;
}

}  // namespace

std::optional<Error> Store::copy_to(const std::string& path) {
  const std::string beside = name_beside(path);
  const auto failed = [&](const std::string& why) {
    ::unlink(beside.c_str());
    return Error{path + ": cannot write here: " + why};
  };
  ::unlink(beside.c_str());
  try {
    const std::string name = sqlite_path(beside, SqliteAccess::make);
    const std::lock_guard lock(mutex_);
    file_.prepare("VACUUM INTO ?").bind(std::string_view(name)).run();
  } catch (const std::runtime_error& error) {
    return failed(error.what());
  }
  if (!synchronise(beside)) return failed(std::generic_category().message(errno));
  const NameLock lock(path);
  // Another machine may have been given the shard as well.
  if (tallies_in(beside) <= tallies_in(path)) {
    ::unlink(beside.c_str());
    return std::nullopt;
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    return failed(std::generic_category().message(errno));
  }
  return std::nullopt;
}

}  // namespace touchstone
