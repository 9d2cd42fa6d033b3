// SPDX-License-Identifier: GPL-3.0-or-later
// The plug-ins of peers/ whose libraries are installed here, built for tests.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "harness/plugins/sanitized.hpp"
#include "tests/program.hpp"

namespace touchstone {

/// ctest runs each test in a process of its own, several at a time, and all of them build into one
/// folder: one process at a time.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    file_ = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    EXPECT_GE(file_, 0);
    EXPECT_EQ(flock(file_, LOCK_EX), 0);
  }
  ~FolderLock() { close(file_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

/// Builds what can be built beside this build of the program, and only once. Name -> version.
inline std::map<std::string, std::string> build_peers(const std::filesystem::path& folder,
                                                      const std::string& list = "found.txt") {
  const FolderLock lock(folder);
  const std::string sources = std::string(TOUCHSTONE_SOURCE_DIR) + "/peers";
  const Ran configured =
      run_program({TOUCHSTONE_CMAKE, "-S", sources, "-B", folder.string(), "-G", "Ninja"});
  EXPECT_EQ(configured.exit_code, 0) << configured.out << configured.err;
  const Ran built = run_program({TOUCHSTONE_CMAKE, "--build", folder.string()});
  EXPECT_EQ(built.exit_code, 0) << built.out << built.err;
  std::map<std::string, std::string> peers;
  std::istringstream found(read_text((folder / list).string()));
  for (std::string name, version; found >> name >> version;) peers[name] = version;
  return peers;
}

inline std::filesystem::path folder_of_peers() {
  return std::filesystem::path(TOUCHSTONE_PROGRAM).parent_path().parent_path() / "peers_of_tests";
}

class Peers : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "a worker has too little address space for a sanitizer";
    const std::filesystem::path folder = folder_of_peers();
    peers_ = build_peers(folder);
    if (peers_.empty()) {
      GTEST_SKIP() << "NO PEER IS TESTED: none of the libraries is installed (./touchstone peers)";
    }
    setenv("TOUCHSTONE_PEERS", folder.c_str(), 1);
  }
  void TearDown() override { unsetenv("TOUCHSTONE_PEERS"); }

  std::map<std::string, std::string> peers_;
  ScratchFolder scratch_;
};

}  // namespace touchstone
