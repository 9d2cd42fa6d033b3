// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run/run_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/store/part_file.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kLetters = "XXXXXX";  ///< which mkdtemp chooses
constexpr int kMaxFolders = 10;                  ///< that other commands may take from one

/// What its folders are called, before the letters.
std::string folder_name(const std::string& command) { return "touchstone-" + command + "-"; }

/// Name of the mark, a locked file in each folder of the command. The name contains the kernel:
/// machines that share a file system may not see each other's locks, and a folder in use on another
/// machine would look abandoned.
std::string mark_name(const std::string& command) {
  return ".touchstone-" + command + kernel_part();
}

/// Whether a folder is the command's and holds nothing but what its runs write. Others of such a
/// name are a user's own.
bool is_of_command(const std::string& path, const std::string& command) {
  constexpr std::array<std::string_view, 6> kBegins = {"verify.db", "time.json", "energy.json",
                                                       "shard.db",  "sample.db", ".touchstone-"};
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path + "/" + mark_name(command), failed)) return false;
  for (std::filesystem::directory_iterator entry(path, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const bool known = entry->is_regular_file(failed) &&
                       std::any_of(kBegins.begin(), kBegins.end(), [&name](std::string_view begin) {
                         return name.starts_with(begin);
                       });
    if (!known) return false;
  }
  return !failed;
}

/// Removes the folders of runs of the command that were killed: nobody has them locked.
void remove_left_folders(const std::string& parent, const std::string& command) {
  const std::string begin = folder_name(command);
  std::error_code failed;
  std::vector<std::string> found;
  for (std::filesystem::directory_iterator entry(parent, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const bool named = name.size() == begin.size() + kLetters.size();
    if (named && name.starts_with(begin)) found.push_back(entry->path().string());
  }
  for (const std::string& path : found) {
    const int lock = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) continue;
    struct stat status {};
    const bool own = fstat(lock, &status) == 0 && status.st_uid == geteuid();
    // Before the lock: a living command locks its folder before it marks it.
    const bool marked = is_of_command(path, command);
    if (own && flock(lock, LOCK_EX | LOCK_NB) == 0) {
      if (marked) std::filesystem::remove_all(path, failed);
      // A command that was killed before it had marked its folder left an empty one. A living one
      // that loses its folder so makes another.
      if (!marked) rmdir(path.c_str());
    }
    close(lock);
  }
}

}  // namespace

Result<RunFolder> RunFolder::make(const std::string& command) {
  std::error_code failed;
  std::string parent = std::filesystem::temp_directory_path(failed).string();
  if (failed) parent = "/tmp";
  remove_left_folders(parent, command);
  const std::string wanted = parent + "/" + folder_name(command) + std::string(kLetters);
  int why = 0;
  for (int tries = 0; tries < kMaxFolders; ++tries) {
    std::string path = wanted;
    if (mkdtemp(path.data()) == nullptr) {
      why = errno;
      break;
    }
    RunFolder folder(path, open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Where the file system has no locks, no command finds a folder that is left, either. Another
    // one holds the lock for as long as it takes to remove an empty folder.
    while (folder.lock_ >= 0 && flock(folder.lock_, LOCK_EX) != 0 && errno == EINTR) {
    }
    // Last: another command would take a folder that is marked and not locked for one that was left.
    const int mark =
        open(folder.file(mark_name(command)).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (mark >= 0) {
      close(mark);
      return folder;
    }
    why = errno;
    if (why != ENOENT) break;  // else another command took it for one that was left
  }
  return Error{command + ": cannot make a folder for its runs in " + wanted + ": " +
               std::generic_category().message(why)};
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::exchange(other.path_, "")), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace touchstone
