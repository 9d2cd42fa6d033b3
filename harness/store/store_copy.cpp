// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of a store that is being written, for whom this machine may be lost.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
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

constexpr std::string_view kPart = ".part";

/// "-HOST-", before the number of a process.
std::string host_part() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return std::string("-") + host.data() + "-";
}

/// A name beside `path` that no other process on any machine uses.
std::string name_beside(const std::string& path) {
  return path + host_part() + std::to_string(::getpid()) + std::string(kPart);
}

/// Whether a process of this machine made the copy of this name, and is no more.
bool is_of_the_dead(const std::string& name, const std::string& host) {
  const auto at = name.rfind(host);
  if (at == std::string::npos) return false;
  const std::string number = name.substr(at + host.size());
  const long process = std::strtol(number.c_str(), nullptr, 10);
  return number == std::to_string(process) + std::string(kPart) &&
         ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
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

void remove_dead_copies(const std::string& folder) {
  constexpr auto kLeft = std::chrono::hours(1);
  const std::string host = host_part();
  const auto now = std::filesystem::file_time_type::clock::now();
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    if (!name.ends_with(kPart)) continue;
    const auto written = entry->last_write_time(unknown);
    const bool left = !unknown && now - written > kLeft;
    if (left || is_of_the_dead(name, host)) std::filesystem::remove(entry->path(), unknown);
  }
}

std::optional<Error> Store::copy_to(const std::string& path) {
  const std::string beside = name_beside(path);
  const std::string here = file_.path() + "-copy";
  const auto failed = [&](const std::string& why) {
    ::unlink(beside.c_str());
    return Error{path + ": cannot write here: " + why};
  };
  /// Why it failed, or nothing.
  const auto copy_into = [this](const std::string& file) -> std::optional<std::string> {
    ::unlink(file.c_str());
    const std::string name = sqlite_path(file, SqliteAccess::make);
    const std::lock_guard lock(mutex_);
    try {
      file_.prepare("VACUUM INTO ?").bind(std::string_view(name)).run();
    } catch (const std::runtime_error& error) {
      ::unlink(file.c_str());
      return error.what();
    }
    return std::nullopt;
  };
  if (has_room_beside(file_.path()) && !copy_into(here)) {
    std::error_code unsent;
    ::unlink(beside.c_str());
    std::filesystem::copy_file(here, beside, unsent);
    ::unlink(here.c_str());
    if (unsent) return failed(unsent.message());
  } else if (const auto why = copy_into(beside)) {
    return failed(*why);
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
