// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is really full, where this process may mount one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/program.hpp"
#include "tests/refusal.hpp"
#include "tests/voluminous.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr int kManyCases = 5000;

/// A file system in memory of so many megabytes, as long as the object lives.
class SmallDisk {
 public:
  explicit SmallDisk(int megabytes) : path_(folder_.path("disk")) {
    std::filesystem::create_directory(path_);
    mounted_ = mount_as(megabytes, 0);
    if (!mounted_) why_not_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::string& why_not() const { return why_not_; }
  std::string path(const std::string& name) const { return path_ + "/" + name; }
  bool resize(int megabytes) const { return mount_as(megabytes, MS_REMOUNT); }
  /// Takes all the room that is left.
  void fill() const {
    std::ofstream file(path("fill"), std::ios::binary);
    const std::string page(4096, 'x');
    while (file.write(page.data(), static_cast<std::streamsize>(page.size())).flush()) {
    }
  }

 private:
  bool mount_as(int megabytes, unsigned long flags) const {
    const std::string size = "size=" + std::to_string(megabytes) + "m";
    return ::mount("tmpfs", path_.c_str(), "tmpfs", flags, size.c_str()) == 0;
  }

  ScratchFolder folder_;
  std::string path_;
  bool mounted_ = false;
  std::string why_not_;
};

TEST(FullDisk, CostsNoChunkAndIsToldAsWhatItIs) {
  const SmallDisk disk(1);
  if (!disk.why_not().empty()) GTEST_SKIP() << "cannot mount a disk: " << disk.why_not();
  const std::string db = disk.path("run.db");
  constexpr const char* kFull =
      "touchstone: [^\n]*run.db: database or disk is full; [0-9]+ of 5 chunks are kept, and the "
      "same command goes on once there is room\n";
  const Ran full = run_touchstone(voluminous(kManyCases, {"--db", db}));
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.out, "");
  EXPECT_THAT(full.err, MatchesRegex(kFull));
  // What is there can be read.
  const Ran read = run_touchstone({"compare", db, db});
  expect_one_line_refusal(read, "is not finished");
  const Ran again = run_touchstone({"verify", "--db", db});
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_THAT(again.err, MatchesRegex(kFull));
  ASSERT_TRUE(disk.resize(64));
  const Ran resumed = run_touchstone({"verify", "--db", db, "--json", "-"});
  EXPECT_EQ(resumed.err, "");
  EXPECT_TRUE(resumed.out == run_touchstone(voluminous(kManyCases, {})).out) << "other totals";
}

TEST(FullDisk, ACompleteStoreOnItIsPrinted) {
  const SmallDisk disk(16);
  if (!disk.why_not().empty()) GTEST_SKIP() << "cannot mount a disk: " << disk.why_not();
  const std::string db = disk.path("run.db");
  const Ran made = run_touchstone(voluminous(kManyCases, {"--db", db}));
  ASSERT_EQ(made.err, "");
  disk.fill();
  const Ran printed = run_touchstone({"verify", "--db", db, "--json", "-"});
  EXPECT_EQ(printed.err, "");
  EXPECT_TRUE(printed.out == made.out) << "other totals";
  const Ran merged = run_touchstone({"merge", disk.path("all.db"), db});
  EXPECT_EQ(merged.exit_code, 3);
  EXPECT_THAT(merged.err, MatchesRegex("touchstone: [^\n]*all.db: database or disk is full\n"));
  EXPECT_FALSE(std::filesystem::exists(disk.path("all.db")));
}

TEST(FullDisk, IsTheHarnesssFailureForEveryFileOfAsk) {
  for (const char* option : {"--dump", "--certificate", "--html", "--json"}) {
    const Ran ran =
        run_touchstone({"ask", "random-boxes:42:7", "--metric", "box15", option, "/dev/full"});
    EXPECT_EQ(ran.exit_code, 3) << option;
    EXPECT_THAT(ran.err, MatchesRegex("touchstone: /dev/full: cannot write: [^\n]*\n")) << option;
  }
}

}  // namespace
}  // namespace touchstone
