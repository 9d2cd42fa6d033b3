// SPDX-License-Identifier: GPL-3.0-or-later
// The plug-ins of peers/ whose libraries are installed here: they build on their own, and their
// conventions are converted: sizes, directions and signs of two boxes that are apart, and that
// penetrate.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/program.hpp"
#include "tests/sanitized.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Boxes whose extents all differ, A turned about z by the angle whose cosine is 0.8: full sides
/// taken for half extents, or a transposed rotation, would give another distance. Along y the
/// distance is `y` less the heights of both.
std::string two_boxes(double y) {
  const json boxes = {
      {"a", {{"box_half_extents", {1, 2, 3}}}},
      {"pose_a", {{"t", {0, 0, 0}}, {"R", {{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}}}}},
      {"b", {{"box_half_extents", {3, 0.5, 1}}}},
      {"pose_b", {{"t", {0.25, y, 0.5}}, {"q", {1, 0, 0, 0}}}}};
  return boxes.dump();
}

/// ctest runs each test in a process of its own, several at a time, and all of them build into one
/// folder: one process at a time.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder) {
    fs::create_directories(folder);
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
std::map<std::string, std::string> build_peers(const fs::path& folder) {
  const FolderLock lock(folder);
  const std::string sources = std::string(TOUCHSTONE_SOURCE_DIR) + "/peers";
  const Ran configured =
      run_program({TOUCHSTONE_CMAKE, "-S", sources, "-B", folder.string(), "-G", "Ninja"});
  EXPECT_EQ(configured.exit_code, 0) << configured.out << configured.err;
  const Ran built = run_program({TOUCHSTONE_CMAKE, "--build", folder.string()});
  EXPECT_EQ(built.exit_code, 0) << built.out << built.err;
  std::map<std::string, std::string> peers;
  std::istringstream found(read_text((folder / "found.txt").string()));
  for (std::string name, version; found >> name >> version;) peers[name] = version;
  return peers;
}

/// What `verify --peers` says of the file: by the peer's name.
std::map<std::string, json> judge_peers(const std::string& file) {
  const Ran ran =
      run_touchstone({"verify", "--peers", "--metric", "certified", "--file", file, "--json"});
  std::map<std::string, json> rows;
  const json results = json::parse(ran.out).at("results");
  for (const json& row : results) rows[row.at("metric")] = row;
  return rows;
}

class Peers : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "a worker has too little address space for a sanitizer";
    const fs::path build = fs::path(TOUCHSTONE_PROGRAM).parent_path().parent_path();
    const fs::path folder = build / "peers_of_tests";
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

TEST_F(Peers, TellBoxesThatAreApartAndHowFar) {
  const auto rows = judge_peers(scratch_.write("apart.json", two_boxes(3.5)));
  for (const auto& [name, version] : peers_) {
    ASSERT_TRUE(rows.contains(name)) << name;
    const json& row = rows.at(name);
    EXPECT_EQ(row.at("right_at_own_tolerance"), 1) << name << ": " << row;
    EXPECT_EQ(row.at("answered").get<int>() + row.at("sign_only").get<int>(), 1) << name;
    // A normal that is given is a part of what is right.
    EXPECT_EQ(row.at("normal").at("absent"), row.at("sign_only")) << name << ": " << row;
  }
}

TEST_F(Peers, GiveTheDepthOfBoxesThatPenetrateAndTheNormalFromBToA) {
  const auto rows = judge_peers(scratch_.write("deep.json", two_boxes(2.375)));
  for (const auto& [name, version] : peers_) {
    ASSERT_TRUE(rows.contains(name)) << name;
    const json& row = rows.at(name);
    if (name == "opengjk") {  // a sign where bodies penetrate
      EXPECT_EQ(row.at("right_at_own_tolerance"), 1) << row;
      continue;
    }
    EXPECT_EQ(row.at("normal").at("absent"), 0) << name << ": " << row;
    if (name == "mujoco_box" && version == "2.2.2") {
      // Half of the depth where a vertex meets a face (docs/findings.md).
      EXPECT_EQ(row.at("normal").at("valid"), 1);
      EXPECT_EQ(row.at("value").at("inaccurate"), 1);
      EXPECT_NEAR(row.at("error_abs").at("max"), 0.325 / 2, 1e-12);
    } else {
      EXPECT_EQ(row.at("right_at_own_tolerance"), 1) << name << ": " << row;
    }
  }
}

TEST_F(Peers, AreOnlyJudgedWhereTheyAreAskedFor) {
  const Ran plain = run_touchstone({"verify", "--family", "random-boxes", "--cases", "1"});
  for (const auto& [name, version] : peers_)
    EXPECT_EQ(plain.out.find("\n" + name + " "), std::string::npos);
}

TEST(PeersOption, SaysWhatToDoWhereThereIsNone) {
  const ScratchFolder empty;
  setenv("TOUCHSTONE_PEERS", empty.path(".").c_str(), 1);
  const Ran ran = run_touchstone({"verify", "--peers"});
  unsetenv("TOUCHSTONE_PEERS");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("./touchstone peers"));
}

TEST(PeersOption, LeavesOutALibraryThatCannotBeLoadedAndSaysWhy) {
  const ScratchFolder folder;
  folder.write("broken.so", "not a library");
  setenv("TOUCHSTONE_PEERS", folder.path(".").c_str(), 1);
  const Ran ran = run_touchstone({"verify", "--peers"});
  unsetenv("TOUCHSTONE_PEERS");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("left out: "));
  EXPECT_THAT(ran.err, HasSubstr("broken.so"));
}

TEST(PeersOption, DoesNotGoWithAStore) {
  const Ran ran = run_touchstone({"verify", "--peers", "--db", "never_written.db"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--peers: not with --db"));
}

TEST(PeersLauncher, RejectsANameThatIsNoLibrary) {
  const std::string launcher = std::string(TOUCHSTONE_SOURCE_DIR) + "/touchstone";
  const Ran ran = run_program({launcher, "peers", "no-such-library"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("fcl"));
}

}  // namespace
}  // namespace touchstone
